"""A whole run: what is to do, what is done already, and the rest on an engine."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import product
from pathlib import Path
from typing import Generic, TypeVar

import pandas as pd

from smoothtab._errors import InputError, did_you_mean
from smoothtab.bench._engines import Engine, WorkerLost, in_processes, in_this_process, on_cluster
from smoothtab.bench._limit import run_within
from smoothtab.bench._protocol import Protocol, protocol
from smoothtab.bench._run import Row, run
from smoothtab.bench._store import Store, table_of
from smoothtab.bench._task import Task
from smoothtab.bench.candidates import get
from smoothtab.datasets import load

MODES = {
    "use": "run what is missing",
    "retry": "run what is missing or did not end well",
    "overwrite": "run everything anew",
    "load": "run nothing",
}

AnyTask = TypeVar("AnyTask", bound=Task)

# What is called with each row, and what gives it for the models and the processes of a run.
Show = Callable[[Row], object]
Watch = Callable[[list[str], int], AbstractContextManager[Show]]

# Losses of worker processes without a result in between.
_MANY_LOST, _MOST_LOST = 2, 4
_logger = logging.getLogger("smoothtab.bench")


class Run(Generic[AnyTask]):
    """Tasks of any kind, a folder of their results, and how to run one.

    `work` makes of a task the row of its results. `time_limit`, in seconds, is what it keeps to.
    `alone` does the same in a process of its own: where worker processes are lost again and again,
    the task that is to blame becomes a failure and the rest goes on.
    """

    def __init__(
        self,
        store: Store,
        tasks: Sequence[AnyTask],
        work: Callable[[AnyTask], Row],
        time_limit: float | None = None,
        alone: Callable[[AnyTask], Row] | None = None,
    ) -> None:
        self.store, self.tasks, self.time_limit = store, list(tasks), time_limit
        self._work, self._alone = work, alone or work

    def missing(self, mode: str = "use") -> list[AnyTask]:
        """Tasks that are to be run in this mode."""
        check_mode(mode)
        if mode == "load":
            return []
        return [task for task in self.tasks if mode == "overwrite" or not self._stands(task, mode)]

    def run(self, tasks: Iterable[AnyTask], engine: Engine) -> Iterator[Row]:
        """Run tasks and yield the row of each as soon as it is stored.

        A task whose worker was lost is run again.
        """
        left, n_lost = {task.hash: task for task in tasks}, 0
        while left:
            work = self._alone if n_lost >= _MANY_LOST else self._work
            try:
                for row in engine(work, list(left.values())):
                    self._keep(left.pop(row["hash"]), row)
                    n_lost = 0
                    yield row
            except WorkerLost:
                n_lost += 1
                _logger.warning("A worker process was lost; its task is run again.")
                if n_lost == _MOST_LOST:
                    raise InputError(_lost(list(left.values()))) from None

    def run_watched(
        self, tasks: Sequence[AnyTask], engine: Engine, n_at_once: int, watch: Watch | None
    ) -> None:
        """Run tasks; `watch`, if there is one, is told of those to come and then of each row."""
        watched = watch or _unwatched
        with watched([task.model for task in tasks], n_at_once) as show:
            for row in self.run(tasks, engine):
                show(row)

    def _stands(self, task: AnyTask, mode: str) -> bool:
        """Whether what is stored of a task is as good as running it."""
        row = self.store.result(task)
        if row is None or row["status"] == "unavailable":
            return False  # the next try costs nothing, and may succeed
        if row["status"] == "timeout" and mode == "use":
            return self.time_limit is not None and self.time_limit <= row["total_time"]
        return row["status"] == "ok" or mode == "use"

    def _keep(self, task: AnyTask, row: Row) -> None:
        try:
            self.store.write(task, row)
        except OSError as error:
            raise InputError(
                f"A result cannot be written to {self.store.folder} ({error.strerror}): "
                "make room and run again; what is there is kept."
            ) from error
        _logger.info("%s: %s in %.1f s", task.key, row["status"], row.get("total_time", 0.0))


class Benchmark(Run[Task]):
    """Models on the outer folds of tables, with a folder of results.

    Tables that cannot be had are in `skipped`, with the reason; all others make up `tasks`.
    """

    def __init__(
        self,
        datasets: Sequence[str],
        models: Sequence[str],
        out: str | os.PathLike[str],
        protocol: Protocol,
        *,
        folder: Path | None = None,
        time_limit: float | None = None,
    ) -> None:
        signatures = {name: get(name).signature for name in models}
        checksums, self.skipped = checksums_of(datasets, folder)
        tasks = [
            Task(dataset, model, fold, protocol, checksum, signatures[model])
            for (dataset, checksum), fold, model in product(
                checksums.items(), range(protocol.n_folds), signatures
            )
        ]
        if not tasks:
            reasons = " ".join(self.skipped.values())
            raise InputError(f"There is nothing to run: name a table and a model. {reasons}")
        alone = partial(run_within, folder=folder, seconds=time_limit)
        work = partial(run, folder=folder) if time_limit is None else alone
        super().__init__(Store(out), tasks, work, time_limit, alone)
        self.store.open(protocol, checksums, signatures)

    def results(self) -> pd.DataFrame:
        """What is stored of these tasks."""
        return table_of(filter(None, map(self.store.result, self.tasks)), self.store.folder)


def _unwatched(models: list[str], n_at_once: int) -> AbstractContextManager[Show]:
    return nullcontext(lambda row: None)


def check_mode(mode: str) -> None:
    """InputError where there is no such mode."""
    if mode not in MODES:
        known = ", ".join(MODES)
        raise InputError(f"There is no mode {mode!r}, only {known}.{did_you_mean(mode, MODES)}")


def checksums_of(
    datasets: Iterable[str], folder: Path | None
) -> tuple[dict[str, str], dict[str, str]]:
    """Of the content of each table; and why those that cannot be had cannot."""
    checksums, reasons = {}, {}
    for name in datasets:
        try:
            checksums[name] = load(name, folder=folder).checksum
        except InputError as error:
            reasons[name] = str(error)
    return checksums, reasons


def run_benchmark(
    datasets: Sequence[str],
    models: Sequence[str],
    out: str | os.PathLike[str],
    *,
    budget: str | Protocol = "paper",
    mode: str = "use",
    folder: str | os.PathLike[str] | None = None,
    n_jobs: int = 1,
    n_workers: int | None = None,
    scheduler: str | None = None,
    time_limit: float | None = None,
    callback: Callable[[Row], object] | None = None,
) -> pd.DataFrame:
    """Measure models on tables by nested cross-validation.

    A run that was ended goes on where it stood when it is called again.

    Parameters
    ----------
    datasets, models : list of str
        Names of tables, as `smoothtab.datasets.load` takes them, and of candidates.
    out : path
        Folder of the results, one file for each task.
    budget : {'quick', 'standard', 'paper'} or Protocol, default='paper'
        How much is tried.
    mode : {'use', 'retry', 'overwrite', 'load'}, default='use'
        What is run: what is missing, that and what did not end well, everything, nothing.
    folder : path or None, default=None
        Where tables are kept, as in `smoothtab.datasets.load`.
    n_jobs : int, default=1
        Number of processes. 1 means this one.
    n_workers : int or None, default=None
        Run on a Dask cluster of so many workers on this machine.
    scheduler : str or None, default=None
        Run on the Dask cluster whose scheduler has this address. All its machines need the
        tables in the same folder.
    time_limit : float or None, default=None
        Seconds that a task may take. Each then runs in a process of its own.
    callback : callable or None, default=None
        Called with each row as soon as it is stored.

    Returns
    -------
    results : DataFrame
        One row for each table, model and fold.
    """
    chosen = protocol(budget) if isinstance(budget, str) else budget
    benchmark = Benchmark(
        datasets,
        models,
        out,
        chosen,
        folder=None if folder is None else Path(folder),
        time_limit=time_limit,
    )
    engine = choose_engine(n_jobs, n_workers, scheduler)
    for row in benchmark.run(benchmark.missing(mode), engine):
        if callback is not None:
            callback(row)
    return benchmark.results()


def choose_engine(n_jobs: int, n_workers: int | None, scheduler: str | None) -> Engine:
    """Where to run: a Dask cluster if one is asked for, else processes, else here."""
    if scheduler is not None or n_workers is not None:
        return on_cluster(scheduler, n_workers)
    return in_this_process if n_jobs == 1 else in_processes(n_jobs)


def _lost(left: Sequence[Task]) -> str:
    models = ", ".join(Counter(task.model for task in left))
    return (
        f"Worker processes ended {_MOST_LOST} times in a row, perhaps for lack of memory; "
        f"{len(left)} tasks are left, of {models}. Run again to go on, with fewer jobs if memory "
        "is short."
    )
