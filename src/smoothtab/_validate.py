"""What every regressor asks of its training data, and every search of what it is to try."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
from sklearn.utils._param_validation import validate_parameter_constraints
from sklearn.utils.validation import _check_sample_weight, validate_data

from smoothtab._moments import Array


def training_rows(
    estimator: Any, X: Any, y: Any, sample_weight: Any
) -> tuple[Array, Array, Array, bool]:
    """Checked X, y as columns, weights, and whether y was a single column without an axis."""
    X, y = validate_data(
        estimator, X, y, dtype=np.float64, multi_output=True, y_numeric=True, ensure_min_samples=2
    )
    sample_weight = _check_sample_weight(
        sample_weight, X, dtype=np.float64, ensure_non_negative=True
    )
    n_used = np.count_nonzero(sample_weight)
    if n_used < 2:
        raise ValueError(f"At least 2 rows need a positive sample_weight, got {n_used}.")
    return X, y.astype(np.float64, copy=False).reshape(len(X), -1), sample_weight, y.ndim == 1


def as_list(values: Any) -> list[Any]:
    """One value or several, as a list."""
    return [values] if values is None or isinstance(values, str | Real) else list(values)


def check_lists(estimator: Any, constraints: dict[str, Any], lists: dict[str, list[Any]]) -> None:
    """Check every value to be tried as the estimator that takes only one would check it."""
    owner = type(estimator).__name__
    for name, values in lists.items():
        if not values:
            raise ValueError(f"{name} of {owner} is empty: give at least one value.")
        for value in values:
            validate_parameter_constraints(constraints, {name: value}, owner)
