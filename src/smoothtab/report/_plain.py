"""Values of any kind as JSON knows them."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from numbers import Integral, Real
from typing import Any
from unicodedata import bidirectional, category

import numpy as np
import pandas as pd

Record = dict[str, Any]

_UNPRINTABLE = {"Cc", "Cs"}  # control characters and halves of surrogate pairs
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}  # the text after them


def plain(value: Any) -> Any:
    """The same in dicts, lists, texts, numbers, truth values and None, which stands for NaN."""
    if isinstance(value, Mapping):
        return {text(str(key)): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple | set | np.ndarray | pd.Series | pd.Index):
        return [plain(entry) for entry in value]
    if value is None or value is pd.NA or value is pd.NaT:
        return None
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value) if isfinite(value) else None
    return text(str(value))


def text(line: str) -> str:
    """Without characters that files or screens cannot show as text; line breaks stay."""
    if line.isprintable():
        return line
    return "".join("\N{REPLACEMENT CHARACTER}" if _unprintable(c) else c for c in line)


def _unprintable(character: str) -> bool:
    if character in "\n\t":
        return False
    return category(character) in _UNPRINTABLE or bidirectional(character) in _TURNING


def records(table: pd.DataFrame) -> list[Record]:
    """One dict for each row, with the index in front."""
    return [plain(row) for row in table.reset_index().to_dict("records")]
