"""Random forest."""

from __future__ import annotations

from typing import Any

from sklearn.ensemble import RandomForestRegressor

from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates._space import Choice, Int


def build(seed: int, **params: Any) -> Any:
    """Random forest."""
    return RandomForestRegressor(n_jobs=1, random_state=seed, **params)


def describe(fitted: Any) -> dict[str, float]:
    """Size of the forest, which holds one value for each leaf."""
    n_leaves = sum(int(tree.get_n_leaves()) for tree in fitted.estimators_)
    return {"n_leaves_total": n_leaves, "n_params": n_leaves}


CANDIDATE = Candidate(
    "rf",
    build,
    space={
        "n_estimators": Int(50, 500),
        "max_depth": Int(3, 20),
        "max_features": Choice((0.3, 0.5, 0.7, "sqrt")),
    },
    fixed={"min_samples_leaf": 0.005},
    n_trials=25,
    describe=describe,
)
