"""Trees with Chebyshev polynomials in their leaves."""

from __future__ import annotations

from numbers import Integral, Real

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval, RealNotInt
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted, validate_data

from smoothtab._threads import one_thread
from smoothtab._validate import training_rows
from smoothtab.chebyshev._base import OUTSIDE_CONSTRAINTS, BaseChebyshev
from smoothtab.chebyshev._polynomial import used_rows
from smoothtab.chebyshev._tree_model import fit_model_tree


class BaseModelTree(BaseChebyshev):
    """What every fitted model tree can do, however its parameters were found."""

    def _fit_tree(self, X, Y, sample_weight, single_output, **settings):
        """Fit the tree and keep it in flat arrays."""
        with one_thread():
            model = fit_model_tree(
                *used_rows(X, Y, sample_weight),
                **settings,
                blend=self.blend,
                clip_output=self.clip_output,
                seed=check_random_state(self.random_state).randint(2**31 - 1),
            )
        leaves = model.leaves
        self._store(model, single_output)
        self.tree_ = model.routing.tree
        self.n_leaves_ = len(leaves.intercept)
        self.leaf_min_, self.leaf_max_ = leaves.lower, leaves.upper
        self.coef_, self.intercept_ = leaves.coef, leaves.intercept
        self.n_params_ = self.coef_.size + self.intercept_.size + self.n_leaves_ - 1
        if single_output:
            self.coef_, self.intercept_ = self.coef_[..., 0], self.intercept_[:, 0]

    def apply(self, X):
        """Find the leaf of each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows to route.

        Returns
        -------
        leaf : ndarray of shape (n_samples,)
            Numbers of leaves, as in `coef_`. With `blend`, the leaf on whose side of every
            threshold the row lies.
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self._function.routing.leaves(X)

    def leaf_tables(self):
        """List the terms of the polynomial in every leaf.

        Returns
        -------
        pandas.DataFrame
            One row per leaf and term, the constant first: its degree, and its coefficient for
            each output. Terms are in features scaled by the range of the leaf. Needs pandas.
        """
        import pandas as pd

        leaves = self._function.leaves
        terms = ["1", *self.get_feature_names_out()]
        table = np.concatenate([leaves.intercept[:, None], leaves.coef], axis=1)
        table = table.reshape(-1, table.shape[2]).T
        labels = ["coef"] if self._single_output else [f"coef{k}" for k in range(len(table))]
        degree = np.append(0, leaves.basis.degrees.sum(axis=1))
        columns = {"degree": np.tile(degree, self.n_leaves_)}
        columns |= dict(zip(labels, table, strict=True))
        index = pd.MultiIndex.from_product([range(self.n_leaves_), terms], names=["leaf", "term"])
        return pd.DataFrame(columns, index=index)

    def export_text(self, n_terms=3, decimals=3):
        """Write the tree as text.

        Parameters
        ----------
        n_terms : int, default=3
            How many terms of each leaf to show: those with the largest coefficients.
        decimals : int, default=3
            How many significant digits to show.

        Returns
        -------
        text : str
            A line for each threshold, in the units of X, and for each leaf its number and the
            beginning of its polynomial, in features scaled by the range of the leaf.
        """
        check_is_fitted(self)
        routing, leaves = self._function.routing, self._function.leaves
        tree, names = routing.tree.tree_, _check_feature_names_in(self)
        terms, lines = self.get_feature_names_out(), []

        def polynomial(intercept, coef):
            largest = np.argsort(-np.abs(coef), kind="stable")[:n_terms]
            shown = [f" {coef[k]:+.{decimals}g} {terms[k]}" for k in sorted(largest) if coef[k]]
            return f"{intercept:.{decimals}g}" + "".join(shown)

        def write(node, indent):
            leaf = routing.leaf_of_node[node]
            if leaf >= 0:
                parts = map(polynomial, leaves.intercept[leaf], leaves.coef[leaf].T)
                lines.append(f"{indent}leaf {leaf}: " + "; ".join(parts))
                return
            feature = tree.feature[node]
            threshold = routing.threshold(node)
            for sign, child in (("<=", tree.children_left), (">", tree.children_right)):
                lines.append(f"{indent}{names[feature]} {sign} {threshold:.{decimals}g}")
                write(child[node], indent + "|   ")

        write(0, "")
        return "\n".join(lines)


class ChebyshevModelTreeRegressor(BaseModelTree):
    """Regression tree with a Chebyshev polynomial in every leaf.

    A decision tree cuts the space of the features into boxes; in each, ridge regression on
    Chebyshev polynomials of the single features is fitted to the rows of the box alone. With
    `blend`, the polynomials pass into one another smoothly.

    Parameters
    ----------
    complexity : int, default=2
        Degree of the polynomials in each feature.
    max_depth : int or None, default=3
        Depth of the tree; None sets no limit. 0 is `ChebyshevRegressor`.
    min_samples_leaf : int or float, default=0.05
        Least weight of a leaf: as a number of rows of weight 1, or as a share of all weight. If
        all rows together do not weigh as much, the prediction is their mean.
    alpha : float, default=1.0
        Ridge penalty on the coefficients of each leaf.
    blend : float, default=0.0
        Within this many standard deviations of a threshold (of the feature, among the rows of
        the node), both sides have a share in the prediction, which then is continuously
        differentiable. 0 is the model of the paper, which jumps at thresholds.
    clip_input : bool, default=True
        True stands for ``extrapolation='clip'``, False for 'polynomial'.
    extrapolation : {'clip', 'linear', 'polynomial', 'error'}, default=None
        How the polynomials continue outside the training range of their leaf: constant, along
        the tangent or as they are. 'error' refuses rows outside the range of all training rows,
        and else is 'clip'. None leaves it to `clip_input`. With `blend`, 'clip' is constant
        outside the range of all training rows, and inside it leaves continue along the tangent.
    clip_output : bool, default=True
        Keep predictions within the range of y in training, widened by 3 standard deviations.
    random_state : int, RandomState instance or None, default=None
        Chooses among splits that are equally good.

    Attributes
    ----------
    tree_ : DecisionTreeRegressor
        The tree, which takes features scaled to [-1, 1] by `data_min_` and `data_max_`.
    n_leaves_ : int
        Number of leaves.
    coef_ : ndarray of shape (n_leaves, n_terms) or (n_leaves, n_terms, n_outputs)
        Coefficients in units of y, for features scaled to [-1, 1] by the range of the leaf.
    intercept_ : ndarray of shape (n_leaves,) or (n_leaves, n_outputs)
        Constant terms.
    leaf_min_, leaf_max_ : ndarray of shape (n_leaves, n_features)
        Training range of the features in each leaf.
    data_min_, data_max_ : ndarray of shape (n_features,)
        Training range of the features.
    n_params_ : int
        Number of fitted coefficients, intercepts and thresholds.
    n_features_in_ : int
        Number of features seen in `fit`.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, where X has string column names.

    See Also
    --------
    ChebyshevModelTreeRegressorCV : The same model with its parameters chosen by K-fold.
    ChebyshevRegressor : One polynomial for all rows.

    References
    ----------
    L. Gerber and H. Lloyd, "Revisiting Chebyshev Polynomial and Anisotropic RBF Models for
    Tabular Regression".

    Examples
    --------
    >>> from smoothtab import ChebyshevModelTreeRegressor
    >>> from smoothtab.datasets import load_concrete_strength
    >>> X, y = load_concrete_strength(return_X_y=True)
    >>> model = ChebyshevModelTreeRegressor(max_depth=2, alpha=0.1, random_state=0).fit(X, y)
    >>> print(model.export_text(n_terms=2))
    x7 <= 21
    |   x0 <= 354
    |   |   leaf 0: 25 +8.28 T1(x0) -6.18 T1(x3)
    |   x0 > 354
    |   |   leaf 1: 38.2 -12.9 T1(x3) +12.6 T1(x7)
    x7 > 21
    |   x0 <= 356
    |   |   leaf 2: 64.6 +24.3 T1(x0) +25.6 T1(x1)
    |   x0 > 356
    |   |   leaf 3: 71 +15.2 T1(x1) -15.7 T1(x3)
    >>> model.predict_gradient(X[:2]).shape  # MPa per unit of each ingredient
    (2, 8)
    >>> bool(model.score(X, y) > 0.8)
    True
    """

    _parameter_constraints = {
        "complexity": [Interval(Integral, 1, None, closed="left")],
        "max_depth": [Interval(Integral, 0, None, closed="left"), None],
        "min_samples_leaf": [
            Interval(Integral, 1, None, closed="left"),
            Interval(RealNotInt, 0.0, 1.0, closed="neither"),
        ],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "blend": [Interval(Real, 0, None, closed="left")],
        **OUTSIDE_CONSTRAINTS,
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        complexity=2,
        max_depth=3,
        min_samples_leaf=0.05,
        alpha=1.0,
        *,
        blend=0.0,
        clip_input=True,
        extrapolation=None,
        clip_output=True,
        random_state=None,
    ):
        self.complexity = complexity
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.alpha = alpha
        self.blend = blend
        self.clip_input = clip_input
        self.extrapolation = extrapolation
        self.clip_output = clip_output
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y, sample_weight=None):
        """Fit the tree and the polynomials in its leaves.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Targets. Several outputs share the tree.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows. A weight of 2 is exactly the row given twice, a weight of 0 the
            row left out.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        self._fit_tree(
            *training_rows(self, X, y, sample_weight),
            complexity=self.complexity,
            max_depth=self.max_depth,
            min_samples_leaf=self.min_samples_leaf,
            alpha=self.alpha,
        )
        return self
