"""The Chebyshev models of the paper's authors: `poly-basis-ml` 0.3.0 from PyPI."""

from poly_basis_ml import ChebyshevRegressor


def fit(X, y, complexity, alpha):
    return ChebyshevRegressor(complexity, alpha=alpha, include_interactions=True).fit(X, y)
