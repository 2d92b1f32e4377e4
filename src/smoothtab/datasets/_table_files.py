"""Files that hold one table."""

from __future__ import annotations

import re
from collections.abc import Container
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq

from smoothtab._errors import InputError
from smoothtab.datasets._columns import require_unique

_DELIMITERS = {".csv": ",", ".tsv": "\t"}
_COMPRESSIONS = {".gz", ".bz2", ".xz", ".zst"}
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}


def read_file(path: Path, unwanted: Container[str] = ()) -> pd.DataFrame:
    """The table as pandas reads it, rows numbered from 0; InputError if it is not as it should be.

    A column without a name must be among the unwanted ones: 'Unnamed: 0' if it is the first.
    """
    if not path.is_file():
        raise InputError("is a folder, not a file." if path.is_dir() else "there is no such file.")
    try:
        table = _read(path, unwanted)
    except InputError:
        raise
    except pd.errors.EmptyDataError as error:
        raise InputError("the file is empty.") from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text: save it as UTF-8.") from error
    except Exception as error:  # parsers and decompressors fail in any way
        reason = str(error).strip().rpartition("C error: ")[2].partition("\n")[0]
        raise InputError(f"cannot be read: {reason}.") from error
    if table.empty:
        raise InputError("there are no rows.")
    return table.reset_index(drop=True)


def _read(path: Path, unwanted: Container[str]) -> pd.DataFrame:
    endings = [ending.lower() for ending in path.suffixes]
    kind = endings[-2] if len(endings) > 1 and endings[-1] in _COMPRESSIONS else path.suffix.lower()
    if kind in (".parquet", ".pq"):
        require_unique(pq.read_schema(path).names)
        return pd.read_parquet(path).rename(columns=str)
    if kind not in _DELIMITERS:
        raise InputError("the name must end in .csv, .tsv or .parquet.")
    return _read_text(path, _DELIMITERS[kind], unwanted)


def _read_text(path: Path, delimiter: str, unwanted: Container[str]) -> pd.DataFrame:
    """CSV or TSV; what pandas would silently mend is looked at first."""
    dialect = {"sep": delimiter, "skipinitialspace": True, "low_memory": False}
    first = pd.read_csv(path, header=None, nrows=1, dtype=str, keep_default_na=False, **dialect)
    header = [cell or f"Unnamed: {i}" for i, cell in enumerate(first.iloc[0])]
    _check_header(header, delimiter, unwanted)
    table = pd.read_csv(path, header=0, names=header, **dialect)
    if not isinstance(table.index, pd.RangeIndex):
        raise InputError(f"rows have more fields than the header, which has {len(header)}.")
    return table


def _check_header(header: list[str], delimiter: str, unwanted: Container[str]) -> None:
    for other, named in _SEPARATORS.items():
        if len(header) == 1 and other != delimiter and other in header[0]:
            raise InputError(
                f"fields are separated by {named} where {_SEPARATORS[delimiter]} belong: "
                "write it anew, .csv with commas and decimal points or .tsv with tabs."
            )
    require_unique(header)
    for name in header:
        if re.fullmatch(r"Unnamed: \d+", name) and name not in unwanted:
            raise InputError(
                f"column {header.index(name) + 1} has no name, as row numbers often have none: "
                f"name it in the header or drop {name!r}."
            )
