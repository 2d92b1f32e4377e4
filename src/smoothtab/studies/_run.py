"""A study from beginning to end."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pandas as pd

from smoothtab._errors import InputError
from smoothtab.bench import candidates, load_results
from smoothtab.bench._benchmark import choose_engine
from smoothtab.bench._run import Row
from smoothtab.studies._outcome import Outcome
from smoothtab.studies._registry import get
from smoothtab.studies._study import Study, Wanted

Show = Callable[[Row], object]
Watch = Callable[[list[str], int], AbstractContextManager[Show]]


def run_study(
    name: str,
    out: str | os.PathLike[str],
    *,
    quick: bool = False,
    datasets: Sequence[str] | None = None,
    models: Sequence[str] | None = None,
    results: pd.DataFrame | str | os.PathLike[str] | None = None,
    folder: str | os.PathLike[str] | None = None,
    n_jobs: int = 1,
    mode: str = "retry",
    watch: Watch | None = None,
) -> Outcome:
    """Run a study of the paper again.

    One that was ended goes on where it stood when it is called again.

    Parameters
    ----------
    name : str
        One of `NAMES`.
    out : path
        Folder for the measurements, one file each in ``cells``, and for what is made of them.
    quick : bool, default=False
        Measure little, in about a minute, to see what comes of it.
    datasets, models : list of str or None, default=None
        What to measure. None takes those of the paper.
    results : DataFrame, path or None, default=None
        Results of the bench, or their folder or file. Studies that look at such results take
        these instead of running the bench; ``stability`` takes hyperparameters from them.
    folder : path or None, default=None
        Where tables are kept, as in `smoothtab.datasets.load`.
    n_jobs : int, default=1
        Number of processes. 1 means this one.
    mode : {'use', 'retry', 'overwrite', 'load'}, default='retry'
        What is run: what is missing, that and what did not end well, everything, nothing.
    watch : callable or None, default=None
        ``watch(models, n_jobs)`` gives a context, entered with a function that is called with
        each row; `models` are those of the rows to come.

    Returns
    -------
    outcome : Outcome
        Measurements, table, findings and figure; all of them are also in `out`.

    Examples
    --------
    >>> from smoothtab.studies import run_study
    >>> outcome = run_study("conditioning", "conditioning", quick=True)  # doctest: +SKIP
    """
    study = get(name)
    _check_models(study, models or ())
    given = load_results(results) if isinstance(results, str | os.PathLike) else results
    wanted = Wanted(
        tuple(datasets or (study.quick_datasets if quick else study.datasets)),
        tuple(models or (study.quick_models if quick else study.models)),
        quick,
        Path(out) / "cells",
        None if folder is None else Path(folder),
        given,
    )
    if study.views and given is not None:
        outcome = Outcome(study, _of_interest(given, study, datasets, models))
    else:
        outcome = _measured(study, wanted, n_jobs, mode, watch)
    outcome.write(out)
    return outcome


def _measured(study: Study, wanted: Wanted, n_jobs: int, mode: str, watch: Watch | None) -> Outcome:
    """What is stored after everything has run."""
    plan: Any = study.plan(wanted)  # of cells or of tasks of the bench
    missing = plan.missing(mode)
    watched = watch or (lambda models, n_at_once: nullcontext(lambda row: None))
    with watched([task.model for task in missing], n_jobs) as show:
        for row in plan.run(missing, choose_engine(n_jobs, None, None)):
            show(row)
    return Outcome(study, plan.results(), plan.skipped)


def _check_models(study: Study, models: Sequence[str]) -> None:
    """Whether the study can measure these."""
    for model in models:
        if model not in study.models and not study.any_model:
            known = ", ".join(study.models)
            raise InputError(f"The study {study.name} measures {known}, not {model!r}.")
        if model not in study.models:
            candidates.get(model)  # or else it says which there are


def _of_interest(
    results: pd.DataFrame,
    study: Study,
    datasets: Sequence[str] | None,
    models: Sequence[str] | None,
) -> pd.DataFrame:
    """Of results that were given, those on the tables of the study."""
    kept = results[results["dataset"].isin(datasets or study.datasets)]
    kept = kept if models is None else kept[kept["model"].isin(models)]
    if kept.empty:
        raise InputError(f"The results hold nothing on the tables of the study {study.name}.")
    return kept.reset_index(drop=True)
