"""Ridge regression on Chebyshev polynomials, the model of the paper."""

from __future__ import annotations

from typing import Any

from smoothtab import ChebyshevRegressor
from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates._space import Choice, Int, Log


def build(seed: int, **params: Any) -> Any:
    """Polynomial; only a sparse one draws anything."""
    return ChebyshevRegressor(random_state=seed, **params)


def describe(fitted: Any) -> dict[str, float]:
    """Number of coefficients, with the intercept."""
    return {"n_params": fitted.n_params_}


CANDIDATE = Candidate(
    "chebypoly",
    build,
    space={
        "complexity": Int(1, 14),
        "alpha": Log(1e-3, 1e3),
        "include_interactions": Choice((True, False)),
        "max_interaction_complexity": Choice((1, 2), when=("include_interactions", True)),
    },
    fixed={"clip_input": True},
    n_trials=30,
    describe=describe,
    smooth=True,
    scalable=True,
)
