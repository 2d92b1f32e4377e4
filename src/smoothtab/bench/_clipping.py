"""Predictions that stay near the range of the target."""

from __future__ import annotations

from numbers import Real

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils._param_validation import HasMethods, Interval
from sklearn.utils.metaestimators import available_if

from smoothtab.bench._wrapper import RegressorWrapper, has_gradient


class ClippedRegressor(RegressorWrapper):
    """Keep predictions of a regressor within the range of the training targets, widened.

    Where a model extrapolates, one prediction far off can outweigh all others in R^2.

    Parameters
    ----------
    regressor : estimator
        Makes the predictions.
    n_sigmas : float, default=3.0
        By so many standard deviations of the training targets the range is widened on both sides.

    Attributes
    ----------
    regressor_ : estimator
        The fitted regressor.
    lower_, upper_ : float or ndarray of shape (n_outputs,)
        The least and the largest prediction.
    n_features_in_ : int
        Number of features seen in `fit`.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, where X has string column names.

    Examples
    --------
    >>> from sklearn.linear_model import LinearRegression
    >>> from smoothtab.bench import ClippedRegressor
    >>> model = ClippedRegressor(LinearRegression()).fit([[0.0], [1.0]], [0.0, 2.0])
    >>> model.predict([[0.5], [100.0]])  # the standard deviation of 0 and 2 is 1
    array([1., 5.])
    """

    _parameter_constraints = {
        "regressor": [HasMethods(["fit", "predict"])],
        "n_sigmas": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(self, regressor, n_sigmas=3.0):
        self.regressor = regressor
        self.n_sigmas = n_sigmas

    @_fit_context(prefer_skip_nested_validation=False)
    def fit(self, X, y):
        """Fit the regressor and note the range of the targets.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Targets.

        Returns
        -------
        self : ClippedRegressor
            The fitted estimator.
        """
        y = self._check_training(X, y)
        self._fit_regressor(X, y)
        margin = self.n_sigmas * y.std(axis=0)
        self.lower_, self.upper_ = y.min(axis=0) - margin, y.max(axis=0) + margin
        return self

    def predict(self, X):
        """Predict the target, within the range.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows to predict.

        Returns
        -------
        y : ndarray of shape (n_samples,) or (n_samples, n_outputs)
            Predictions.
        """
        return np.clip(super().predict(X), self.lower_, self.upper_)

    @available_if(has_gradient)
    def predict_gradient(self, X):
        """Differentiate the prediction with respect to the features.

        There where the regressor has this method.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Where to take the derivative.

        Returns
        -------
        gradient : ndarray of shape (n_samples, n_features) or \
                (n_samples, n_outputs, n_features)
            Derivatives in units of y per unit of each feature, zero where a prediction is clipped.
        """
        gradient, raw = super().predict_gradient(X), super().predict(X)
        inside = (self.lower_ <= raw) & (raw <= self.upper_)
        return np.where(inside[..., None], gradient, 0.0)
