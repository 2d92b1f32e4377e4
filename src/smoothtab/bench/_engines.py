"""Where tasks run. An engine knows nothing of them: it maps a function over them, in any order."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import resource_tracker
from time import monotonic
from typing import Any, TypeVar

from joblib.externals.loky import get_reusable_executor
from joblib.externals.loky.backend import resource_tracker as loky_tracker
from joblib.externals.loky.process_executor import BrokenProcessPool

from smoothtab._errors import InputError
from smoothtab.bench._orphans import end_with

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")
Engine = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]

_FOREVER = 1e9  # s


class WorkerLost(Exception):
    """A worker process ended in the middle of its task."""


def in_this_process(work: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
    """One after the other."""
    return map(work, items)


def in_processes(n_jobs: int, seconds: float | None = None) -> Engine:
    """So many processes of joblib on this machine; whatever is not done in time is left undone."""

    def engine(work: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        executor = get_reusable_executor(n_jobs, initializer=end_with, initargs=(os.getpid(),))
        left = iter(items)
        end = monotonic() + (_FOREVER if seconds is None else seconds)
        try:
            # No more than can run: loky stops without a word only where nothing waits.
            with _deaf_to_interrupts():
                futures = {executor.submit(work, item) for item in islice(left, n_jobs)}
            while futures:
                done, futures = wait(futures, end - monotonic(), FIRST_COMPLETED)
                if not done:
                    raise TimeoutError
                yield from (future.result() for future in done)
                futures |= {executor.submit(work, item) for item in islice(left, len(done))}
        except BrokenProcessPool as error:
            raise WorkerLost from error
        finally:
            executor.shutdown(wait=False, kill_workers=True)

    return engine


def on_cluster(address: str | None = None, n_workers: int | None = None) -> Engine:
    """A Dask cluster: the one whose scheduler is at that address, or so many workers started here.

    Dask runs a task again whose worker was lost.
    """

    def engine(work: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        with _client(address, n_workers) as client:
            from distributed import KilledWorker
            from distributed import as_completed as as_finished

            futures = client.map(work, list(items), pure=False)
            for future in as_finished(futures):
                try:
                    yield future.result()
                except KilledWorker as error:
                    raise WorkerLost from error
                future.release()

    return engine


@contextmanager
def _client(address: str | None, n_workers: int | None) -> Iterator[Any]:
    try:
        from distributed import Client, LocalCluster
    except ModuleNotFoundError as error:
        raise InputError(
            "A cluster needs the package distributed: pip install 'smoothtab[cluster]'."
        ) from error
    if address is None:
        with _deaf_to_interrupts():
            here = LocalCluster(
                n_workers=n_workers,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        with here, Client(here) as client:
            try:
                yield client
            finally:
                here.sync(_end_workers, here)
        return
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise InputError(
            f"No Dask scheduler answers at {address}: start one there, or say --workers 2."
        ) from error
    with client:
        yield client


async def _end_workers(cluster: Any) -> None:
    """Without the four seconds that Dask gives to tasks that are under way."""
    await asyncio.gather(*(nanny.close(timeout=1) for nanny in cluster.workers.values()))


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started within never hear of Ctrl-C: it is their parent that ends them.

    The parent hears of it at the end. What tracks resources unblocks the signal when it starts.
    """
    if sys.platform == "win32":
        yield
        return
    for tracker in resource_tracker, loky_tracker:
        tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
