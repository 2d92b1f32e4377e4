"""Ridge regression on Chebyshev polynomials."""

from __future__ import annotations

from numbers import Integral, Real

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval, StrOptions

from smoothtab._threads import one_thread
from smoothtab._validate import training_rows
from smoothtab.chebyshev._base import OUTSIDE_CONSTRAINTS, BaseChebyshev
from smoothtab.chebyshev._polynomial import fit_polynomial, used_rows
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._shares import effective_degree, importances
from smoothtab.chebyshev._terms import Terms

TERM_CONSTRAINTS = {
    "complexity": [Interval(Integral, 1, None, closed="left")],
    "max_interaction_complexity": [Interval(Integral, 1, 2, closed="both")],
    "interactions": [StrOptions({"product", "tensor"}), None],
    "tensor_degree": [Interval(Integral, 2, None, closed="left")],
    "tensor_order": [Interval(Integral, 2, 3, closed="both")],
    "tensor_bound": [StrOptions({"total", "hyperbolic"})],
    "max_columns": [Interval(Integral, 1, None, closed="left")],
}


class BasePolynomial(BaseChebyshev):
    """What every fitted polynomial can do, however its parameters were found."""

    def _fit_polynomial(self, X, Y, sample_weight, single_output, terms, sparse, **settings):
        """Fit the polynomial and keep what it tells about the data."""
        X, Y, sample_weight = used_rows(X, Y, sample_weight)
        with one_thread():
            scale = MinMax.of(X)
            interact = terms.interactions is not None
            variance = scale.variance(X, sample_weight) if interact else np.ones(X.shape[1])
            basis, self.dropped_terms_ = terms.basis(variance)
            if sparse == "auto":
                sparse = terms.call_for_sparse(basis)
            polynomial, moments = fit_polynomial(
                X, Y, sample_weight, scale, basis, sparse=sparse, **settings
            )
            fitted = polynomial.basis, polynomial.coef, moments
            self.feature_importances_ = importances(*fitted)
            self.effective_degree_ = effective_degree(*fitted)
        self._store(polynomial, single_output)
        self.coef_, self.intercept_ = polynomial.coef, polynomial.intercept
        self.n_params_ = self.coef_.size + self.intercept_.size
        if single_output:
            self.coef_, self.intercept_ = self.coef_[:, 0], self.intercept_[0]

    def coef_table(self):
        """List the terms of the polynomial.

        Returns
        -------
        pandas.DataFrame
            One row per term: its total degree, and its coefficient for each output. Needs pandas.
        """
        import pandas as pd

        names = pd.Index(self.get_feature_names_out(), name="term")
        degree = self._function.basis.degrees.sum(axis=1)
        coef = self._function.coef.T
        labels = ["coef"] if self._single_output else [f"coef{k}" for k in range(len(coef))]
        columns = dict(zip(labels, coef, strict=True))
        return pd.DataFrame({"degree": degree} | columns, index=names)


