"""smoothtab compare and smoothtab predict: a model for a table of the user's own, and its use."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer

from smoothtab._errors import InputError
from smoothtab._files import whole_file
from smoothtab.bench import BUDGETS
from smoothtab.cli import STOPPED
from smoothtab.cli._console import say
from smoothtab.cli._progress import watched
from smoothtab.datasets import read_table
from smoothtab.datasets._table_files import read_file
from smoothtab.report._plain import records
from smoothtab.report._words import count, duration
from smoothtab.selection import PREFERENCES, ModelComparison, load_model
from smoothtab.selection import compare as compare_models

_ROW_NUMBERS = ["Unnamed: 0"]  # as pandas writes them, before the columns that have names
_HEADER = ["model", "R2", "± folds", "gap", "error", "fit", "predict 1000", ""]
_LEGEND = (
    "R2 and mean absolute error on test rows; gap: how much higher R2 is on training rows; "
    "fit: to tune and train; predict: for 1000 rows."
)


def compare(
    data: Annotated[Path, typer.Argument(help="Your table: .csv, .tsv or .parquet.")],
    target: Annotated[str, typer.Option(help="Column to predict.")],
    models: Annotated[
        list[str] | None,
        typer.Option(help="Candidates to compare.", show_default="all that need no GPU"),
    ] = None,
    budget: Annotated[
        str, typer.Option(help=f"How much is tried: {', '.join(BUDGETS)}.")
    ] = "quick",
    prefer: Annotated[
        str,
        typer.Option(
            help="What decides between equally accurate models: "
            + "; ".join(f"{name}: {what}" for name, what in PREFERENCES.items())
            + "."
        ),
    ] = "gap",
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for report and model.", show_default="smoothtab-<name of table>"),
    ] = None,
    categorical: Annotated[
        list[str] | None, typer.Option(help="Columns of numbers that stand for categories.")
    ] = None,
    drop: Annotated[list[str] | None, typer.Option(help="Columns to leave out.")] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes.", show_default="one for each core")
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(min=1, help="Seconds after which nothing more is measured."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Find the model for your table, and fit it.

    Ended early, the same command goes on where it stood.

    smoothtab compare houses.csv --target price

    smoothtab compare houses.csv --target price --drop id --prefer smooth --budget standard
    """
    table = read_table(data, target, categorical=categorical or (), drop=drop or ())
    place = out or Path(f"smoothtab-{table.name}")
    if not as_json:
        dropped = f" ({table.n_rows_dropped} without a target left out)"
        columns = count(table.X.shape[1], "column")
        say(
            f"{count(len(table.y), 'row')}{dropped if table.n_rows_dropped else ''}, "
            f"{columns} to predict {target} from."
        )
    try:
        found = compare_models(
            table,
            models=models,
            budget=budget,
            prefer=prefer,
            out=place,
            n_jobs=jobs,
            time_limit=time_limit,
            watch=partial(_watched, quiet=as_json),
        )
    except KeyboardInterrupt:
        typer.echo("Stopped. The same command goes on from there.", err=True)
        raise typer.Exit(STOPPED) from None
    if as_json:
        typer.echo(json.dumps(_for_programs(found, place)))
    else:
        _show(found, place)


@contextmanager
def _watched(models: list[str], n_at_once: int, quiet: bool) -> Iterator[Any]:
    """As `watched`, and then a word on what comes next, which may take its time."""
    with watched(models, n_at_once, quiet) as show:
        yield show
    if not quiet:
        say("Fitting the advised model to all rows.")


def predict(
    model: Annotated[Path, typer.Argument(help="Folder of a model that compare saved.")],
    data: Annotated[Path, typer.Argument(help="New rows: .csv, .tsv or .parquet.")],
    out: Annotated[
        Path | None, typer.Option(help="File for the predictions.", show_default="the screen")
    ] = None,
    gradients: Annotated[
        bool, typer.Option("--gradients", help="Add the derivative by each numeric column.")
    ] = False,
    allow_pickle: Annotated[
        bool, typer.Option("--allow-pickle", help="Load a pickle, which can do anything.")
    ] = False,
) -> None:
    """Predict new rows, as CSV.

    The column "outside" names what lies outside the training rows: there predictions are guesses.

    smoothtab predict smoothtab-houses/model new.csv --gradients --out predictions.csv
    """
    table = load_model(model, allow_pickle=allow_pickle).predict(_rows(data), gradients=gradients)
    if out is None:
        table.to_csv(sys.stdout, index=False)
        return
    try:
        with whole_file(out) as path:
            path.write_text(table.to_csv(index=False), encoding="utf-8", newline="")
    except OSError as error:
        raise InputError(
            f"{out} cannot be written ({error.strerror}): name another file."
        ) from error
    n_outside = int((table["outside"] != "").sum())
    say(f"{len(table)} predictions, {n_outside} of them outside the training rows: {out}")


def _rows(data: Path) -> pd.DataFrame:
    try:
        return read_file(data, _ROW_NUMBERS)
    except InputError as error:
        raise InputError(f"{data}: {error}") from error


def _show(found: ModelComparison, place: Path) -> None:
    lines = [
        *_leaderboard(found.leaderboard),
        _LEGEND,
        "",
        *found.remarks,
        *found.advice.reasons,
        "",
    ]
    for line in lines:
        say(line)
    say(f"Model   {place / 'model'}")
    say(f"Report  {place / 'report.html'}")


def _leaderboard(board: pd.DataFrame) -> Iterator[str]:
    """Lines of a table, whole on any screen and in any file."""
    cells = [_HEADER, *(_cells(str(model), row) for model, row in board.iterrows())]
    cells[1][-1] = "best"
    model_width, *widths = (max(map(len, column)) for column in zip(*cells, strict=True))
    for model, *others in cells:
        padded = (f"{cell:>{width}}" for cell, width in zip(others, widths, strict=True))
        yield f"{model:{model_width}}  {'  '.join(padded)}".rstrip()


def _cells(model: str, row: pd.Series) -> list[str]:
    return [
        model,
        f"{row['r2']:.3f}",
        f"{row['r2_sd']:.3f}",
        f"{row['gap']:.3f}",
        f"{row['test_mae']:.4g}",
        duration(row["fit_seconds"]),
        duration(row["predict_ms_per_1000"] / 1000),
        "tied" if row["tied"] else "",
    ]


def _for_programs(found: ModelComparison, place: Path) -> dict[str, Any]:
    return {
        "best": found.best,
        "reasons": list(found.advice.reasons),
        "remarks": list(found.remarks),
        "leaderboard": records(found.leaderboard),
        "model": str(place / "model"),
        "report": str(place / "report.html"),
    }
