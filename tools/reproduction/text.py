"""Numbers and tables in Markdown."""

import pandas as pd

from perf.markdown import table as _table


def table(head, rows):
    return _table(head, rows) + "\n"


def number(value, digits=3):
    return "" if pd.isna(value) else f"{value:.{digits}f}"


def signed(value):
    return "" if pd.isna(value) else f"{value:+.3f}"


def both(there, here, digits=3):
    return f"{number(there, digits)} → {number(here, digits)}"


def grouped(groups):
    return "; ".join("{" + ", ".join(group) + "}" for group in groups)
