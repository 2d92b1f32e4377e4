"""From a table of results to a plain dict: every number of the report, and no markup."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pandas as pd

import smoothtab
from smoothtab.report._coverage import coverage, failures, with_missing
from smoothtab.report._headline import headline
from smoothtab.report._plain import Record, plain, records
from smoothtab.report._provenance import provenance
from smoothtab.stats import (
    SMOOTH,
    TREE_ENSEMBLES,
    behind_best,
    compare_models,
    cost_summary,
    dataset_labels,
    group_summary,
    matched_gap_wins,
    mean_scores,
    pareto_front,
    rank,
    rank_summary,
    winning_configurations,
)
from smoothtab.stats._scores import require_columns

SCORE, GAP = "test_r2_adj", "gap"
_CELL = ("dataset", "model", "fold")
_TIMES = ("tune_time", "train_time", "predict_time")
_ERRORS = ("test_mae", "test_rmse")
_FACTS = ("stratum", "target_kind", "n_rows", "n_features", "data_checksum")


def summarise(results: pd.DataFrame) -> dict[str, Any]:
    """Everything that a report says, as a dict that JSON can hold.

    Parameters
    ----------
    results : DataFrame
        One row per (dataset, model, fold), as the bench writes it. All columns but `dataset`,
        `model`, `fold` and the adjusted R^2, `test_r2_adj`, may be missing.

    Returns
    -------
    summary : dict
        `view` says what is compared: "datasets", the "folds" of a single dataset, or "nothing"
        where no run ended well. `models` are in order, the best first. `headline` is in plain
        words; its `text` is all of it. A part for which the results have no columns is empty.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.report import summarise
    >>> results = pd.DataFrame(
    ...     {"dataset": "pol", "model": ["rf", "dt"], "fold": 0, "test_r2_adj": [0.9, 0.8]}
    ... )
    >>> summary = summarise(results)
    >>> summary["view"], summary["models"]
    ('folds', ['rf', 'dt'])
    >>> summary["headline"]["text"][:22]
    'rf has the best score,'
    """
    results = _readable(results)
    cells = with_missing(results)
    view = _view(results)
    compared = _folds_as_datasets(results) if view == "folds" else results
    summary = {
        "view": view,
        "title": results["dataset"].iloc[0] if view == "folds" else "",
        "n_datasets": results["dataset"].nunique(),
        "n_folds": results["fold"].nunique(),
        **(_comparison(compared, view) if view != "nothing" else {"models": []}),
        "coverage": coverage(cells),
        "failures": failures(cells),
        "datasets": _datasets(results),
        "run": provenance(results),
        "made": {
            "smoothtab": smoothtab.__version__,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
        },
    }
    summary["headline"] = headline(summary)
    return plain(summary)


def _readable(results: pd.DataFrame) -> pd.DataFrame:
    """Names as text, no empty columns, but a column of scores even where nothing has one."""
    require_columns(results, _CELL)
    nothing_ran = "status" in results and not results["status"].eq("ok").any()
    if not nothing_ran and len(results):
        require_columns(results, [SCORE])
    known = [name for name in results if name in _CELL or results[name].notna().any()]
    names = {name: results[name].astype(str) for name in ("dataset", "model")}
    scores = results.get(SCORE, float("nan"))
    return results[known].assign(**names, **{SCORE: scores})


def _view(results: pd.DataFrame) -> str:
    scores = mean_scores(results, SCORE)
    view = "folds" if len(scores) == 1 else "datasets"
    if view == "folds":
        scores = mean_scores(_folds_as_datasets(results), SCORE)
    return view if scores.notna().any(axis=None) else "nothing"


def _folds_as_datasets(results: pd.DataFrame) -> pd.DataFrame:
    """The folds of one dataset in the place of datasets, so that statistics go over them."""
    return results.assign(dataset="fold " + results["fold"].astype(str), fold=0)


def _comparison(results: pd.DataFrame, view: str) -> Record:
    """All that takes a score; the folds of a single dataset stand in the place of datasets."""
    scores = mean_scores(results, SCORE)
    gaps = mean_scores(results, GAP) if GAP in results else scores.iloc[:, :0]
    accuracy = _over_folds(results, scores) if view == "folds" else rank_summary(scores)
    gap = rank_summary(gaps, ascending=True)
    costs = _costs(results)
    models = list(accuracy.index)
    return {
        "models": models,
        "accuracy": records(accuracy),
        "comparison": _tests(scores) if view == "datasets" else None,
        "strata": _groups(results, scores, "stratum"),
        "target_kinds": _groups(results, scores, "target_kind"),
        "gap": records(gap),
        "matched": _matched(scores, gaps) if view == "datasets" else None,
        "costs": records(costs),
        "trade_offs": _trade_offs(accuracy, gap, costs),
        "configurations": records(winning_configurations(results).reset_index(drop=True)),
        "cells": {
            "rows": list(scores.index),
            "score": scores[models].to_numpy(),
            "rank": rank(scores)[models].to_numpy(),
            "gap": gaps.reindex(columns=models).to_numpy(),
        },
    }


def _over_folds(results: pd.DataFrame, scores: pd.DataFrame) -> pd.DataFrame:
    """Models on the folds of one dataset: those with all folds first, the best score first."""
    table = rank_summary(scores)[["mean", "std", "n_datasets"]].join(behind_best(scores))
    table = table.rename(columns={"n_datasets": "n_folds"})
    for metric in _ERRORS:
        if metric in results:
            table[metric] = mean_scores(results, metric).mean()
    complete = table["n_folds"] == len(scores)
    return table.assign(complete=complete).sort_values(
        ["complete", "mean", "model"], ascending=[False, False, True]
    )


def _costs(results: pd.DataFrame) -> pd.DataFrame:
    """Where the whole time of a fold is not known it is the sum of its parts."""
    parts = [name for name in _TIMES if name in results]
    if "total_time" not in results and parts:
        results = results.assign(total_time=results[parts].sum(axis=1, skipna=False))
    if "total_time" not in results:
        return pd.DataFrame(columns=["total_time"]).rename_axis("model")
    return cost_summary(results)


def _tests(scores: pd.DataFrame) -> Record:
    tests = compare_models(scores)
    return {
        "alpha": tests.alpha,
        "p_value": tests.p_value,
        "critical_difference": tests.critical_difference,
        "groups": tests.groups,
        "n_datasets": tests.n_datasets,
        "remark": tests.remark,
        "pairs": {"models": list(tests.wilcoxon), "p_values": tests.wilcoxon.to_numpy()},
    }


def _groups(results: pd.DataFrame, scores: pd.DataFrame, column: str) -> list[Record]:
    """Ranks and scores of the models on each kind of dataset, if there is more than one kind."""
    labels = dataset_labels(results, column) if column in results else pd.Series(dtype=str)
    if labels.nunique() < 2:
        return []
    summary = group_summary(scores, labels)
    return [
        {
            "label": label,
            "n_datasets": int(summary[label]["n_datasets"].iloc[0]),
            "models": records(summary[label][["mean_rank", "mean"]].rename_axis("model")),
        }
        for label in summary.columns.unique(0)
    ]


def _matched(scores: pd.DataFrame, gaps: pd.DataFrame) -> Record:
    return {
        "smooth": [name for name in SMOOTH if name in gaps],
        "trees": [name for name in TREE_ENSEMBLES if name in gaps],
        "rows": records(matched_gap_wins(scores, gaps)),
    }


def _trade_offs(accuracy: pd.DataFrame, gap: pd.DataFrame, costs: pd.DataFrame) -> list[Record]:
    """Accuracy, gap and time of each model, and whether it is on the two Pareto fronts."""
    table = accuracy[["mean"]].rename(columns={"mean": "accuracy"})
    table = table.assign(gap=gap["mean"], time=costs["total_time"])
    for other in "gap", "time":
        front = pareto_front(table[["accuracy", other]], higher=["accuracy"], lower=[other])
        table[f"{other}_front"] = table.index.isin(front.index)
    return records(table)


def _datasets(results: pd.DataFrame) -> list[Record]:
    """What is known of each dataset itself."""
    known = [name for name in _FACTS if name in results]
    facts = results.groupby("dataset", sort=False)[known].first()
    return records(facts.reindex(columns=list(_FACTS)))
