"""Greedy choice of columns from moments, with as many as K-fold finds useful.

Orthogonal least squares: the column that lowers the squared error most, once the columns chosen
before are projected out of it, comes next. In moments this is a Cholesky factorisation whose
pivots are chosen by the targets, at the price of one row per column chosen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dtrtri
from sklearn.model_selection import KFold

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
    fold_of_row = _folds(scale.scale(X), seed)
    folds = []
    for fold in range(fold_of_row.max() + 1):
        rows = fold_of_row == fold
        weight = None if sample_weight is None else sample_weight[rows]
        folds.append(basis.moments(scale, X[rows], Y[rows], weight))
    total = sum(folds[1:], start=folds[0])
    n_targets, longest = Y.shape[1], min(_LONGEST_PATH, max(1, len(X) // 3))
    order = greedy_path(total, n_targets, longest)[0]
    if len(folds) > 1:
        errors = [_path_errors(total - fold, fold, n_targets, longest) for fold in folds]
        shortest = min(map(len, errors))
        order = order[: np.argmin(sum(error[:shortest] for error in errors)) + 1]
    chosen = np.sort(order)
    kept = np.append(chosen, np.arange(basis.n_columns, basis.n_columns + n_targets))
    return chosen, Moments(total.weight, total.mean[kept], total.scatter[np.ix_(kept, kept)])


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


def _path_errors(train: Moments, held_out: Moments, n_targets: int, longest: int) -> Array:
    """Squared error on held-out rows after each step of the path on the training rows."""
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
    return errors


def _folds(x: Array, seed: int) -> NDArray[np.intp]:
    """Fold of each row: 5 below 1000 distinct rows, else 3.

    Drawn by the features of a row alone, so that neither the order of the rows nor a row that is
    given twice instead of weighted twice makes a difference.
    """
    rng = np.random.RandomState(seed)
    key = np.zeros(x.shape[1])
    for column, factor in zip(x, rng.uniform(1, 2, len(x)), strict=True):
        key += factor * column
    distinct, row = np.unique(key, return_inverse=True)
    n = len(distinct)
    fold = np.zeros(n, dtype=np.intp)
    if n > 1:
        n_folds = min(n, 5 if n < 1000 else 3)
        splits = KFold(n_folds, shuffle=True, random_state=rng).split(fold)
        for number, (_, held_out) in enumerate(splits):
            fold[held_out] = number
    return fold[row.ravel()]
