"""What a study is: what it measures, and what it makes of the measurements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from smoothtab._errors import InputError
from smoothtab.bench import BUDGETS, Protocol
from smoothtab.bench._benchmark import Benchmark, Run
from smoothtab.bench._run import Measure, run
from smoothtab.bench._store import Store
from smoothtab.bench._task import Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Settings = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Cell(Task):
    """One measurement: a task of the bench and, by name, what else is needed to make it again."""

    settings: Settings = ()


@dataclass(frozen=True)
class Wanted:
    """What is to be studied: tables, models, how thoroughly, and where things are.

    `results` are those of a run of the bench, if there are any to go by.
    """

    datasets: tuple[str, ...]
    models: tuple[str, ...]
    quick: bool
    store: Path
    folder: Path | None = None
    results: pd.DataFrame | None = None

    @property
    def protocol(self) -> Protocol:
        """That of the bench for a quick or a full run."""
        return BUDGETS["quick" if self.quick else "paper"]


class Cells(Run[Cell]):
    """Cells of a study and a folder of their results; `skipped` says what could not be had."""

    def __init__(
        self, wanted: Wanted, cells: Iterable[Cell], measure: Measure, skipped: dict[str, str]
    ) -> None:
        work = partial(run, folder=wanted.folder, measure=measure)
        super().__init__(Store(wanted.store), list(cells), work)
        self.skipped = skipped
        if not self.tasks:
            reasons = " ".join(skipped.values())
            raise InputError(f"There is nothing to measure: name a table. {reasons}")
        self.store.open(wanted.protocol, [cell.dataset for cell in self.tasks], wanted.models)

    def per_fold(self) -> Counter[tuple[str, int]]:
        """How many cells each fold of a table has."""
        return Counter((cell.dataset, cell.fold) for cell in self.tasks)

    def results(self) -> pd.DataFrame:
        """What is stored of these cells."""
        found = [(cell, self.store.result(cell)) for cell in self.tasks]
        return pd.DataFrame([dict(cell.settings) | row for cell, row in found if row])


@dataclass(frozen=True)
class Study:
    """A study of the paper.

    `plan` says what to run. Of the measurements `table` makes a table of the paper, whose first
    column names its rows as `published.csv` does, and `findings` sentences. Those that did not end
    well are among them, as `mean_scores` needs to know; with `whole_folds` a fold of a table counts
    only if all its measurements ended well. Where it `views`, it only looks at results of the
    bench, and with `reads_results` it takes something from them. `any_model` says that candidates
    other than `models` can be measured too.
    """

    name: str
    about: str
    datasets: Sequence[str]
    models: Sequence[str]
    quick_datasets: Sequence[str]
    quick_models: Sequence[str]
    plan: Callable[[Wanted], Cells | Benchmark]
    table: Callable[[pd.DataFrame], pd.DataFrame]
    findings: Callable[[pd.DataFrame], list[str]]
    figure: Callable[[pd.DataFrame], Figure | None] | None = None
    views: bool = False
    any_model: bool = True
    whole_folds: bool = False
    reads_results: bool = False


def require_hyperparameters(results: pd.DataFrame) -> None:
    """InputError where results do not tell what was tuned."""
    if not any(name.startswith("hp_") for name in results):
        raise InputError("The results hold no hyperparameters, which are in columns hp_...")
