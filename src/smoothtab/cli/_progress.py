"""How far a run of the bench is: bars where someone is watching, else a line for each result."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from smoothtab.cli._console import console, say

Row = dict[str, Any]


class TimeLeft:
    """An estimate from the mean time of each model's tasks; of all tasks until it has one."""

    def __init__(self, models: Iterable[str], n_at_once: int) -> None:
        self.left, self.n_at_once = Counter(models), n_at_once
        self._seconds: defaultdict[str, list[float]] = defaultdict(list)

    def add(self, row: Row) -> None:
        """Note a finished task."""
        self.left[row["model"]] -= 1
        self._seconds[row["model"]].append(row.get("total_time") or 0.0)

    @property
    def seconds(self) -> float | None:
        """None until a task is finished."""
        known = [seconds for times in self._seconds.values() for seconds in times]
        if not known:
            return None
        total = sum(n * _mean(self._seconds.get(model) or known) for model, n in self.left.items())
        return total / self.n_at_once

    def __str__(self) -> str:
        seconds = self.seconds
        return "" if seconds is None else f"{timedelta(seconds=round(seconds))} left"


@contextmanager
def watched(models: list[str], n_at_once: int, quiet: bool) -> Iterator[Any]:
    """A function to be called with each row; `models` are those of the tasks to come."""
    if quiet:
        yield lambda row: None
    elif console.is_terminal:
        with _bars(models, n_at_once) as show:
            yield show
    else:
        yield _Lines(models, n_at_once)


class _Lines:
    def __init__(self, models: list[str], n_at_once: int) -> None:
        self.left, self.n_tasks = TimeLeft(models, n_at_once), len(models)

    def __call__(self, row: Row) -> None:
        self.left.add(row)
        n_done = self.n_tasks - self.left.left.total()
        say(f"{n_done}/{self.n_tasks} {told(row)}; {self.left}")


@contextmanager
def _bars(models: list[str], n_at_once: int) -> Iterator[Any]:
    left = TimeLeft(models, n_at_once)
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    ) as progress:
        bars = {
            model: progress.add_task(model, total=n, note="")
            for model, n in Counter(models).items()
        }
        everything = progress.add_task("all", total=len(models), note="")

        def show(row: Row) -> None:
            left.add(row)
            progress.advance(everything)
            progress.update(everything, note=str(left))
            progress.update(bars[row["model"]], advance=1, note=f"{row['dataset']} {row['fold']}")
            if row["status"] != "ok":
                say(told(row))

        yield show


def told(row: Row) -> str:
    """A result in one line."""
    cell = f"{row['dataset']}, {row['model']}, fold {row['fold']}"
    if row["status"] != "ok":
        return f"{cell}: {row['status']}. {row['reason']}"
    score = f"R2 {row['test_r2']:.3f}, " if "test_r2" in row else ""
    return f"{cell}: {score}{row['total_time']:.1f} s"


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
