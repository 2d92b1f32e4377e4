"""All groups of commands under one name."""

from __future__ import annotations

from typing import Annotated

import typer

import smoothtab
from smoothtab.cli import _bench, _compare, _datasets, _study
from smoothtab.cli._lists import ListCommand

app = typer.Typer(
    name="smoothtab",
    help="Smooth regression on tables: which model suits yours, and what it gives up.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
app.command(cls=ListCommand)(_compare.compare)
app.command()(_compare.predict)
app.add_typer(_bench.app, name="bench")
app.add_typer(_datasets.app, name="datasets")
app.add_typer(_study.app, name="study")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"smoothtab {smoothtab.__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print it."),
    ] = False,
) -> None:
    pass
