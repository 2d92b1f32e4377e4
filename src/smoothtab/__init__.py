"""Smooth regression on tables."""

from smoothtab.erbf import ERBFRegressor, ERBFRegressorCV

__version__ = "0.1.0"

__all__ = ["ERBFRegressor", "ERBFRegressorCV", "__version__"]
