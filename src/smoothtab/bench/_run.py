"""One task from beginning to end: a pure function of the task and the folder of tables."""

from __future__ import annotations

import json
import traceback
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import numpy as np
from threadpoolctl import threadpool_limits

from smoothtab._moments import Array
from smoothtab.bench._data import fold_data, prepared
from smoothtab.bench._machine import machine, most_threads, versions
from smoothtab.bench._memory import PeakMemory
from smoothtab.bench._task import Task, seed_of
from smoothtab.bench._tuning import tune
from smoothtab.bench.candidates import Candidate, Unavailable, assemble, get, innermost
from smoothtab.stats import adjusted_r2, scores_of

Row = dict[str, Any]  # of the results, by column
Measure = Callable[[Any, Path | None], Row]  # of a task and the folder of tables
Result = TypeVar("Result")

_MOST_WARNINGS = 5


def run(task: Task, folder: Path | None = None, measure: Measure | None = None) -> Row:
    """The row of results of a task; whatever a model raises is part of it.

    What is measured is how good a candidate is, or what another function finds.
    """
    start = perf_counter()
    with (
        threadpool_limits(limits=1),
        warnings.catch_warnings(record=True) as caught,
        PeakMemory() as memory,
    ):
        warnings.simplefilter("always")
        outcome = _outcome(task, folder, measure or _measure)
        cost = {"total_time": perf_counter() - start, "peak_memory": memory.megabytes}
        cost["threads"] = most_threads()
    said = list(dict.fromkeys(str(warning.message) for warning in caught))
    return row_of(task, **outcome, **cost, warnings=" | ".join(said[:_MOST_WARNINGS]) or None)


def row_of(task: Task, **outcome: Any) -> Row:
    """A row: which task, what came of it, and where."""
    return {
        **dict(zip(("dataset", "model", "fold"), task.cell, strict=True)),
        **outcome,
        "budget": task.protocol.budget,
        "data_checksum": task.data_checksum,
        "hash": task.hash,
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": json.dumps(versions()),
        "machine": json.dumps(machine()),
    }


def _outcome(task: Task, folder: Path | None, measure: Measure) -> Row:
    try:
        return {"status": "ok", **measure(task, folder)}
    except Unavailable as error:
        return {"status": "unavailable", "reason": str(error)}
    except ModuleNotFoundError as error:
        reason = f"{task.model} needs the package {error.name}, which is not installed."
        return {"status": "unavailable", "reason": reason}
    except (Exception, SystemExit) as error:
        text = str(error).partition("\n")[0]
        return {
            "status": "failed",
            "reason": f"{type(error).__name__}: {text}",
            "traceback": traceback.format_exc(),
        }


def _measure(task: Task, folder: Path | None) -> Row:
    candidate = get(task.model)
    table = folder, task.dataset, task.protocol
    dataset = prepared(*table, task.data_checksum).dataset
    fold = fold_data(*table, task.fold, candidate.scale, task.data_checksum)
    model_seed, fold_seed = seed_of(*task.cell), seed_of(task.dataset, task.fold, "inner folds")
    _warm_up(candidate)
    tune_time, tuned = _timed(
        lambda: tune(candidate, fold.X, fold.y, task.protocol, model_seed, fold_seed)
    )
    model = assemble(candidate, tuned.params, model_seed)
    train_time, _ = _timed(lambda: model.fit(fold.X, fold.y))
    model.predict(fold.X_test[:1])
    predict_time, prediction = _timed(lambda: model.predict(fold.X_test))
    train = _scores("train", fold.y, model.predict(fold.X), fold.X.shape)
    test = _scores("test", fold.y_test, prediction, fold.X.shape)
    return {
        "stratum": dataset.stratum,
        "target_kind": dataset.target_kind,
        "n_rows": len(dataset.y),
        "n_train": len(fold.y),
        "n_test": len(fold.y_test),
        "n_features": fold.X.shape[1],
        **train,
        **test,
        "gap": train["train_r2"] - test["test_r2"],
        "tune_time": tune_time,
        "train_time": train_time,
        "predict_time": predict_time,
        "n_trials": tuned.n_trials,
        "n_pruned": tuned.n_pruned,
        "seed": model_seed,
        **{f"hp_{name}": value for name, value in tuned.params.items()},
        **{f"fitted_{name}": value for name, value in candidate.describe(innermost(model)).items()},
    }


def _scores(part: str, y: Array, prediction: Array, shape: tuple[int, ...]) -> Row:
    """Scores by the names of their columns; R^2 is adjusted by the size of the training set."""
    if not np.isfinite(prediction).all():
        raise ValueError(f"The prediction for the {part} rows is not finite.")
    scores = scores_of(y, prediction)
    scores["r2_adj"] = adjusted_r2(scores["r2"], *shape)
    return {f"{part}_{name}": value for name, value in scores.items()}


@cache
def _warm_up(candidate: Candidate) -> None:
    """Fit a few rows: what a library loads or compiles the first time is not part of any time."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    assemble(candidate, {}, 0).fit(X, X.sum(axis=1)).predict(X)


def _timed(work: Callable[[], Result]) -> tuple[float, Result]:
    start = perf_counter()
    result = work()
    return perf_counter() - start, result
