"""The command line: one file per group of commands, every command one call into the other rooms."""

from __future__ import annotations

import sys

STOPPED = 130  # the exit code that a shell expects after Ctrl-C


def main() -> None:
    """Run the command line; say in one sentence what is missing or wrong."""
    try:
        _main()
    except KeyboardInterrupt:  # before a command could tell what it has done
        sys.exit(STOPPED)


def _main() -> None:
    from smoothtab._errors import InputError

    try:
        from smoothtab.cli._app import app
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("smoothtab"):
            raise
        print(
            f"The command line needs the package {error.name}: pip install 'smoothtab[bench]'.",
            file=sys.stderr,
        )
        sys.exit(2)
    try:
        app()
    except InputError as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
