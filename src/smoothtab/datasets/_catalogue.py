"""What is known of the tables of the paper."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from smoothtab.datasets._entry import Entry


@cache
def _entries() -> dict[str, Entry]:
    text = files("smoothtab.datasets").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return {name: Entry(name, **fields) for name, fields in tomllib.loads(text).items()}


def catalogue() -> dict[str, Entry]:
    """List the tables of the paper.

    Returns
    -------
    entries : dict of str to Entry
        What is known of each table, by its name, stratum after stratum.

    Examples
    --------
    >>> from smoothtab.datasets import catalogue
    >>> len(catalogue())
    55
    >>> catalogue()["pol"].source_name
    'OpenML 44133'
    """
    return dict(_entries())
