"""Chebyshev polynomials: an expander, ridge regression on them, and trees of these."""

from smoothtab.chebyshev._cv import ChebyshevRegressorCV
from smoothtab.chebyshev._expander import ChebyshevExpander
from smoothtab.chebyshev._regressor import ChebyshevRegressor
from smoothtab.chebyshev._tree import ChebyshevModelTreeRegressor
from smoothtab.chebyshev._tree_cv import ChebyshevModelTreeRegressorCV

__all__ = [
    "ChebyshevExpander",
    "ChebyshevModelTreeRegressor",
    "ChebyshevModelTreeRegressorCV",
    "ChebyshevRegressor",
    "ChebyshevRegressorCV",
]
