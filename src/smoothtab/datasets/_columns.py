"""Columns as every model meets them: numbers or categories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from textwrap import shorten

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pandas.api.types import is_bool_dtype

from smoothtab._errors import InputError


def tidy(table: pd.DataFrame, categorical: Container[str] = ()) -> pd.DataFrame:
    """The same rows, numbered from 0, of numbers and categories; text becomes categories."""
    require_unique(map(str, table.columns))
    table = table.reset_index(drop=True)
    return pd.DataFrame(
        {str(name): _typed(column, name in categorical) for name, column in table.items()},
        index=table.index,
    )


def require_unique(names: Iterable[str]) -> None:
    """InputError where two columns have the same name."""
    for name, times in Counter(names).items():
        if times > 1:
            raise InputError(f"{times} columns are called {name!r}: give each its own name.")


def _typed(column: pd.Series, is_category: bool) -> pd.Series:
    if is_category or isinstance(column.dtype, pd.CategoricalDtype):
        return column.astype("category")
    kind = pd.api.types.infer_dtype(column, skipna=True)
    if kind in ("string", "boolean") and not pd.api.types.is_bool_dtype(column.dtype):
        return column.astype("category")
    if kind in ("integer", "floating", "boolean", "empty"):
        return numbers(column)
    raise InputError(
        f"column {column.name!r} holds values of kind {kind}: turn it into numbers or text, "
        "or leave it out."
    )


def numbers(column: pd.Series) -> pd.Series:
    """A column of numbers with NaN for what is missing; the types of numpy stay as they are."""
    if not isinstance(column.dtype, np.dtype) or column.dtype.kind not in "iuf":
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        column = pd.Series(values, index=column.index, name=column.name)
    if (infinite := np.isinf(column)).any():
        raise InputError(
            f"column {column.name!r} is infinite in row {infinite.argmax() + 1}: "
            "leave such fields empty, or the column out."
        )
    return column


def as_target(column: pd.Series) -> NDArray[np.float64]:
    """The target as doubles; NaN where it is missing."""
    values = pd.to_numeric(column, errors="coerce")
    is_other = is_bool_dtype(values) or column.dtype.kind in "mMc"  # which pandas makes numbers of
    is_number = column.isna() | (False if is_other else values.notna())
    if not is_number.all():
        row = int(is_number.argmin())
        raise InputError(
            f"the target {column.name!r} must hold numbers, but row {row + 1} "
            f"has {shorten(str(column.iloc[row]), 40)!r}."
        )
    y = numbers(values).to_numpy(np.float64)
    n_distinct = len(np.unique(y[~np.isnan(y)]))
    if n_distinct == 0:
        raise InputError(f"the target {column.name!r} is missing in all {len(y)} rows.")
    if n_distinct == 1:
        raise InputError(f"the target {column.name!r} has the same value in every row.")
    return y
