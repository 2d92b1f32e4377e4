import logging
import resource
from collections import Counter
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from smoothtab._errors import InputError
from smoothtab.bench import load_results, run_benchmark
from smoothtab.bench._benchmark import Benchmark
from smoothtab.bench._engines import in_this_process

TIMES = ["tune_time", "train_time", "predict_time", "total_time", "peak_memory", "finished"]


@pytest.fixture
def bench(tables, tmp_path, quick):
    """A run on small tables in this process, and which of its tasks ran."""

    def bench(datasets, models, **options):
        ran = []
        options = {"budget": quick, "folder": tables, **options}
        results = run_benchmark(datasets, models, tmp_path / "R", callback=ran.append, **options)
        return results, [(row["dataset"], row["model"], row["fold"]) for row in ran]

    bench.out = tmp_path / "R"
    return bench


def without_times(results):
    return results.drop(columns=[name for name in TIMES if name in results])


def all_cells(datasets, models, n_folds=3):
    return {(d, m, fold) for d in datasets for m in models for fold in range(n_folds)}


def test_every_model_runs_once_on_every_fold_of_every_table(bench):
    results, ran = bench(["plain", "waves"], ["ridge", "mean"])
    assert Counter(ran) == Counter(all_cells(["plain", "waves"], ["ridge", "mean"]))
    assert set(results["status"]) == {"ok"}
    assert len(results) == 12
    pd.testing.assert_frame_equal(results, load_results(bench.out))


def test_what_is_asked_for_twice_runs_once(bench):
    results, ran = bench(["plain", "plain"], ["mean", "mean"])
    assert len(results) == len(ran) == 3


def test_what_is_done_is_not_done_again(bench):
    first, _ = bench(["plain"], ["ridge", "mean"])
    again, ran = bench(["plain"], ["ridge", "mean"])
    assert ran == []
    pd.testing.assert_frame_equal(again, first)


def test_only_what_is_new_runs_and_only_what_was_asked_for_is_returned(bench):
    bench(["plain"], ["ridge"])
    results, ran = bench(["plain", "waves"], ["mean"])
    assert set(ran) == all_cells(["plain", "waves"], ["mean"])
    assert set(results["model"]) == {"mean"}
    assert len(load_results(bench.out)) == 9


def test_an_unreadable_file_is_written_anew(bench):
    first, _ = bench(["plain"], ["mean"])
    (damaged,) = bench.out.glob("plain--mean--1--*.json")
    damaged.write_text("{")
    again, ran = bench(["plain"], ["mean"])
    assert ran == [("plain", "mean", 1)]
    pd.testing.assert_frame_equal(without_times(again), without_times(first))


def test_modes_tell_what_runs_anew(bench, extra):
    models = ["mean", "broken", "closed"]
    bench(["plain"], models)
    cells = {model: all_cells(["plain"], [model]) for model in models}
    for mode, expected in {
        "load": set(),
        "use": cells["closed"],  # it may be available by now
        "retry": cells["closed"] | cells["broken"],
        "overwrite": cells["closed"] | cells["broken"] | cells["mean"],
    }.items():
        results, ran = bench(["plain"], models, mode=mode)
        assert set(ran) == expected
        assert len(results) == 9


def test_loading_runs_nothing_even_if_it_is_missing(bench):
    bench(["plain"], ["mean"])
    results, ran = bench(["plain", "waves"], ["mean", "ridge"], mode="load")
    assert (len(results), ran) == (3, [])


@pytest.mark.parametrize(("limit", "runs"), [(0.1, False), (0.2, False), (60, True), (None, True)])
def test_a_task_that_was_ended_runs_again_where_it_may_take_longer(
    tables, tmp_path, quick, task_of, limit, runs
):
    task = task_of("mean")
    make = {"out": tmp_path, "protocol": quick, "folder": tables, "time_limit": limit}
    benchmark = Benchmark(["plain"], ["mean"], **make)
    row = {"dataset": "plain", "status": "timeout", "total_time": 0.2, "hash": task.hash}
    benchmark.store.write(task, row)
    assert (task in benchmark.missing()) is runs
    assert task in benchmark.missing("retry")


# What goes wrong does not stop the rest


def test_a_failure_is_a_row_and_the_rest_goes_on(bench, extra):
    results, _ = bench(["plain"], ["broken", "homeless", "mean"])
    found = results.groupby("model")["status"].unique().map(list).to_dict()
    assert found == {"broken": ["failed"], "homeless": ["unavailable"], "mean": ["ok"]}
    assert results["traceback"].notna().sum() == 3


