"""Chebyshev polynomials: an expander, and ridge regression on them."""

from smoothtab.chebyshev._cv import ChebyshevRegressorCV
from smoothtab.chebyshev._expander import ChebyshevExpander
from smoothtab.chebyshev._regressor import ChebyshevRegressor

__all__ = ["ChebyshevExpander", "ChebyshevRegressor", "ChebyshevRegressorCV"]
