"""What a table holds, in one short text."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pandas as pd
from numpy.typing import NDArray


def content_checksum(
    X: pd.DataFrame, y: NDArray[np.float64], precision: type[np.floating] = np.float64
) -> str:
    """SHA-256 of names, values and order: the same however and wherever the table is stored.

    Numbers count as doubles, whatever the type of their column, and categories as their text. In
    single precision, tables that differ by the rounding of whoever computed or parsed them have
    the same checksum.
    """
    digest = hashlib.sha256()
    for name, column in X.items():
        digest.update(json.dumps([str(name), len(column)]).encode())
        is_numeric = pd.api.types.is_numeric_dtype(column.dtype)
        digest.update(_numbers(column, precision) if is_numeric else _labels(column))
    digest.update(_numbers(pd.Series(y), precision))
    return f"sha256:{digest.hexdigest()}"


def _numbers(column: pd.Series, precision: type[np.floating]) -> bytes:
    values = column.to_numpy(dtype=np.float64, na_value=np.nan) + 0.0  # -0.0 equals 0.0
    values[np.isnan(values)] = np.nan  # there are many bit patterns of NaN
    with np.errstate(over="ignore"):  # too large for single precision: infinite, for all alike
        return values.astype(np.dtype(precision).newbyteorder("<")).tobytes()


def _labels(column: pd.Series) -> bytes:
    """Labels in order of appearance and which of them each row has; -1 where it has none."""
    codes, labels = pd.factorize(column)
    return json.dumps([str(label) for label in labels]).encode() + codes.astype("<i8").tobytes()
