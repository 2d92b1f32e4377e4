"""Numbers and tables in Markdown."""

import pandas as pd

from perf.markdown import table as _table
from smoothtab.stats import compare_models, group_summary, rank_summary


def table(head, rows):
    return _table(head, rows) + "\n"


def number(value, digits=3):
    return "–" if pd.isna(value) else f"{value:.{digits}f}"


def signed(value):
    return "–" if pd.isna(value) else f"{value:+.3f}"


def both(there, here, digits=3):
    return f"{number(there, digits)} → {number(here, digits)}"


def ranking(scores):
    """Mean ranks of models as a table, and whom the Nemenyi test does not tell apart."""
    rows = [
        [model, number(row["mean_rank"], 2), int(row["first"]), number(row["mean"])]
        for model, row in rank_summary(scores).iterrows()
    ]
    return f"""{table(["model", "mean rank", "first", "mean adjusted R²"], rows)}
{apart(scores)}
"""


def apart(scores):
    found = compare_models(scores)
    groups = "; ".join("{" + ", ".join(group) + "}" for group in found.groups)
    return (
        f"Critical difference {found.critical_difference:.2f} on {found.n_datasets} tables; "
        f"not told apart: {groups}."
    )


def ranks_by(labels, here, there=None):
    """Mean ranks on each kind of tables; with `there` as published → here."""
    cells = _ranks_by(labels, here)
    if there is not None:
        cells = _ranks_by(labels, there).loc[cells.index] + " → " + cells
    counts = labels.reindex(here.index).value_counts()
    head = ["model", *(f"{name} ({counts[name]})" for name in cells)]
    return table(head, cells.reset_index().to_numpy())


def _ranks_by(labels, scores):
    return group_summary(scores, labels).xs("mean_rank", axis=1, level=1).map("{:.2f}".format)
