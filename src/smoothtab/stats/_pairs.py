"""Pairs of models: the Wilcoxon signed-rank test, corrected by Holm."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
from scipy.stats import rankdata, wilcoxon

from smoothtab._moments import Array
from smoothtab.stats._scores import numbers

# As in autorank. With fewer, no test of two models can find anything at the usual level.
FEWEST_DATASETS = 5
_MOST_EXACT = 50  # as in scipy


def wilcoxon_holm(scores: pd.DataFrame, tolerance: float) -> pd.DataFrame:
    """P-values, models x models, over the datasets on which both ran; NaN if they are too few."""
    values = numbers(scores)
    pairs = list(combinations(range(values.shape[1]), 2))
    p_values = np.array([_p_value(values[:, i] - values[:, j], tolerance) for i, j in pairs])
    table = np.full((values.shape[1],) * 2, np.nan)
    for (i, j), p_value in zip(pairs, _holm(p_values), strict=True):
        table[i, j] = table[j, i] = p_value
    return pd.DataFrame(table, scores.columns, scores.columns)


def _p_value(differences: Array, tolerance: float) -> float:
    """Of scores that are the same but for chance; differences below the tolerance are none."""
    known = differences[~np.isnan(differences)]
    if len(known) < FEWEST_DATASETS:
        return np.nan
    known = known[(known != 0) & (np.abs(known) >= tolerance)]
    if len(known) > _MOST_EXACT:
        return float(wilcoxon(known, method="asymptotic").pvalue)
    return _exact(known)


def _exact(differences: Array) -> float:
    """P-value by counting signs. With ties, scipy would count them one by one, for a second."""
    ranks = (2 * rankdata(np.abs(differences))).astype(int)
    ways = np.ones(1)  # to choose signs such that the positive ranks add up to 0, 1, 2, ...
    for rank in ranks:
        ways = np.pad(ways, (0, rank)) + np.pad(ways, (rank, 0))
    positive = ranks[differences > 0].sum()
    smaller = min(positive, ranks.sum() - positive)
    return min(1.0, float(2 * ways[: smaller + 1].sum() / ways.sum()))


def _holm(p_values: Array) -> Array:
    """Corrected for their number; NaN stays, and does not count."""
    order = np.argsort(p_values)  # NaN last
    factors = np.sum(~np.isnan(p_values)) - np.arange(len(p_values))
    corrected = np.empty_like(p_values)
    corrected[order] = np.minimum(np.maximum.accumulate(factors * p_values[order]), 1)
    return corrected
