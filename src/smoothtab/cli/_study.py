"""smoothtab study: the studies of the paper, run again."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from smoothtab.bench._benchmark import MODES
from smoothtab.cli import STOPPED
from smoothtab.cli._console import say
from smoothtab.cli._lists import ListCommand
from smoothtab.cli._progress import watched
from smoothtab.studies import NAMES, run_study
from smoothtab.studies._registry import get

app = typer.Typer(help="Run a study of the paper again.", no_args_is_help=True)


def _command(name: str) -> Callable[..., None]:
    """The command of one study."""

    def study(
        out: Annotated[Path, typer.Option(help="Folder for measurements, table and figure.")],
        quick: Annotated[
            bool, typer.Option("--quick", help="Measure little, in about a minute.")
        ] = False,
        datasets: Annotated[
            list[str] | None,
            typer.Option(help="What to measure on, by name.", show_default="as in the paper"),
        ] = None,
        models: Annotated[
            list[str] | None,
            typer.Option(help="What to measure, by name.", show_default="as in the paper"),
        ] = None,
        results: Annotated[
            Path | None,
            typer.Option(
                help="Results of smoothtab bench to go by, where that helps: folder or file."
            ),
        ] = None,
        jobs: Annotated[
            int | None, typer.Option(min=1, help="Processes.", show_default="one for each core")
        ] = None,
        mode: Annotated[
            str,
            typer.Option(help="; ".join(f"{mode}: {what}" for mode, what in MODES.items()) + "."),
        ] = "retry",
        folder: Annotated[
            Path | None,
            typer.Option(
                help="Where tables are.", show_default="SMOOTHTAB_DATA, else the user's cache"
            ),
        ] = None,
        quiet: Annotated[
            bool, typer.Option("--quiet", help="Say nothing unless it fails.")
        ] = False,
    ) -> None:
        try:
            outcome = run_study(
                name,
                out,
                quick=quick,
                datasets=datasets,
                models=models,
                results=results,
                folder=folder,
                n_jobs=jobs or os.cpu_count() or 1,
                mode=mode,
                watch=partial(watched, quiet=quiet),
            )
        except KeyboardInterrupt:
            say("Stopped. The same command goes on from there.")
            raise typer.Exit(STOPPED) from None
        for remark in outcome.remarks:
            say(remark)
        if not quiet:
            for sentence in outcome.findings:
                say(sentence)
            say(f"Measurements, table and figure are in {out}.")

    return study


for _name in NAMES:
    _help = (
        f"{get(_name).about}\n\nEnded at any moment, the same command goes on where it stood.\n\n"
        f"smoothtab study {_name} --quick --out {_name}"
    )
    app.command(_name, cls=ListCommand, help=_help)(_command(_name))
