"""Linear regression with a ridge penalty."""

from __future__ import annotations

from typing import Any

from sklearn.linear_model import Ridge

from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates._space import Log


def build(seed: int, **params: Any) -> Any:
    """Ridge regression; nothing of it is random."""
    return Ridge(**params)


def describe(fitted: Any) -> dict[str, float]:
    """Number of coefficients, with the intercept."""
    return {"n_params": fitted.coef_.size + 1}


CANDIDATE = Candidate(
    "ridge",
    build,
    space={"alpha": Log(1e-3, 1e3)},
    n_trials=20,
    scale=True,
    describe=describe,
    smooth=True,
    scalable=True,
)
