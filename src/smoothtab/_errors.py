"""What the user gave cannot be used."""

from __future__ import annotations


class InputError(ValueError):
    """One clear sentence: what is wrong, where, and what to do.

    The command line prints it and ends with exit code 2; Python code sees a ValueError.
    """
