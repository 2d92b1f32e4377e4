"""How much the seed, which draws the centres of ERBF, matters to its accuracy."""

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

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIVE = ("california_housing", "concrete_strength", "esol", "power_plant", "superconduct")
SEEDS = range(5)


def plan(wanted: Wanted) -> Cells:
    """Every seed on every fold; the first fold of all tables comes first."""
    checksums, skipped = checksums_of(wanted.datasets, wanted.folder)
    signature = f"convergence {get('erbf').signature}"
    cells = [
        Cell(name, "erbf", fold, wanted.protocol, checksum, signature, (("seed", seed),))
        for fold, (name, checksum), seed in product(
            range(wanted.protocol.n_folds), checksums.items(), SEEDS
        )
    ]
    return Cells(wanted, cells, measure, skipped)


def measure(cell: Cell, folder: Path | None) -> Row:
    """Scores of the network with default parameters and this seed."""
    return scores_of_erbf(data_of(cell, folder), {}, **dict(cell.settings))


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Means, and standard deviations over the seeds: their mean over the folds, and the largest."""
    folds = rows.groupby(["dataset", "fold"])[["test_r2", "gap"]].agg(["mean", "std"])
    folds.columns = ["r2", "r2_std", "gap", "gap_std"]
    datasets = folds.groupby("dataset")
    summary = datasets.mean()
    summary["r2_std_largest"], summary["n_folds"] = datasets["r2_std"].max(), datasets.size()
    return summary.reset_index()


def findings(rows: pd.DataFrame) -> list[str]:
    """How much the seed matters."""
    summary = table(rows).set_index("dataset")
    typical, largest = summary["r2_std"], summary["r2_std_largest"]
    return [
        f"The standard deviation of R2 over {rows['seed'].nunique()} seeds is at most "
        f"{typical.max():.3f} ({typical.idxmax()}; mean over the folds), and "
        f"{largest.max():.3f} in the worst fold ({largest.idxmax()}). The paper: at most 0.012."
    ]


def figure(rows: pd.DataFrame) -> Figure:
    """How far each seed is from the mean of its fold."""
    from smoothtab.studies._charts import dots  # loading matplotlib takes a while

    mean = rows.groupby(["dataset", "fold"])["test_r2"].transform("mean")
    values = rows.assign(deviation=rows["test_r2"] - mean)
    return dots(
        {"seed": values.set_index("dataset")["deviation"]},
        label="Test R² less its mean over the seeds",
        line=0.0,
        note="Each dot: one seed on one fold.",
    )


STUDY = Study(
    "convergence",
    "Fit ERBF from five random seeds: how much does the accuracy depend on the seed?",
    datasets=FIVE,
    models=("erbf",),
    quick_datasets=("concrete_strength", "diabetes"),
    quick_models=("erbf",),
    plan=plan,
    table=table,
    findings=findings,
    figure=figure,
    whole_folds=True,
    any_model=False,
)
