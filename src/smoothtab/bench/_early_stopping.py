"""Rows set aside for regressors that stop when these say so."""

from __future__ import annotations

from numbers import Real

from sklearn.base import _fit_context
from sklearn.model_selection import train_test_split
from sklearn.utils._param_validation import HasMethods, Interval

from smoothtab.bench._wrapper import RegressorWrapper


class EarlyStoppingRegressor(RegressorWrapper):
    """Set rows aside and hand them to a regressor that stops early, such as XGBoost's.

    The regressor is fitted by ``fit(X, y, eval_set=[(X_validation, y_validation)],
    verbose=False)``.

    Parameters
    ----------
    regressor : estimator
        Its `fit` takes `eval_set` and `verbose`. It brings its own patience with it, such as
        ``XGBRegressor(early_stopping_rounds=10)``.
    validation_fraction : float, default=0.15
        Share of the rows that are set aside.
    random_state : int, RandomState instance or None, default=None
        Draws these rows.

    Attributes
    ----------
    regressor_ : estimator
        The fitted regressor.
    n_features_in_ : int
        Number of features seen in `fit`.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, where X has string column names.

    Examples
    --------
    >>> from xgboost import XGBRegressor
    >>> from smoothtab.bench import EarlyStoppingRegressor
    >>> from smoothtab.datasets import load_concrete_strength
    >>> X, y = load_concrete_strength(return_X_y=True)
    >>> booster = XGBRegressor(n_estimators=500, early_stopping_rounds=10, n_jobs=1)
    >>> model = EarlyStoppingRegressor(booster, random_state=0).fit(X, y)
    >>> model.regressor_.best_iteration < 499
    True
    """

    _parameter_constraints = {
        "regressor": [HasMethods(["fit", "predict"])],
        "validation_fraction": [Interval(Real, 0, 1, closed="neither")],
        "random_state": ["random_state"],
    }

    def __init__(self, regressor, validation_fraction=0.15, random_state=None):
        self.regressor = regressor
        self.validation_fraction = validation_fraction
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=False)
    def fit(self, X, y):
        """Fit the regressor to most of the rows and let the others stop it.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Targets.

        Returns
        -------
        self : EarlyStoppingRegressor
            The fitted estimator.
        """
        y = self._check_training(X, y)
        X, X_validation, y, y_validation = train_test_split(
            X, y, test_size=self.validation_fraction, random_state=self.random_state
        )
        self._fit_regressor(X, y, eval_set=[(X_validation, y_validation)], verbose=False)
        return self
