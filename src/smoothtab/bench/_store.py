"""A folder of results: one file for each finished task, and for each plan."""

from __future__ import annotations

import json
import math
import os
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from operator import itemgetter
from pathlib import Path
from time import time_ns
from typing import Any
from uuid import uuid4

import pandas as pd

from smoothtab._errors import InputError
from smoothtab._files import whole_file
from smoothtab.bench._protocol import Protocol
from smoothtab.bench._run import Row
from smoothtab.bench._task import Task
from smoothtab.datasets._table_files import read_file
from smoothtab.stats._scores import require_columns

_CELL = ["dataset", "model", "fold"]
_NUMBERS = ("train_r2_adj", "test_r2_adj", "train_mape", "test_mape")  # which may be undefined


class Store:
    """Results of one protocol, each written whole or not at all.

    Any number of processes or machines can write to one folder: a file belongs to one task, and
    its name tells what determines its content.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)

    def open(self, protocol: Protocol, datasets: Iterable[str], models: Iterable[str]) -> None:
        """Make the folder where there is none, and note what is planned beside what was."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            plan, wanted = self.plan(), {"datasets": list(datasets), "models": list(models)}
            if plan and plan["protocol"] != asdict(protocol):
                raise InputError(
                    f"{self.folder} holds results of another protocol ({_told(plan['protocol'])}),"
                    f" not of this one ({_told(asdict(protocol))}): choose another folder."
                )
            if not plan or any(set(wanted[kind]) - set(plan[kind]) for kind in wanted):
                content = {"protocol": asdict(protocol), **wanted, "made": time_ns()}
                _write(self.folder / f"plan-{uuid4().hex}.json", content)
        except OSError as error:
            raise InputError(
                f"Results cannot be written to {self.folder} ({error.strerror}): "
                "choose a folder that can be written."
            ) from error

    def plan(self) -> dict[str, Any]:
        """What was planned in this folder, by all runs together; empty where nothing was."""
        plans = filter(None, map(_read, self.folder.glob("plan-*.json")))  # one file for each
        joined: dict[str, Any] = {}
        for plan in sorted(plans, key=itemgetter("made")):
            joined.setdefault("protocol", plan["protocol"])
            for kind in "datasets", "models":
                joined[kind] = list(dict.fromkeys([*joined.get(kind, ()), *plan[kind]]))
        return joined

    def result(self, task: Task) -> Row | None:
        """What is stored of this task; None if nothing is, or nothing that can be read."""
        return _read(self._path(task))

    def write(self, task: Task, row: Row) -> None:
        """Store the result of a task."""
        _write(self._path(task), row)

    def rows(self) -> Iterator[Row]:
        """All results that can be read; a warning names files that cannot."""
        for path in sorted(self.folder.glob("*--*.json")):
            row = _read(path)
            if row is None:
                warnings.warn(
                    f"{path} cannot be read and is left out; smoothtab bench run writes it anew.",
                    stacklevel=2,
                )
            else:
                yield row

    def _path(self, task: Task) -> Path:
        return self.folder / f"{task.key}--{task.hash}.json"


def load_results(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Read results of the bench.

    Parameters
    ----------
    path : path
        The folder that ``smoothtab bench run`` wrote, or a file (.csv, .tsv, .parquet) to which
        such a table was saved.

    Returns
    -------
    results : DataFrame
        One row for each table, model and fold, in this order. Where one was run again after what
        determines it had changed, the later result. A file is taken as it is.
    """
    return _saved(Path(path)) if Path(path).is_file() else table_of(Store(path).rows(), path)


def _saved(path: Path) -> pd.DataFrame:
    """A table of results in one file."""
    try:
        table = read_file(path)
        require_columns(table, _CELL)
    except InputError as error:
        raise InputError(f"{path} is no table of results: {error}") from error
    return table


def table_of(rows: Iterable[Row], folder: str | os.PathLike[str]) -> pd.DataFrame:
    """Rows of that folder as a table; of several of one cell the latest."""
    rows = sorted(rows, key=itemgetter(*_CELL, "finished"))
    if not rows:
        raise InputError(f"There are no results in {folder}: smoothtab bench run writes some.")
    table = pd.DataFrame(rows).drop_duplicates(_CELL, keep="last", ignore_index=True)
    missing = [name for name in table if name in _NUMBERS and table[name].isna().all()]
    return table.astype(dict.fromkeys(missing, float)).apply(_of_one_kind)


def _of_one_kind(column: pd.Series) -> pd.Series:
    """Numbers beside words, as some hyperparameters are, as text: files have columns of a kind."""
    kinds = {type(value) for value in column.dropna()} if column.dtype == object else set()
    return column.map(str, na_action="ignore") if str in kinds and len(kinds) > 1 else column


def _told(protocol: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in protocol.items())


def _read(path: Path) -> dict[str, Any] | None:
    """None where there is no such file, or what it holds was cut or altered."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None


def _write(path: Path, content: dict[str, Any]) -> None:
    text = json.dumps({key: _plain(value) for key, value in content.items()}, indent=1)
    with whole_file(path) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8")


def _plain(value: Any) -> Any:
    """As JSON knows it: no types of numpy, and null for what is not a finite number."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value
