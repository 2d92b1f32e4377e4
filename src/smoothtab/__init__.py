"""Smooth regression on tables."""

from smoothtab.chebyshev import (
    ChebyshevExpander,
    ChebyshevModelTreeRegressor,
    ChebyshevModelTreeRegressorCV,
    ChebyshevRegressor,
    ChebyshevRegressorCV,
)
from smoothtab.erbf import ERBFRegressor, ERBFRegressorCV

__version__ = "0.1.0"

__all__ = [
    "ChebyshevExpander",
    "ChebyshevModelTreeRegressor",
    "ChebyshevModelTreeRegressorCV",
    "ChebyshevRegressor",
    "ChebyshevRegressorCV",
    "ERBFRegressor",
    "ERBFRegressorCV",
    "__version__",
]
