"""A study from beginning to end."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from smoothtab._errors import InputError
from smoothtab.bench import candidates, load_results
from smoothtab.bench._benchmark import Watch, check_mode, choose_engine
from smoothtab.stats._scores import require_columns
from smoothtab.studies._outcome import Outcome
from smoothtab.studies._registry import get
from smoothtab.studies._study import Cells, Study, Wanted


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
    check_mode(mode)
    wanted = Wanted(
        _names(datasets) or tuple(study.quick_datasets if quick else study.datasets),
        _names(models) or tuple(study.quick_models if quick else study.models),
        quick,
        Path(out) / "cells",
        None if folder is None else Path(folder),
        None if results is None else _given(study, results),
    )
    _check_models(study, wanted.models)
    if study.views and wanted.results is not None:
        outcome = _viewed(study, wanted, _names(datasets) or tuple(study.datasets))
    else:
        outcome = _measured(study, wanted, n_jobs, mode, watch)
    outcome.write(out)
    return outcome


def _measured(study: Study, wanted: Wanted, n_jobs: int, mode: str, watch: Watch | None) -> Outcome:
    """What is stored after everything has run."""
    plan: Any = study.plan(wanted)  # of cells or of tasks of the bench
    if mode == "load" and not any(map(plan.store.result, plan.tasks)):
        raise InputError(f"Nothing of {study.name} is measured yet: run it in another mode.")
    missing = plan.missing(mode)
    plan.run_watched(missing, choose_engine(n_jobs, None, None), n_jobs, watch)
    per_fold = plan.per_fold() if isinstance(plan, Cells) else {}  # the bench knows by model
    return Outcome(study, plan.results(), plan.skipped, len(plan.tasks), per_fold)


def _viewed(study: Study, wanted: Wanted, datasets: tuple[str, ...]) -> Outcome:
    """Of results that were given, those of interest."""
    results = wanted.results
    assert results is not None
    kept = results[results["dataset"].isin(datasets) & results["model"].isin(wanted.models)]
    if kept.empty:
        raise InputError(f"The results hold nothing on the tables of the study {study.name}.")
    absent = {*datasets, *wanted.models} - {*kept["dataset"], *kept["model"]}
    skipped = dict.fromkeys(sorted(absent), "not in the results.")
    return Outcome(study, kept.reset_index(drop=True), skipped)


def _names(names: Sequence[str] | None) -> tuple[str, ...]:
    """Each once; a single name may be given as it is."""
    return tuple(dict.fromkeys([names] if isinstance(names, str) else names or ()))


def _given(study: Study, results: pd.DataFrame | str | os.PathLike[str]) -> pd.DataFrame:
    """Results of the bench, for a study that has use for them."""
    if not (study.views or study.reads_results):
        raise InputError(f"The study {study.name} takes no results of the bench: leave them out.")
    given = load_results(results) if isinstance(results, str | os.PathLike) else results
    require_columns(given, ["dataset", "model", "fold"])
    return given


def _check_models(study: Study, models: Sequence[str]) -> None:
    """Whether the study can measure these."""
    for model in models:
        if model not in study.models and not study.any_model:
            known = ", ".join(study.models)
            raise InputError(f"The study {study.name} measures {known}, not {model!r}.")
        if model not in study.models:
            candidates.get(model)  # or else it says which there are