def test_a_table_that_cannot_be_had_is_skipped_with_the_reason(tables, tmp_path, quick):
    benchmark = Benchmark(["plain", "plian"], ["mean"], tmp_path, quick, folder=tables)
    assert {task.dataset for task in benchmark.tasks} == {"plain"}
    assert benchmark.skipped["plian"].startswith("There is no table 'plian'")


@pytest.mark.parametrize(
    ("datasets", "models", "options", "message"),
    [
        (["plain"], ["rigde"], {}, "There is no candidate 'rigde'. Did you mean 'ridge'?"),
        (["plain"], ["mean"], {"budget": "papr"}, "Did you mean 'paper'?"),
        (["plain"], ["mean"], {"mode": "overwrit"}, "Did you mean 'overwrite'?"),
        (["diabets"], ["mean"], {}, "There is nothing to run: .* Did you mean 'diabetes'?"),
        ([], ["mean"], {}, "There is nothing to run: name a table and a model."),
        (["plain"], [], {}, "There is nothing to run: name a table and a model."),
    ],
)
def test_what_cannot_be_run_is_one_sentence(bench, datasets, models, options, message):
    with pytest.raises(InputError, match=message.replace("?", r"\?")) as error:
        bench(datasets, models, **options)
    assert "\n" not in str(error.value)


def test_a_task_whose_process_was_killed_is_run_again(bench, extra, monkeypatch, tmp_path, caplog):
    monkeypatch.setenv("EXTRA_FILE", str(tmp_path / "died"))
    results, ran = bench(["plain"], ["mortal", "mean"], n_jobs=2)
    assert Counter(ran) == Counter(all_cells(["plain"], ["mortal", "mean"]))
    assert set(results["status"]) == {"ok"}
    assert "A worker process was lost; its task is run again." in caplog.messages


@pytest.mark.slow
def test_a_model_that_always_kills_its_process_fails_and_the_rest_goes_on(bench, extra):
    results, ran = bench(["plain"], ["crashing", "mean"], n_jobs=2)
    assert Counter(ran) == Counter(all_cells(["plain"], ["crashing", "mean"]))
    found = results.groupby("model")["status"].unique().map(list).to_dict()
    assert found == {"crashing": ["failed"], "mean": ["ok"]}
    reasons = results.loc[results["model"] == "crashing", "reason"]
    assert reasons.str.startswith("Its process ended by itself").all()


def test_a_full_disk_is_one_sentence_and_the_next_run_goes_on(bench, tables, tmp_path, quick):
    undisturbed = run_benchmark(
        ["plain"], ["mean", "ridge"], tmp_path / "other", budget=quick, folder=tables
    )
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    left = 4

    def fill(row):
        """After four results no file can grow any more."""
        nonlocal left
        left -= 1
        if not left:
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))

    arguments = ["plain"], ["mean", "ridge"], bench.out
    try:
        with pytest.raises(InputError, match=f"cannot be written to {bench.out}.*too large.*kept"):
            run_benchmark(*arguments, budget=quick, folder=tables, callback=fill)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert len(load_results(bench.out)) == 4
    results, ran = bench(["plain"], ["mean", "ridge"])
    assert len(ran) == 2
    pd.testing.assert_frame_equal(without_times(results), without_times(undisturbed))


# What determines a result


def test_a_table_that_was_changed_is_measured_anew_and_changed_back_it_is_done(
    bench, tmp_path, write_table
):
    X = np.random.default_rng(3).normal(size=(40, 2))
    scores, n_run = [], []
    for target in (X[:, 0], X[:, 1] ** 2, X[:, 0]):
        write_table(tmp_path, "mine", X, target)
        results, ran = bench(["mine"], ["ridge"], folder=tmp_path)
        scores.append(results["test_r2"].mean())
        n_run.append(len(ran))
    assert n_run == [3, 3, 0]
    assert scores[0] == scores[2] > 0.9
    assert scores[1] < 0.5


def test_another_protocol_does_not_mix_with_what_is_there(bench, quick):
    bench(["plain"], ["mean"])
    with pytest.raises(InputError, match="holds results of another protocol"):
        bench(["plain"], ["mean"], budget=replace(quick, max_samples=50))


def test_each_result_is_logged(bench, caplog):
    caplog.set_level(logging.INFO, "smoothtab.bench")
    bench(["plain"], ["mean"])
    logged = [message for message in caplog.messages if message.startswith("plain--mean--")]
    assert len(logged) == 3


def test_rows_are_stored_before_they_are_told(tables, tmp_path, quick):
    benchmark = Benchmark(["plain"], ["mean"], tmp_path, quick, folder=tables)
    for n_done, row in enumerate(benchmark.run(benchmark.missing(), in_this_process), start=1):
        stored = load_results(tmp_path)
        assert len(stored) == n_done
        assert row["hash"] in set(stored["hash"])
