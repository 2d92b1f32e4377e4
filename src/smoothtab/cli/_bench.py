"""smoothtab bench: measure models on tables by nested cross-validation."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from smoothtab._errors import InputError, did_you_mean
from smoothtab.bench._benchmark import MODES, Benchmark, choose_engine
from smoothtab.bench._protocol import BUDGETS, Protocol, protocol
from smoothtab.bench._store import Store, load_results
from smoothtab.bench.candidates import candidates
from smoothtab.bench.candidates._registry import tuned
from smoothtab.cli import STOPPED
from smoothtab.cli._console import say
from smoothtab.cli._lists import ListCommand
from smoothtab.cli._progress import told, watched
from smoothtab.datasets._cache import data_folder, holds
from smoothtab.datasets._catalogue import catalogue
from smoothtab.report import write_figures, write_report, write_tables

app = typer.Typer(
    help="Measure models on tables: run, status, report, candidates.", no_args_is_help=True
)


_WRITERS: dict[str, Callable[[pd.DataFrame, Path], list[Path]]] = {
    "html": lambda results, out: [write_report(results, out)],
    "figures": write_figures,
    **{kind: partial(write_tables, kind=kind) for kind in ("latex", "markdown", "csv")},
}

Results = Annotated[Path, typer.Argument(help="Folder of the results.")]
Saved = Annotated[Path, typer.Argument(help="Folder of the results, or a file of their table.")]


@app.command(cls=ListCommand)
def run(
    out: Annotated[Path, typer.Option(help="Folder of the results.")],
    datasets: Annotated[
        list[str] | None,
        typer.Option(help="Tables, by name.", show_default="all that are in the folder"),
    ] = None,
    models: Annotated[
        list[str] | None,
        typer.Option(
            help="Candidates, by name.", show_default="those of the paper that need no GPU"
        ),
    ] = None,
    budget: Annotated[
        str, typer.Option(help=f"How much is tried: {', '.join(BUDGETS)}.")
    ] = "paper",
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes.", show_default="one for each core")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Start a Dask cluster of so many workers here.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a running Dask scheduler, as tcp://host:8786.")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(min=0, help="Seconds that each task may take.")
    ] = None,
    mode: Annotated[
        str, typer.Option(help="; ".join(f"{name}: {what}" for name, what in MODES.items()) + ".")
    ] = "use",
    max_samples: Annotated[
        int | None, typer.Option(min=0, help="Rows used of a longer table; 0 is all.")
    ] = None,
    max_features: Annotated[
        int | None, typer.Option(min=0, help="Features kept of a wider table; 0 is all.")
    ] = None,
    preprocess: Annotated[
        bool, typer.Option(help="Whether features may be left out and long tables sampled.")
    ] = True,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="Where tables are.", show_default="SMOOTHTAB_DATA, else the user's cache"
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing unless it fails.")] = False,
) -> None:
    """Run what is missing in a folder of results.

    Ended at any moment, the same command goes on where it stood.

    smoothtab bench run --datasets friedman1 diabetes --models ridge erbf --budget quick --out R
    """
    n_jobs = jobs or os.cpu_count() or 1
    benchmark = Benchmark(
        datasets or _tables_in(folder),
        models or tuned(),
        out,
        _protocol(budget, max_samples, max_features, preprocess),
        folder=folder,
        time_limit=time_limit,
    )
    for name, reason in benchmark.skipped.items():
        say(f"{name} is left out: {reason}")
    engine = choose_engine(n_jobs, workers, scheduler)
    missing, counts = benchmark.missing(mode), Counter[str]()
    n_all = len(benchmark.tasks)
    n_before = n_all - len(missing or benchmark.missing())  # which "load" leaves missing
    if n_before and not quiet:
        say(f"{n_before} of {n_all} tasks are done already.")
    try:
        with watched([task.model for task in missing], workers or n_jobs, quiet) as show:
            for row in benchmark.run(missing, engine):
                counts[row["status"]] += 1
                show(row)
    except KeyboardInterrupt:
        say(
            f"Stopped: {n_before + counts.total()} of {n_all} tasks are done. "
            "The same command goes on from there."
        )
        raise typer.Exit(STOPPED) from None
    if not quiet:
        say(f"{_told(counts)} in {out}. To see them: smoothtab bench report {out} --out report")


@app.command()
def status(results: Results) -> None:
    """Say what is done, failed and missing in a folder of results."""
    store = Store(results)
    plan = store.plan()
    if not plan:
        raise InputError(f"There are no results in {results}: smoothtab bench run writes some.")
    latest_last = sorted(store.rows(), key=itemgetter("finished"))
    rows = {(row["dataset"], row["model"], row["fold"]): row for row in latest_last}
    folds = range(plan["protocol"]["n_folds"])
    n_tasks = len(plan["datasets"]) * len(folds)
    width = max(map(len, plan["models"]))
    say(f"{'model':{width}}  {'ok':>6} {'failed':>7} {'missing':>8}  of {n_tasks} each")
    for model in plan["models"]:
        found = [
            rows[dataset, model, fold]["status"]
            for dataset in plan["datasets"]
            for fold in folds
            if (dataset, model, fold) in rows
        ]
        n_ok = found.count("ok")
        say(f"{model:{width}}  {n_ok:6} {len(found) - n_ok:7} {n_tasks - len(found):8}")
    for row in rows.values():
        if row["status"] != "ok":
            say(told(row))


@app.command()
def report(
    results: Saved,
    out: Annotated[Path, typer.Option(help="Folder to write into.")],
    kind: Annotated[str, typer.Option("--format", help=f"One of {', '.join(_WRITERS)}.")] = "html",
) -> None:
    """Write a page, the figures or the tables of results.

    smoothtab bench report R --out report
    """
    if kind not in _WRITERS:
        hint = did_you_mean(kind, _WRITERS)
        raise InputError(f"There is no format {kind!r}, only {', '.join(_WRITERS)}.{hint}")
    paths = _WRITERS[kind](load_results(results), out)
    say(f"Written: {paths[0] if len(paths) == 1 else f'{len(paths)} files in {out}'}")


@app.command("candidates")
def list_candidates() -> None:
    """List the models that can be measured."""
    known = candidates()
    width = max(map(len, known))
    for name, candidate in known.items():
        n = candidate.n_trials
        tuned = "own search" if candidate.search else f"{n} trials" if n else "not tuned"
        say(f"{name:{width}}  {tuned:10}  {', '.join(candidate.space)}".rstrip())


def _protocol(
    budget: str, max_samples: int | None, max_features: int | None, preprocess: bool
) -> Protocol:
    chosen = protocol(budget)
    if not preprocess:
        chosen = replace(chosen, max_samples=None, max_features=None, select=False)
    if max_samples is not None:
        chosen = replace(chosen, max_samples=max_samples or None)
    if max_features is not None:
        chosen = replace(chosen, max_features=max_features or None)
    return chosen


def _tables_in(folder: Path | None) -> list[str]:
    place = data_folder(folder)
    here = [name for name in catalogue() if holds(place, name)]
    if not here:
        raise InputError(
            f"There is no table in {place}. Name some with --datasets, "
            "or get all of them: smoothtab datasets fetch"
        )
    return here


def _told(counts: Counter[str]) -> str:
    if not counts:
        return "There was nothing left to run; results are"
    parts = [f"{n} {status}" for status, n in counts.most_common()]
    return f"{counts.total()} tasks ran ({', '.join(parts)}); results are"
