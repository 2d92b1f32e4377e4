"""Greedy choice of columns from moments, with as many as K-fold finds useful.

Orthogonal least squares: the column that lowers the squared error most, once the columns chosen
before are projected out of it, comes next. In moments this is a Cholesky factorisation whose
pivots are chosen by the targets, at the price of one row per column chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.linalg.lapack import dtrtri

from smoothtab._folds import Indices, fold_moments, number_rows, split_rows
from smoothtab._moments import Array, Moments
from smoothtab.chebyshev._basis import Basis, Rows
from smoothtab.chebyshev._scale import MinMax

_LONGEST_PATH = 400
# A column is spent when this little of its variance is new.
_COLLINEAR = 1e-9


def select_columns(
    basis: Basis, scale: MinMax, X: Array, Y: Array, sample_weight: Array | None, seed: int
) -> tuple[Rows, Moments]:
    """Ascending indices of the chosen columns, and the moments of these and the targets."""
    number = number_rows(X, Y, np.ones(len(X)))
    n_rows, n_targets = int(number.max()) + 1, Y.shape[1]

    def moments_of(rows: Indices) -> Moments:
        weight = None if sample_weight is None else sample_weight[rows]
        return basis.moments(scale, X[rows], Y[rows], weight)

    if n_rows == 1:
        total, length = moments_of(np.arange(len(X))), 1
    else:
        folds = fold_moments(split_rows(None, X, Y, number, seed), moments_of)
        total = folds[0][0] + folds[0][1]
        _, length = fold_paths(folds, n_targets, longest_path(n_rows))
    order = greedy_path(total, n_targets, length)[0]
    chosen = np.sort(order)
    return chosen, total.restrict(np.append(chosen, np.arange(-n_targets, 0)))


def longest_path(n_rows: int) -> int:
    """How many columns may be chosen from so many distinct rows."""
    return min(_LONGEST_PATH, max(1, n_rows // 3))


def fold_paths(
    folds: Sequence[tuple[Moments, Moments]], n_targets: int, longest: int
) -> tuple[Sequence[Rows], int]:
    """Columns in the order in which each fold chooses them, and how many suit all folds best."""
    paths = [_path_errors(*fold, n_targets, longest) for fold in folds]
    orders, errors = zip(*paths, strict=True)
    shortest = min(map(len, errors))
    return orders, 1 + int(np.argmin(sum(error[:shortest] for error in errors)))


def greedy_path(moments: Moments, n_targets: int, longest: int) -> tuple[Rows, Array, Array]:
    """Columns in the order in which they are chosen, at least one.

    Also the Cholesky factor of their scatter, of shape (length, length) and upper, and the targets
    in the orthonormal columns that belong to it, of shape (length, n_targets).
    """
    p = len(moments.mean) - n_targets
    gram, residual = moments.scatter[:p, :p], moments.scatter[:p, p:].copy()
    variance, unexplained = gram.diagonal().copy(), moments.scatter.diagonal()[p:].sum()
    spent = _COLLINEAR * variance
    longest = min(longest, p)
    factor, projections = np.zeros((longest, p)), np.zeros((longest, n_targets))
    order: list[int] = []
    for step in range(longest):
        gain = np.square(residual).sum(axis=1)
        gain = np.divide(gain, variance, out=np.zeros(p), where=variance > spent)
        best = int(gain.argmax())
        if order and gain[best] <= np.finfo(float).eps * unexplained:
            break
        pivot = np.sqrt(variance[best]) or 1.0  # no column varies: the first, without effect
        row = (gram[best] - factor[:step, best] @ factor[:step]) / pivot
        row[best] = pivot
        factor[step], projections[step] = row, residual[best] / pivot
        residual -= np.outer(row, projections[step])
        variance -= np.square(row)
        variance[best] = 0.0
        order.append(best)
    length = len(order)
    return np.array(order), np.triu(factor[:length, order]), projections[:length]


def _path_errors(
    train: Moments, held_out: Moments, n_targets: int, longest: int
) -> tuple[Rows, Array]:
    """The path on the training rows, and the squared error on held-out rows after each step."""
    order, factor, projections = greedy_path(train, n_targets, longest)
    p = len(train.mean) - n_targets
    inverse, _ = dtrtri(factor)
    gram = held_out.scatter[np.ix_(order, order)]
    shift = held_out.mean - train.mean
    errors = np.zeros(len(order))
    for target, projection in zip(range(p, p + n_targets), projections.T, strict=True):
        # the inverse of a leading block is the leading block of the inverse: so each step adds
        coef = np.cumsum(inverse * projection, axis=1)
        errors += held_out.scatter[target, target] - 2 * held_out.scatter[order, target] @ coef
        errors += (coef * (gram @ coef)).sum(axis=0)
        errors += held_out.weight * (shift[target] - shift[order] @ coef) ** 2
    return order, errors
