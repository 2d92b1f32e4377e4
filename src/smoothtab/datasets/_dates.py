"""Columns of dates, which no model can take as they are."""

from __future__ import annotations

import re
from collections.abc import Container
from shlex import quote

import pandas as pd

from smoothtab._errors import InputError

_DATES = {"date", "datetime", "datetime64", "period"}
_NEARLY_ALL = 0.9
_MOST_LOOKED_AT = 1000

_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAY = r"(0?[1-9]|[12]\d|3[01])(st|nd|rd|th)?"  # or the number of a month
_YEAR = r"(1[5-9]|2[01])\d\d"
_FORMATS = (
    rf"{_YEAR}[-/.]{_DAY}([-/.]{_DAY})?",  # 2026-01-31, 2026/1
    rf"{_DAY}[-/.]{_DAY}[-/.]({_YEAR}|\d\d)",  # 31.01.2026, 1/31/26
    rf"({_DAY}[- ])?{_MONTH}[- ,]+({_YEAR}|\d\d)",  # 31 January 2026, Jan-26
    rf"{_MONTH} {_DAY},? {_YEAR}",  # Jan 31, 2026
)
_WEEKDAY, _TIME = r"((mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? )?", r"([T ]\d\d?:\d\d.*)?"
_DATE = re.compile(rf"{_WEEKDAY}({'|'.join(_FORMATS)}){_TIME}", re.IGNORECASE)


def refuse_dates(table: pd.DataFrame, categorical: Container[str] = ()) -> None:
    """InputError where a column holds dates, unless it is named as categorical."""
    for name, column in table.items():
        if name not in categorical and _holds_dates(column):
            example = str(column.dropna().iloc[0])
            raise InputError(
                f"column {name!r} holds dates, such as {example!r}: turn it into numbers, such as "
                "year, month or days since the first of them, or leave it out "
                f"(--drop {quote(str(name))})."
            )


def _holds_dates(column: pd.Series) -> bool:
    """Whether its values are dates, or nearly all of them are text that reads as a date."""
    kind = pd.api.types.infer_dtype(column, skipna=True)
    if kind != "string":
        return kind in _DATES
    texts = pd.Series(column.dropna().unique()[:_MOST_LOOKED_AT])
    return bool(
        texts.map(lambda text: _DATE.fullmatch(text.strip()) is not None).mean() >= _NEARLY_ALL
    )
