"""smoothtab datasets: which tables there are, and getting them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from smoothtab._errors import InputError, did_you_mean
from smoothtab._files import whole_file
from smoothtab.cli._console import each, say
from smoothtab.datasets._cache import data_folder, holds, read
from smoothtab.datasets._catalogue import catalogue
from smoothtab.datasets._dataset import TARGET
from smoothtab.datasets._entry import STRATA, Entry
from smoothtab.datasets._fetch import TIME_LIMIT, fetch_into
from smoothtab.datasets._load import load

app = typer.Typer(
    help="The tables of the paper: list, show, fetch, verify and export.", no_args_is_help=True
)

Folder = Annotated[
    Path | None,
    typer.Option(
        help="Where tables are kept.", show_default="SMOOTHTAB_DATA, else the user's cache"
    ),
]

_VERDICTS = {
    True: "values as published",
    False: "values other than those that give the published scores",
    None: "values that nothing published can be compared with",
}


@app.command("list")
def list_tables(folder: Folder = None) -> None:
    """List all tables; a plus marks those that are here."""
    place = data_folder(folder)
    here = _here(place)
    say(f"  {'table':37} in {'rows':>6} {'cols':>4} {'target':10} source")
    for name, entry in catalogue().items():
        say(
            f"{'+' if name in here else ' '} {name:37} {entry.stratum} {entry.n:6} {entry.d:4} "
            f"{entry.target_kind:10} {entry.source_name}"
        )
    say("")
    for stratum, domain in STRATA.items():
        say(f"{stratum} {domain}")
    say(f"+  in {place}: {len(here)} of {len(catalogue())}")


@app.command()
def show(name: str, folder: Folder = None) -> None:
    """Show what is known of one table, and its columns if it is here."""
    entry, place = _entry(name), data_folder(folder)
    facts = {
        "table": name,
        "domain": f"{entry.stratum}, {STRATA[entry.stratum]}",
        "rows": _count(entry.n, entry.n_prepared),
        "features": _count(entry.d, entry.d_prepared),
        "target": entry.target_kind,
        "source": f"{entry.source_name}, {entry.home}",
        "origin": entry.origin,
        "licence": entry.licence,
        "remark": entry.remark,
        "checksum": entry.checksum or "none: no published copy could be had",
    }
    for key, fact in facts.items():
        if fact:
            say(f"{key:9} {fact}")
    if not holds(place, name):
        say(f"folder    not in {place}; smoothtab datasets fetch {name}")
    else:
        say(f"folder    {place}")
        dataset = read(place, name)
        say(f"content   {_VERDICTS[entry.matches(dataset)]}\n")
        table = dataset.X.assign(target=dataset.y)
        width = max(map(len, table))
        for column, values in table.items():
            say(f"  {column:{width}}  {_summary(values)}")


@app.command()
def fetch(
    names: Annotated[
        list[str] | None, typer.Argument(help="Tables to fetch; without any, all of them.")
    ] = None,
    folder: Folder = None,
    time_limit: Annotated[float, typer.Option(help="Seconds for each table.")] = TIME_LIMIT,
) -> None:
    """Fetch the tables that are not here from their sources."""
    place = data_folder(folder)
    entries = {name: _entry(name) for name in names or catalogue()}

    def get(name: str) -> None:
        if holds(place, name):
            read(place, name)
            return
        published = entries[name].matches(fetch_into(place, entries[name], time_limit))
        say(f"{name}: fetched from {entries[name].source_name}, {_VERDICTS[published]}")

    n_failed = _try_each(list(entries), "fetching", get)
    say(f"{len(entries) - n_failed} of {len(entries)} tables are in {place}.")
    if n_failed:
        raise typer.Exit(1)


@app.command()
def verify(folder: Folder = None) -> None:
    """Compare every table that is here with its checksum."""
    place = data_folder(folder)
    here = _here(place)
    if not here:
        raise InputError(f"There is no table in {place}. To get them: smoothtab datasets fetch")

    def check(name: str) -> None:
        published = catalogue()[name].matches(read(place, name))
        if not published:
            say(f"{name}: undamaged, with {_VERDICTS[published]}")

    n_bad = _try_each(here, "reading", check)
    say(f"{len(here) - n_bad} of {len(here)} tables in {place} are good.")
    if len(here) < len(catalogue()):
        say(f"{len(catalogue()) - len(here)} are not there: smoothtab datasets list shows which.")
    if n_bad:
        raise typer.Exit(1)


@app.command()
def export(
    name: str,
    file: Annotated[Path, typer.Argument(help="File to write: .csv or .parquet.")],
    folder: Folder = None,
) -> None:
    """Write one table to a file, with its target in the last column.

    smoothtab datasets export concrete_strength concrete.csv
    """
    writers = {".csv": pd.DataFrame.to_csv, ".parquet": pd.DataFrame.to_parquet}
    if file.suffix not in writers:
        raise InputError(f"{file}: the name must end in .csv or .parquet.")
    dataset = load(name, folder=folder)
    table = dataset.X.assign(**{TARGET: dataset.y})
    try:
        with whole_file(file) as path:
            writers[file.suffix](table, path, index=False)
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror or error}.") from error
    say(f"{len(table)} rows and {table.shape[1]} columns of {name}: {file}")


def _entry(name: str) -> Entry:
    if name not in catalogue():
        raise InputError(f"There is no table {name!r}.{did_you_mean(name, catalogue())}")
    return catalogue()[name]


def _here(place: Path) -> list[str]:
    return [name for name in catalogue() if holds(place, name)]


def _try_each(names: Sequence[str], doing: str, act: Callable[[str], None]) -> int:
    """How many failed; each failure is one line, and the rest goes on."""
    n_failed = 0
    for name in each(names, doing):
        try:
            act(name)
        except InputError as error:
            n_failed += 1
            say(str(error))
    return n_failed


def _count(published: int, prepared: int | None) -> str:
    after = f" ({prepared} after the published preprocessing)" if prepared else ""
    return f"{published}{after}"


def _summary(column: pd.Series) -> str:
    missing = f", {column.isna().sum()} missing" if column.isna().any() else ""
    if isinstance(column.dtype, pd.CategoricalDtype):
        return f"{column.nunique()} categories{missing}"
    return f"{column.min():g} to {column.max():g}, {column.nunique()} values{missing}"
