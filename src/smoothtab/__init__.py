"""Smooth regression on tables."""

from smoothtab.chebyshev import ChebyshevExpander, ChebyshevRegressor, ChebyshevRegressorCV
from smoothtab.erbf import ERBFRegressor, ERBFRegressorCV

__version__ = "0.1.0"

__all__ = [
    "ChebyshevExpander",
    "ChebyshevRegressor",
    "ChebyshevRegressorCV",
    "ERBFRegressor",
    "ERBFRegressorCV",
    "__version__",
]
