"""Rows that share all features become one, with their summed weight and mean target.

A squared error stays the same up to a constant, a weight of two is a row given twice to the last
bit, and the order of the rows no longer matters.
"""

from __future__ import annotations

import numpy as np

from smoothtab._moments import Array


def merge_repeats(X: Array, Y: Array, sample_weight: Array) -> tuple[Array, Array, Array]:
    """Distinct rows of X in sorted order, with their mean Y and summed weight."""
    positive = sample_weight > 0
    if not positive.all():
        X, Y, sample_weight = X[positive], Y[positive], sample_weight[positive]
    order = np.argsort(X[:, 0])
    if (np.diff(X[order, 0]) > 0).all():  # no two rows share even their first feature
        return X[order], Y[order], sample_weight[order]
    distinct, group = np.unique(X, axis=0, return_inverse=True)
    if len(distinct) < len(X):
        # Equal rows first, from the least weight on, then rows that differ in their target: so
        # sums depend neither on the order of the rows nor on how a weight is split among them.
        order = np.argsort(sample_weight)
        table = np.hstack([X, Y])[order]
        table, repeat = np.unique(table, axis=0, return_inverse=True)
        sample_weight = np.bincount(repeat.ravel(), sample_weight[order]).astype(np.float64)
        Y = table[:, X.shape[1] :]
        group = np.unique(table[:, : X.shape[1]], axis=0, return_inverse=True)[1]
    group = group.ravel()
    weight = np.bincount(group, sample_weight).astype(np.float64, copy=False)
    mean = [np.bincount(group, sample_weight * column) / weight for column in Y.T]
    return distinct, np.column_stack(mean), weight
