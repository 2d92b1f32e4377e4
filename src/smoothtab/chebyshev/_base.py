"""What every Chebyshev model can do, polynomial or tree."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator, MultiOutputMixin, RegressorMixin
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted, validate_data

from smoothtab._threads import one_thread

POLICIES = {"clip", "linear", "polynomial", "error"}

OUTSIDE_CONSTRAINTS = {
    "clip_input": ["boolean"],
    "extrapolation": [StrOptions(POLICIES), None],
    "clip_output": ["boolean"],
}


class BaseChebyshev(MultiOutputMixin, RegressorMixin, BaseEstimator):
    """Predictions, derivatives, and the policy outside the training range."""

    def _store(self, function, single_output):
        """Keep what was fitted: an object with `scale`, `basis`, `predict` and `gradient`."""
        self._function, self._single_output = function, single_output
        self.data_min_, self.data_max_ = function.scale.lower, function.scale.upper

    def _policy(self):
        """What happens outside the training range."""
        if self.extrapolation is not None:
            return self.extrapolation
        return "clip" if self.clip_input else "polynomial"

    def _checked(self, X):
        """Validated rows, and the policy for those outside the training range."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        policy = self._policy()
        if policy == "error":
            self._function.scale.refuse_outside(X, list(_check_feature_names_in(self)))
            policy = "clip"
        return X, policy

    def predict(self, X):
        """Predict the target.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows to predict.

        Returns
        -------
        y : ndarray of shape (n_samples,) or (n_samples, n_outputs)
            Predictions.
        """
        X, policy = self._checked(X)
        with one_thread():
            out = self._function.predict(X, policy)
        return out[:, 0] if self._single_output else out

    def predict_gradient(self, X):
        """Differentiate the prediction with respect to the features, exactly.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Where to take the derivative.

        Returns
        -------
        gradient : ndarray of shape (n_samples, n_features) or \
                (n_samples, n_outputs, n_features)
            Derivatives in units of y per unit of each feature. They are zero where input or
            output are clipped, and for features that were constant in training.
        """
        X, policy = self._checked(X)
        with one_thread():
            out = self._function.gradient(X, policy)
        return out[:, 0] if self._single_output else out

    def get_feature_names_out(self, input_features=None):
        """Name the terms.

        Parameters
        ----------
        input_features : array-like of str, default=None
            Names of the features; None takes those seen in `fit`, or x0, x1 and so on.

        Returns
        -------
        names : ndarray of shape (n_terms,)
            Such as 'T2(x0)' and 'T1(x0) T1(x1)', in the order of `coef_`.
        """
        check_is_fitted(self)
        features = _check_feature_names_in(self, input_features)
        return np.array(self._function.basis.names(features), dtype=object)

    def extrapolation_report(self, X):
        """List the values that lie outside the training range.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows to look at.

        Returns
        -------
        pandas.DataFrame
            One row per value: the row (its label, if X is a DataFrame) and the feature where it
            stands, the value, and how far it is outside as a share of the training range:
            negative below, positive above, infinite if the feature was constant. Needs pandas.
        """
        import pandas as pd

        check_is_fitted(self)
        labels = X.index if isinstance(X, pd.DataFrame) else None
        X = validate_data(self, X, dtype=np.float64, reset=False)
        excess = self._function.scale.excess(X)
        row, feature = np.nonzero(excess)
        with np.errstate(divide="ignore"):
            share = excess[row, feature] / (self.data_max_ - self.data_min_)[feature]
        return pd.DataFrame(
            {
                "row": row if labels is None else labels[row],
                "feature": _check_feature_names_in(self)[feature],
                "value": X[row, feature],
                "excess": share,
            }
        )
