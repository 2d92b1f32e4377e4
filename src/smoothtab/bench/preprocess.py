"""From a table to what a model gets: once for the whole table, then within each fold."""

from __future__ import annotations

from numbers import Integral

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin, _fit_context
from sklearn.model_selection import KFold
from sklearn.preprocessing import StandardScaler, TargetEncoder
from sklearn.utils import check_consistent_length
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted, validate_data

from smoothtab._errors import InputError
from smoothtab.bench._columns import CategoricalColumn, as_table, learn
from smoothtab.bench._prepare import Prepared, prepare
from smoothtab.bench._selection import informative

__all__ = ["FoldPreprocessor", "Prepared", "prepare"]


class FoldPreprocessor(TransformerMixin, BaseEstimator):
    """Complete, encode, select and standardise features by what the training rows say.

    Gaps become the median of a numeric feature and the most frequent category of a categorical
    one. Categories become means of y, cross-fitted: what a training row gets comes from rows in
    other folds, so that its own y does not leak into its features. Of tables with 25 features or
    more, those that have neither rank correlation nor mutual information with y are left out, and
    at most `max_features` stay. Features without two different values are always left out.

    Columns of numbers and truth values are numeric; of text, of the pandas type ``category`` and
    of mixed values, categorical.

    Parameters
    ----------
    scale : bool, default=False
        Whether to standardise the features.
    select : bool, default=True
        Whether to leave out features that say little about y.
    max_features : int or None, default=50
        So many features stay at most, those of most mutual information with y. None is no limit.
    random_state : int, RandomState instance or None, default=None
        Draws the folds of the encoder, and the noise by which the estimate of mutual information
        tells equal values apart.

    Attributes
    ----------
    support_ : ndarray of shape (n_features,)
        Mask of the features that were kept.
    n_features_in_ : int
        Number of features seen during `fit`.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of features seen during `fit`, if all are strings.

    See Also
    --------
    sklearn.preprocessing.TargetEncoder : Encodes the categories.

    Notes
    -----
    For categorical features ``fit_transform(X, y)`` is not ``fit(X, y).transform(X)``: only the
    former is cross-fitted. Use it for training rows, as pipelines do. A feature is judged as a
    model will see it, after gaps are filled and categories encoded; a category that the training
    rows do not have becomes the mean of their y. Mutual information is estimated on 50 000 rows
    drawn at random where there are more.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.bench import FoldPreprocessor
    >>> X = pd.DataFrame({"area": [50.0, None, 80.0, 90.0], "heating": ["gas", "gas", None, "oil"]})
    >>> preprocessor = FoldPreprocessor().fit(X, [300, 350, 500, 700])
    >>> preprocessor.transform(pd.DataFrame({"area": [None], "heating": ["peat"]}))
       area  heating
    0  80.0    462.5
    """

    _parameter_constraints = {
        "scale": ["boolean"],
        "select": ["boolean"],
        "max_features": [Interval(Integral, 1, None, closed="left"), None],
        "random_state": ["random_state"],
    }

    def __init__(self, scale=False, select=True, max_features=50, random_state=None):
        self.scale = scale
        self.select = select
        self.max_features = max_features
        self.random_state = random_state

    def fit(self, X, y):
        """Learn from the training rows.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,)
            Targets, in the same order: an index of labels is ignored.

        Returns
        -------
        self : FoldPreprocessor
            The fitted preprocessor.
        """
        self.fit_transform(X, y)
        return self

    @_fit_context(prefer_skip_nested_validation=True)
    def fit_transform(self, X, y):
        """Learn from the training rows and give what a model is to be trained on.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,)
            Targets, in the same order: an index of labels is ignored.

        Returns
        -------
        X_out : DataFrame or ndarray of shape (n_samples, n_features_out)
            Numbers, in a DataFrame if X is one.
        """
        table, y = self._training_rows(X, y)
        self._columns = [learn(column) for _, column in table.items()]
        values = self._numbers(table)
        self.support_ = values.min(axis=0) < values.max(axis=0)
        if not self.support_.any():
            raise InputError("No column of X has two different values in the training rows.")
        categorical = [isinstance(column, CategoricalColumn) for column in self._columns]
        self._encoded = np.flatnonzero(self.support_ & categorical)
        if self._encoded.size:
            folds = KFold(min(5, len(y)), shuffle=True, random_state=self.random_state)
            self._encoder = TargetEncoder(target_type="continuous", smooth="auto", cv=folds)
            values[:, self._encoded] = self._encoder.fit_transform(values[:, self._encoded], y)
        if self.select:
            varying = values[:, self.support_]
            kept = informative(varying, y, self.max_features, self.random_state)
            self.support_[self.support_] = kept
        if self.scale:
            self._scaler = StandardScaler().fit(values[:, self.support_])
        return self._finish(X, values)

    def transform(self, X):
        """Complete, encode, select and standardise rows as learnt from the training rows.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_samples, n_features)
            Rows with the features of the training rows.

        Returns
        -------
        X_out : DataFrame or ndarray of shape (n_samples, n_features_out)
            Numbers, in a DataFrame with the same index if X is one.
        """
        check_is_fitted(self)
        table = as_table(X)
        validate_data(self, X, reset=False, skip_check_array=True)
        values = self._numbers(table)
        if self._encoded.size:
            values[:, self._encoded] = self._encoder.transform(values[:, self._encoded])
        return self._finish(X, values)

    def get_feature_names_out(self, input_features=None):
        """Name the features that were kept.

        Parameters
        ----------
        input_features : array-like of str or None, default=None
            Names of the features, unless `fit` has seen them.

        Returns
        -------
        names : ndarray of str
            Names, in the order of the columns.
        """
        check_is_fitted(self)
        return _check_feature_names_in(self, input_features)[self.support_]

    def _training_rows(self, X, y):
        """Rows and targets go together by position."""
        table = as_table(X, least_rows=2)
        y = validate_data(self, y=y, y_numeric=True).astype(float)
        validate_data(self, X, skip_check_array=True)
        check_consistent_length(table, y)
        return table, y

    def _numbers(self, table):
        columns = zip(self._columns, table.items(), strict=True)
        return np.array([learnt.numbers(column) for learnt, (_, column) in columns], float).T

    def _finish(self, X, values):
        values = values[:, self.support_]
        if self.scale:
            values = self._scaler.transform(values)
        if not isinstance(X, pd.DataFrame):
            return values
        return pd.DataFrame(values, X.index, self.get_feature_names_out())

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        return tags
