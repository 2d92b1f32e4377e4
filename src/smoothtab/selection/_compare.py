"""Measure models on a table of the user's own, advise one, and fit it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd
from sklearn.pipeline import Pipeline

from smoothtab._errors import InputError
from smoothtab.bench import Protocol, prepare
from smoothtab.bench._benchmark import Benchmark, Watch
from smoothtab.bench._data import prepared
from smoothtab.bench._engines import in_processes, in_this_process
from smoothtab.bench._protocol import protocol
from smoothtab.bench.candidates import get
from smoothtab.datasets import Dataset, _cache
from smoothtab.report import write_report
from smoothtab.selection._advice import Advice, advise, check_preference, leaderboard
from smoothtab.selection._card import card_of
from smoothtab.selection._final import fit_final
from smoothtab.selection._model_folder import SavedModel
from smoothtab.selection._own_table import for_bench, own_table
from smoothtab.selection._remarks import on_models, on_table

# The smooth models by their own exact search: faster and better than Optuna's trials.
# The cheapest come first, so that a time limit leaves some to compare.
MODELS = ("ridge", "chebypoly_cv", "dt", "chebytree_cv", "erbf_cv", "xgb", "ebm", "rf")
LONG = 50_000  # rows from which on only scalable candidates are measured unless named

_DIGITS = 12  # of a checksum


@dataclass(frozen=True)
class ModelComparison:
    """What came of a comparison.

    Parameters
    ----------
    results : DataFrame
        One row for each model and fold.
    leaderboard : DataFrame
        One row for each model that finished all folds, best first: mean R2 and its standard
        deviation over the folds, how far it is behind the best and whether that is within the
        folds' noise (`tied`), gap between training and test rows, errors, seconds.
    advice : Advice
        The model to take (`advice.best`) and why (`str(advice)`).
    saved : SavedModel
        The advised model, fitted to all rows, and its card.
    remarks : tuple of str
        What a user should know of how this was made.
    """

    results: pd.DataFrame
    leaderboard: pd.DataFrame
    advice: Advice
    saved: SavedModel
    remarks: tuple[str, ...] = ()

    @property
    def best(self) -> str:
        """Name of the advised model."""
        return self.advice.best

    @property
    def model(self) -> Pipeline:
        """The advised model, fitted to all rows: a pipeline that takes the columns as they are."""
        return self.saved.pipeline

    def report(self, folder: str | os.PathLike[str]) -> Path:
        """Write the report of the bench, a page for a browser.

        Parameters
        ----------
        folder : path
            Where to; made if it is not there.

        Returns
        -------
        path : Path
            The file `report.html` in that folder.
        """
        return write_report(self.results, folder)

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write the model and its card, for `load_model` and smoothtab predict.

        Parameters
        ----------
        folder : path
            Where to; made if it is not there.

        Returns
        -------
        folder : Path
            The same.
        """
        return self.saved.save(folder)

    def _repr_html_(self) -> str:
        shown = self.leaderboard[["r2", "r2_sd", "tied", "gap", "fit_seconds", "smooth"]]
        sentences = "".join(
            f"<p>{escape(text)}</p>" for text in (*self.advice.reasons, *self.remarks)
        )
        return sentences + shown.to_html(float_format="{:.3f}".format)


