"""The folder in which tables are kept: NAME.parquet, and NAME.json that says where it came from."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np
import pandas as pd
import platformdirs

from smoothtab._errors import InputError
from smoothtab._files import whole_file
from smoothtab.datasets._catalogue import catalogue
from smoothtab.datasets._columns import tidy
from smoothtab.datasets._dataset import TARGET, Dataset


def data_folder(folder: str | os.PathLike[str] | None = None) -> Path:
    """Where tables are kept: `folder`, else what SMOOTHTAB_DATA names, else the user's cache."""
    chosen = folder or os.environ.get("SMOOTHTAB_DATA")
    return Path(chosen) if chosen else platformdirs.user_cache_path("smoothtab")


def holds(folder: Path, name: str) -> bool:
    """Whether there is a file of that table, good or damaged."""
    return _table_path(folder, name).is_file()


def read(folder: Path, name: str) -> Dataset:
    """The table as it was stored; InputError where the file is damaged or was altered."""
    try:
        dataset = _dataset(name, pd.read_parquet(_table_path(folder, name)))
        problem = _difference(dataset, folder)
    except Exception as error:  # there is no end to what a damaged file can raise
        reason = str(error).partition("\n")[0]
        problem = f"cannot be read ({type(error).__name__}: {reason})"
    if problem:
        raise InputError(
            f"{_table_path(folder, name)} is damaged or was altered: it {problem}. "
            f"Move it away and run: smoothtab datasets fetch {name}"
        )
    return dataset


def write(folder: Path, dataset: Dataset, provenance: dict[str, Any]) -> None:
    """Store a table and where it came from; the table takes its place last."""
    if TARGET in dataset.X:
        raise InputError(f"{dataset.name} has a feature called {TARGET!r}: give it another name.")
    facts = {"name": dataset.name, **provenance, "checksum": dataset.checksum}
    with whole_file(_table_path(folder, dataset.name)) as path:
        dataset.X.assign(**{TARGET: dataset.y}).to_parquet(path, index=False)
        with whole_file(_facts_path(folder, dataset.name)) as facts_path:
            facts_path.write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


def require_writable(folder: Path) -> None:
    """InputError where nothing can be stored, before anything is fetched for it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"Tables cannot be stored in {folder} ({error.strerror}): "
            "let SMOOTHTAB_DATA name a folder that can be written."
        ) from error


def _table_path(folder: Path, name: str) -> Path:
    return folder / f"{name}.parquet"


def _facts_path(folder: Path, name: str) -> Path:
    return folder / f"{name}.json"


def _dataset(name: str, table: pd.DataFrame) -> Dataset:
    if table.columns[-1] != TARGET:
        raise ValueError(f"its last column is not called {TARGET}")
    entry = catalogue().get(name)
    return Dataset(
        name,
        tidy(table.iloc[:, :-1]),
        table[TARGET].to_numpy(np.float64),
        entry.stratum if entry else None,
        entry.target_kind if entry else None,
    )


def _difference(dataset: Dataset, folder: Path) -> str | None:
    """What tells the table from the one that was stored, or else from the published one."""
    facts, entry = _facts_path(folder, dataset.name), catalogue().get(dataset.name)
    if facts.is_file():
        checksum = json.loads(facts.read_text(encoding="utf-8"))["checksum"]
    else:
        checksum = entry.checksum if entry else None
    if checksum is not None:
        return None if dataset.checksum == checksum else "has another checksum than it should"
    if entry and dataset.X.shape != (entry.n, entry.d):
        return f"has {dataset.X.shape} rows and features, not {(entry.n, entry.d)}"
    return None
