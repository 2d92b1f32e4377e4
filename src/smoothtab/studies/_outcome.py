"""What came of a study, and its files."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from smoothtab._errors import InputError
from smoothtab.studies._study import Study

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# The same in all rows, or long: not in the tidy table.
_ABOUT = ("versions", "machine")
_LEFT_OUT = (*_ABOUT, "traceback", "warnings")


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of a study.

    Parameters
    ----------
    study : Study
        Which one.
    rows : DataFrame
        One row for each measurement; those that did not end well have another status than 'ok'.
    skipped : dict of str to str, default={}
        What is left out, such as tables that could not be had, and why.
    n_planned : int, default=0
        How many measurements there are to be; 0 if that is not known.
    per_fold : dict of (str, int) to int, default={}
        The same by table and fold, where a fold with fewer does not count.
    """

    study: Study
    rows: pd.DataFrame
    skipped: dict[str, str] = field(default_factory=dict)
    n_planned: int = 0
    per_fold: Mapping[tuple[str, int], int] = field(default_factory=dict)

    @cached_property
    def complete(self) -> pd.DataFrame:
        """The measurements of complete folds, on which tables and figures are based."""
        rows = self.rows
        if self.per_fold:
            folds = list(zip(rows["dataset"], rows["fold"], strict=True))
            found = Counter(folds)
            rows = rows[[found[fold] == self.per_fold[fold] for fold in folds]]
        ok = self._ended_well(rows)
        if self.study.whole_folds:
            rows = rows[ok.groupby([rows["dataset"], rows["fold"]]).transform("all")]
        if rows.empty or not ok.any():
            told = " ".join(self.remarks)
            raise InputError(f"No fold of {self.study.name} is measured wholly and well. {told}")
        return rows.reset_index(drop=True)

    @cached_property
    def table(self) -> pd.DataFrame:
        """The table of the paper, with what was published in columns that begin with 'paper'."""
        return beside_published(self.study.name, self.study.table(self.complete))

    @cached_property
    def findings(self) -> list[str]:
        """What was found, in sentences."""
        return self.study.findings(self.complete)

    @property
    def remarks(self) -> list[str]:
        """What is not in the table, and why."""
        together: dict[str, list[str]] = {}
        for name, reason in self.skipped.items():
            together.setdefault(reason, []).append(name)
        told = [
            f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} left out: {reason}"
            for reason, names in together.items()
        ]
        n_all = self.n_planned or len(self.rows)
        if len(self.rows) < n_all:
            n = n_all - len(self.rows)
            told.append(f"{n} of {n_all} measurements are missing: the same command makes them.")
        bad = self.rows[~self._ended_well(self.rows)]
        if len(bad):
            reasons = bad["reason"].dropna() if "reason" in bad else []
            first = next(iter(reasons), "The results do not say why.")
            told.append(f"{len(bad)} of {n_all} measurements did not end well: {first}")
        return told

    @staticmethod
    def _ended_well(rows: pd.DataFrame) -> pd.Series:
        everything = pd.Series(True, index=rows.index)
        return rows["status"] == "ok" if "status" in rows else everything

    def figure(self) -> Figure | None:
        """The figure, if the study has one."""
        return None if self.study.figure is None else self.study.figure(self.complete)

    def write(self, out: str | os.PathLike[str]) -> list[Path]:
        """Write measurements, table, findings and figure into a folder.

        Parameters
        ----------
        out : path
            The folder; made if it is not there.

        Returns
        -------
        paths : list of Path
            What was written.
        """
        from smoothtab.report._folder import write_texts
        from smoothtab.report.figures import save  # loading matplotlib takes a while

        name = self.study.name
        tidy = self.rows.drop(columns=list(_LEFT_OUT), errors="ignore")
        paths = write_texts(
            out,
            {
                f"{name}.csv": tidy.to_csv(index=False),
                f"{name}-table.csv": self.table.to_csv(index=False),
                f"{name}-table.md": self._page(),
                f"{name}-about.json": json.dumps(self._about(), indent=1) + "\n",
            },
        )
        figure = self.figure()
        return paths if figure is None else [*paths, *save(figure, Path(out) / name)]

    def _page(self) -> str:
        """The table, what was found and what is missing."""
        from smoothtab.report._tables import Column, Table
        from smoothtab.report._words import significant, trimmed
        from smoothtab.report._write_tables import markdown

        columns = [
            Column(
                str(heading).replace("_", " "),
                values.astype(object).where(values.notna(), None).tolist(),
                trimmed(significant(3)) if values.dtype.kind in "if" else None,
            )
            for heading, values in self.table.items()
        ]
        lines = "\n".join(f"- {sentence}" for sentence in [*self.findings, *self.remarks])
        return f"{markdown(Table(self.study.name, self.study.about, columns))}\n{lines}\n"

    def _about(self) -> dict[str, Any]:
        """Where the measurements come from; several where they were made in several places."""
        rows = self.rows
        found = {
            name: [json.loads(text) for text in rows[name].dropna().unique()]
            for name in _ABOUT
            if name in rows
        }
        budgets = rows["budget"].unique().tolist() if "budget" in rows else []
        return {
            "study": self.study.name,
            "budget": budgets,
            "findings": self.findings,
            "remarks": self.remarks,
            **found,
        }


def beside_published(study: str, table: pd.DataFrame) -> pd.DataFrame:
    """The table and, in columns more, what the paper has in the rows of the same name."""
    with files("smoothtab.studies").joinpath("published.csv").open(encoding="utf-8") as file:
        published = pd.read_csv(file, dtype=str)
    published = published[published["study"] == study]
    wide = published.pivot(index="row", columns="column", values="value")
    wide = wide[published["column"].unique()].apply(_numbers).add_prefix("paper ")
    return table.join(wide, on=table.columns[0])


def _numbers(column: pd.Series) -> pd.Series:
    numbers = pd.to_numeric(column, errors="coerce")
    return numbers if numbers.notna().equals(column.notna()) else column
