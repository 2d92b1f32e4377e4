"""The network with its parameters chosen by cross-validation."""

from __future__ import annotations

from dataclasses import asdict
from itertools import product
from numbers import Integral, Real

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval
from sklearn.utils.parallel import Parallel

from smoothtab._folds import number_rows, split_rows
from smoothtab._threads import one_thread
from smoothtab._validate import as_list, check_lists, training_rows
from smoothtab.erbf._centres import automatic_number
from smoothtab.erbf._network import Settings, fit_network
from smoothtab.erbf._regressor import BaseERBF, ERBFRegressor
from smoothtab.erbf._rows import Rows
from smoothtab.erbf._search import Fold, Search


class ERBFRegressorCV(BaseERBF):
    """`ERBFRegressor` with centres, widths and penalty chosen by K-fold on the training data.

    The search goes in stages, each from the best of the one before: placement of centres and
    first widths, then the number of centres, then the penalty. The first stage spends a quarter
    of the iterations on each candidate, the others half; until the last stage candidates are
    compared on the first folds only, as soon as these hold out 600 rows. Every fit is scored at
    all penalties at once. The network is then fitted to all rows with the parameters found.

    Parameters
    ----------
    n_rbf : sequence of int or 'auto', default=(25, 100, 250)
        Numbers of centres to try. None is taken larger than a quarter of the rows (or 10).
    alphas : array-like of float, default=None
        Penalties to try. None means 13 values from 1e-3 to 1e3.
    center_init : sequence of {'lipschitz', 'kmeans'}, default=('lipschitz', 'kmeans')
        Placements to try.
    width_init : sequence of {'local_ridge', 'local_variance'}, \
            default=('local_ridge', 'local_variance')
        First widths to try.
    width_optim_iters : int, default=60
        Budget of iterations of the final fit.
    linear_term : bool, default=True
        As in `ERBFRegressor`, but on by default: it rarely hurts and often helps.
    tol : float, default=2e-3
        As in `ERBFRegressor`.
    cv : int, splitter or iterable, default=None
        How to hold out rows. None means 3 folds from 1000 rows on and 5 below; an integer sets
        the number of folds. These are shuffled by `random_state`, and rows given twice stay
        together. Anything else is used as it is.
    n_jobs : int, default=None
        Number of processes for the fits of a stage.
    random_state : int, RandomState instance or None, default=None
        Draws the folds and the centres.
    verbose : int, default=0
        Verbosity of the progress messages of joblib.
    callback : callable, default=None
        Called after each candidate with a dict of its `stage`, `params` and `score`.

    Attributes
    ----------
    best_params_ : dict
        Parameters that make an `ERBFRegressor` like this one.
    best_score_ : float
        Held-out R^2 by which the parameters won: all held-out rows together, against the mean of
        their training rows, at the iterations of the search.
    alpha_ : float
        The penalty chosen. If it is the least or the largest of `alphas_`, try a wider range.
    cv_results_ : dict
        What was tried, in this order: `stage`, `params` (with the alpha that scored best),
        `test_score`, `n_folds`, and `alpha_scores` of shape (n_trials, n_alphas).
    alphas_ : ndarray of shape (n_alphas,)
        Penalties tried, in ascending order.
    centres_, widths_, weights_, intercept_, linear_coef_ : ndarray or float
        The network, as in `ERBFRegressor`.
    feature_means_, feature_scales_ : ndarray of shape (n_features,)
        Mean and standard deviation of each feature in training.
    n_iter_ : int
        Number of iterations of the final fit.
    loss_path_ : ndarray of shape (n_iterations + 1,)
        Loss of the final fit, as in `ERBFRegressor`.
    n_params_ : int
        Number of fitted values that a prediction depends on.
    n_features_in_ : int
        Number of features seen in `fit`.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, where X has string column names.

    See Also
    --------
    ERBFRegressor : One network with the parameters you give.

    Examples
    --------
    >>> from smoothtab import ERBFRegressorCV
    >>> from smoothtab.datasets import load_concrete_strength
    >>> X, y = load_concrete_strength(return_X_y=True)
    >>> model = ERBFRegressorCV(n_rbf=(25, 50), random_state=0).fit(X[::2], y[::2])
    >>> sorted(model.best_params_)  # doctest: +NORMALIZE_WHITESPACE
    ['alpha', 'center_init', 'linear_term', 'n_rbf', 'tol', 'width_init', 'width_optim_iters']
    >>> bool(model.score(X[1::2], y[1::2]) > 0.8)
    True
    """

    _parameter_constraints = {
        "n_rbf": ["array-like", Integral, str],
        "alphas": ["array-like", None],
        "center_init": ["array-like", str],
        "width_init": ["array-like", str],
        "width_optim_iters": [Interval(Integral, 0, None, closed="left")],
        "linear_term": ["boolean"],
        "tol": [Interval(Real, 0, None, closed="left")],
        "cv": ["cv_object"],
        "n_jobs": [Integral, None],
        "random_state": ["random_state"],
        "verbose": ["verbose"],
        "callback": [callable, None],
    }

    def __init__(
        self,
        n_rbf=(25, 100, 250),
        *,
        alphas=None,
        center_init=("lipschitz", "kmeans"),
        width_init=("local_ridge", "local_variance"),
        width_optim_iters=60,
        linear_term=True,
        tol=2e-3,
        cv=None,
        n_jobs=None,
        random_state=None,
        verbose=0,
        callback=None,
    ):
        self.n_rbf = n_rbf
        self.alphas = alphas
        self.center_init = center_init
        self.width_init = width_init
        self.width_optim_iters = width_optim_iters
        self.linear_term = linear_term
        self.tol = tol
        self.cv = cv
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.callback = callback

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y, sample_weight=None):
        """Search, then fit the network to all rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Targets. Several outputs share the basis functions and the parameters.
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
        rows = Rows.of(X, Y, sample_weight)
        targets = rows.y_scale.standardise(Y)  # so that no unit of y is too large to be squared
        seed = check_random_state(self.random_state).randint(2**31 - 1)
        number = number_rows(X, Y, sample_weight)
        folds = [
            Fold.of(X, targets, sample_weight, train, test)
            for train, test in split_rows(self.cv, X, Y, number, seed)
        ]
        n_rbf = self._numbers_of_centres(number.max() + 1, X.shape[1])
        parallel = Parallel(self.n_jobs, verbose=self.verbose, return_as="generator")
        search = Search(folds, self.alphas_, seed, parallel, self._tell)
        best = search.run(self._candidates(lists), n_rbf)
        with one_thread():
            network = fit_network(rows, best.settings, check_random_state(self.random_state))
        self._record(search.trials, best)
        self._store(network, rows, single_output)
        return self

    def _checked_lists(self):
        """What to try of each parameter, every value checked as `ERBFRegressor` would."""
        lists = {
            "n_rbf": as_list(self.n_rbf),
            "alphas": list(np.logspace(-3, 3, 13) if self.alphas is None else self.alphas),
            "center_init": as_list(self.center_init),
            "width_init": as_list(self.width_init),
        }
        constraints = ERBFRegressor._parameter_constraints
        constraints = constraints | {"alphas": constraints["alpha"]}
        check_lists(self, constraints, lists)
        return lists

    def _candidates(self, lists):
        """Settings of every combination of placement and first widths."""
        return [
            Settings(
                n_rbf="auto",
                alpha=float(self.alphas_[len(self.alphas_) // 2]),
                center_init=center_init,
                width_init=width_init,
                width_optim_iters=self.width_optim_iters,
                linear_term=self.linear_term,
                tol=self.tol,
            )
            for center_init, width_init in product(lists["center_init"], lists["width_init"])
        ]

    def _numbers_of_centres(self, n_rows, n_features):
        """Numbers of centres to try, in ascending order, as far as the rows allow."""
        most = max(10, n_rows // 4)
        wanted = (
            automatic_number(n_rows, n_features) if number == "auto" else number
            for number in as_list(self.n_rbf)
        )
        return sorted({int(min(number, most)) for number in wanted})

    def _tell(self, trial):
        """Pass a trial on to the user's callback."""
        if self.callback is not None:
            params = _params_of(trial, self.alphas_)
            self.callback({"stage": trial.stage, "params": params, "score": trial.score})

    def _record(self, trials, best):
        """Keep what the search found."""
        self.best_params_ = asdict(best.settings)
        self.best_score_ = best.score
        self.alpha_ = best.settings.alpha
        self.cv_results_ = {
            "stage": np.array([trial.stage for trial in trials]),
            "params": [_params_of(trial, self.alphas_) for trial in trials],
            "test_score": np.array([trial.score for trial in trials]),
            "n_folds": np.array([trial.n_folds for trial in trials]),
            "alpha_scores": np.array([trial.scores for trial in trials]),
        }


def _params_of(trial, alphas):
    """Settings of a trial, with the alpha that scored best on its path."""
    return asdict(trial.settings) | {"alpha": float(alphas[trial.scores.argmax()])}
