"""Columns of new rows, made like those of the training rows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from textwrap import shorten
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin

from smoothtab._errors import InputError, did_you_mean
from smoothtab.datasets._columns import numbers, require_unique, tidy

_NO_NUMBERS = "mMc"  # durations, dates and complex values: pandas would make numbers of them


class KnownColumns(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Take columns by their names, as numbers or as categories of the training rows.

    The order of the columns does not matter, nor what else a table holds, nor whether a category
    that is a number is there as 1, as 1.0 or as text. An array has the columns of the training
    rows in their order.

    Parameters
    ----------
    names : list of str
        Columns to take.
    categorical : list of str, default=()
        Those of them that hold categories.

    Attributes
    ----------
    ranges_ : dict of str to list
        Least and largest value of each column of numbers.
    labels_ : dict of str to list
        Categories of each of the others.
    """

    def __init__(self, names: Sequence[str], categorical: Sequence[str] = ()) -> None:
        self.names = names
        self.categorical = categorical

    def fit(self, X: pd.DataFrame, y: object = None) -> KnownColumns:
        """Learn what the training rows hold."""
        self.feature_names_in_ = np.array([str(name) for name in X], dtype=object)
        table = tidy(X.rename(columns=str)[list(self.names)], self.categorical)
        categories = table[list(self.categorical)]
        self.ranges_ = {
            name: _range(column) for name, column in table.drop(columns=categories).items()
        }
        self.labels_ = {name: _labels(column) for name, column in categories.items()}
        return self

    def transform(self, X: Any) -> pd.DataFrame:
        """The same rows of numbers and categories."""
        table = self._as_table(X)
        return pd.DataFrame({name: self._typed(table[name]) for name in self.names}, table.index)

    def outside(self, table: pd.DataFrame) -> pd.Series:
        """In which columns of a transformed table a row lies outside the training rows.

        Their names are joined by semicolons; the text is empty where there are none.
        """
        text = pd.Series("", table.index, dtype=object)
        for name, column in table.items():
            rows = self._is_outside(column)
            text[rows] = text[rows].where(text[rows] == "", text[rows] + "; ") + name
        return text

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:
        """Names of the columns."""
        return np.array(self.names, dtype=object)

    def _as_table(self, X: Any) -> pd.DataFrame:
        """With the training rows' names; InputError where a column is missing."""
        if not isinstance(X, pd.DataFrame):
            X = _array_as_table(X, self.feature_names_in_)
        table = X.rename(columns=str)
        require_unique(name for name in table if name in self.names)
        for name in self.names:
            if name not in table:
                hint = did_you_mean(name, table.columns)
                raise InputError(f"There is no column {name!r}, which the model needs.{hint}")
        return table

    def _typed(self, column: pd.Series) -> pd.Series:
        labels = self.labels_.get(column.name)
        return _as_numbers(column) if labels is None else _as_categories(column, labels)

    def _is_outside(self, column: pd.Series) -> NDArray[np.bool_]:
        if column.name in self.labels_:
            strange = column.notna() & ~column.isin(self.labels_[column.name])
        else:
            least, largest = self.ranges_[column.name]
            strange = (column < least) | (column > largest)
        return strange.to_numpy()


def _array_as_table(X: Any, names: Collection[str]) -> pd.DataFrame:
    table = pd.DataFrame(X)
    if table.shape[1] != len(names):
        raise InputError(
            f"The training rows have {len(names)} columns, these rows {table.shape[1]}."
        )
    return table.set_axis(names, axis=1)


def _range(column: pd.Series) -> list[float]:
    return [float(column.min()), float(column.max())]


def _labels(column: pd.Series) -> list[Any]:
    return column.cat.remove_unused_categories().cat.categories.tolist()


def _as_numbers(column: pd.Series) -> pd.Series:
    values = pd.to_numeric(column, errors="coerce")
    strange = column.notna() & (values.isna() | (column.dtype.kind in _NO_NUMBERS))
    if strange.any():
        row = int(strange.argmax())
        raise InputError(
            f"Column {column.name!r} must hold numbers, as in the training rows, but row {row + 1} "
            f"has {shorten(str(column.iloc[row]), 40)!r}."
        )
    return numbers(values)


def _as_categories(column: pd.Series, labels: list[Any]) -> pd.Series:
    """The labels of the training rows by their text; what is not among them stays as it is."""
    by_text = {_text(label): label for label in labels}
    new = {value: by_text.get(_text(value), value) for value in column.dropna().unique()}
    categories = list(dict.fromkeys([*labels, *new.values()]))
    return column.map(new).astype(pd.CategoricalDtype(categories))


def _text(label: Any) -> str:
    return str(int(label) if isinstance(label, float) and label.is_integer() else label)
