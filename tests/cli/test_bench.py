"""The bench on the command line, killed and stopped in processes of its own."""

import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import psutil
import pytest

from smoothtab.bench import load_results
from smoothtab.bench._store import Store
from smoothtab.bench.candidates import _registry
from smoothtab.cli import main

EXTRA = Path(__file__).parents[1] / "bench" / "extra"
TIMES = ["tune_time", "train_time", "predict_time", "total_time", "peak_memory", "finished"]


@pytest.fixture
def tables(tmp_path):
    """A folder with two tables of sixty rows: `plain` and `waves`."""
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(60, 3)), columns=list("abc"))
    for name, y in {"plain": X.sum(axis=1), "waves": np.sin(2 * X["a"]) + X["b"]}.items():
        X.assign(target=y).to_parquet(tmp_path / f"{name}.parquet")
    return tmp_path


@pytest.fixture
def bench(monkeypatch, capsys):
    """One command, in this process: what it printed and its exit code."""

    def bench(*arguments):
        monkeypatch.setattr(sys, "argv", ["smoothtab", "bench", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        printed = capsys.readouterr()
        return SimpleNamespace(code=end.value.code, stdout=printed.out, stderr=printed.err)

    return bench


@pytest.fixture
def run(bench, tables):
    """`bench run` on the small tables, with a quick budget, in this process."""

    def run(*arguments, out=tables / "R"):
        where = ("--out", out, "--folder", tables, "--jobs", 1, "--budget", "quick")
        return bench("run", *where, *arguments)

    run.out = tables / "R"
    return run


@pytest.fixture
def extra(monkeypatch):
    """The candidates of another package, here and in processes that are started."""
    monkeypatch.syspath_prepend(EXTRA)
    monkeypatch.setenv("PYTHONPATH", str(EXTRA), prepend=os.pathsep)
    _registry._all.cache_clear()
    yield
    _registry._all.cache_clear()


PLAIN = ("--datasets", "plain", "--models", "mean")


# What it says


def test_each_result_is_a_line_and_the_last_line_says_where_they_are(run):
    done = run("--datasets", "plain", "--models", "mean", "ridge")
    assert (done.code, done.stderr) == (0, "")
    *results, summary = done.stdout.splitlines()
    assert len(results) == 6
    for n, line in enumerate(results, start=1):
        assert line.startswith(
            f"{n}/6 plain, {'mean' if n % 2 else 'ridge'}, fold {(n - 1) // 2}: R2 "
        )
        assert line.endswith(" left")
    assert summary.startswith(f"6 tasks ran (6 ok); results are in {run.out}. To see them: ")


def test_a_second_run_says_that_all_is_done(run):
    run(*PLAIN)
    first, last = run(*PLAIN).stdout.splitlines()
    assert first == "3 of 3 tasks are done already."
    assert last.startswith(f"There was nothing left to run; results are in {run.out}.")


def test_quiet_prints_nothing(run):
    assert run(*PLAIN, "--quiet") == SimpleNamespace(code=0, stdout="", stderr="")
    assert len(load_results(run.out)) == 3


def test_failures_are_told_and_do_not_stop_the_rest(run, extra):
    done = run("--datasets", "plain", "--models", "broken", "closed", "mean")
    lines = done.stdout.splitlines()
    assert sum("broken, fold" in line for line in lines) == 3
    assert "plain, broken, fold 0: failed. RuntimeError: first line" in lines[0]
    assert "plain, closed, fold 0: unavailable. Its weights are not here: fetch them." in lines[1]
    assert lines[-1].startswith("9 tasks ran (3 failed, 3 unavailable, 3 ok); ")


def test_a_table_that_cannot_be_had_is_told_and_left_out(run):
    done = run("--datasets", "plain", "plian", "--models", "mean")
    assert done.stdout.startswith("plian is left out: There is no table 'plian'")
    assert set(load_results(run.out)["dataset"]) == {"plain"}


def test_loading_only_does_not_claim_what_is_not_done(run):
    run(*PLAIN)
    done = run("--datasets", "plain", "waves", "--models", "mean", "--mode", "load")
    assert done.stdout.startswith("3 of 6 tasks are done already.")
    assert len(load_results(run.out)) == 3


def test_status_counts_what_is_done_failed_and_missing(run, bench, extra):
    run("--datasets", "plain", "waves", "--models", "mean", "broken")
    run("--datasets", "plain", "--models", "ridge")
    for fold in (0, 2):
        next(run.out.glob(f"waves--mean--{fold}--*.json")).unlink()
    done = bench("status", run.out)
    header, *lines = done.stdout.splitlines()
    assert header.split() == ["model", "ok", "failed", "missing", "of", "6", "each"]
    counts = {model: tuple(map(int, numbers)) for model, *numbers in map(str.split, lines[:3])}
    assert counts == {"mean": (4, 0, 2), "broken": (0, 6, 0), "ridge": (3, 0, 3)}
    assert len(lines) == 3 + 6
    assert all("broken" in line and "RuntimeError" in line for line in lines[3:])


def test_status_goes_by_the_latest_result(run, bench):
    run(*PLAIN)
    for path in run.out.glob("plain--mean--*.json"):
        old = {**json.loads(path.read_text()), "status": "failed", "reason": "It was old."}
        old["finished"] = "2020-01-01T00:00:00+00:00"
        for other in ("0" * 16, "f" * 16):  # before and behind it by name
            path.with_name(f"{path.name[:-21]}{other}.json").write_text(json.dumps(old))
    lines = bench("status", run.out).stdout.splitlines()
    assert lines[1].split() == ["mean", "3", "0", "0"]


def test_candidates_are_listed(bench):
    listed = bench("candidates").stdout
    assert any(line.split()[:2] == ["ridge", "20"] for line in listed.splitlines())


# What it is told


def test_both_ways_to_give_lists_are_the_same(run, tables):
    run("--datasets", "plain", "waves", "--models", "mean", "dt")
    other = ("--datasets", "plain", "--models", "mean", "--models", "dt", "--datasets", "waves")
    run(*other, out=tables / "S")
    frames = [load_results(folder).drop(columns=TIMES) for folder in (run.out, tables / "S")]
    pd.testing.assert_frame_equal(*frames)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], {"max_samples": 50_000, "max_features": 50, "select": True}),
        (["--max-samples", 30], {"max_samples": 30, "max_features": 50, "select": True}),
        (["--max-samples", 0, "--max-features", 2], {"max_samples": None, "max_features": 2}),
        (["--no-preprocess"], {"max_samples": None, "max_features": None, "select": False}),
        (["--no-preprocess", "--max-samples", 30], {"max_samples": 30, "select": False}),
    ],
)
def test_options_change_the_protocol(run, options, expected):
    assert run(*PLAIN, *options).code == 0
    plan = Store(run.out).plan()
    assert plan["protocol"].items() >= expected.items()
    if "--max-samples" in options and expected["max_samples"]:
        assert set(load_results(run.out)["n_rows"]) == {30}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--models", "rigde"], "There is no candidate 'rigde'. Did you mean 'ridge'?"),
        (["--datasets", "diabets"], "Did you mean 'diabetes'?"),
        (["--budget", "papr"], "There is no budget 'papr', only "),
        (["--mode", "overwrit"], "Did you mean 'overwrite'?"),
        (["--max-samples", "30"], "holds results of another protocol"),
    ],
)
def test_what_cannot_be_run_is_one_sentence_and_exit_code_2(run, arguments, message):
    run(*PLAIN)
    done = run(*PLAIN[: 2 * ("--datasets" not in arguments)], *PLAIN[2:], *arguments)
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--jobs", "0"], ["--time-limit", "-1"], ["--no-such"]])
def test_options_that_make_no_sense_are_exit_code_2(run, arguments):
    done = run(*PLAIN, *arguments)
    assert (done.code, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_nothing_can_be_shown_of_an_empty_folder(bench, tmp_path):
    done = bench("status", tmp_path)
    assert done.code == 2
    assert done.stderr.startswith(f"Error: There are no results in {tmp_path}: ")


def test_an_empty_folder_of_tables_is_one_sentence(bench, tmp_path):
    done = bench("run", "--out", tmp_path / "R", "--folder", tmp_path)
    assert done.code == 2
    assert done.stderr.startswith(f"Error: There is no table in {tmp_path}. Name some with ")


def test_an_output_folder_that_is_a_file_is_one_sentence(run, tables):
    done = run(*PLAIN, out=tables / "plain.parquet")
    assert done.code == 2
    assert done.stderr.startswith(f"Error: Results cannot be written to {tables}")


# Killed at any moment

MANY = ("--datasets", "plain", "waves", "--models", "mean", "ridge", "dt")


def files_in(folder):
    return list(folder.glob("*--*.json"))


def results_in(folder):
    return load_results(folder).drop(columns=TIMES)


@pytest.fixture
def start(monkeypatch, tables):
    """`bench run` in a process of its own, which has imported everything already."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["smoothtab.cli._app"])
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    started = []

    def start(*arguments):
        where = ("--out", str(tables / "K"), "--folder", str(tables), "--budget", "quick")
        words = ["smoothtab", "bench", "run", *where, "--quiet", *arguments]
        monkeypatch.setattr(sys, "argv", words)
        process = context.Process(target=main)
        process.start()
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.join()


def test_killed_again_and_again_it_ends_as_if_it_had_never_been(run, start, tables):
    run(*MANY)
    chance, codes = random.Random(0), []
    while 0 not in codes:
        enough = len(files_in(tables / "K")) + chance.randint(0, 5)
        process = start(*MANY, "--jobs", "1")
        while process.is_alive() and len(files_in(tables / "K")) < enough:
            time.sleep(0.001)
        process.join(chance.uniform(0, 0.05))
        process.kill()
        process.join()
        codes.append(process.exitcode)
    assert codes.count(-signal.SIGKILL) >= 3
    pd.testing.assert_frame_equal(results_in(tables / "K"), results_in(run.out))
    assert len(files_in(tables / "K")) == 18


@pytest.fixture
def command(tables):
    """`bench run` as a user starts it, in a group of processes of its own."""

    @contextmanager
    def command(*arguments):
        where = ("--out", tables / "K", "--folder", tables, "--budget", "quick")
        # Whoever started the tests may have made them deaf to Ctrl-C.
        heed = "import signal as s; s.signal(s.SIGINT, s.default_int_handler)"
        code = f"{heed}; from smoothtab.cli import main; main()"
        with subprocess.Popen(
            [sys.executable, "-c", code, "bench", "run", *map(str, where), *arguments],
            env={**os.environ, "OMP_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            family = []
            try:
                yield process, family
            finally:
                process.kill()
                for member in family:
                    with suppress(psutil.NoSuchProcess):
                        member.kill()

    return command


def offspring(process):
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(process.pid).children(recursive=True)
    return []


def is_worker(process):
    with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
        command = " ".join(process.cmdline())
        return any(word in command for word in ("LokyProcess", "spawn_main", "_answer"))
    return False


def are_gone(processes, seconds=15):
    """Whether none of them is left running after some time."""
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    for process in alive:
        with suppress(psutil.NoSuchProcess):
            if process.status() != psutil.STATUS_ZOMBIE:  # not every system clears these away
                return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("where", [("--jobs", "2"), ("--workers", "2"), ("--time-limit", "60")])
def test_workers_and_parents_are_killed_and_it_ends_as_if_they_had_never_been(
    run, command, tables, where
):
    many = (*MANY, "xgb", "chebypoly")
    run(*many)
    chance, everybody, n_killed = random.Random(0), set(), Counter()
    code = None
    while code != 0:
        with command(*many, *where, "--quiet") as (process, _):
            while (code := process.poll()) is None:
                time.sleep(chance.uniform(0, 2))
                workers = [child for child in offspring(process) if is_worker(child)]
                everybody.update(workers)
                kind = "worker" if chance.random() < 0.7 else "parent"
                if n_killed[kind] < 5 and workers:
                    n_killed[kind] += 1
                    (process if kind == "parent" else chance.choice(workers)).kill()
    assert are_gone(everybody)
    assert n_killed["parent"] > 0 and n_killed["worker"] > 0
    pd.testing.assert_frame_equal(results_in(tables / "K"), results_in(run.out))
    assert len(files_in(tables / "K")) == 30


# Stopped by its user


@pytest.mark.parametrize(
    "where",
    [
        ("--jobs", "1"),
        ("--jobs", "2"),
        pytest.param(("--workers", "2"), marks=pytest.mark.slow),
        pytest.param(("--jobs", "2", "--time-limit", "60"), marks=pytest.mark.slow),
        pytest.param(("--workers", "2", "--time-limit", "60"), marks=pytest.mark.slow),
    ],
)
def test_ctrl_c_ends_a_slow_task_within_five_seconds_and_says_one_line(extra, command, where):
    slow = "sleepy" if "1" in where else "deaf"
    with command("--datasets", "plain", "--models", "mean", slow, *where) as (process, family):
        assert process.stdout.readline().startswith("1/6 plain, mean, fold 0: ")
        time.sleep(0.5)
        family += offspring(process)
        start = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        out, err = process.communicate(timeout=60)
        assert time.monotonic() - start < 5
        assert (process.returncode, err) == (130, "")
        last = out.splitlines()[-1]
        assert re.fullmatch(
            r"Stopped: \d of 6 tasks are done. The same command goes on from there.", last
        )
        assert are_gone(family, 5)


@pytest.mark.slow
@pytest.mark.parametrize("where", [("--jobs", "2"), ("--workers", "2")])
@pytest.mark.parametrize("seconds", [0, 0.2, 0.5, 1, 1.5, 2])
def test_ctrl_c_while_workers_start_says_one_line(extra, command, tables, where, seconds):
    with command("--datasets", "plain", "--models", "sleepy", *where) as (process, _):
        while not offspring(process):
            time.sleep(0.02)
        time.sleep(seconds)
        start = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert time.monotonic() - start < 5
        assert (process.returncode, err) == (130, "")
        assert out == "Stopped: 0 of 3 tasks are done. The same command goes on from there.\n"
