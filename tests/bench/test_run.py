import json
from dataclasses import replace

import numpy as np
import optuna
import pytest
from numpy.testing import assert_allclose
from optuna.samplers import TPESampler
from sklearn.linear_model import Ridge
from sklearn.metrics import (
    mean_absolute_error,
    mean_absolute_percentage_error,
    r2_score,
    root_mean_squared_error,
)
from sklearn.model_selection import KFold
from sklearn.preprocessing import StandardScaler

from smoothtab.bench import Protocol
from smoothtab.bench._run import run
from smoothtab.bench._task import seed_of
from smoothtab.datasets import load

PAPER = Protocol()
OK = {
    *("dataset", "stratum", "target_kind", "model", "fold", "status"),
    *("n_rows", "n_train", "n_test", "n_features"),
    *("train_r2", "test_r2", "train_r2_adj", "test_r2_adj", "gap"),
    *("train_mae", "test_mae", "train_rmse", "test_rmse", "train_mape", "test_mape"),
    *("tune_time", "train_time", "predict_time", "total_time", "peak_memory"),
    *("n_trials", "n_pruned", "hp_alpha", "fitted_n_params"),
    *("budget", "seed", "data_checksum", "hash", "finished", "versions", "machine", "threads"),
}
NOT_OK = {"dataset", "model", "fold", "status", "reason", "hash", "finished", "versions", "machine"}
COST = {"tune_time", "train_time", "predict_time", "total_time", "peak_memory", "finished"}


def clipped(prediction, y):
    return np.clip(prediction, y.min() - 3 * y.std(), y.max() + 3 * y.std())


def nested_ridge(X, y, inner_seed, fold):
    """The paper's protocol once more: its prediction for both parts of an outer fold."""
    train, test = list(KFold(5, shuffle=True, random_state=42).split(X))[fold]
    scaler = StandardScaler().fit(X[train])
    Z, Z_test, y_train = scaler.transform(X[train]), scaler.transform(X[test]), y[train]
    inner = list(KFold(5, shuffle=True, random_state=inner_seed).split(Z))

    def score(trial):
        alpha, scores = trial.suggest_float("alpha", 1e-3, 1e3, log=True), []
        for step, (seen, unseen) in enumerate(inner):
            model = Ridge(alpha).fit(Z[seen], y_train[seen])
            prediction = clipped(model.predict(Z[unseen]), y_train[seen])
            scores.append(r2_score(y_train[unseen], prediction))
            trial.report(np.mean(scores), step)
            if trial.should_prune():
                raise optuna.TrialPruned
        return np.mean(scores)

    sampler = TPESampler(multivariate=True, seed=0)
    pruner = optuna.pruners.MedianPruner(n_startup_trials=3, n_warmup_steps=1)
    study = optuna.create_study(direction="maximize", sampler=sampler, pruner=pruner)
    study.optimize(score, n_trials=20)
    model = Ridge(**study.best_params).fit(Z, y_train)
    parts = {"train": (y_train, Z), "test": (y[test], Z_test)}
    return model.alpha, {
        part: (true, clipped(model.predict(A), y_train)) for part, (true, A) in parts.items()
    }


@pytest.mark.parametrize("fold", [0, 3])
def test_ridge_scores_as_in_a_nested_cross_validation_written_anew(tables, task_of, fold):
    dataset = load("plain", folder=tables)
    row = run(task_of("ridge", fold=fold, protocol=PAPER), tables)
    inner_seed = seed_of("plain", fold, "inner folds")
    alpha, parts = nested_ridge(dataset.X.to_numpy(), dataset.y, inner_seed, fold)
    assert row["hp_alpha"] == pytest.approx(alpha, rel=1e-12)
    for part, (y, prediction) in parts.items():
        for name, metric in {
            "r2": r2_score,
            "mae": mean_absolute_error,
            "rmse": root_mean_squared_error,
            "mape": mean_absolute_percentage_error,
        }.items():
            assert_allclose(row[f"{part}_{name}"], metric(y, prediction), rtol=0, atol=1e-12)


