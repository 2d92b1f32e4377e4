"""A single regression tree."""

from __future__ import annotations

from typing import Any

from sklearn.tree import DecisionTreeRegressor

from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates._space import Int, Uniform


def build(seed: int, **params: Any) -> Any:
    """Regression tree; chance decides among splits that are equally good."""
    return DecisionTreeRegressor(random_state=seed, **params)


def describe(fitted: Any) -> dict[str, float]:
    """Size of the tree, which predicts one value for each leaf."""
    n_leaves = int(fitted.get_n_leaves())
    return {"max_depth_actual": int(fitted.get_depth()), "n_leaves": n_leaves, "n_params": n_leaves}


CANDIDATE = Candidate(
    "dt",
    build,
    space={
        "max_depth": Int(1, 20),
        "min_samples_leaf": Uniform(0.005, 0.1),
        "min_samples_split": Uniform(0.01, 0.1),
    },
    n_trials=25,
    describe=describe,
    scalable=True,
)
