"""A fitted polynomial in the units of the user: ridge regression on Chebyshev columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from smoothtab import _ridge
from smoothtab._blocks import row_blocks
from smoothtab._moments import Array, Moments
from smoothtab.chebyshev._basis import Basis
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._sparse import select_columns
from smoothtab.chebyshev._univariate import Extrapolation


@dataclass(frozen=True, eq=False)
class Polynomial:
    """Weighted sum of the columns of a basis.

    Attributes
    ----------
    scale : MinMax
        Maps features to [-1, 1].
    basis : Basis
        The columns.
    coef, intercept : ndarray of shape (n_columns, n_outputs), (n_outputs,)
        Their weights and the constant, in units of the targets.
    lowest, highest : ndarray of shape (n_outputs,)
        Predictions are clipped to this range.
    """

    scale: MinMax
    basis: Basis
    coef: Array
    intercept: Array
    lowest: Array
    highest: Array

    def predict(self, X: Array, extrapolation: Extrapolation) -> Array:
        """Predictions of shape (n_rows, n_outputs)."""
        out = np.empty((len(X), len(self.intercept)))
        for rows in row_blocks(len(X), self.basis.footprint):
            columns = self.basis.columns(self.scale.scale(X[rows]), extrapolation)
            out[rows] = (self.coef.T @ columns).T
        out += self.intercept
        return np.clip(out, self.lowest, self.highest, out=out)

    def gradient(self, X: Array, extrapolation: Extrapolation) -> Array:
        """Derivatives of `predict`, of shape (n_rows, n_outputs, n_features)."""
        out = np.empty((len(X), len(self.intercept), X.shape[1]))
        for rows in row_blocks(len(X), self.basis.footprint):
            x = self.scale.scale(X[rows])
            out[rows] = self.basis.gradient(x, self.coef, extrapolation).transpose(2, 0, 1)
        out *= self.scale.slope
        predicted = self.predict(X, extrapolation)
        out[(predicted == self.lowest) | (predicted == self.highest)] = 0.0
        return out


def used_rows(X: Array, Y: Array, sample_weight: Array) -> tuple[Array, Array, Array | None]:
    """Rows of positive weight; the weights are None if all of them are one."""
    if (sample_weight == 1).all():
        return X, Y, None
    used = sample_weight > 0
    return (X, Y, sample_weight) if used.all() else (X[used], Y[used], sample_weight[used])


def fit_polynomial(
    X: Array,
    Y: Array,
    sample_weight: Array | None,
    scale: MinMax,
    basis: Basis,
    alpha: float,
    *,
    sparse: bool = False,
    seed: int = 0,
    clip_output: bool = True,
) -> tuple[Polynomial, Moments]:
    """Fit to rows of positive weight.

    Also returns the moments of the columns, fewer than the basis has if `sparse`, and of the
    targets, which are scaled to [-1, 1].
    """
    y_scale, n_targets = MinMax.of(Y), Y.shape[1]
    targets = y_scale.scale(Y).T  # so that no unit of y is too large to be squared
    if sparse:
        chosen, moments = select_columns(basis, scale, X, targets, sample_weight, seed)
        basis = basis.restrict(chosen)
    else:
        moments = basis.moments(scale, X, targets, sample_weight)
    coef, intercept = _ridge.solve(moments, n_targets, alpha)
    margin = np.full(n_targets, np.inf)
    if clip_output:
        variance = moments.scatter.diagonal()[-n_targets:] / moments.weight
        margin = 3 * np.sqrt(variance) * y_scale.half_range
    polynomial = Polynomial(
        scale,
        basis,
        coef * y_scale.half_range,
        y_scale.restore(intercept),
        y_scale.lower - margin,
        y_scale.upper + margin,
    )
    return polynomial, moments
