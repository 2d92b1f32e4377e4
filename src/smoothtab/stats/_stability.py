"""How much predictions change when a model is trained again on other draws of the rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.stats import spearmanr

from smoothtab._errors import InputError
from smoothtab._moments import Array
from smoothtab.stats._scores import numbers

# Two points always lie on a line.
_FEWEST = 3


def prediction_cov(predictions: ArrayLike) -> float:
    """Median over rows of the coefficient of variation of the predictions.

    Parameters
    ----------
    predictions : array-like of shape (n_refits, n_rows)
        Predictions for the same rows by models trained on bootstrap draws.

    Returns
    -------
    cov : float
        Median of standard deviation / abs(mean), over the rows whose mean is not zero.

    Examples
    --------
    >>> from smoothtab.stats import prediction_cov
    >>> prediction_cov([[1.0, 10.0, 50.0], [3.0, 10.0, 70.0]])
    0.236
    """
    values = np.asarray(predictions, float)
    if values.ndim != 2 or len(values) < 2 or not np.isfinite(values).all():
        raise InputError(
            "Predictions must be finite, with a row for each of at least two refits and a column "
            f"for each row predicted, but have the shape {values.shape}."
        )
    mean, deviation = values.mean(axis=0), values.std(axis=0, ddof=1)
    ratios = deviation[mean != 0] / np.abs(mean[mean != 0])
    return float(np.median(ratios)) if ratios.size else float("nan")


@dataclass(frozen=True, eq=False)
class RankCorrelation:
    """Spearman's rank correlation of two tables of datasets x models.

    Parameters
    ----------
    within : Series
        On each dataset, over the models; NaN where fewer than three have both values, or all have
        the same.
    pooled, p_value : float
        Over all pairs of dataset and model, and how likely as much is by chance.
    """

    within: pd.Series
    pooled: float
    p_value: float

    @property
    def mean_within(self) -> float:
        """Mean over the datasets where there is one."""
        return float(self.within.mean())

    @property
    def share_positive(self) -> float:
        """Share of the datasets where there is one on which it is positive."""
        return float((self.within.dropna() > 0).mean())


def rank_correlation(first: pd.DataFrame, second: pd.DataFrame) -> RankCorrelation:
    """Spearman's rank correlation, within datasets and over all pairs of dataset and model.

    Parameters
    ----------
    first, second : DataFrame
        Datasets x models, such as gaps and coefficients of variation. Pairs that are not in both,
        or NaN in one, are left out.

    Returns
    -------
    correlation : RankCorrelation
        Within each dataset, and pooled.
    """
    first, second = first.align(second, join="inner")
    x, y = numbers(first), numbers(second)
    within = [_spearman(*pair)[0] for pair in zip(x, y, strict=True)]
    return RankCorrelation(pd.Series(within, first.index, float), *_spearman(x.ravel(), y.ravel()))


def _spearman(x: Array, y: Array) -> tuple[float, float]:
    """Correlation and p-value, NaN where there is none."""
    both = ~np.isnan(x + y)
    x, y = x[both], y[both]
    if len(x) < _FEWEST or np.ptp(x) == 0 or np.ptp(y) == 0:
        return np.nan, np.nan
    result = spearmanr(x, y)
    return float(result.statistic), float(result.pvalue)
