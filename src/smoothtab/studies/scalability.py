"""Accuracy on whole tables, with all their rows and features."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd

from smoothtab.bench._benchmark import Benchmark
from smoothtab.stats import dataset_labels, mean_scores
from smoothtab.studies._study import Study, Wanted

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plan(wanted: Wanted) -> Benchmark:
    """The bench, with nothing left out."""
    whole = replace(wanted.protocol, max_samples=None, max_features=None, select=False)
    return Benchmark(wanted.datasets, wanted.models, wanted.store, whole, folder=wanted.folder)


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Mean adjusted R^2 of each model, and how large the table is."""
    sizes = pd.DataFrame({name: dataset_labels(rows, name) for name in ("n_rows", "n_features")})
    return sizes.join(mean_scores(rows)).reset_index()


def findings(rows: pd.DataFrame) -> list[str]:
    """Mean scores over the tables, and who is best on how many."""
    scores = mean_scores(rows).dropna()
    if scores.empty:
        return ["No table has results of all models."]
    wins = scores.idxmax(axis=1).value_counts()
    means = ", ".join(f"{model} {mean:.3f}" for model, mean in scores.mean().items())
    best = ", ".join(f"{model} on {n}" for model, n in wins.items())
    return [f"Mean adjusted R2 over {len(scores)} tables: {means}. The best: {best}."]


def figure(rows: pd.DataFrame) -> Figure:
    """All scores."""
    from smoothtab.report.figures import heat_map  # loading matplotlib takes a while

    return heat_map(mean_scores(rows))


STUDY = Study(
    "scalability",
    "Measure the fast models on whole tables, all rows and features: up to 580,000 and 1,024.",
    datasets=(
        *("medical_charges", "diamonds", "superconduct", "friedman1_d100"),
        *("pmlb_4544_GeographicalOriginalofMusic", "qsar_tid_11", "Allstate_Claims_Severity"),
        "nyc-taxi-green-dec-2016",
    ),
    models=("ridge", "dt", "xgb", "chebypoly", "chebytree"),
    quick_datasets=("friedman1_d100",),
    quick_models=("ridge", "dt", "chebypoly", "chebytree"),
    plan=plan,
    table=table,
    findings=findings,
    figure=figure,
)
