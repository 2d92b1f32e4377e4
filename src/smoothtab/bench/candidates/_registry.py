"""Which candidates there are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Any

from smoothtab._errors import InputError, did_you_mean
from smoothtab.bench.candidates._candidate import Candidate, Unavailable

GROUP = "smoothtab.candidates"

# As in the paper, then those with a search of their own, then the control.
_ORDER = (
    *("ridge", "dt", "rf", "xgb", "ebm", "erbf", "chebypoly", "chebytree", "tabpfn"),
    *("erbf_cv", "chebypoly_cv", "chebytree_cv"),
    "mean",
)


def tuned() -> tuple[str, ...]:
    """Names of those that Optuna tunes: the models of the paper that need no GPU, and others."""
    return tuple(name for name, candidate in candidates().items() if candidate.n_trials)


def candidates() -> dict[str, Candidate]:
    """All candidates by name: those of this package, then those that other packages add.

    Returns
    -------
    candidates : dict of str to Candidate
        Those of the paper first, in its order. One that another package announces, but that
        cannot be loaded, is there too: building it raises `Unavailable` with the reason.

    See Also
    --------
    Candidate : How to add one.

    Examples
    --------
    >>> from smoothtab.bench.candidates import candidates
    >>> list(candidates())[:4]
    ['ridge', 'dt', 'rf', 'xgb']
    >>> candidates()["ridge"].n_trials
    20
    """
    return dict(_all())


def get(name: str) -> Candidate:
    """One candidate.

    Parameters
    ----------
    name : str
        Its name.

    Returns
    -------
    candidate : Candidate
        That of this name; InputError if there is none.
    """
    known = _all()
    if name not in known:
        hint = did_you_mean(name, known) or f" There are {', '.join(known)}."
        raise InputError(f"There is no candidate {name!r}.{hint}")
    return known[name]


@cache
def _all() -> dict[str, Candidate]:
    found = {candidate.name: candidate for candidate in sorted(_own(), key=_place)}
    for point in entry_points(group=GROUP):
        candidate = _load(point, taken=found)
        found[candidate.name] = candidate
    return found


def _own() -> Iterator[Candidate]:
    """One for each file of this folder that does not begin with an underscore."""
    package = import_module("smoothtab.bench.candidates")
    for module in iter_modules(package.__path__):
        if not module.name.startswith("_"):
            yield import_module(f"{package.__name__}.{module.name}").CANDIDATE


def _place(candidate: Candidate) -> int:
    return _ORDER.index(candidate.name) if candidate.name in _ORDER else len(_ORDER)


def _load(point: EntryPoint, taken: dict[str, Candidate]) -> Candidate:
    """What an entry point names, or else a candidate that says why there is none."""
    owner = point.dist.name if point.dist else "a package without a name"
    if point.name in taken:
        problem = "its name is taken: give it another one"
        return _missing(f"{owner}.{point.name}", point, owner, problem)
    try:
        candidate: Any = point.load()
    except Exception as error:
        reason = str(error).partition("\n")[0]
        problem = f"loading {point.value} failed ({type(error).__name__}: {reason})"
        return _missing(point.name, point, owner, problem)
    if not isinstance(candidate, Candidate) or candidate.name != point.name:
        problem = f"{point.value} is not a Candidate of this name"
        return _missing(point.name, point, owner, problem)
    return candidate


def _missing(name: str, point: EntryPoint, owner: str, problem: str) -> Candidate:
    def build(seed: int, **params: Any) -> Any:
        raise Unavailable(f"The candidate {point.name!r} of {owner} cannot be used: {problem}.")

    return Candidate(name, build)
