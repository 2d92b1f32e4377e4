"""The tables of a report as files for LaTeX, Markdown or a spreadsheet."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pandas as pd

from smoothtab._errors import InputError, did_you_mean
from smoothtab.report._folder import write_texts
from smoothtab.report._summarise import summarise
from smoothtab.report._tables import Column, Table, tables

_IN_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    **{character: f"{{{character}}}" for character in "[*"},  # after \\ these mean something
}
_LONG = 40  # rows of a table that has to break over pages


def write_tables(results: pd.DataFrame, out: str | os.PathLike[str], kind: str) -> list[Path]:
    """Write each table of a report to a file of its own.

    Parameters
    ----------
    results : DataFrame
        One row per (dataset, model, fold), as the bench writes it.
    out : path
        Folder of the files; made if it is not there.
    kind : {'latex', 'markdown', 'csv'}
        Numbers are rounded, with the best in bold, but in CSV they have all their digits. A LaTeX
        document needs the packages booktabs and longtable, and XeLaTeX or LuaLaTeX for names in
        other scripts.

    Returns
    -------
    paths : list of Path
        What was written.
    """
    if kind not in _WRITERS:
        hint = did_you_mean(kind, _WRITERS)
        raise InputError(f"There are no tables of kind {kind!r}, only {', '.join(_WRITERS)}.{hint}")
    suffix, write = _WRITERS[kind]
    texts = {f"{table.name}.{suffix}": write(table) for table in tables(summarise(results))}
    return write_texts(out, texts)


def latex(table: Table) -> str:
    """A table with the rules of booktabs: in a float, or over several pages if it is long."""
    aligned = "".join("r" if column.format else "l" for column in table.columns)
    caption = rf"\caption{{{_latex_text(table.caption)}}}"
    label = rf"\label{{tab:{table.name.replace('_', '-')}}}"
    spans = [rf"\multicolumn{{{n}}}{{c}}{{{_latex_text(name)}}}" for name, n in table.above]
    headings = [_latex_text(column.heading) for column in table.columns]
    head = [*([_latex_row(spans)] if spans else []), _latex_row(headings)]
    head = [r"\toprule", *head, r"\midrule"]
    body = [*(_latex_row(row) for row in _rows(table, _latex_cell)), r"\bottomrule"]
    if table.n_rows > _LONG:
        start = [rf"\begin{{longtable}}{{{aligned}}}", rf"{caption}{label} \\"]
        lines = [*start, *head, r"\endhead", *body, r"\end{longtable}"]
    else:
        start = [r"\begin{table}", r"\centering", caption, label]
        inner = [rf"\begin{{tabular}}{{{aligned}}}", *head, *body, r"\end{tabular}"]
        lines = [*start, *inner, r"\end{table}"]
    return "\n".join([*lines, ""])


def markdown(table: Table) -> str:
    """A table in the Markdown of GitHub, below its caption."""
    headings = [f"{column.above} {column.heading}".strip() for column in table.columns]
    ruler = ["---:" if column.format else "---" for column in table.columns]
    rows = [map(_markdown_text, headings), ruler, *_rows(table, _markdown_cell)]
    lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{_markdown_text(table.caption)}\n\n{lines}\n"


def as_csv(table: Table) -> str:
    """Values separated by commas, numbers with all digits."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(f"{column.above} {column.heading}".strip() for column in table.columns)
    writer.writerows(zip(*(column.values for column in table.columns), strict=True))
    return text.getvalue()


_WRITERS = {"latex": ("tex", latex), "markdown": ("md", markdown), "csv": ("csv", as_csv)}


def _rows(table: Table, cell: Callable[[Column, int, str], str]) -> Iterable[list[str]]:
    for row in range(table.n_rows):
        yield [
            cell(column, row, table.marks.get((row, position), ""))
            for position, column in enumerate(table.columns)
        ]


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _latex_text(text: str) -> str:
    line = " ".join(text.split())
    escaped = "".join(_IN_LATEX.get(character, character) for character in line)
    return escaped.replace("--", "-{}-")


def _latex_cell(column: Column, row: int, mark: str) -> str:
    text = _latex_text(column.shown(row))
    if column.format and text.startswith("-"):
        text = f"$-${text[1:]}"
    wrapped = {"best": rf"\textbf{{{text}}}", "second": rf"\underline{{{text}}}"}
    return wrapped.get(mark, text)


def _markdown_text(text: str) -> str:
    """With a backslash before everything that could mean something."""
    return re.sub(r"([\\`*_\[\]<>|~$&])", r"\\\1", " ".join(text.split()))


def _markdown_cell(column: Column, row: int, mark: str) -> str:
    text = column.shown(row) if column.format else _markdown_text(column.shown(row))
    return f"**{text}**" if mark == "best" else text
