"""Which columns tell something about the target."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata
from sklearn.feature_selection import mutual_info_regression
from sklearn.utils import check_random_state

from smoothtab._moments import Array

# Narrower tables are not filtered.
_WIDE = 25
_LEAST_CORRELATION = 0.05
_RESCUED = 0.3

# Of a longer table, mutual information is estimated on so many rows drawn at random.
_MOST_ROWS = 50_000
_N_NEIGHBORS = 3


def informative(X: Array, y: Array, most: int | None, random_state: Any) -> NDArray[np.bool_]:
    """Mask of the columns to keep: all but at most so many of those that pass the filter.

    A wide table is filtered by rank correlation. Where y rises and falls along a column there is
    none, but there is mutual information: the 30 % of columns that have most of it stay in any
    case. The paper rescues only those of them that are also among the 30 % of least rank
    correlation. So it loses, by chance, a column whose correlation is small but not that small:
    in two folds of friedman1_d100 that is one of the five that matter.
    """
    kept = np.ones(X.shape[1], dtype=bool)
    if len(kept) >= _WIDE:
        kept = rank_correlation(X, y) >= _LEAST_CORRELATION
    most = len(kept) if most is None else most
    if kept.all() and len(kept) <= most:
        return kept
    information = mutual_information(X, y, random_state)
    kept |= (information >= np.quantile(information, 1 - _RESCUED)) & (information > 0)
    if not kept.any():  # y is constant, or noise: no column is better than another
        kept[:] = True
    order = np.argsort(np.where(kept, -information, np.inf), kind="stable")
    kept[order[most:]] = False
    return kept


def rank_correlation(X: Array, y: Array) -> Array:
    """Spearman's, without its sign, of each column with y; zero where either is constant."""
    target = _unit_ranks(y)
    return np.array([abs(_unit_ranks(column) @ target) for column in X.T])


def _unit_ranks(values: Array) -> Array:
    """Ranks, centred and of length 1."""
    ranks = rankdata(values)
    ranks -= ranks.mean()
    return ranks / (np.linalg.norm(ranks) or 1.0)


def mutual_information(X: Array, y: Array, random_state: Any) -> Array:
    """Of each column with y."""
    if len(y) > _MOST_ROWS:
        drawn = check_random_state(random_state).choice(len(y), _MOST_ROWS, replace=False)
        X, y = X[drawn], y[drawn]
    n_neighbors = min(_N_NEIGHBORS, len(y) - 1)
    return mutual_info_regression(X, y, n_neighbors=n_neighbors, random_state=random_state)
