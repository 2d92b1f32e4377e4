import pytest

from smoothtab.bench import run_benchmark
from smoothtab.bench._limit import run_within
from smoothtab.bench._run import run

pytestmark = pytest.mark.usefixtures("extra")
COST = {"tune_time", "train_time", "predict_time", "total_time", "peak_memory", "finished"}


def test_in_time_the_row_is_as_without_a_limit(tables, task_of, capfd):
    task = task_of("chatty")
    row = run_within(task, tables, 60)
    printed = capfd.readouterr()
    assert (printed.out, "a word from below" in printed.err) == ("", True)  # not the answer
    expected = run(task, tables)
    assert row["status"] == "ok"
    assert {k: row[k] for k in row.keys() - COST} == {k: expected[k] for k in row.keys() - COST}


def test_a_fit_that_does_not_listen_ends_when_its_time_is_up(tables, task_of):
    row = run_within(task_of("deaf"), tables, 0.5)
    assert (row["status"], row["total_time"]) == ("timeout", 0.5)
    assert row["reason"] == "It did not end within 0.5 s."
    assert row["hash"] == task_of("deaf").hash


def test_a_process_that_ends_without_an_answer_is_a_failure(tables, task_of):
    row = run_within(task_of("vanishing"), tables, 60)
    assert row["status"] == "failed"
    assert row["reason"] == "Its process ended by itself, with code 0."


@pytest.mark.slow
def test_of_a_run_with_crashes_and_slow_tasks_the_rest_goes_on(tables, tmp_path, quick):
    models = ["crashing", "broken", "sleepy", "mean"]
    results = run_benchmark(
        ["plain"], models, tmp_path, budget=quick, folder=tables, n_jobs=2, time_limit=3
    )
    found = results.groupby("model")["status"].unique().map(list).to_dict()
    assert found == {
        "broken": ["failed"],
        "crashing": ["failed"],
        "mean": ["ok"],
        "sleepy": ["timeout"],
    }
    crashed = results.loc[results["model"] == "crashing", "reason"]
    assert set(crashed) == {"Its process ended by itself, with code -11."}
