"""Models measured against each other: one file for each, and those that other packages add."""

from smoothtab.bench.candidates._assemble import assemble, innermost
from smoothtab.bench.candidates._candidate import Candidate, Unavailable
from smoothtab.bench.candidates._registry import candidates, get
from smoothtab.bench.candidates._space import Choice, Int, Log, OrAuto, Parameter, Uniform

__all__ = [
    "Candidate",
    "Choice",
    "Int",
    "Log",
    "OrAuto",
    "Parameter",
    "Unavailable",
    "Uniform",
    "assemble",
    "candidates",
    "get",
    "innermost",
]
