"""What regressors around another regressor share."""

from __future__ import annotations

from sklearn.base import BaseEstimator, MetaEstimatorMixin, RegressorMixin, clone
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data


def has_gradient(wrapper):
    return hasattr(getattr(wrapper, "regressor_", wrapper.regressor), "predict_gradient")


class RegressorWrapper(MetaEstimatorMixin, RegressorMixin, BaseEstimator):
    """Passes everything on to `regressor_`, a fitted clone of `regressor`."""

    def _check_training(self, X, y):
        """Remember the features and give y as an array; X is the regressor's to check."""
        multi_output = get_tags(self).target_tags.multi_output
        y = validate_data(self, y=y, y_numeric=True, multi_output=multi_output)
        validate_data(self, X, skip_check_array=True)
        return y

    def _fit_regressor(self, X, y, **fit_params):
        self.regressor_ = clone(self.regressor).fit(X, y, **fit_params)

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
        check_is_fitted(self)
        return self.regressor_.predict(X)

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
            Derivatives in units of y per unit of each feature.
        """
        check_is_fitted(self)
        return self.regressor_.predict_gradient(X)

    def __sklearn_tags__(self):
        tags, inner = super().__sklearn_tags__(), get_tags(self.regressor)
        tags.input_tags, tags.target_tags = inner.input_tags, inner.target_tags
        tags.regressor_tags, tags.non_deterministic = inner.regressor_tags, inner.non_deterministic
        return tags
