"""Accuracy on tables whose targets take few values, where ERBF may fall behind.

In plain R^2: the paper calls its table adjusted, but its figures are the plain ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from smoothtab.bench._benchmark import Benchmark
from smoothtab.bench.candidates._registry import tuned
from smoothtab.stats import dataset_labels, mean_scores, rank
from smoothtab.studies._study import Study, Wanted

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plan(wanted: Wanted) -> Benchmark:
    """The bench on these tables."""
    return Benchmark(
        wanted.datasets, wanted.models, wanted.store, wanted.protocol, folder=wanted.folder
    )


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Mean R^2 of ERBF, of XGBoost and of the best other model."""
    scores = _scores(rows)
    pair = scores.reindex(columns=["erbf", "xgb"])
    others = scores.drop(columns=pair.columns, errors="ignore").dropna(how="all")
    best = pd.DataFrame({"best_other": others.max(axis=1), "other": others.idxmax(axis=1)})
    return pair.join(best).join(dataset_labels(rows, "n_rows")).reset_index()


def findings(rows: pd.DataFrame) -> list[str]:
    """The mean rank of ERBF here, and how it does beside XGBoost."""
    scores = _scores(rows)
    whole, told = scores.dropna(), []
    if "erbf" in whole and len(whole):
        mean = rank(whole)["erbf"].mean()
        told.append(
            f"The mean rank of erbf among {whole.shape[1]} models is {mean:.2f} on the "
            f"{len(whole)} tables that all have. The paper: 3.89 among 8 on 9."
        )
    pair = scores.reindex(columns=["erbf", "xgb"]).dropna()
    if len(pair):
        ahead = (pair["erbf"] > pair["xgb"]).sum()
        told.append(f"erbf is more accurate than xgb on {ahead} of {len(pair)}. The paper: 5 of 9.")
    return told


def figure(rows: pd.DataFrame) -> Figure:
    """All scores."""
    from smoothtab.report.figures import heat_map  # loading matplotlib takes a while

    return heat_map(_scores(rows))


def _scores(rows: pd.DataFrame) -> pd.DataFrame:
    return mean_scores(rows, "test_r2")


STUDY = Study(
    "ordinal",
    "Look at the nine tables whose targets take few values: how does ERBF do there?",
    datasets=(
        *("pmlb_1028_SWD", "pmlb_1029_LEV", "wine_quality", "pmlb_1030_ERA"),
        *("analcatdata_supreme", "pol", "student_performance", "abalone", "Bike_Sharing_Demand"),
    ),
    models=tuned(),
    quick_datasets=("pmlb_1028_SWD", "pmlb_1030_ERA"),
    quick_models=("ridge", "dt", "erbf", "chebypoly"),
    plan=plan,
    table=table,
    findings=findings,
    figure=figure,
    views=True,
)
