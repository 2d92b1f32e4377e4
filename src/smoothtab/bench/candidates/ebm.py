"""Explainable boosting machine of InterpretML: a sum of step functions of single features."""

from __future__ import annotations

from typing import Any

from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates._space import Choice, Log


def build(seed: int, **params: Any) -> Any:
    """Explainable boosting machine; each of its bags sets rows aside to stop by."""
    from interpret.glassbox import ExplainableBoostingRegressor

    return ExplainableBoostingRegressor(n_jobs=1, random_state=seed, **params)


def describe(fitted: Any) -> dict[str, float]:
    """Number of steps, without those for missing and for unseen values, and the intercept."""
    return {"n_params": sum(steps.size - 2 for steps in fitted.term_scores_) + 1}


CANDIDATE = Candidate(
    "ebm",
    build,
    space={
        "max_bins": Choice((128, 256)),
        "learning_rate": Log(0.01, 0.1),
        "min_samples_leaf": Choice((2, 4, 10)),
    },
    fixed={
        "interactions": 0,
        "max_leaves": 3,
        "outer_bags": 4,
        "max_rounds": 5000,
        "early_stopping_rounds": 50,
    },
    n_trials=15,
    describe=describe,
)
