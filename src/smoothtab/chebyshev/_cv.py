"""The polynomial with its parameters chosen by cross-validation."""

from __future__ import annotations

from dataclasses import asdict, replace
from numbers import Integral

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import StrOptions

from smoothtab._folds import number_rows, split_rows
from smoothtab._validate import as_list, check_lists, training_rows
from smoothtab.chebyshev._base import OUTSIDE_CONSTRAINTS
from smoothtab.chebyshev._regressor import TERM_CONSTRAINTS, BasePolynomial, ChebyshevRegressor
from smoothtab.chebyshev._search import run_search
from smoothtab.chebyshev._sparse import longest_path
from smoothtab.chebyshev._terms import Terms


class ChebyshevRegressorCV(BasePolynomial):
    """`ChebyshevRegressor` with degree, interactions and penalty chosen by K-fold.

    The search is exhaustive and exact: moments of the columns, gathered in one pass over the
    rows, give the held-out error of every combination. By default it covers the space of the
    paper. The polynomial is then fitted to all rows with the parameters found.

    Parameters
    ----------
    complexity : int or sequence of int, default=(1, 2, ..., 14)
        Degrees to try.
    alphas : array-like of float, default=None
        Penalties to try. None means 25 values from 1e-3 to 1e3.
    interactions : {'product', 'tensor'}, None or sequence of these, default=(None, 'product')
        Kinds of interactions to try; None is no interactions.
    max_interaction_complexity : {1, 2} or sequence of these, default=(1, 2)
        What to try with products.
    tensor_degree : int or sequence of int, default=4
        What to try with tensor interactions.
    tensor_order : {2, 3}, default=2
        As in `ChebyshevRegressor`.
    tensor_bound : {'total', 'hyperbolic'}, default='total'
        As in `ChebyshevRegressor`.
    max_columns : int, default=3000
        As in `ChebyshevRegressor`.
    sparse : bool or 'auto', default='auto'
        As in `ChebyshevRegressor`. Where terms are chosen one by one, they are chosen for each
        fold, as many as suit all folds together.
    clip_input : bool, default=True
        As in `ChebyshevRegressor`.
    extrapolation : {'clip', 'linear', 'polynomial', 'error'}, default=None
        As in `ChebyshevRegressor`.
    clip_output : bool, default=True
        As in `ChebyshevRegressor`.
    cv : int, splitter or iterable, default=None
        How to hold out rows. None means 3 folds from 1000 rows on and 5 below; an integer sets
        the number of folds. These are shuffled by `random_state`, and rows given twice stay
        together. Anything else is used as it is.
    random_state : int, RandomState instance or None, default=None
        Draws the folds.
    callback : callable, default=None
        Called after each candidate with a dict of its `params` and `score`.

    Attributes
    ----------
    best_params_ : dict
        Parameters that make a `ChebyshevRegressor` like this one.
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
    coef_, intercept_, data_min_, data_max_, n_params_ : ndarray, float or int
        The polynomial, as in `ChebyshevRegressor`.
    feature_importances_, effective_degree_, dropped_terms_ : ndarray or dict
        What it tells about the features, as in `ChebyshevRegressor`.
    n_features_in_ : int
        Number of features seen in `fit`.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, where X has string column names.

    See Also
    --------
    ChebyshevRegressor : One polynomial with the parameters you give.

    Notes
    -----
    For all folds, features are mapped to [-1, 1] by their range in all training rows, so held-out
    rows never leave it, and held-out predictions are not clipped.

    Examples
    --------
    >>> from smoothtab import ChebyshevRegressorCV
    >>> from smoothtab.datasets import load_concrete_strength
    >>> X, y = load_concrete_strength(return_X_y=True)
    >>> model = ChebyshevRegressorCV(random_state=0).fit(X[::2], y[::2])
    >>> model.best_params_["interactions"]
    'product'
    >>> len(model.cv_results_["params"])  # 14 degrees without and with two kinds of products
    42
    >>> bool(model.score(X[1::2], y[1::2]) > 0.8)
    True
    """

    _parameter_constraints = {
        **TERM_CONSTRAINTS,
        "complexity": ["array-like", Integral],
        "alphas": ["array-like", None],
        "interactions": ["array-like", str, None],
        "max_interaction_complexity": ["array-like", Integral],
        "tensor_degree": ["array-like", Integral],
        "sparse": ["boolean", StrOptions({"auto"})],
        **OUTSIDE_CONSTRAINTS,
        "cv": ["cv_object"],
        "random_state": ["random_state"],
        "callback": [callable, None],
    }

    def __init__(
        self,
        complexity=tuple(range(1, 15)),
        *,
        alphas=None,
        interactions=(None, "product"),
        max_interaction_complexity=(1, 2),
        tensor_degree=4,
        tensor_order=2,
        tensor_bound="total",
        max_columns=3000,
        sparse="auto",
        clip_input=True,
        extrapolation=None,
        clip_output=True,
        cv=None,
        random_state=None,
        callback=None,
    ):
        self.complexity = complexity
        self.alphas = alphas
        self.interactions = interactions
        self.max_interaction_complexity = max_interaction_complexity
        self.tensor_degree = tensor_degree
        self.tensor_order = tensor_order
        self.tensor_bound = tensor_bound
        self.max_columns = max_columns
        self.sparse = sparse
        self.clip_input = clip_input
        self.extrapolation = extrapolation
        self.clip_output = clip_output
        self.cv = cv
        self.random_state = random_state
        self.callback = callback

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y, sample_weight=None):
        """Search, then fit the polynomial to all rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Targets. Several outputs share the terms and the parameters.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows, in fitting and in scoring.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        X, Y, sample_weight, single_output = training_rows(self, X, y, sample_weight)
        lists = self._checked_lists()
        self.alphas_ = np.sort(np.array(lists["alphas"], dtype=np.float64))
        seed = check_random_state(self.random_state).randint(2**31 - 1)
        number = number_rows(X, Y, sample_weight)
        splits = split_rows(self.cv, X, Y, number, seed)
        rows = X, Y, sample_weight
        trials = []
        for trial in run_search(
            *rows,
            splits,
            self._candidates(lists),
            self.alphas_,
            self.sparse,
            longest_path(number.max() + 1),
        ):
            trials.append(trial)
            if self.callback is not None:
                self.callback({"params": self._params_of(trial), "score": trial.score})
        best = max(trials, key=lambda trial: trial.score)
        self._record(trials, best)
        self._fit_polynomial(
            *rows,
            single_output,
            best.terms,
            alpha=self.alpha_,
            sparse=best.sparse,
            seed=check_random_state(self.random_state).randint(2**31 - 1),
            clip_output=self.clip_output,
        )
        return self

    def _checked_lists(self):
        """What to try of each parameter, every value checked as `ChebyshevRegressor` would."""
        lists = {
            "complexity": as_list(self.complexity),
            "alphas": list(np.logspace(-3, 3, 25) if self.alphas is None else self.alphas),
            "interactions": as_list(self.interactions),
            "max_interaction_complexity": as_list(self.max_interaction_complexity),
            "tensor_degree": as_list(self.tensor_degree),
        }
        constraints = ChebyshevRegressor._parameter_constraints
        check_lists(self, constraints | {"alphas": constraints["alpha"]}, lists)
        return lists

    def _candidates(self, lists):
        """Terms of every kind of interactions at every complexity."""
        shared = Terms(
            tensor_order=self.tensor_order,
            tensor_bound=self.tensor_bound,
            max_columns=self.max_columns,
        )
        settings = {
            None: [{}],
            "product": [
                {"max_interaction_complexity": int(value)}
                for value in lists["max_interaction_complexity"]
            ],
            "tensor": [{"tensor_degree": int(value)} for value in lists["tensor_degree"]],
        }
        return [
            replace(shared, interactions=interactions, complexity=complexity, **setting)
            for interactions in lists["interactions"]
            for setting in settings[interactions]
            for complexity in sorted({int(value) for value in lists["complexity"]})
        ]

    def _params_of(self, trial):
        """What makes a `ChebyshevRegressor` of a trial, with the alpha that scored best."""
        return asdict(trial.terms) | {
            "alpha": float(self.alphas_[trial.scores.argmax()]),
            "sparse": trial.sparse,
            "clip_input": self.clip_input,
            "extrapolation": self.extrapolation,
            "clip_output": self.clip_output,
        }

    def _record(self, trials, best):
        """Keep what the search found."""
        self.best_params_ = self._params_of(best)
        self.best_score_ = best.score
        self.alpha_ = self.best_params_["alpha"]
        self.cv_results_ = {
            "params": [self._params_of(trial) for trial in trials],
            "test_score": np.array([trial.score for trial in trials]),
            "alpha_scores": np.array([trial.scores for trial in trials]),
        }
