"""A table of the user's own."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from smoothtab._errors import InputError, did_you_mean
from smoothtab.datasets._columns import as_target, tidy
from smoothtab.datasets._dataset import Dataset
from smoothtab.datasets._dates import refuse_dates
from smoothtab.datasets._table_files import read_file


def read_table(
    path: str | os.PathLike[str],
    target: str,
    *,
    categorical: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    name: str | None = None,
) -> Dataset:
    """Read a table of your own from a CSV, TSV or Parquet file.

    Text columns become categories. Numbers stay numbers unless their column is named in
    `categorical`. Rows without a target are left out and counted. A column of dates is refused.

    Parameters
    ----------
    path : path
        File whose name ends in .csv, .tsv or .parquet; the first two may be compressed, as in
        .csv.gz. Text files have a header and are UTF-8; an empty field is a missing value, and so
        are NA, NaN, null and the other spellings that pandas knows.
    target : str
        Name of the column to predict. It must hold numbers.
    categorical : str or list of str, default=()
        Names of numeric columns that stand for categories, such as codes.
    drop : str or list of str, default=()
        Names of columns to leave out, such as identifiers.
    name : str or None, default=None
        Name of the dataset; None means that of the file, without its endings.

    Returns
    -------
    dataset : Dataset
        Features in the order of the file, and the target. ``n_rows_dropped`` says how many rows
        had no target.
    """
    path = Path(path)
    categories, unwanted = _names(categorical), _names(drop)
    try:
        table = read_file(path, unwanted)
        _check_names(list(table), target, categories, unwanted)
        y = as_target(table.pop(target))
        known = ~np.isnan(y)
        features = table.drop(columns=unwanted)[known]
        refuse_dates(features, categories)
        X = tidy(features, categories)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    stem = path.name.partition(".")[0]
    return Dataset(name or stem, X, y[known], n_rows_dropped=int((~known).sum()))


def _names(given: str | Iterable[str]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def _check_names(columns: list[str], target: str, categorical: list[str], drop: list[str]) -> None:
    """Every column that is named is there and has one role, and features are left."""
    for column in (target, *categorical, *drop):
        if column not in columns:
            hint = did_you_mean(column, columns)
            raise InputError(f"there is no column {column!r}.{hint or _listed(columns)}")
    for column, n_roles in Counter((target, *set(categorical), *set(drop))).items():
        if n_roles > 1:
            raise InputError(f"column {column!r} can only be one of target, categorical, drop.")
    if len(set(columns) - {target, *drop}) == 0:
        raise InputError("no column is left to predict from.")


def _listed(columns: list[str]) -> str:
    shown = ", ".join(columns[:10])
    return f" There are: {shown}{', ...' if len(columns) > 10 else '.'}"
