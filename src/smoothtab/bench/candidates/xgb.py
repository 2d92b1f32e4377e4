"""Gradient boosting by XGBoost."""

from __future__ import annotations

from typing import Any

from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates._space import Int, Log, Uniform


def build(seed: int, **params: Any) -> Any:
    """Gradient boosting, which draws rows and features."""
    from xgboost import XGBRegressor

    return XGBRegressor(n_jobs=1, random_state=seed, **params)


def describe(fitted: Any) -> dict[str, float]:
    """Size of the ensemble up to the iteration that it predicts with."""
    best = fitted.best_iteration
    n_splits = fitted.get_booster()[: best + 1].get_score(importance_type="weight")
    n_leaves = int(sum(n_splits.values())) + best + 1  # a tree has one leaf more than it has splits
    return {"best_iteration": best, "n_leaves_total": n_leaves, "n_params": n_leaves}


CANDIDATE = Candidate(
    "xgb",
    build,
    space={
        "max_depth": Int(1, 9),
        "learning_rate": Log(0.01, 0.3),
        "subsample": Uniform(0.6, 1.0),
        "colsample_bytree": Uniform(0.6, 1.0),
        "reg_lambda": Log(1e-3, 1e3),
        "min_child_weight": Log(1.0, 100.0),
    },
    fixed={"n_estimators": 2000, "early_stopping_rounds": 10},
    n_trials=50,
    early_stopping=True,
    describe=describe,
    scalable=True,
)
