"""Network of Gaussian basis functions, the model of the paper."""

from __future__ import annotations

from typing import Any

from smoothtab import ERBFRegressor
from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates._space import Choice, Int, Log, OrAuto


def build(seed: int, **params: Any) -> Any:
    """Network whose centres are drawn."""
    return ERBFRegressor(random_state=seed, **params)


def describe(fitted: Any) -> dict[str, float]:
    """Size of the network."""
    return {
        "n_rbf": len(fitted.centres_),
        "n_width_params": fitted.widths_.size,
        "n_params": fitted.n_params_,
    }


CANDIDATE = Candidate(
    "erbf",
    build,
    space={
        "n_rbf": OrAuto(Int(10, 80)),
        "alpha": Log(1e-3, 1e3),
        "center_init": Choice(("lipschitz", "kmeans")),
        "width_init": Choice(("local_ridge", "local_variance")),
    },
    fixed={"width_optim_iters": 30, "linear_term": False},
    n_trials=30,
    describe=describe,
    smooth=True,
)
