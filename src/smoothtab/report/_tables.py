"""The tables of a report, from its summary; how they look on paper or screen is not said here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from smoothtab.report._plain import Record
from smoothtab.report._words import Format, fixed, p_value, percent, significant, trimmed

_whole, _two, _three = fixed(0), fixed(2), fixed(3)
_short, _half = trimmed(significant(3)), trimmed(fixed(2))


@dataclass(frozen=True)
class Column:
    """Values under a heading: texts, numbers or None.

    Numbers are shown by `format`; `best` says whether "low" or "high" ones are good. `above` is
    a heading over this one and those next to it.
    """

    heading: str
    values: Sequence[Any]
    format: Format | None = None
    best: str = ""
    above: str = ""

    def shown(self, row: int) -> str:
        """A value as it is read; empty where there is none."""
        value = self.values[row]
        if value is None:
            return ""
        return self.format(value) if self.format else str(value)


@dataclass(frozen=True)
class Table:
    """Columns of one length, a name for its file, and a caption.

    The best and the second value of each column are marked, or `across` the columns of each row.
    """

    name: str
    caption: str
    columns: list[Column]
    across: bool = False

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.columns[0].values) if self.columns else 0

    @property
    def above(self) -> list[tuple[str, int]]:
        """Headings above the headings, and how many columns each spans; none if there are none."""
        spans = [(name, len([*span])) for name, span in groupby(c.above for c in self.columns)]
        return spans if any(name for name, _ in spans) else []

    @cached_property
    def marks(self) -> dict[tuple[int, int], str]:
        """By row and column, which values are "best" and "second"."""
        return dict(_marks_across(self) if self.across else _marks_down(self))


def tables(summary: Record) -> list[Table]:
    """All tables for which the results have something to say."""
    compared = [] if summary["view"] == "nothing" else _compared(summary)
    every = [*compared, _coverage(summary), _failures(summary), _data(summary)]
    return [table for table in every if table.n_rows]


def _compared(summary: Record) -> list[Table]:
    over_datasets = summary["view"] == "datasets"
    return [
        *([_accuracy(summary)] if over_datasets else [_fold_accuracy(summary)]),
        *([_pairs(summary["comparison"]["pairs"])] if over_datasets else []),
        _kinds(summary["strata"], "strata", "Mean rank and mean adjusted R² by stratum."),
        _kinds(summary["target_kinds"], "target_kinds", "The same by kind of target."),
        _gap(summary),
        *([_matched(summary["matched"])] if over_datasets else []),
        _cost(summary),
        _configurations(summary),
        _cells(summary, "score", "Adjusted R²", _three, "high"),
        _cells(summary, "rank", "Rank by adjusted R²", _half, "low"),
        _cells(summary, "gap", "Gap between training and test R²", _three, "low"),
    ]


# One function for each table

_RANKS: list[tuple[str, str, Format | None, str]] = [
    ("model", "Model", None, ""),
    ("mean_rank", "Mean rank", _two, "low"),
    ("first", "First", _whole, "high"),
    ("second", "Second", _whole, "high"),
    ("rank_q1", "Quartile 1", _half, ""),
    ("rank_q3", "Quartile 3", _half, ""),
]


def _accuracy(summary: Record) -> Table:
    scores = [
        ("median", "Median R²", _three, "high"),
        ("mean", "Mean R²", _three, "high"),
        ("std", "Std. dev.", _three, ""),
        ("n_datasets", "Datasets", _whole, ""),
    ]
    caption = "Ranks of the models by adjusted R², and the adjusted R² itself."
    return Table("accuracy", caption, _columns(summary["accuracy"], [*_RANKS, *scores]))


def _fold_accuracy(summary: Record) -> Table:
    shown = [
        ("model", "Model", None, ""),
        ("mean", "Adjusted R²", _three, "high"),
        ("std", "Std. dev.", _three, ""),
        ("behind", "Behind best", _three, ""),
        ("standard_error", "Std. error", _three, ""),
        ("test_mae", "MAE", _short, "low"),
        ("test_rmse", "RMSE", _short, "low"),
        ("n_folds", "Folds", _whole, ""),
    ]
    caption = "Means over the folds; how far behind the best, with the standard error of that."
    best, *others = summary["accuracy"]
    rows = [best | {"behind": None, "standard_error": None}, *others]
    return Table("accuracy", caption, _columns(rows, shown))


def _pairs(pairs: Record) -> Table:
    p_values = [
        Column(name, [row[i] for row in pairs["p_values"]], p_value)
        for i, name in enumerate(pairs["models"])
    ]
    known = any(value is not None for column in p_values for value in column.values)
    caption = "P-values of the Wilcoxon signed-rank test, corrected by Holm's method."
    return Table("pairs", caption, [Column("Model", pairs["models"]), *p_values] if known else [])


def _kinds(kinds: list[Record], name: str, caption: str) -> Table:
    columns = [Column("Model", [row["model"] for row in kinds[0]["models"]])] if kinds else []
    for kind in kinds:
        above = f"{kind['label']} ({kind['n_datasets']})"
        for key, heading, shape, best in (
            ("mean_rank", "Rank", _two, "low"),
            ("mean", "R²", _three, "high"),
        ):
            values = [row[key] for row in kind["models"]]
            columns.append(Column(heading, values, shape, best, above))
    return Table(name, caption, columns)


def _gap(summary: Record) -> Table:
    over_datasets = summary["view"] == "datasets"
    shown = [
        *(_RANKS if over_datasets else _RANKS[:1]),
        ("median", "Median gap", _three, "low"),
        ("mean", "Mean gap", _three, "low"),
        ("std", "Std. dev.", _three, ""),
        ("n_datasets", "Datasets" if over_datasets else "Folds", _whole, ""),
    ]
    caption = "The gap is training R² minus test R²; a small one holds what it promises."
    return Table("gap", caption, _columns(summary["gap"], shown))


def _matched(matched: Record) -> Table:
    shown = [
        ("threshold", "R² within", _three, ""),
        ("pairs", "Pairs", _whole, ""),
        ("wins", "Tighter gap", _whole, ""),
        ("share", "Share", percent, ""),
    ]
    caption = (
        f"How often {', '.join(matched['smooth'])} have a tighter gap than "
        f"{', '.join(matched['trees'])} where both are as accurate."
    )
    rows = matched["rows"] if any(row["pairs"] for row in matched["rows"]) else []
    return Table("matched", caption, _columns(rows, shown))


def _cost(summary: Record) -> Table:
    shown = [
        ("model", "Model", None, ""),
        ("tune_time", "Tuning (s)", _short, "low"),
        ("train_time", "Training (s)", _short, "low"),
        ("total_time", "Total (s)", _short, "low"),
        ("train_per_1000", "Training (ms / 1,000 rows)", _short, "low"),
        ("predict_per_1000", "Prediction (ms / 1,000 rows)", _short, "low"),
        ("peak_memory", "Memory (MB)", _short, "low"),
        ("n_datasets", "Datasets" if summary["view"] == "datasets" else "Folds", _whole, ""),
    ]
    noun = "datasets" if summary["view"] == "datasets" else "folds"
    caption = f"Cost of one fold: means over the {noun}; medians where it is per 1,000 rows."
    return Table("cost", caption, _columns(summary["costs"], shown))


def _configurations(summary: Record) -> Table:
    shown = [
        ("model", "Model", None, ""),
        ("parameter", "Parameter", None, ""),
        ("kind", "Kind", None, ""),
        ("median", "Median", _short, ""),
        ("q1", "Quartile 1", _short, ""),
        ("q3", "Quartile 3", _short, ""),
        ("choices", "Choices", None, ""),
    ]
    rows = [row | {"choices": _choices(row["choices"])} for row in summary["configurations"]]
    caption = "What tuning settles on, and what the fitted models are like."
    return Table("configurations", caption, _columns(rows, shown))


def _choices(choices: Sequence[tuple[str, float]]) -> str | None:
    return "; ".join(f"{choice} ({percent(share)})" for choice, share in choices) or None


def _cells(summary: Record, key: str, what: str, shape: Format, best: str) -> Table:
    """One row for each dataset or fold, and one column for each model."""
    cells, over_datasets = summary["cells"], summary["view"] == "datasets"
    if not over_datasets and key == "rank":
        return Table(key, "", [])
    facts = _columns(
        summary["datasets"] if over_datasets else [],
        [("stratum", "Stratum", None, ""), ("target_kind", "Target", None, "")],
    )
    values = [
        Column(model, [row[i] for row in cells[key]], shape, best)
        for i, model in enumerate(summary["models"])
        if any(row[i] is not None for row in cells[key])
    ]
    noun = "dataset" if over_datasets else "fold"
    columns = [Column(noun.capitalize(), cells["rows"]), *facts, *values]
    caption = f"{what} on each {noun}."
    return Table(f"{key}s", caption, columns if values else [], across=True)


def _coverage(summary: Record) -> Table:
    rows = summary["coverage"]
    statuses = [key for key in rows[0] if key != "model"] if rows else []
    shown = [("model", "Model", None, ""), *((key, key, _whole, "") for key in statuses)]
    caption = "How the runs of each model ended; the missing ones have no row in the results."
    return Table("coverage", caption, _columns(rows, shown))


def _failures(summary: Record) -> Table:
    shown = [
        ("model", "Model", None, ""),
        ("status", "Status", None, ""),
        ("n", "Results", _whole, ""),
        ("reason", "Reason", None, ""),
        ("datasets", "Datasets", None, ""),
    ]
    rows = [row | {"datasets": ", ".join(row["datasets"])} for row in summary["failures"]]
    caption = "What failed or is missing, and why."
    return Table("failures", caption, _columns(rows, shown))


def _data(summary: Record) -> Table:
    shown = [
        ("dataset", "Dataset", None, ""),
        ("stratum", "Stratum", None, ""),
        ("target_kind", "Target", None, ""),
        ("n_rows", "Rows", _whole, ""),
        ("n_features", "Features", _whole, ""),
        ("data_checksum", "Checksum", None, ""),
    ]
    columns = _columns(summary["datasets"], shown)
    caption = "The datasets, with checksums of their content."
    return Table("data", caption, columns if len(columns) > 1 else [])


# Parts of tables


def _columns(
    rows: list[Record], shown: Iterable[tuple[str, str, Format | None, str]]
) -> list[Column]:
    """Those of the columns shown that have a value in some row."""
    columns = [
        Column(heading, [row.get(key) for row in rows], shape, best)
        for key, heading, shape, best in shown
    ]
    return [column for column in columns if any(value is not None for value in column.values)]


def _marks_down(table: Table) -> Iterator[tuple[tuple[int, int], str]]:
    for position, column in enumerate(table.columns):
        for row, mark in _best_two(column.values, column.best):
            yield (row, position), mark


def _marks_across(table: Table) -> Iterator[tuple[tuple[int, int], str]]:
    rated = [position for position, column in enumerate(table.columns) if column.best]
    for row in range(table.n_rows):
        values = [table.columns[position].values[row] for position in rated]
        for i, mark in _best_two(values, table.columns[rated[0]].best):
            yield (row, rated[i]), mark


def _best_two(values: Sequence[Any], best: str) -> Iterator[tuple[int, str]]:
    """Places of the best and of the next value; nothing where all are the same."""
    known = sorted({value for value in values if value is not None}, reverse=best == "high")
    if best and len(known) > 1:
        names = dict(zip(known, ("best", "second"), strict=False))
        for place, value in enumerate(values):
            if value in names and not (best == "high" and value == 0):  # won nothing
                yield place, names[value]
