"""Chebyshev polynomials as columns for another model."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin, _fit_context
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.validation import (
    _check_feature_names_in,
    _check_sample_weight,
    check_is_fitted,
    validate_data,
)

from smoothtab._blocks import row_blocks
from smoothtab.chebyshev._base import POLICIES
from smoothtab.chebyshev._polynomial import used_rows
from smoothtab.chebyshev._regressor import TERM_CONSTRAINTS
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._terms import Terms


class ChebyshevExpander(TransformerMixin, BaseEstimator):
    """Chebyshev polynomials of the features, and products of them.

    Every feature is mapped to [-1, 1] by its range in training. The columns are those of
    :class:`ChebyshevRegressor`: a constant, all features in degree 1, all in degree 2 and so on,
    and then the interactions.

    Parameters
    ----------
    complexity : int, default=5
        Degree of the polynomial in each feature.
    include_bias : bool, default=True
        Begin with the constant column T_0.
    interactions : {'product', 'tensor'}, default=None
        As in `ChebyshevRegressor`; None leaves them out.
    max_interaction_complexity : {1, 2}, default=1
        2 adds ``T_2(x_i x_j)`` to the products.
    tensor_degree : int, default=4
        Bound of the tensor terms.
    tensor_order : {2, 3}, default=2
        3 adds terms in three features.
    tensor_bound : {'total', 'hyperbolic'}, default='total'
        Whether `tensor_degree` bounds the sum or the product of the degrees in a term.
    max_columns : int, default=3000
        Interactions beyond this number of columns are left out, with a warning.
    extrapolation : {'clip', 'linear', 'polynomial', 'error'}, default='clip'
        How polynomials continue outside the training range, as in `ChebyshevRegressor`.

    Attributes
    ----------
    data_min_, data_max_ : ndarray of shape (n_features,)
        Training range of the features.
    dropped_terms_ : dict
        Number of columns beyond `max_columns`, by total degree.
    n_features_in_ : int
        Number of features seen in `fit`.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, where X has string column names.

    See Also
    --------
    ChebyshevRegressor : Ridge regression on these columns.

    Examples
    --------
    >>> import numpy as np
    >>> from smoothtab import ChebyshevExpander
    >>> expander = ChebyshevExpander(complexity=2).fit([[0.0, 5.0], [1.0, 9.0]])
    >>> expander.transform([[0.5, 8.0]])
    array([[ 1. ,  0. ,  0.5, -1. , -0.5]])
    >>> expander.get_feature_names_out()
    array(['T0', 'T1(x0)', 'T1(x1)', 'T2(x0)', 'T2(x1)'], dtype=object)
    """

    _parameter_constraints = {
        **TERM_CONSTRAINTS,
        "include_bias": ["boolean"],
        "extrapolation": [StrOptions(POLICIES)],
    }

    def __init__(
        self,
        complexity=5,
        *,
        include_bias=True,
        interactions=None,
        max_interaction_complexity=1,
        tensor_degree=4,
        tensor_order=2,
        tensor_bound="total",
        max_columns=3000,
        extrapolation="clip",
    ):
        self.complexity = complexity
        self.include_bias = include_bias
        self.interactions = interactions
        self.max_interaction_complexity = max_interaction_complexity
        self.tensor_degree = tensor_degree
        self.tensor_order = tensor_order
        self.tensor_bound = tensor_bound
        self.max_columns = max_columns
        self.extrapolation = extrapolation

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y=None, sample_weight=None):
        """Learn the range of the features, and which of them interact.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Training rows.
        y : None
            Ignored.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows. A row of weight 0 is left out; others only matter to the choice
            of interactions.

        Returns
        -------
        self : object
            The fitted expander.
        """
        X = validate_data(self, X, dtype=np.float64)
        weight = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
        X, _, weight = used_rows(X, X, weight)
        self._scale = MinMax.of(X)
        variance = self._scale.variance(X, weight)
        terms = {name: getattr(self, name) for name in TERM_CONSTRAINTS}
        self._basis, self.dropped_terms_ = Terms(**terms).basis(variance)
        self.data_min_, self.data_max_ = self._scale.lower, self._scale.upper
        return self

    def transform(self, X):
        """Expand rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows to expand.

        Returns
        -------
        columns : ndarray of shape (n_samples, n_columns)
            The polynomials, in the order of `get_feature_names_out`.
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        policy = self.extrapolation
        if policy == "error":
            self._scale.refuse_outside(X, list(_check_feature_names_in(self)))
            policy = "clip"
        begin = int(self.include_bias)
        out = np.ones((len(X), begin + self._basis.n_columns))
        for rows in row_blocks(len(X), self._basis.footprint):
            out[rows, begin:] = self._basis.columns(self._scale.scale(X[rows]), policy).T
        return out

    def get_feature_names_out(self, input_features=None):
        """Name the columns.

        Parameters
        ----------
        input_features : array-like of str, default=None
            Names of the features; None takes those seen in `fit`, or x0, x1 and so on.

        Returns
        -------
        names : ndarray of shape (n_columns,)
            Such as 'T0', 'T2(x0)' and 'T1(x0) T1(x1)'.
        """
        check_is_fitted(self)
        names = self._basis.names(_check_feature_names_in(self, input_features))
        return np.array(["T0"] * self.include_bias + names, dtype=object)
