"""Ridge regression from moments: one solve, every penalty, or every leading block of columns.

The last `n_targets` columns of the moments are the targets, the others the design. The intercept
is solved jointly and is not penalised, which is what centring the moments amounts to.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.linalg import eigh
from scipy.linalg.lapack import dposv, dpotrf, dtrtrs

from smoothtab._moments import Array, Moments


def solve(moments: Moments, n_targets: int, alpha: float) -> tuple[Array, Array]:
    """Coefficients of shape (n_columns, n_targets) and intercepts of shape (n_targets,)."""
    p = len(moments.mean) - n_targets
    gram = moments.scatter[:p, :p].copy()
    gram.flat[:: p + 1] += alpha
    factor, coef, failed = dposv(gram, moments.scatter[:p, p:])
    if _n_regular(factor, failed) < p:
        # singular in floating point: take the solution of least norm
        coef = RidgePath(moments, n_targets).coef(alpha)
    return coef, moments.mean[p:] - moments.mean[:p] @ coef


class RidgePath:
    """All ridge solutions of one design, after a single eigendecomposition.

    Parameters
    ----------
    moments : Moments
        Moments of the training rows, targets last.
    n_targets : int
        Number of target columns.
    """

    def __init__(self, moments: Moments, n_targets: int) -> None:
        p = len(moments.mean) - n_targets
        self._eigenvalues, self._vectors = eigh(moments.scatter[:p, :p], check_finite=False)
        self._eigenvalues = np.maximum(self._eigenvalues, 0.0)
        self._projected = self._vectors.T @ moments.scatter[:p, p:]
        self._moments = moments

    def coef(self, alpha: float) -> Array:
        """Coefficients of shape (n_columns, n_targets) at one penalty."""
        return self._vectors @ (self._projected * self._shrinkage(alpha)[:, None])

    def squared_error(self, held_out: Moments, alphas: Array) -> Array:
        """Squared error on held-out rows, of shape (n_alphas, n_targets), from their moments."""
        coef = np.stack([self.coef(alpha) for alpha in alphas], axis=1)
        return _squared_error(coef, self._moments, held_out)

    def _shrinkage(self, alpha: float) -> Array:
        """1 / (eigenvalue + alpha), and nothing along directions that the data do not determine."""
        damped = self._eigenvalues + alpha
        floor = np.finfo(float).eps * len(damped) * self._eigenvalues.max(initial=0.0)
        return np.divide(1.0, damped, out=np.zeros_like(damped), where=damped > floor)


class NestedRidge:
    """Ridge solutions of nested designs, each made of the first columns of the next.

    The Cholesky factor of a leading block is the leading block of the Cholesky factor, and a
    right-hand side that ends in zeros has a solution that ends in them: so one factor and one
    triangular solve give all designs at one penalty.

    Parameters
    ----------
    moments : Moments
        Moments of the training rows, targets last.
    n_targets : int
        Number of target columns.
    sizes : sequence of int
        Numbers of columns of the designs.
    """

    def __init__(self, moments: Moments, n_targets: int, sizes: Sequence[int]) -> None:
        p = len(moments.mean) - n_targets
        self._gram = moments.scatter[:p, :p].copy(order="F")
        self._cross = moments.scatter[:p, p:]
        self._moments, self._n_targets, self._sizes = moments, n_targets, sizes
        self._inside = np.arange(p)[:, None] < np.asarray(sizes)
        self._paths: dict[int, RidgePath] = {}

    def coef(self, alpha: float) -> Array:
        """Coefficients at one penalty, of shape (n_columns, n_sizes, n_targets).

        Those of columns that a design does not have are zero.
        """
        gram = self._gram.copy(order="F")
        gram.flat[:: len(gram) + 1] += alpha
        factor, failed = dpotrf(gram, overwrite_a=1)
        regular = _n_regular(factor, failed)
        coef = np.zeros((*self._inside.shape, self._n_targets))
        if regular > 0:
            leading = factor[:regular, :regular]
            projected, _ = dtrtrs(leading, self._cross[:regular], trans=1)
            right = projected[:, None] * self._inside[:regular, :, None]
            solved, _ = dtrtrs(leading, right.reshape(regular, -1))
            coef[:regular] = solved.reshape(right.shape)
        for design, size in enumerate(self._sizes):
            if size > regular:
                coef[:size, design] = self._path(size).coef(alpha)
        return coef

    def squared_error(self, held_out: Moments, alphas: Array) -> Array:
        """Squared error on held-out rows, of shape (n_sizes, n_alphas, n_targets)."""
        coef = np.stack([self.coef(alpha) for alpha in alphas], axis=2)
        return _squared_error(coef, self._moments, held_out)

    def _path(self, size: int) -> RidgePath:
        """The design of this size, whatever its rank."""
        if size not in self._paths:
            n = len(self._gram)
            kept = np.r_[:size, n : n + self._n_targets]
            self._paths[size] = RidgePath(self._moments.restrict(kept), self._n_targets)
        return self._paths[size]


def _n_regular(factor: Array, failed: int) -> int:
    """Number of columns of the largest leading block that is not singular in floating point."""
    pivots, eps = factor.diagonal() ** 2, np.finfo(float).eps
    if failed:
        pivots[failed - 1 :] = 0.0
    elif pivots.min() > eps * len(pivots) * pivots.max():
        return len(pivots)
    least, most = np.minimum.accumulate(pivots), np.maximum.accumulate(pivots)
    rounding = eps * np.arange(1, len(pivots) + 1)
    return int((least > rounding * most).sum())


def _squared_error(coef: Array, train: Moments, held_out: Moments) -> Array:
    """Squared error on held-out rows of models of shape (n_columns, ..., n_targets).

    Nothing but the held-out moments is needed: the error of a linear model is a quadratic form in
    its coefficients. All models stand in one matrix product.
    """
    p = len(coef)
    models = coef.reshape(p, -1)
    gram, cross = held_out.scatter[:p, :p], held_out.scatter[:p, p:]
    explained = 2 * np.einsum("p...t,pt->...t", coef, cross)
    explained -= np.einsum("pm,pm->m", models, gram @ models).reshape(explained.shape)
    shift = held_out.mean - train.mean
    offset = shift[p:] - np.tensordot(shift[:p], coef, 1)
    within = np.maximum(held_out.scatter.diagonal()[p:] - explained, 0)
    return within + held_out.weight * offset**2
