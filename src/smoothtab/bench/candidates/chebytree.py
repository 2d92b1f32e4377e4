"""Tree with Chebyshev polynomials in its leaves, the model of the paper."""

from __future__ import annotations

from typing import Any

from smoothtab import ChebyshevModelTreeRegressor
from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates._space import Int, Log, Uniform


def build(seed: int, **params: Any) -> Any:
    """Model tree; chance decides among splits that are equally good."""
    return ChebyshevModelTreeRegressor(random_state=seed, **params)


def describe(fitted: Any) -> dict[str, float]:
    """Size of the tree and of the polynomials."""
    return {
        "n_leaves": fitted.n_leaves_,
        "n_params_per_leaf": fitted.coef_.shape[1] + 1,
        "n_params": fitted.n_params_,
    }


CANDIDATE = Candidate(
    "chebytree",
    build,
    space={
        "complexity": Int(1, 6),
        "alpha": Log(1e-3, 1e3),
        "max_depth": Int(1, 12),
        "min_samples_leaf": Uniform(0.01, 0.1),
    },
    n_trials=30,
    describe=describe,
    scalable=True,
)
