"""Kinds of hyperparameters, each with its range: what Optuna may choose from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from optuna.trial import BaseTrial


@dataclass(frozen=True)
class Parameter(ABC):
    """A hyperparameter.

    Parameters
    ----------
    when : tuple of (str, value), optional
        Name of another parameter, listed before, and the value of it at which this one matters.
    """

    when: tuple[str, Any] | None = field(default=None, kw_only=True)

    def applies(self, chosen: Mapping[str, Any]) -> bool:
        """Whether it matters beside what was chosen already."""
        return self.when is None or chosen.get(self.when[0]) == self.when[1]

    @abstractmethod
    def suggest(self, trial: BaseTrial, name: str) -> Any:
        """Let the trial choose one."""


@dataclass(frozen=True)
class Log(Parameter):
    """A number, its logarithm uniform.

    Parameters
    ----------
    low, high : float
        The least and the largest.
    """

    low: float
    high: float

    def suggest(self, trial: BaseTrial, name: str) -> float:
        """Let the trial choose one."""
        return trial.suggest_float(name, self.low, self.high, log=True)


@dataclass(frozen=True)
class Uniform(Parameter):
    """A number.

    Parameters
    ----------
    low, high : float
        The least and the largest.
    """

    low: float
    high: float

    def suggest(self, trial: BaseTrial, name: str) -> float:
        """Let the trial choose one."""
        return trial.suggest_float(name, self.low, self.high)


@dataclass(frozen=True)
class Int(Parameter):
    """A whole number.

    Parameters
    ----------
    low, high : int
        The least and the largest.
    """

    low: int
    high: int

    def suggest(self, trial: BaseTrial, name: str) -> int:
        """Let the trial choose one."""
        return trial.suggest_int(name, self.low, self.high)


@dataclass(frozen=True)
class Choice(Parameter):
    """One of several values.

    Parameters
    ----------
    options : tuple of number, str, bool or None
        What to choose from.
    """

    options: tuple[Any, ...]

    def suggest(self, trial: BaseTrial, name: str) -> Any:
        """Let the trial choose one."""
        return trial.suggest_categorical(name, self.options)


@dataclass(frozen=True)
class OrAuto(Parameter):
    """'auto', or else a value of another parameter; the trial knows which as ``<name>_auto``.

    Parameters
    ----------
    otherwise : Parameter
        The other parameter.
    """

    otherwise: Parameter

    def suggest(self, trial: BaseTrial, name: str) -> Any:
        """Let the trial choose one."""
        if trial.suggest_categorical(f"{name}_auto", (True, False)):
            return "auto"
        return self.otherwise.suggest(trial, name)
