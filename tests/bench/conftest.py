import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from smoothtab.bench._protocol import Protocol
from smoothtab.bench._task import Task
from smoothtab.bench.candidates import _registry, get
from smoothtab.datasets import load

EXTRA = Path(__file__).parent / "extra"


@pytest.fixture
def extra(monkeypatch):
    """The candidates of another package, in this process and in those that it starts."""
    monkeypatch.syspath_prepend(EXTRA)
    monkeypatch.setenv("PYTHONPATH", str(EXTRA), prepend=os.pathsep)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    _registry._all.cache_clear()
    yield
    _registry._all.cache_clear()


@pytest.fixture(scope="session")
def write_table():
    def write_table(folder, name, X, y):
        """A table as a user may put it there."""
        pd.DataFrame(X).add_prefix("x").assign(target=y).to_parquet(folder / f"{name}.parquet")

    return write_table


@pytest.fixture(scope="session")
def tables(tmp_path_factory, write_table):
    """A folder with two tables of sixty rows: `plain` and `waves`."""
    folder = tmp_path_factory.mktemp("tables")
    X = np.random.default_rng(0).normal(size=(60, 3))
    write_table(folder, "plain", X, X @ [1, 2, 3] + X[:, 0] ** 2)
    write_table(folder, "waves", X, np.sin(2 * X[:, 0]) + X[:, 1])
    return folder


@pytest.fixture(scope="session")
def quick():
    """Three folds, and three trials of each model."""
    return Protocol("quick", n_folds=3, trials=0.01)


@pytest.fixture(scope="session")
def task_of(tables, quick):
    def task_of(model, dataset="plain", fold=0, protocol=quick, folder=tables):
        checksum = load(dataset, folder=folder).checksum
        return Task(dataset, model, fold, protocol, checksum, get(model).signature)

    return task_of
