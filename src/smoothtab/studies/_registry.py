"""Which studies there are."""

from __future__ import annotations

from importlib import import_module

from smoothtab._errors import InputError, did_you_mean
from smoothtab.studies._study import Study

NAMES = (
    *("convergence", "conditioning", "initialisation", "discretisation", "ordinal"),
    *("stability", "scalability", "configurations"),
)


def get(name: str) -> Study:
    """The study of that name."""
    if name not in NAMES:
        hint = did_you_mean(name, NAMES) or f" There are {', '.join(NAMES)}."
        raise InputError(f"There is no study {name!r}.{hint}")
    study: Study = import_module(f"smoothtab.studies.{name}").STUDY
    return study
