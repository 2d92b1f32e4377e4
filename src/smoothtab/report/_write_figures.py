"""All figures of a table of results, as files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from smoothtab.report.figures import (
    cost_chart,
    critical_difference_diagram,
    distribution_chart,
    heat_map,
    pareto_chart,
    rank_chart,
    save,
)
from smoothtab.stats import compare_models, dataset_labels, mean_scores, rank_summary


def write_figures(results: pd.DataFrame, out: str | os.PathLike[str]) -> list[Path]:
    """Write every figure that the results allow, as PDF, SVG and PNG.

    Parameters
    ----------
    results : DataFrame
        One row per (dataset, model, fold), as the bench writes it.
    out : path
        Folder of the files; made if it is not there.

    Returns
    -------
    paths : list of Path
        What was written.
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    return [path for name, figure in _figures(results) for path in save(figure, folder / name)]


def _figures(results: pd.DataFrame) -> Iterator[tuple[str, Figure]]:
    scores = mean_scores(results)
    models, ranks, tests = list(scores), rank_summary(scores), compare_models(scores)
    difference = tests.critical_difference
    yield "ranks", rank_chart(ranks, critical_difference=difference, models=models)
    yield "critical_difference", critical_difference_diagram(tests, models=models)
    yield "scores", distribution_chart(scores, models=models)
    yield "heat_map", heat_map(scores)
    if "gap" in results:
        gaps = mean_scores(results, "gap")
        summary = rank_summary(gaps, ascending=True)
        yield "gap_ranks", rank_chart(summary, models=models, label="Rank by gap (1 is best)")
        yield "accuracy_and_gap", pareto_chart(ranks["mean"], summary["mean"], models=models)
    if "tune_time" in results and "train_time" in results:
        timed = results.assign(fit_time=results["tune_time"] + results["train_time"])
        seconds, label = mean_scores(timed, "fit_time"), "Tuning and training, s per fold"
        yield (
            "accuracy_and_time",
            pareto_chart(ranks["mean"], seconds.mean(), log=True, cost_label=label, models=models),
        )
        if "n_rows" in results:
            n_rows = dataset_labels(results, "n_rows")
            yield "cost", cost_chart(seconds, n_rows, models=models, label=label)
