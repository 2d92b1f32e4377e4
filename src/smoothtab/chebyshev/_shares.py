"""What the terms of a fitted sum say about each feature."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from smoothtab._moments import Array, Moments
from smoothtab.chebyshev._basis import Basis


def importances(basis: Basis, coef: Array, moments: Moments) -> Array:
    """Share of each feature in the explained variance, of shape (n_features,).

    The prediction is a sum of one function for every feature, its univariate terms and an equal
    part of each interaction. A share is the variance of this function over the training rows,
    divided by the sum of these variances; it is never negative. Shares of several outputs are
    averaged.
    """
    p = basis.n_columns
    involved = basis.degrees > 0
    part = csr_array(involved.T / involved.sum(axis=1))
    shares = np.zeros(basis.n_features)
    for weights in _unit_free(coef).T:
        function = part * weights
        variance = ((function @ moments.scatter[:p, :p]) * function.toarray()).sum(axis=1)
        variance = np.maximum(variance, 0.0)
        shares += variance / (variance.sum() or 1.0)
    return shares / (shares.sum() or 1.0)


def effective_degree(basis: Basis, coef: Array, moments: Moments) -> Array:
    """Mean degree of each feature over its terms, weighted by the variance of each term.

    Zero for a feature that no term with any weight contains. Outputs count equally.
    """
    variance = np.square(_unit_free(coef)) * moments.scatter.diagonal()[: basis.n_columns, None]
    overall = variance.sum(axis=0)
    weight = (variance / np.where(overall > 0, overall, 1.0)).sum(axis=1)
    total = weight @ (basis.degrees > 0)
    degree = weight @ basis.degrees
    return np.divide(degree, total, out=np.zeros(basis.n_features), where=total > 0)


def _unit_free(coef: Array) -> Array:
    """Coefficients as shares of the largest, so that their squares neither overflow nor vanish."""
    largest = np.abs(coef).max(axis=0)
    return coef / np.where(largest > 0, largest, 1.0)
