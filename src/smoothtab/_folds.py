"""Folds in which rows that were given twice stay together, and their moments in one pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import KFold, check_cv

from smoothtab._moments import Array, Moments

Indices = NDArray[np.intp]
Split = tuple[Indices, Indices]


def number_rows(X: Array, Y: Array, sample_weight: Array) -> Indices:
    """One number for all rows that are the same, and -1 for those without weight.

    Numbered by value, so that folds over these numbers do not depend on the order of the rows.
    """
    used = np.flatnonzero(sample_weight)
    number, n_distinct = np.zeros(len(used), dtype=np.intp), 1
    for column in (*X.T, *Y.T):
        if n_distinct == len(used):
            break
        rank = np.unique(column[used], return_inverse=True)[1]
        distinct, number = np.unique(number * len(used) + rank, return_inverse=True)
        n_distinct = len(distinct)
    out = np.full(len(X), -1)
    out[used] = number
    return out


def split_rows(cv: Any, X: Array, Y: Array, number: Indices, seed: int) -> list[Split]:
    """Indices of the training and the held-out rows of each fold, without those of no weight.

    Parameters
    ----------
    cv : int, splitter, iterable or None
        As the public estimators take it: None means 3 folds from 1000 rows on and 5 below.
    X, Y : ndarray of shape (n_rows, n_features), (n_rows, n_targets)
        Rows, for splitters that look at them.
    number : ndarray of shape (n_rows,)
        What `number_rows` gives.
    seed : int
        Shuffles the folds unless they are the user's own.

    Returns
    -------
    splits : list of tuple
        At least one; folds that hold out nothing are left out.
    """
    if cv is None or isinstance(cv, Integral):
        splits = _shuffled(cv, number, seed)
    else:
        splits = check_cv(cv).split(X, Y)
    index = np.arange(len(X))
    kept = []
    for train, test in splits:
        train, test = index[np.asarray(train)], index[np.asarray(test)]  # from masks too
        train, test = train[number[train] >= 0], test[number[test] >= 0]
        if len(train) == 0:
            raise ValueError("A fold of cv has no training row of positive sample_weight.")
        if len(test) > 0:
            kept.append((train, test))
    if not kept:
        raise ValueError("cv holds out no row of positive sample_weight.")
    return kept


def _shuffled(n_folds: Any, number: Indices, seed: int) -> Iterable[Split]:
    """K-fold over the numbers of the rows."""
    n = number.max() + 1
    if n < 2:
        raise ValueError("Cross-validation needs at least 2 distinct rows, got 1.")
    folds = KFold(min(n_folds or (3 if n >= 1000 else 5), n), shuffle=True, random_state=seed)
    for train, test in folds.split(np.empty(n)):
        yield np.flatnonzero(np.isin(number, train)), np.flatnonzero(np.isin(number, test))


def fold_moments(
    splits: list[Split], moments_of: Callable[[Indices], Moments]
) -> list[tuple[Moments, Moments]]:
    """Moments of the training and of the held-out rows of each fold.

    Where the folds share out the rows, as K-fold does, each row is visited once: what a fold
    trains on are all rows but its own.
    """
    held_out = [moments_of(test) for _, test in splits]
    if not _share_out(splits):
        return [(moments_of(train), own) for (train, _), own in zip(splits, held_out, strict=True)]
    total = sum(held_out[1:], start=held_out[0])
    return [(total - own, own) for own in held_out]


def _share_out(splits: list[Split]) -> bool:
    """Whether every row is held out once, and trained on in all other folds."""
    rows, times = np.unique(np.concatenate([test for _, test in splits]), return_counts=True)
    return bool((times == 1).all()) and all(
        np.array_equal(np.sort(np.concatenate(split)), rows) for split in splits
    )
