"""How good one prediction is."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from smoothtab._errors import InputError
from smoothtab._moments import Array


def r2(y: ArrayLike, prediction: ArrayLike) -> float:
    """Share of the variance of y that a prediction explains.

    Parameters
    ----------
    y : array-like of shape (n_rows,)
        True values.
    prediction : array-like of shape (n_rows,)
        What a model predicts.

    Returns
    -------
    r2 : float
        1 - sum of squared errors / sum of squared distances from the mean of y. Where y has no two
        different values, 1 for a perfect prediction and 0 for any other, as in scikit-learn.

    Examples
    --------
    >>> from smoothtab.stats import r2
    >>> r2([0, 2, 4], [0, 3, 3])
    0.75
    """
    y, error = _errors(y, prediction)
    if np.ptp(y) == 0:
        return float(not error.any())
    return float(1 - np.sum(error**2) / np.sum((y - y.mean()) ** 2))


def scores_of(y: ArrayLike, prediction: ArrayLike) -> dict[str, float]:
    """Measure a prediction.

    Parameters
    ----------
    y : array-like of shape (n_rows,)
        True values.
    prediction : array-like of shape (n_rows,)
        What a model predicts.

    Returns
    -------
    scores : dict
        `r2`; `mae` and `rmse`, mean absolute and root mean square error in units of y; `mape`, mean
        of abs(error / y) over the rows where y is not zero, as a fraction, NaN where it always is.

    Examples
    --------
    >>> from smoothtab.stats import scores_of
    >>> scores_of([0, 2, 4], [0, 3, 3])
    {'r2': 0.75, 'mae': 0.667, 'rmse': 0.816, 'mape': 0.375}
    """
    y, error = _errors(y, prediction)
    nonzero = y != 0
    mape = np.mean(np.abs(error[nonzero] / y[nonzero])) if nonzero.any() else np.nan
    return {
        "r2": r2(y, prediction),
        "mae": float(np.mean(np.abs(error))),
        "rmse": float(np.sqrt(np.mean(error**2))),
        "mape": float(mape),
    }


def adjusted_r2(r2: float, n: int, d: int) -> float:
    """R2 adjusted for the number of features.

    Parameters
    ----------
    r2 : float
        R2 on training or test rows.
    n : int
        Number of rows the model was trained on, in both cases.
    d : int
        Number of features used.

    Returns
    -------
    adjusted : float
        ``1 - (1 - r2) (n - 1) / (n - d - 1)``; NaN unless n > d + 1.

    Examples
    --------
    >>> from smoothtab.stats import adjusted_r2
    >>> adjusted_r2(0.8, n=101, d=20)
    0.75
    """
    return 1 - (1 - r2) * (n - 1) / (n - d - 1) if n > d + 1 else float("nan")


def _errors(y: ArrayLike, prediction: ArrayLike) -> tuple[Array, Array]:
    """Y and how far the prediction is from it."""
    y, prediction = np.asarray(y, float), np.asarray(prediction, float)
    if y.ndim != 1 or y.shape != prediction.shape or not y.size:
        raise InputError(
            "y and its prediction must have one number per row, "
            f"but have the shapes {y.shape} and {prediction.shape}."
        )
    return y, prediction - y
