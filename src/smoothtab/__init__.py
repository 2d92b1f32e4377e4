"""Smooth regression on tables."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from smoothtab.chebyshev import (
    ChebyshevExpander,
    ChebyshevModelTreeRegressor,
    ChebyshevModelTreeRegressorCV,
    ChebyshevRegressor,
    ChebyshevRegressorCV,
)
from smoothtab.erbf import ERBFRegressor, ERBFRegressorCV

if TYPE_CHECKING:
    from smoothtab.selection import compare, load_model

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
    "compare",
    "load_model",
]


def __getattr__(name: str) -> Any:
    """What needs the extra ``bench``, which the models do without: imported when asked for."""
    if name not in ("compare", "load_model"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("smoothtab.selection"), name)
