"""Smooth regression on tables."""

from smoothtab.chebyshev import ChebyshevExpander, ChebyshevRegressor
from smoothtab.erbf import ERBFRegressor, ERBFRegressorCV

__version__ = "0.1.0"

__all__ = [
    "ChebyshevExpander",
    "ChebyshevRegressor",
    "ERBFRegressor",
    "ERBFRegressorCV",
    "__version__",
]