def test_a_row_says_all_that_others_read(tables, task_of):
    task = task_of("ridge", fold=2)
    row = run(task, tables)
    assert set(row) >= OK
    assert (row["dataset"], row["model"], row["fold"]) == task.cell
    assert (row["status"], row["budget"], row["hash"]) == ("ok", "quick", task.hash)
    assert (row["n_rows"], row["n_train"], row["n_test"], row["n_features"]) == (60, 40, 20, 3)
    assert (row["n_trials"], row["fitted_n_params"]) == (3, 4)
    assert row["data_checksum"] == load("plain", folder=tables).checksum
    assert json.loads(row["versions"]).keys() >= {"python", "numpy", "scikit-learn", "smoothtab"}
    assert json.loads(row["machine"])["cores"] >= 1


@pytest.mark.parametrize("model", ["ridge", "dt", "mean"])
def test_scores_and_times_go_together(tables, task_of, model):
    row = run(task_of(model), tables)
    assert row["gap"] == row["train_r2"] - row["test_r2"]
    for part in ("train", "test"):
        n, d = row["n_train"], row["n_features"]  # of the training rows in both cases
        assert 1 - row[f"{part}_r2_adj"] == pytest.approx(
            (1 - row[f"{part}_r2"]) * (n - 1) / (n - d - 1)
        )
        assert 0 <= row[f"{part}_mae"] <= row[f"{part}_rmse"]
    parts = row["tune_time"], row["train_time"], row["predict_time"]
    assert min(parts) > 0
    assert sum(parts) < row["total_time"] < 60
    assert 0 <= row["peak_memory"] < 1000


def test_the_same_task_gives_the_same_row_again(tables, task_of):
    task = task_of("dt")
    rows = [run(task, tables) for _ in range(2)]
    assert len({json.dumps({k: row[k] for k in row.keys() - COST}) for row in rows}) == 1


def test_models_and_folds_have_seeds_of_their_own(tables, task_of):
    cells = [("dt", 0), ("dt", 1), ("mean", 0)]
    seeds = {run(task_of(model, fold=fold), tables)["seed"] for model, fold in cells}
    assert len(seeds) == 3


def test_numeric_libraries_get_one_thread_and_the_row_says_so(extra, tables, task_of):
    row = run(task_of("threaded"), tables)
    assert row["threads"] == row["fitted_threads"] == 1


def test_a_model_that_raises_is_a_row_with_its_traceback(extra, tables, task_of):
    row = run(task_of("broken"), tables)
    assert set(row) >= NOT_OK
    assert (row["status"], row["reason"]) == ("failed", "RuntimeError: first line")
    assert "in broken" in row["traceback"]
    assert row["traceback"].endswith("RuntimeError: first line\nsecond line\n")
    assert row["total_time"] > 0
    assert "test_r2" not in row


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        ("homeless", "homeless needs the package no_such_package, which is not installed."),
        ("closed", "Its weights are not here: fetch them."),
    ],
)
def test_a_model_that_cannot_run_here_is_unavailable(extra, tables, task_of, model, reason):
    row = run(task_of(model), tables)
    assert set(row) >= NOT_OK
    assert (row["status"], row["reason"]) == ("unavailable", reason)


def test_predictions_are_clipped_to_the_training_targets_widened(extra, tables, task_of):
    dataset = load("plain", folder=tables)
    X, y = dataset.X.to_numpy(), dataset.y
    train, test = next(KFold(3, shuffle=True, random_state=42).split(X))
    row = run(task_of("wild"), tables)
    for part, rows in (("train", train), ("test", test)):
        prediction = clipped(np.where(X[rows, 0] > 0, 1e9, -1e9), y[train])
        assert row[f"{part}_r2"] == pytest.approx(r2_score(y[rows], prediction), rel=1e-12)


def test_a_prediction_that_is_not_a_number_is_a_failure(extra, tables, task_of):
    row = run(task_of("blank"), tables)
    assert row["status"] == "failed"
    assert "not finite" in row["reason"]


def test_warnings_are_kept_and_are_nobody_elses(extra, tables, task_of, recwarn):
    assert run(task_of("chatty"), tables)["warnings"] == "a warning"
    assert run(task_of("mean"), tables)["warnings"] is None
    assert not recwarn


def test_a_table_that_cannot_be_used_is_a_failure_with_the_reason(tables, task_of):
    row = run(task_of("mean", protocol=replace(PAPER, n_folds=20)), tables)
    assert row["status"] == "failed"
    assert "plain has 60 rows: 20 folds need 80 at least." in row["reason"]


def test_a_table_other_than_the_planned_one_is_not_measured(tables, task_of):
    row = run(replace(task_of("mean"), data_checksum="sha256:other"), tables)
    assert row["status"] == "failed"
    assert "plain" in row["reason"]
