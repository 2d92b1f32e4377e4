"""A table of the user's own as the bench takes one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import quote

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype

from smoothtab._errors import InputError
from smoothtab._moments import Array
from smoothtab.datasets import Dataset, catalogue
from smoothtab.datasets._columns import as_target, tidy
from smoothtab.datasets._dataset import TARGET
from smoothtab.datasets._dates import refuse_dates

_LABELS = {"string", "integer", "floating", "boolean", "empty"}
_LONGEST_NAME = 150  # letters, as part of the name of a file


def own_table(X: Any, y: Any) -> Dataset:
    """What the user gave as a dataset; InputError where no model can be fitted to it."""
    dataset = X if isinstance(X, Dataset) else _in_memory(X, y)
    for name, column in dataset.X.items():
        if isinstance(column.dtype, pd.CategoricalDtype):
            kind = infer_dtype(column.cat.categories)
            if kind not in _LABELS:
                raise InputError(
                    f"the categories of column {name!r} are of kind {kind}: turn them into text."
                )
    return dataset


def for_bench(dataset: Dataset) -> Dataset:
    """The same in a form that comes back from a file as it was.

    Categories are told by their numbers, and a table that is called as a published one is not
    taken for it.
    """
    name = f"my {dataset.name}" if dataset.name in catalogue() else dataset.name
    while len(quote(name)) > _LONGEST_NAME:
        name = name[:-1]
    free = TARGET
    while free in dataset.X:
        free += "_"
    columns = {free if c == TARGET else c: _numbered(column) for c, column in dataset.X.items()}
    return replace(dataset, name=name, X=pd.DataFrame(columns), stratum=None, target_kind=None)


def _in_memory(X: Any, y: Any) -> Dataset:
    table = _table(X)
    if table.empty:
        rows, columns = table.shape
        raise InputError(f"X has {rows} rows and {columns} columns: nothing to learn from.")
    refuse_dates(table)
    return Dataset("table", tidy(table), _target(y, len(table)))


def _table(X: Any) -> pd.DataFrame:
    if isinstance(X, pd.DataFrame):
        return X
    try:
        table = pd.DataFrame(X).infer_objects()
    except (TypeError, ValueError) as error:
        raise InputError(f"X must be a table of rows and columns: {error}.") from error
    has_names = not isinstance(table.columns, pd.RangeIndex)
    return table if has_names else table.rename(columns="x{}".format)


def _target(y: Any, n_rows: int) -> Array:
    if y is None:
        raise InputError("The target is missing: give y.")
    if np.shape(y) not in [(n_rows,), (n_rows, 1)]:
        raise InputError(
            f"y must hold one number for each of the {n_rows} rows of X, but its shape is "
            f"{np.shape(y)}."
        )
    column = y if isinstance(y, pd.Series) else pd.Series(np.ravel(y))
    values = as_target(column.rename(column.name or "y"))
    if np.isnan(values).any():
        row = int(np.isnan(values).argmax())
        raise InputError(f"the target is missing in row {row + 1}: leave such rows out.")
    return values


def _numbered(column: pd.Series) -> pd.Series:
    if not isinstance(column.dtype, pd.CategoricalDtype):
        return column
    used = column.cat.remove_unused_categories()
    return used.cat.rename_categories([str(i) for i in range(len(used.cat.categories))])
