import json
import os
import subprocess
import sys
from dataclasses import asdict, fields, replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from smoothtab.bench import Protocol
from smoothtab.bench._store import Store
from smoothtab.bench._task import Task, seed_of

TASK = Task("friedman1", "ridge", 2, Protocol(), "sha256:1", "build=...")
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=300)
HOSTILE = ["..", ".", "/etc/passwd", "C:\\table", "a--b", "-", "--", "0", "%2F", "ü\n\0", "*?", "A"]


def file_of(task):
    return Store("folder")._path(task)


@given(NAMES)
@example("/etc/passwd")
@example("..")
@example("表" * 100)
def test_any_name_makes_a_file_in_the_folder_that_every_file_system_takes(name):
    path = file_of(replace(TASK, dataset=name))
    assert path.parent == Store("folder").folder
    assert path.name.isascii() and path.name.isprintable()
    assert not set(path.name) & set('/\\:*?"<>|')
    assert len(path.name) < 200  # a temporary file beside it has a longer name; 255 is the limit


def test_different_cells_have_different_files():
    cells = {(name, model, fold) for name in HOSTILE for model in HOSTILE for fold in range(2)}
    tasks = [replace(TASK, dataset=name, model=model, fold=n) for name, model, n in cells]
    names = {file_of(task).name.lower() for task in tasks}  # as where case does not matter
    assert len(names) == len(cells)


def test_names_of_files_tell_what_is_in_them():
    assert file_of(TASK).name.startswith("friedman1--ridge--2--")
    assert TASK.key == "friedman1--ridge--2"


@pytest.mark.parametrize("change", [field.name for field in fields(Task)])
def test_the_hash_tells_tasks_apart_by_any_field(change):
    other = {"fold": 3, "protocol": Protocol(max_samples=100)}.get(change, "other")
    assert replace(TASK, **{change: other}).hash != TASK.hash


@pytest.mark.parametrize("change", [field.name for field in fields(Protocol)])
def test_the_hash_tells_protocols_apart_by_any_field(change):
    other = {"budget": "other", "select": False}.get(change, 3)
    assert replace(TASK, protocol=replace(TASK.protocol, **{change: other})).hash != TASK.hash


def test_hashes_and_seeds_are_the_same_in_another_process():
    code = (
        "import json, sys; from smoothtab.bench import Protocol;"
        "from smoothtab.bench._task import Task, seed_of;"
        "fields = json.load(sys.stdin); protocol = Protocol(**fields.pop('protocol'));"
        "print(Task(**fields, protocol=protocol).hash, seed_of('ä', 1, 'folds'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(asdict(TASK)),
        env={**os.environ, "PYTHONHASHSEED": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.split() == [TASK.hash, str(seed_of("ä", 1, "folds"))], done.stderr


@given(st.lists(st.tuples(NAMES, NAMES, st.integers(0, 9)), min_size=2, max_size=50, unique=True))
@example([("a", "bc", 0), ("ab", "c", 0), ("a--b", "c", 0), ("a", "b--c", 0)])
def test_seeds_of_different_cells_differ_and_suit_every_library(cells):
    seeds = [seed_of(*cell) for cell in cells]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**31 for seed in seeds)


def test_seeds_are_spread_evenly():
    seeds = [seed_of("table", "model", fold) for fold in range(2000)]
    assert sum(seed < 2**30 for seed in seeds) == pytest.approx(1000, abs=100)
    assert sum(seed % 2 for seed in seeds) == pytest.approx(1000, abs=100)
