import json
import math
import os
import resource
import subprocess
import sys
from dataclasses import replace
from time import monotonic

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from smoothtab._errors import InputError
from smoothtab.bench import Protocol, load_results
from smoothtab.bench._store import Store
from smoothtab.bench._task import Task

PAPER = Protocol()
TASK = Task("table", "ridge", 0, PAPER, "sha256:1", "build=...")


def row(task, **more):
    cell = dict(zip(("dataset", "model", "fold"), task.cell, strict=True))
    return {**cell, "status": "ok", "finished": "2026-01-01T00:00:00+00:00", **more}


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "a" / "results")
    store.open(PAPER, ["table"], ["ridge"])
    return store


NUMBERS = hnp.scalar_dtypes().filter(lambda kind: kind.kind in "biuf" and kind.itemsize <= 8)
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES |= NUMBERS.flatmap(hnp.from_dtype)


@given(st.dictionaries(st.text(), VALUES, max_size=5))
def test_what_was_written_is_read(tmp_path_factory, content):
    store = Store(tmp_path_factory.mktemp("results"))
    store.write(TASK, content)
    (path,) = store.folder.iterdir()
    json.loads(path.read_text(), parse_constant=pytest.fail)  # no NaN, which JSON does not know
    for key, value in store.result(TASK).items():
        expected = content[key].item() if isinstance(content[key], np.generic) else content[key]
        finite = not isinstance(expected, float) or math.isfinite(expected)
        assert value == (expected if finite else None)
        assert type(value) is (type(expected) if finite else type(None))


def test_numbers_that_are_not_finite_come_back_as_missing_numbers(store):
    for fold, score in enumerate([0.5, np.nan, np.inf]):
        store.write(replace(TASK, fold=fold), row(replace(TASK, fold=fold), test_r2=score))
    scores = load_results(store.folder)["test_r2"]
    assert scores.dtype == np.float64
    pd.testing.assert_series_equal(scores, pd.Series([0.5, np.nan, np.nan], name="test_r2"))


def test_results_are_in_the_order_of_their_cells(store):
    tasks = [
        replace(TASK, dataset=dataset, model=model, fold=fold)
        for dataset in ("b", "a")
        for fold in (10, 2)
        for model in ("z", "y")
    ]
    for task in tasks:
        store.write(task, row(task))
    results = load_results(store.folder)
    cells = list(results[["dataset", "model", "fold"]].itertuples(index=False, name=None))
    assert cells == sorted(task.cell for task in tasks)
    assert list(results.index) == list(range(8))


def test_of_a_cell_that_was_run_again_the_later_result_counts(store):
    for checksum, day, score in [("1", 1, 0.1), ("2", 3, 0.3), ("3", 2, 0.2)]:
        task = replace(TASK, data_checksum=checksum)
        when = f"2026-01-0{day}T00:00:00+00:00"
        store.write(task, {**row(task, test_r2=score), "finished": when})
    assert list(load_results(store.folder)["test_r2"]) == [0.3]
    assert store.result(replace(TASK, data_checksum="3"))["test_r2"] == 0.2


def test_no_results_is_one_sentence(store, tmp_path):
    for folder in (store.folder, tmp_path / "nowhere"):
        with pytest.raises(InputError, match=f"^There are no results in {folder}: "):
            load_results(folder)


# Results in one file


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_table_that_was_saved_is_read_from_its_file(store, tmp_path, ending):
    for fold, n_rbf in enumerate(["auto", 40]):  # text and numbers in one column
        task = replace(TASK, fold=fold)
        store.write(task, row(task, hp_n_rbf=n_rbf))
    results, path = load_results(store.folder), tmp_path / f"results.{ending}"
    results.to_parquet(path) if ending == "parquet" else results.to_csv(path, index=False)
    pd.testing.assert_frame_equal(load_results(path), results, check_dtype=False)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("some.csv", "dataset,model\na,ridge\n", "is no table of results: .* no column 'fold'"),
        ("some.csv", "", "the file is empty"),
        ("some.txt", "dataset", "must end in .csv, .tsv or .parquet"),
    ],
)
def test_a_file_of_anything_else_is_one_sentence(tmp_path, name, text, sentence):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError, match=f"^{path}.*{sentence}"):
        load_results(path)


