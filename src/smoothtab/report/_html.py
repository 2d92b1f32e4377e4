"""The page: one HTML file that needs nothing else, and asks no server for anything."""

from __future__ import annotations

import base64
import hashlib
import os
from importlib.resources import files
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from smoothtab.report._folder import write_texts
from smoothtab.report._plain import Record
from smoothtab.report._summarise import summarise
from smoothtab.report._tables import Table, tables
from smoothtab.report._words import count

_TEMPLATES = files("smoothtab.report") / "templates"


def write_report(results: pd.DataFrame, out: str | os.PathLike[str]) -> Path:
    """Write a report that a browser opens from disk, without a network.

    Parameters
    ----------
    results : DataFrame
        One row per (dataset, model, fold), as the bench writes it.
    out : path
        Folder of the report; made if it is not there.

    Returns
    -------
    path : Path
        The file `report.html` in that folder.
    """
    (path,) = write_texts(out, {"report.html": html(summarise(results))})
    return path


def html(summary: Record) -> str:
    """The page of a summary."""
    environment = Environment(
        loader=PackageLoader("smoothtab.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"allow_nan": False}
    environment.globals.update(count=count, shade=_shade)
    style, script = _source("report.css"), _source("report.js")
    return environment.get_template("report.html.j2").render(
        summary=summary,
        tables={table.name: table for table in tables(summary)},
        style=Markup(style),
        script=Markup(script),
        script_hash=_hash(script),
    )


def _source(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def _hash(script: str) -> str:
    """By which the page's policy knows the one script that may run in it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _shade(table: Table, row: int, column: int) -> str:
    """How much of a row a value beats, from 0 to 1, as a colour takes it; empty if nothing."""
    value = table.columns[column].values[row]
    if not table.across or not table.columns[column].best or value is None:
        return ""
    others = [c.values[row] for c in table.columns if c.best and c is not table.columns[column]]
    beaten = [_beats(value, other, table.columns[column].best) for other in others]
    return f"{sum(beaten) / len(beaten):.2g}" if beaten else ""


def _beats(value: float, other: Any, best: str) -> bool:
    return other is None or (value > other if best == "high" else value < other)
