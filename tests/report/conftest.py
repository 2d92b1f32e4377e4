"""A results table such as the bench writes, made up; and the published one where it is at hand."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

REFERENCE = Path(__file__).parents[3] / "shared" / "reference"
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "</script><!--<script>",
    "' onclick='alert(3)' x='",
    "{{ 7 * 7 }} {% raw %}",
    "a|b & c_d # $e^f~ \\begin{x} 50 %",
    "x" * 200,
    "温度模型 נתונים \N{RIGHT-TO-LEFT OVERRIDE}evil",
    "🌊 émoji,\nnew line;\ttab",
]


def _made_up(datasets=12, models=5, folds=3, seed=0):
    """Results of models of which each is a little worse than the one before."""
    rng = np.random.default_rng(seed)
    datasets = [f"table {i}" for i in range(datasets)] if isinstance(datasets, int) else datasets
    models = [f"model {i}" for i in range(models)] if isinstance(models, int) else models
    index = pd.MultiIndex.from_product([datasets, models, range(folds)])
    table = index.to_frame(index=False, name=["dataset", "model", "fold"])
    place = table["model"].map({model: i for i, model in enumerate(models)})
    hardness = table["dataset"].map(dict(zip(datasets, rng.random(len(datasets)), strict=True)))
    n = len(table)
    score = 0.95 - 0.4 * hardness - 0.03 * place + 0.02 * rng.normal(size=n)
    machine = {"processor": "Abacus 3000", "cores": 2, "platform": "Linux"}
    strata = dict(zip(datasets, np.resize(["S1", "S2"], len(datasets)), strict=True))
    return table.assign(
        stratum=table["dataset"].map(strata),
        target_kind=np.where(hardness > 0.5, "continuous", "discrete"),
        status="ok",
        reason=None,
        traceback=None,
        n_rows=300,
        n_train=200,
        n_test=100,
        n_features=8,
        test_r2=score + 0.01,
        test_r2_adj=score,
        gap=0.01 * (1 + place) + 0.01 * rng.random(n),
        test_mae=1.5 - score,
        test_rmse=2 - score,
        tune_time=10.0 ** (2 - place / 2) * (1 + rng.random(n)),
        train_time=0.1 + rng.random(n),
        predict_time=0.01 + 0.01 * rng.random(n),
        total_time=10.0 ** (2 - place / 2) * (2 + rng.random(n)),
        peak_memory=50 + 10 * place,
        hp_alpha=10 ** rng.normal(size=n),
        hp_loss=rng.choice(["l1", "l2"], n),
        fitted_n_params=rng.integers(5, 50, n),
        budget="quick",
        seed=np.arange(n),
        data_checksum=[f"sha256:{abs(hash(name)):x}"[:24] for name in table["dataset"]],
        finished="2026-01-02T03:04:05+00:00",
        versions=json.dumps({"python": "3.12.1", "numpy": "2.4.6"}),
        machine=json.dumps(machine),
        threads=1,
    )


def _with_failures(results):
    """The same, where the last model failed once, was too slow once, and lacks a row."""
    results = results.copy()
    last = results.index[results["model"] == results["model"].iloc[-1]]
    scores = ["test_r2", "test_r2_adj", "gap"]
    results.loc[[last[0], last[-1]], scores] = np.nan
    results.loc[last[0], ["status", "reason"]] = ["failed", "ValueError: <b>no</b>"]
    results.loc[last[0], "traceback"] = "Traceback:\n  <i>line</i>"
    results.loc[last[-1], ["status", "reason"]] = ["timeout", "Too slow."]
    return results.drop(last[-2]).reset_index(drop=True)


@pytest.fixture(scope="session")
def made_up():
    """Makes results of so many, or so named, datasets, models and folds."""
    return _made_up


@pytest.fixture(scope="session")
def with_failures():
    """Spoils three results of the last model."""
    return _with_failures


@pytest.fixture(scope="session")
def hostile():
    """Names that try to be more than text."""
    return HOSTILE


@pytest.fixture(scope="session")
def results():
    return _made_up(8, 4, 2)


@pytest.fixture(scope="session")
def published():
    path = REFERENCE / "per_fold_results.csv"
    if not path.exists():
        pytest.skip("the published results are not beside this checkout (../shared/reference)")
    return pd.read_csv(path, low_memory=False)
