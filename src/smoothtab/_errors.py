"""What the user gave cannot be used."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class InputError(ValueError):
    """One clear sentence: what is wrong, where, and what to do.

    The command line prints it and ends with exit code 2; Python code sees a ValueError.
    """


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint to put behind a sentence about an unknown word; empty where nothing is alike."""
    spelled = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), spelled, n=1)
    return f" Did you mean {spelled[close[0]]!r}?" if close else ""
