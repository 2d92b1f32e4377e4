"""How much it matters where the centres of ERBF are and how its widths begin.

Widths that begin far from where they end need more iterations than the default of the paper, so
that all is measured with more of them too.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from smoothtab.bench._benchmark import checksums_of
from smoothtab.bench._run import Row
from smoothtab.bench.candidates import get
from smoothtab.studies._fit import data_of, scores_of_erbf
from smoothtab.studies._study import Cell, Cells, Study, Wanted
from smoothtab.studies.convergence import FIVE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CENTRES, WIDTHS = ("lipschitz", "kmeans"), ("local_ridge", "local_variance")
ITERATIONS, MORE_ITERATIONS = 30, 100
_NAMES = ("width_optim_iters", "center_init", "width_init", "seed")
_SETTINGS = [
    tuple(zip(_NAMES, values, strict=True))
    for values in product((ITERATIONS, MORE_ITERATIONS), CENTRES, WIDTHS, range(3))
]


def plan(wanted: Wanted) -> Cells:
    """Everything with everything, on every fold; the first fold of all comes first."""
    checksums, skipped = checksums_of(wanted.datasets, wanted.folder)
    signature = f"initialisation {get('erbf').signature}"
    cells = [
        Cell(name, "erbf", fold, wanted.protocol, checksum, signature, settings)
        for fold, (name, checksum) in product(range(wanted.protocol.n_folds), checksums.items())
        for settings in _SETTINGS
    ]
    return Cells(wanted, cells, measure, skipped)


def measure(cell: Cell, folder: Path | None) -> Row:
    """Scores of the network that begins in this way."""
    params = dict(cell.settings)
    return scores_of_erbf(data_of(cell, folder), params, params.pop("seed"))


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Mean R^2 of each way, their range, the largest in one fold, and that of more iterations."""
    default, more = (_by_way(rows, n) for n in (ITERATIONS, MORE_ITERATIONS))
    summary = default.groupby("dataset").mean()
    summary["range"] = _range(summary)
    folds = _range(default).groupby("dataset")
    summary["range_largest"], summary["n_folds"] = folds.max(), folds.size()
    summary[_MORE] = _range(more.groupby("dataset").mean())
    return summary.reset_index()


def findings(rows: pd.DataFrame) -> list[str]:
    """How much the way to begin matters."""
    summary = table(rows).set_index("dataset")
    overall, largest = summary["range"], summary["range_largest"]
    told = [
        f"The mean R2 of the four ways to begin differs by at most {overall.max():.3f} "
        f"({overall.idxmax()}), and by {largest.max():.3f} in the worst fold "
        f"({largest.idxmax()}). The paper: at most 0.023, everywhere below 0.025."
    ]
    more = summary[_MORE].dropna()
    if len(more):
        told.append(
            f"After {MORE_ITERATIONS} iterations in place of {ITERATIONS}: by at most "
            f"{more.max():.3f} ({more.idxmax()})."
        )
    return told


def figure(rows: pd.DataFrame) -> Figure:
    """How far each way is from the mean of all."""
    from smoothtab.studies._charts import dots  # loading matplotlib takes a while

    ways = table(rows).set_index("dataset").loc[:, : f"{CENTRES[-1]}/{WIDTHS[-1]}"]
    deviations = ways.sub(ways.mean(axis=1), axis=0)
    label = "Mean test R² less that of all four ways"
    return dots(dict(deviations.items()), label=label, line=0.0)


def _by_way(rows: pd.DataFrame, iterations: int) -> pd.DataFrame:
    """Mean R^2 over the seeds; a row for each fold, a column for each way."""
    rows = rows[rows["width_optim_iters"] == iterations]
    rows = rows.assign(way=rows["center_init"] + "/" + rows["width_init"])
    ways = [f"{centres}/{widths}" for centres, widths in product(CENTRES, WIDTHS)]
    return rows.pivot_table("test_r2", ["dataset", "fold"], "way").reindex(columns=ways)


def _range(values: pd.DataFrame) -> pd.Series:
    return values.max(axis=1) - values.min(axis=1)


_MORE = f"range_after_{MORE_ITERATIONS}"

STUDY = Study(
    "initialisation",
    "Begin ERBF in four ways (centres x widths): how much does the accuracy depend on it?",
    datasets=FIVE,
    models=("erbf",),
    quick_datasets=("concrete_strength",),
    quick_models=("erbf",),
    plan=plan,
    table=table,
    findings=findings,
    figure=figure,
    whole_folds=True,
    any_model=False,
)
