"""Any column as numbers without gaps, by what its training rows hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils import check_array

from smoothtab._errors import InputError
from smoothtab._moments import Array


def as_table(X: Any, least_rows: int = 1) -> pd.DataFrame:
    """A DataFrame of at least so many rows, from one or from anything like an array."""
    if not isinstance(X, pd.DataFrame):
        X = check_array(X, dtype=None, ensure_all_finite=False, ensure_min_samples=least_rows)
        X = pd.DataFrame(X)
    elif len(X) < least_rows or X.shape[1] == 0:
        raise InputError(f"X has n_samples={len(X)} and n_features={X.shape[1]}: give more.")
    return X.infer_objects()


@dataclass(frozen=True)
class NumericColumn:
    """Numbers; the median of the training rows fills gaps."""

    median: float

    @classmethod
    def learn(cls, column: pd.Series) -> NumericColumn:
        """From the training rows; where none has a value, zero fills the gaps."""
        values = _as_floats(column)
        present = values[~np.isnan(values)]
        return cls(float(np.median(present)) if present.size else 0.0)

    def numbers(self, column: pd.Series) -> Array:
        """Its values, complete."""
        values = _as_floats(column)
        return np.where(np.isnan(values), self.median, values)


@dataclass(frozen=True)
class CategoricalColumn:
    """Categories of the training rows; the most frequent one, at position `mode`, fills gaps."""

    categories: list[Any]  # which a file can hold, as it cannot a pandas.Index
    mode: int

    @classmethod
    def learn(cls, column: pd.Series) -> CategoricalColumn:
        """From the training rows; of several modes it is the first category that counts."""
        column = _as_categories(column).cat.remove_unused_categories()
        frequency = np.bincount(column.cat.codes[column.notna()])
        categories = column.cat.categories.tolist()
        return cls(categories, int(frequency.argmax()) if frequency.size else -1)

    def numbers(self, column: pd.Series) -> NDArray[np.intp]:
        """Positions among the categories; -1 for one that the training rows do not have."""
        column = _as_categories(column)
        position = pd.Index(self.categories).get_indexer(column.cat.categories)
        return np.append(position, self.mode)[column.cat.codes]  # a gap has code -1: the last


Column = NumericColumn | CategoricalColumn


def learn(column: pd.Series) -> Column:
    """What to make of a column, by its training rows."""
    if column.dtype.kind in "OSU":
        return CategoricalColumn.learn(column)
    if column.dtype.kind in "biuf":
        return NumericColumn.learn(column)
    raise InputError(
        f"Column {column.name!r} holds {column.dtype}: turn it into numbers or categories."
    )


def _as_floats(column: pd.Series) -> Array:
    try:
        if column.dtype.kind in "mM":  # pandas would count nanoseconds
            raise TypeError(f"it holds {column.dtype}")
        values: Array = column.to_numpy(float, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"Column {column.name!r} held numbers in the training rows, but not here: {error}."
        ) from None
    if np.isinf(values).any():
        raise InputError(f"Column {column.name!r} holds infinity: replace it by a number.")
    return values


def _as_categories(column: pd.Series) -> pd.Series:
    try:
        return column.astype("category")
    except TypeError as error:  # in the words that scikit-learn wants
        raise TypeError(
            f"Column {column.name!r}: an argument must be a string or a number, but {error}."
        ) from None
