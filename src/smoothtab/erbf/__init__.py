"""ERBF: networks of Gaussian basis functions with a width for every centre and feature."""

from smoothtab.erbf._cv import ERBFRegressorCV
from smoothtab.erbf._regressor import ERBFRegressor

__all__ = ["ERBFRegressor", "ERBFRegressorCV"]
