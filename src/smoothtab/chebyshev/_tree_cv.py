"""The model tree with its parameters chosen by cross-validation."""

from __future__ import annotations

from itertools import product
from numbers import Integral, Real

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval

from smoothtab._folds import number_rows, split_rows
from smoothtab._validate import as_list, check_lists, training_rows
from smoothtab.chebyshev._base import OUTSIDE_CONSTRAINTS
from smoothtab.chebyshev._tree import BaseModelTree, ChebyshevModelTreeRegressor
from smoothtab.chebyshev._tree_search import Candidates, score

# So many rows held out tell well enough which tree is better.
_ENOUGH_ROWS = 1000


class ChebyshevModelTreeRegressorCV(BaseModelTree):
    """`ChebyshevModelTreeRegressor` with its parameters chosen by K-fold on the training data.

    The search is exhaustive and exact: one deep tree for each fold and leaf size has all
    shallower ones in it, and each of its nodes is fitted at every degree and penalty at once.
    The model is then fitted to all rows with the parameters found.

    Parameters
    ----------
    complexity : int or sequence of int, default=(1, 2, ..., 6)
        Degrees to try.
    max_depth : int or sequence of int, default=(0, 1, ..., 12)
        Depths to try. All of them together take no longer than the largest.
    min_samples_leaf : int, float or sequence of these, default=0.015
        Leaf sizes to try. Each takes trees of its own, which is most of the time with many rows,
        and larger leaves are at hand already: less deep in the tree.
    alphas : array-like of float, default=None
        Penalties to try. None means powers of ten from 1e-3 to 1e3.
    blend : float, default=0.0
        As in `ChebyshevModelTreeRegressor`, for the final fit. Scores are those without it.
    clip_input : bool, default=True
        As in `ChebyshevModelTreeRegressor`.
    extrapolation : {'clip', 'linear', 'polynomial', 'error'}, default=None
        As in `ChebyshevModelTreeRegressor`. In the search, 'error' is 'clip'.
    clip_output : bool, default=True
        As in `ChebyshevModelTreeRegressor`.
    cv : int, splitter or iterable, default=None
        How to hold out rows. None means 3 folds from 1000 rows on and 5 below, of which no more
        are used than it takes to hold out 1000 rows; an integer sets the number of folds. These
        are shuffled by `random_state`, and rows given twice stay together. Anything else is used
        as it is.
    random_state : int, RandomState instance or None, default=None
        Draws the folds, and chooses among splits that are equally good.

    Attributes
    ----------
    best_params_ : dict
        Parameters that make a `ChebyshevModelTreeRegressor` like this one.
    best_score_ : float
        Held-out R^2 by which the parameters won: all held-out rows together, against the mean of
        their training rows.
    alpha_ : float
        The penalty chosen. If it is the least or the largest of `alphas_`, try a wider range.
    alphas_ : ndarray of shape (n_alphas,)
        Penalties tried, in ascending order.
    cv_results_ : dict
        What was tried, in this order: `params` (with the alpha that scored best), `test_score`,
        and `alpha_scores` of shape (n_candidates, n_alphas).
    tree_, n_leaves_, coef_, intercept_, leaf_min_, leaf_max_ : object, int or ndarray
        The tree and its leaves, as in `ChebyshevModelTreeRegressor`.
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
    ChebyshevModelTreeRegressor : One model tree with the parameters you give.

    Examples
    --------
    >>> from smoothtab import ChebyshevModelTreeRegressorCV
    >>> from smoothtab.datasets import load_concrete_strength
    >>> X, y = load_concrete_strength(return_X_y=True)
    >>> model = ChebyshevModelTreeRegressorCV(random_state=0).fit(X[::2], y[::2])
    >>> len(model.cv_results_["params"])  # 13 depths, 6 degrees
    78
    >>> bool(model.score(X[1::2], y[1::2]) > 0.8)
    True
    """

    _parameter_constraints = {
        "complexity": ["array-like", Integral],
        "max_depth": ["array-like", Integral],
        "min_samples_leaf": ["array-like", Real],
        "alphas": ["array-like", None],
        "blend": [Interval(Real, 0, None, closed="left")],
        **OUTSIDE_CONSTRAINTS,
        "cv": ["cv_object"],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        complexity=tuple(range(1, 7)),
        max_depth=tuple(range(13)),
        min_samples_leaf=0.015,
        *,
        alphas=None,
        blend=0.0,
        clip_input=True,
        extrapolation=None,
        clip_output=True,
        cv=None,
        random_state=None,
    ):
        self.complexity = complexity
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.alphas = alphas
        self.blend = blend
        self.clip_input = clip_input
        self.extrapolation = extrapolation
        self.clip_output = clip_output
        self.cv = cv
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y, sample_weight=None):
        """Search, then fit the tree to all rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Targets. Several outputs share the tree and the parameters.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows, in fitting and in scoring.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        rows = training_rows(self, X, y, sample_weight)
        X, Y, sample_weight, _ = rows
        candidates = self._candidates()
        seed = check_random_state(self.random_state).randint(2**31 - 1)
        number = number_rows(X, Y, sample_weight)
        splits = split_rows(self.cv, X, Y, number, seed)
        if self.cv is None:
            splits = _first(splits, number)
        scores = score(X, Y, sample_weight, splits, candidates, seed)
        self._fit_tree(*rows, **self._best(candidates, scores))
        return self

    def _candidates(self):
        """What to try, every value checked as `ChebyshevModelTreeRegressor` would."""
        lists = {
            "complexity": as_list(self.complexity),
            "max_depth": as_list(self.max_depth),
            "min_samples_leaf": as_list(self.min_samples_leaf),
            "alphas": list(np.logspace(-3, 3, 7) if self.alphas is None else self.alphas),
        }
        constraints = ChebyshevModelTreeRegressor._parameter_constraints
        own = {"alphas": constraints["alpha"], "max_depth": constraints["max_depth"][:1]}
        check_lists(self, constraints | own, lists)
        self.alphas_ = np.sort(np.array(lists["alphas"], dtype=np.float64))
        policy = self._policy()
        return Candidates(
            lists["min_samples_leaf"],
            sorted({int(depth) for depth in lists["max_depth"]}),
            sorted({int(degree) for degree in lists["complexity"]}),
            self.alphas_,
            "clip" if policy == "error" else policy,
            self.clip_output,
        )

    def _best(self, candidates, scores):
        """Settings of the best tree; what else was tried is kept too."""
        scores = scores.reshape(-1, len(self.alphas_))
        alphas = self.alphas_[scores.argmax(axis=1)]
        axes = candidates.min_samples_leaf, candidates.max_depths, candidates.complexities
        names = "min_samples_leaf", "max_depth", "complexity", "alpha"
        settings = [
            dict(zip(names, (*values, float(alpha)), strict=True))
            for values, alpha in zip(product(*axes), alphas, strict=True)
        ]
        shared = {
            "blend": self.blend,
            "clip_input": self.clip_input,
            "extrapolation": self.extrapolation,
            "clip_output": self.clip_output,
        }
        best = settings[scores.max(axis=1).argmax()]
        self.best_params_, self.alpha_ = best | shared, best["alpha"]
        self.best_score_ = float(scores.max())
        self.cv_results_ = {
            "params": [one | shared for one in settings],
            "test_score": scores.max(axis=1),
            "alpha_scores": scores,
        }
        return best


def _first(splits, number):
    """As many folds as it takes to hold out enough distinct rows."""
    held_out = np.cumsum([len(np.unique(number[test])) for _, test in splits])
    return splits[: 1 + np.searchsorted(held_out[:-1], _ENOUGH_ROWS)]
