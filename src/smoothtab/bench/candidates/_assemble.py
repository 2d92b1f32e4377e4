"""The estimator that the bench measures, made of a candidate and its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smoothtab.bench._clipping import ClippedRegressor
from smoothtab.bench._early_stopping import EarlyStoppingRegressor
from smoothtab.bench._wrapper import RegressorWrapper
from smoothtab.bench.candidates._candidate import Candidate


def assemble(candidate: Candidate, params: Mapping[str, Any], seed: int) -> ClippedRegressor:
    """Build the regressor, with what every candidate gets around it.

    Parameters
    ----------
    candidate : Candidate
        What to build.
    params : mapping of str to value
        What was chosen for it; the rest is at its fixed or default values.
    seed : int
        Decides whatever is random.

    Returns
    -------
    estimator : ClippedRegressor
        Predictions stay near the range of the training targets. A candidate that wants rows to
        stop by gets 15 % of the training rows for it.

    Raises
    ------
    Unavailable
        If the candidate cannot run here. It may also be ModuleNotFoundError.
    """
    regressor = candidate.build(seed, **{**candidate.fixed, **params})
    if candidate.early_stopping:
        regressor = EarlyStoppingRegressor(regressor, random_state=seed)
    return ClippedRegressor(regressor)


def innermost(fitted: Any) -> Any:
    """Fitted regressor that a candidate has built, out of what is around it."""
    while isinstance(fitted, RegressorWrapper):
        fitted = fitted.regressor_
    return fitted