class ChebyshevRegressor(BasePolynomial):
    """Ridge regression on Chebyshev polynomials of the features and their products.

    The prediction is ``b + sum_i sum_a w_ia T_a(x_i)``, with every feature mapped to [-1, 1] by
    its range in training, and terms in two or three features if wanted. It is smooth and
    differentiable in closed form. The intercept is not penalised.

    Parameters
    ----------
    complexity : int, default=5
        Degree of the polynomial in each feature.
    alpha : float, default=1.0
        Ridge penalty on the coefficients.
    include_interactions : bool, default=False
        True stands for ``interactions='product'``.
    max_interaction_complexity : {1, 2}, default=1
        2 adds ``T_2(x_i x_j)`` to the products.
    interactions : {'product', 'tensor'}, default=None
        'product' adds ``x_i x_j`` for every pair, 'tensor' all ``T_a(x_i) T_b(x_j)`` with a and b
        at least 1 within the bound. With more than 30 features, only the half of them whose
        scaled values vary most interact. None leaves it to `include_interactions`.
    tensor_degree : int, default=4
        Bound of the tensor terms.
    tensor_order : {2, 3}, default=2
        3 adds terms in three features.
    tensor_bound : {'total', 'hyperbolic'}, default='total'
        Whether `tensor_degree` bounds the sum or the product of the degrees in a term.
    max_columns : int, default=3000
        Interactions beyond this number of terms are left out, those of highest degree first,
        then those of features that vary least, with a warning. Univariate terms always stay.
    sparse : bool or 'auto', default='auto'
        Choose terms one by one, each time the one that lowers the squared error most, as many as
        K-fold on the training rows finds useful (at most 400), and fit these alone. 'auto' does
        so for tensor interactions of more than 500 terms.
    clip_input : bool, default=True
        True stands for ``extrapolation='clip'``, False for 'polynomial'.
    extrapolation : {'clip', 'linear', 'polynomial', 'error'}, default=None
        How polynomials continue outside the training range: constant, along the tangent (the
        prediction is then continuously differentiable everywhere), as they are, or not at all.
        None leaves it to `clip_input`.
    clip_output : bool, default=True
        Keep predictions within the range of y in training, widened by 3 standard deviations.
    random_state : int, RandomState instance or None, default=None
        Draws the folds of a sparse fit.

    Attributes
    ----------
    coef_ : ndarray of shape (n_terms,) or (n_terms, n_outputs)
        Coefficients in units of y.
    intercept_ : float or ndarray of shape (n_outputs,)
        Constant term.
    data_min_, data_max_ : ndarray of shape (n_features,)
        Training range of the features.
    feature_importances_ : ndarray of shape (n_features,)
        Shares of explained variance. The prediction is a sum of one function for each feature:
        its univariate terms and an equal part of each interaction. The share is the variance of
        this function on the training rows, divided by the sum of all of them.
    effective_degree_ : ndarray of shape (n_features,)
        Mean degree of each feature in its terms, weighted by the variance of the terms.
    dropped_terms_ : dict
        Number of terms beyond `max_columns`, by total degree.
    n_params_ : int
        Number of fitted coefficients, intercepts included.
    n_features_in_ : int
        Number of features seen in `fit`.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, where X has string column names.

    See Also
    --------
    ChebyshevRegressorCV : The same with its parameters chosen by cross-validation.
    ChebyshevExpander : The terms alone, to put before another model.

    References
    ----------
    L. Gerber and H. Lloyd, "Revisiting Chebyshev Polynomial and Anisotropic RBF Models for
    Tabular Regression".

    Examples
    --------
    >>> from smoothtab import ChebyshevRegressor
    >>> from smoothtab.datasets import load_concrete_strength
    >>> X, y = load_concrete_strength(return_X_y=True)
    >>> model = ChebyshevRegressor(complexity=6, alpha=0.1, interactions="tensor").fit(X, y)
    >>> model.predict(X[:2]).shape
    (2,)
    >>> model.predict_gradient(X[:2]).shape  # MPa per unit of each ingredient
    (2, 8)
    >>> bool(model.score(X, y) > 0.9)
    True
    """

    _parameter_constraints = {
        **TERM_CONSTRAINTS,
        "alpha": [Interval(Real, 0, None, closed="left")],
        "include_interactions": ["boolean"],
        "sparse": ["boolean", StrOptions({"auto"})],
        **OUTSIDE_CONSTRAINTS,
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        complexity=5,
        alpha=1.0,
        *,
        include_interactions=False,
        max_interaction_complexity=1,
        interactions=None,
        tensor_degree=4,
        tensor_order=2,
        tensor_bound="total",
        max_columns=3000,
        sparse="auto",
        clip_input=True,
        extrapolation=None,
        clip_output=True,
        random_state=None,
    ):
        self.complexity = complexity
        self.alpha = alpha
        self.include_interactions = include_interactions
        self.max_interaction_complexity = max_interaction_complexity
        self.interactions = interactions
        self.tensor_degree = tensor_degree
        self.tensor_order = tensor_order
        self.tensor_bound = tensor_bound
        self.max_columns = max_columns
        self.sparse = sparse
        self.clip_input = clip_input
        self.extrapolation = extrapolation
        self.clip_output = clip_output
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y, sample_weight=None):
        """Fit the polynomial.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Targets. Several outputs share the terms.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows. A weight of 2 is exactly the row given twice, a weight of 0 the
            row left out.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        rows = training_rows(self, X, y, sample_weight)
        product = "product" if self.include_interactions else None
        terms = Terms(
            complexity=self.complexity,
            interactions=self.interactions or product,
            max_interaction_complexity=self.max_interaction_complexity,
            tensor_degree=self.tensor_degree,
            tensor_order=self.tensor_order,
            tensor_bound=self.tensor_bound,
            max_columns=self.max_columns,
        )
        self._fit_polynomial(
            *rows,
            terms,
            alpha=self.alpha,
            sparse=self.sparse,
            seed=check_random_state(self.random_state).randint(2**31 - 1),
            clip_output=self.clip_output,
        )
        return self
