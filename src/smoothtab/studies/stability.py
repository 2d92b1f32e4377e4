"""How much predictions change when a model is trained again, and how that goes with its gap."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from smoothtab._errors import InputError
from smoothtab.bench._benchmark import checksums_of
from smoothtab.bench._run import Row
from smoothtab.bench._task import seed_of
from smoothtab.bench._tuning import tune
from smoothtab.bench.candidates import assemble, get
from smoothtab.bench.candidates._registry import tuned
from smoothtab.datasets import catalogue
from smoothtab.stats import RankCorrelation, mean_scores, prediction_cov, rank_correlation
from smoothtab.studies._fit import data_of, scores_of_fit
from smoothtab.studies._study import Cell, Cells, Study, Wanted, require_hyperparameters

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# The paper does not name its 29 tables, only that the largest are left out. 29 have no more rows.
_MOST_ROWS = 7000
_N_REFITS, _N_REFITS_QUICK = 100, 10


def plan(wanted: Wanted) -> Cells:
    """Every model and table; the first fold of all comes first."""
    checksums, skipped = checksums_of(wanted.datasets, wanted.folder)
    known = {} if wanted.results is None else hyperparameters(wanted)
    n_refits = _N_REFITS_QUICK if wanted.quick else _N_REFITS
    cells = [
        Cell(name, model, fold, wanted.protocol, checksum, get(model).signature, settings)
        for fold, (name, checksum), model in product(
            range(wanted.protocol.n_folds), checksums.items(), wanted.models
        )
        for params in [known.get((name, model, fold))]
        for settings in [(("n_refits", n_refits), ("params", params))]
    ]
    return Cells(wanted, cells, measure, skipped)


def measure(cell: Cell, folder: Path | None) -> Row:
    """Gap of the tuned model, and how much its predictions vary over bootstrap draws."""
    settings, candidate, data = dict(cell.settings), get(cell.model), data_of(cell, folder)
    seed, text = seed_of(*cell.cell), settings["params"]
    if text is None:
        fold_seed = seed_of(cell.dataset, cell.fold, "inner folds")  # as the bench
        params = tune(candidate, data.X, data.y, cell.protocol, seed, fold_seed).params
    else:
        params = json.loads(text)
    row = scores_of_fit(assemble(candidate, params, seed), data)
    draws = np.random.default_rng(seed_of(cell.dataset, cell.fold, "bootstrap"))
    predictions = []
    for _ in range(settings["n_refits"]):
        rows = draws.integers(len(data.y), size=len(data.y))
        model = assemble(candidate, params, seed).fit(data.X[rows], data.y[rows])
        predictions.append(model.predict(data.X_test))
    return row | {"cov": prediction_cov(predictions), "params": json.dumps(params)}


def hyperparameters(wanted: Wanted) -> dict[tuple[str, str, int], str]:
    """What a run of the bench has chosen, as JSON, by table, model and fold."""
    results, protocol = wanted.results, wanted.protocol
    assert results is not None
    n_folds, budgets = results["fold"].nunique(), {*results.get("budget", pd.Series()).dropna()}
    if n_folds != protocol.n_folds or not budgets <= {protocol.budget}:
        raise InputError(
            f"The results are those of {n_folds} folds, budget {', '.join(budgets) or 'unknown'}, "
            f"but here are {protocol.n_folds}, budget {protocol.budget}: give such ones, or none."
        )
    require_hyperparameters(results)
    ok = results[results["status"] == "ok"] if "status" in results else results
    rows = ok.to_dict("records")
    return {(row["dataset"], row["model"], row["fold"]): chosen(row) for row in rows}


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Mean gap and mean coefficient of variation of each model over the tables that all have."""
    gaps, covs = _by_dataset(rows)
    both = (gaps + covs).dropna().index
    summary = pd.DataFrame({"gap": gaps.loc[both].mean(), "cov": covs.loc[both].mean()})
    summary["n_datasets"] = len(both)
    return summary.sort_values("gap").rename_axis("model").reset_index()


def findings(rows: pd.DataFrame) -> list[str]:
    """How gap and variation go together."""
    gaps, covs = _by_dataset(rows)
    together = rank_correlation(gaps, covs)
    if not together.within.count():
        return ["Whether gap and variation go together cannot be told of fewer than three models."]
    told = [_told(together) + _PUBLISHED["all"]]
    if "rf" in gaps:
        without = rank_correlation(gaps.drop(columns="rf"), covs.drop(columns="rf"))
        told.append(f"Without rf: {_told(without)}{_PUBLISHED['without rf']}")
    return told


def figure(rows: pd.DataFrame) -> Figure | None:
    """Variation against gap."""
    from smoothtab.studies._charts import scatter  # loading matplotlib takes a while

    gaps, covs = _by_dataset(rows)
    if not ((gaps > 0) & (covs > 0)).any(axis=None):
        return None  # the axes are logarithmic
    return scatter(
        gaps,
        covs,
        label="Gap (training R² − test R²)",
        beside="Median coefficient of variation of predictions",
        note="Each marker: a model on a table.",
    )


def chosen(row: dict[str, Any]) -> str:
    """The hyperparameters of a row."""
    params = {
        name.removeprefix("hp_"): _number(value)
        for name, value in row.items()
        if name.startswith("hp_") and not pd.isna(value)
    }
    return json.dumps(params, sort_keys=True)


def _number(value: Any) -> Any:
    """In a table whole numbers are floats beside gaps, and all numbers are text beside words."""
    if isinstance(value, str):
        with suppress(ValueError):
            value = float(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _by_dataset(rows: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    gaps, covs = (mean_scores(rows, name).dropna(axis=1, how="all") for name in ("gap", "cov"))
    return gaps, covs


def _told(correlation: RankCorrelation) -> str:
    return (
        f"Spearman's correlation of gap and variation: {correlation.mean_within:.2f} within tables "
        f"on average, positive on {correlation.share_positive:.0%} of "
        f"{correlation.within.count()}; {correlation.pooled:.3f} over all pairs of table and model."
    )


_PUBLISHED = {
    "all": " The paper: 0.61, positive on 93% of 29; 0.477.",
    "without rf": " The paper: 0.71; 0.50.",
}

STUDY = Study(
    "stability",
    "Fit tuned models to bootstrap draws: do those with a small gap predict more steadily?",
    datasets=tuple(name for name, entry in catalogue().items() if entry.n <= _MOST_ROWS),
    models=tuned(),
    quick_datasets=("concrete_strength", "diabetes"),
    quick_models=("ridge", "dt", "chebypoly", "chebytree"),
    plan=plan,
    table=table,
    findings=findings,
    figure=figure,
    reads_results=True,
)
