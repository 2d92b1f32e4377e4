"""The mean of the training targets, whatever the features: what any model should beat."""

from __future__ import annotations

from typing import Any

from sklearn.dummy import DummyRegressor

from smoothtab.bench.candidates._candidate import Candidate


def build(seed: int) -> Any:
    """Constant prediction."""
    return DummyRegressor()


def describe(fitted: Any) -> dict[str, float]:
    """It has one parameter."""
    return {"n_params": 1}


CANDIDATE = Candidate("mean", build, describe=describe, smooth=True, scalable=True)