def compare(
    X: Any,
    y: Any = None,
    *,
    models: Sequence[str] | None = None,
    budget: str = "quick",
    prefer: str = "gap",
    out: str | os.PathLike[str] | None = None,
    n_jobs: int | None = None,
    time_limit: float | None = None,
    watch: Watch | None = None,
) -> ModelComparison:
    """Find the model for a table: measure several, advise one and fit it to all rows.

    Parameters
    ----------
    X : DataFrame, array-like of shape (n_samples, n_features) or Dataset
        Features: numbers and categories, which may have gaps, but no dates; or what
        `smoothtab.datasets.read_table` gives, with the target.
    y : array-like of shape (n_samples,), default=None
        Target; None with a Dataset.
    models : list of str or None, default=None
        Candidates to measure. None means all that need no GPU and, above 50 000 rows, those that
        can be fitted to that many.
    budget : {'quick', 'standard', 'paper'}, default='quick'
        How much is tried: about a minute, a few minutes, or as in the paper, for a table of 2 000
        rows and 10 columns.
    prefer : {'gap', 'accuracy', 'speed', 'smooth'}, default='gap'
        What decides between models that are equally accurate within the noise of the folds: the
        smallest gap between training and test rows, nothing (the highest R2 is taken), the time
        to tune and train, or a prediction without steps.
    out : path or None, default=None
        Folder for the table, the results, the report and the model. A comparison that was ended
        goes on from what is there.
    n_jobs : int or None, default=None
        Number of processes. None and -1 mean one for each core.
    time_limit : float or None, default=None
        Seconds after which nothing more is measured; models are then measured one after the other,
        and those that are done are compared. The advised one still has to be fitted.
    watch : callable or None, default=None
        Called with the models of the tasks to come and the number of processes; gives a context
        manager of a function that is then called with each result.

    Returns
    -------
    comparison : ModelComparison
        Leaderboard, advice and the fitted model.

    Examples
    --------
    >>> from smoothtab import compare
    >>> from smoothtab.datasets import load_concrete_strength
    >>> X, y = load_concrete_strength(return_X_y=True)
    >>> comparison = compare(X, y, models=["ridge", "chebypoly_cv"], n_jobs=1)
    >>> comparison.best
    'chebypoly_cv'
    """
    check_preference(prefer)
    chosen, dataset = protocol(budget), own_table(X, y)
    table = prepare(dataset, max_samples=None, filter_features=chosen.select)
    models = _models(models, len(dataset.y))
    remarks = on_table(table, models, chosen)
    with _folder(out) as place:
        benchmark = _benchmark(table.dataset, models, chosen, place)
        remarks += _measure(benchmark, n_jobs, time_limit, watch)
        results = _results(benchmark)
        board = leaderboard(results, [name for name in models if get(name).smooth], chosen.n_folds)
        remarks += on_models(models, results, board)
        if board.empty:
            raise InputError(" ".join(["No model could be measured.", *remarks]))
        advice = advise(board, prefer)
        pipeline = fit_final(dataset, advice.best, chosen)
        saved = SavedModel(pipeline, card_of(dataset, board, advice, chosen, pipeline))
        comparison = ModelComparison(results, board, advice, saved, tuple(remarks))
        if out is not None:
            comparison.report(place)
            comparison.save(place / "model")
    return comparison


def _models(named: Sequence[str] | str | None, n_rows: int) -> list[str]:
    if not named:
        return [name for name in MODELS if n_rows <= LONG or get(name).scalable]
    named = [named] if isinstance(named, str) else named
    return [get(name).name for name in dict.fromkeys(named)]


@contextmanager
def _folder(out: str | os.PathLike[str] | None) -> Iterator[Path]:
    if out is not None:
        yield Path(out)
        return
    with TemporaryDirectory() as folder:
        yield Path(folder)


def _benchmark(dataset: Dataset, models: Sequence[str], chosen: Protocol, place: Path) -> Benchmark:
    """The bench on a folder with this one table; another table or budget has another folder."""
    stored = for_bench(dataset)
    folder = place / "results" / f"{chosen.budget}-{stored.checksum[-_DIGITS:]}"
    tables = folder / "table"
    try:
        _cache.require_writable(tables)
        _cache.write(tables, stored, {"source": "your own"})
    except (InputError, OSError) as error:
        raise InputError(f"Nothing can be written to {place}: name another folder.") from error
    prepared(tables, stored.name, chosen)  # says so where there are too few rows
    return Benchmark([stored.name], models, folder, chosen, folder=tables)


def _measure(
    benchmark: Benchmark,
    n_jobs: int | None,
    time_limit: float | None,
    watch: Watch | None,
) -> list[str]:
    """Run what is missing; a remark where the time limit ended it."""
    tasks = benchmark.missing("retry")
    n_jobs = n_jobs if n_jobs and n_jobs > 0 else os.cpu_count() or 1
    here = n_jobs == 1 and time_limit is None
    engine = in_this_process if here else in_processes(n_jobs, time_limit)
    if time_limit is not None:  # one model after the other, so that some have all their folds
        order = [task.model for task in benchmark.tasks]
        tasks.sort(key=lambda task: order.index(task.model))
    try:
        benchmark.run_watched(tasks, engine, n_jobs, watch)
    except TimeoutError:
        return [f"The time limit of {time_limit:g} s ended the comparison early."]
    return []


def _results(benchmark: Benchmark) -> pd.DataFrame:
    rows = [row for task in benchmark.tasks if (row := benchmark.store.result(task))]
    columns = None if rows else ["model", "fold", "status"]
    return pd.DataFrame(rows, columns=columns)