# Files that cannot be read


@pytest.mark.parametrize("content", [b"", b'{"dataset": "tab', b"\xff\x00", b"[1]", b"null"])
def test_a_damaged_file_counts_as_missing_and_is_named(store, content):
    other = replace(TASK, fold=1)
    for task in (TASK, other):
        store.write(task, row(task))
    damaged = store._path(TASK)
    damaged.write_bytes(content)
    assert store.result(TASK) is None
    with pytest.warns(UserWarning, match=f"^{damaged} cannot be read and is left out") as said:
        results = load_results(store.folder)
    assert len(said) == 1
    assert list(results["fold"]) == [1]


def test_unfinished_files_are_no_results(store):
    store.write(TASK, row(TASK))
    path = store._path(TASK)
    (path.parent / f".{path.name}.0123456789abcdef").write_text("{")
    assert len(load_results(store.folder)) == 1


# What was planned


def test_a_plan_grows_and_keeps_its_order(store):
    store.open(PAPER, ["other", "table"], ["xgb"])
    plan = Store(store.folder).plan()
    assert (plan["datasets"], plan["models"]) == (["table", "other"], ["ridge", "xgb"])
    assert Protocol(**plan["protocol"]) == PAPER


def test_another_protocol_in_the_same_folder_is_refused_in_one_sentence(store):
    with pytest.raises(InputError, match="holds results of another protocol") as error:
        store.open(replace(PAPER, max_samples=100), ["table"], ["ridge"])
    assert str(error.value).count("\n") == 0
    assert "max_samples 50000" in str(error.value) and "max_samples 100" in str(error.value)
    assert Protocol(**store.plan()["protocol"]) == PAPER


def test_a_damaged_plan_is_made_anew(store):
    (plan,) = store.folder.glob("plan-*.json")
    plan.write_text("{")
    assert store.plan() == {}
    store.open(PAPER, ["table"], ["ridge"])
    assert store.plan()["models"] == ["ridge"]


# Files that cannot be written


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    file = tmp_path / "file"
    file.touch()
    for folder in (file, file / "results"):
        with pytest.raises(InputError, match=f"^Results cannot be written to {folder} \\("):
            Store(folder).open(PAPER, ["table"], ["ridge"])


def test_what_is_there_stays_where_a_new_result_cannot_be_written(store):
    store.write(TASK, row(TASK, test_r2=0.5))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            store.write(TASK, row(TASK, traceback="x" * 10_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert store.result(TASK)["test_r2"] == 0.5
    assert len(list(store.folder.iterdir())) == 2  # the plan, the result, nothing half written


def test_a_reader_never_sees_half_a_file(store):
    code = (
        "import sys; from smoothtab.bench import Protocol;"
        "from smoothtab.bench._store import Store; from smoothtab.bench._task import Task;"
        "task = Task('table', 'ridge', 0, Protocol(), 'sha256:1', 'build=...');"
        "store = Store(sys.argv[1]); print('ready', flush=True)\n"
        "while True:\n"
        "    for n in (1, 1000):\n"
        "        store.write(task, {'fold': 0, 'n': n, 'text': 'x' * 100 * n})\n"
    )
    store.write(TASK, {"fold": 0, "n": 1, "text": "x" * 100})
    seen = []
    with subprocess.Popen(
        [sys.executable, "-c", code, str(store.folder)],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
    ) as writer:
        try:
            assert writer.stdout.readline() == b"ready\n"
            end = monotonic() + 30
            while len(seen) < 500 or (len({len(text) for text in seen}) < 2 and monotonic() < end):
                seen += [content["text"] for content in store.rows()]
        finally:
            writer.kill()
    assert {len(text) for text in seen} == {100, 100_000}
