"""What all commands print with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

console = Console()


def say(text: str) -> None:
    """One line, as it is; above the progress bar if there is one."""
    console.print(text, markup=False, emoji=False, highlight=False, soft_wrap=True)


def each(names: Sequence[str], doing: str) -> Iterator[str]:
    """The names one by one, with a progress bar where someone is watching."""
    with Progress(
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        "{task.description}",
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task(doing, total=len(names))
        for name in names:
            progress.update(task, description=f"{doing} {name}")
            yield name
            progress.advance(task)
