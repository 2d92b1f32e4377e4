"""Ridge regression from moments: one solve, or every penalty from one eigendecomposition.

The last `n_targets` columns of the moments are the targets, the others the design. The intercept
is solved jointly and is not penalised, which is what centring the moments amounts to.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh
from scipy.linalg.lapack import dposv

from smoothtab._moments import Array, Moments


def solve(moments: Moments, n_targets: int, alpha: float) -> tuple[Array, Array]:
    """Coefficients of shape (n_columns, n_targets) and intercepts of shape (n_targets,)."""
    p = len(moments.mean) - n_targets
    gram = moments.scatter[:p, :p].copy()
    gram.flat[:: p + 1] += alpha
    factor, coef, failed = dposv(gram, moments.scatter[:p, p:])
    pivots = factor.diagonal() ** 2
    if failed or pivots.min() < p * np.finfo(float).eps * pivots.max():
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
        """Squared error on held-out rows, of shape (n_alphas, n_targets), from their moments.

        Nothing but the held-out moments is needed: the error of a linear model is a quadratic
        form in its coefficients.
        """
        train, p = self._moments, len(self._eigenvalues)
        rotated = self._vectors.T @ held_out.scatter[:p, :p] @ self._vectors
        cross = self._vectors.T @ held_out.scatter[:p, p:]
        shift = self._vectors.T @ (held_out.mean[:p] - train.mean[:p])
        offset = held_out.mean[p:] - train.mean[p:]
        total = np.diag(held_out.scatter)[p:]
        errors = []
        for alpha in alphas:
            coef = self._projected * self._shrinkage(alpha)[:, None]
            within = total - 2 * (coef * cross).sum(0) + (coef * (rotated @ coef)).sum(0)
            errors.append(np.maximum(within, 0) + held_out.weight * (offset - shift @ coef) ** 2)
        return np.array(errors)

    def _shrinkage(self, alpha: float) -> Array:
        """1 / (eigenvalue + alpha), and nothing along directions that the data do not determine."""
        damped = self._eigenvalues + alpha
        floor = np.finfo(float).eps * len(damped) * self._eigenvalues.max(initial=0.0)
        return np.divide(1.0, damped, out=np.zeros_like(damped), where=damped > floor)
