"""Stage 3 of the pipeline: the error of the network as a function of its log-widths alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from smoothtab import _ridge
from smoothtab._blocks import row_blocks, working_memory_bytes
from smoothtab._moments import Array, Moments
from smoothtab.erbf._activations import Floats, activate, exponents, powers


class Output(NamedTuple):
    """The linear layer on top of the activations (and features, with a linear term)."""

    coef: Array
    intercept: Array


class WidthObjective:
    """Penalised squared error of the best output layer for given widths.

    Weights and bias are eliminated: each evaluation solves the ridge problem exactly, so by the
    envelope theorem the gradient is that of the error with the output layer held fixed.

    The work goes in blocks of rows that fit the processor's cache. Powers of X and activations
    of all blocks are kept where scikit-learn's `working_memory` allows it; beyond that they are
    computed block by block, twice in each evaluation. Activations may be of single precision,
    which takes half the time; sums over rows and the ridge problem are always of double.

    Parameters
    ----------
    X : ndarray of shape (n_rows, n_features)
        Standardised rows.
    Y : ndarray of shape (n_rows, n_targets)
        Targets.
    centres : ndarray of shape (n_centres, n_features)
        Centres in the units of X.
    alpha : float
        Ridge penalty on the output weights and the linear term; the bias is free.
    sample_weight : ndarray of shape (n_rows,) or None
        Positive weights.
    linear_term : bool
        Whether the output layer also sees the features themselves.
    dtype : dtype
        Precision of the activations.

    Attributes
    ----------
    total : float
        Squared error of the best constant.
    """

    def __init__(
        self,
        X: Array,
        Y: Array,
        centres: Array,
        alpha: float,
        sample_weight: Array | None = None,
        linear_term: bool = False,
        dtype: DTypeLike = np.float64,
    ) -> None:
        self.X, self.Y, self.centres, self.alpha = X, Y, centres, alpha
        self.sample_weight, self.linear_term = sample_weight, linear_term
        self.dtype = np.dtype(dtype)
        # Columns first: a column is then contiguous, which is how all of them are worked on.
        self._targets = np.ascontiguousarray(Y.T)
        self.total = float(
            np.diag(Moments.of(self._targets, sample_weight=sample_weight).scatter).sum()
        )
        n, d = X.shape
        k = len(centres)
        row_bytes = (k + 2 * d + 1) * self.dtype.itemsize
        self._blocks = list(row_blocks(n, row_bytes // 8))
        self._keeps_all = n * row_bytes <= working_memory_bytes()
        kept = self._blocks if self._keeps_all else self._blocks[:1]
        self._activations = [np.empty((k, rows.stop - rows.start), dtype) for rows in kept]
        self._powers = [powers(X[rows], dtype) for rows in kept] if self._keeps_all else []
        n_columns = k + d * linear_term + Y.shape[1]
        self._scratch = np.empty((n_columns, self._blocks[0].stop), dtype)

    def value(self, log_widths: Array) -> float:
        """Penalised squared error at log-widths of shape (n_centres * n_features,)."""
        exponent_matrix = self._exponents(self._precisions(log_widths))
        coef, intercept = self._solve(exponent_matrix)
        value = self.alpha * float((coef**2).sum())
        for *_, squared in self._residuals(exponent_matrix, coef, intercept):
            value += squared
        return value

    def value_and_gradient(self, log_widths: Array) -> tuple[float, Array]:
        """Value, and its gradient with the shape of the log-widths."""
        precisions = self._precisions(log_widths)
        exponent_matrix = self._exponents(precisions)
        coef, intercept = self._solve(exponent_matrix)
        value = self.alpha * float((coef**2).sum())
        sums = np.zeros(exponent_matrix.shape)
        for block, phi, weighted, squared in self._residuals(exponent_matrix, coef, intercept):
            value += squared
            sums += self._sums(phi, weighted, coef[: len(self.centres)], block)
        return value, self._gradient(precisions, sums)

    def moments(self, log_widths: Array) -> Moments:
        """Moments of activations, features (with a linear term) and targets, in this order."""
        return self._forward(self._exponents(self._precisions(log_widths)))

    def output(self, log_widths: Array) -> Output:
        """Output layer at the given widths."""
        return self._solve(self._exponents(self._precisions(log_widths)))

    def _precisions(self, log_widths: Array) -> Array:
        return np.exp(-2.0 * log_widths.reshape(self.centres.shape))

    def _exponents(self, precisions: Array) -> Floats:
        return exponents(self.centres, precisions).astype(self.dtype, copy=False)

    def _solve(self, exponent_matrix: Floats) -> Output:
        """Best output layer; leaves the activations of all blocks behind where they are kept."""
        moments = self._forward(exponent_matrix)
        return Output(*_ridge.solve(moments, len(self._targets), self.alpha))

    def _residuals(
        self, exponent_matrix: Floats, coef: Array, intercept: Array
    ) -> Iterator[tuple[Floats, Floats, Array, float]]:
        """Powers, activations, weighted residuals and their squared error, block by block."""
        for i, rows in enumerate(self._blocks):
            block, phi = self._powers_of(i), self._slot(i)
            if not self._keeps_all:
                activate(exponent_matrix, block, out=phi)
            residual = self._residual(rows, block, phi, coef, intercept)
            weight = self._weights_of(rows)
            weighted = residual if weight is None else residual * weight
            yield block, phi, weighted, float((residual * weighted).sum())

    def _forward(self, exponent_matrix: Floats) -> Moments:
        first, *rest = range(len(self._blocks))
        moments = self._block_moments(first, exponent_matrix)
        for i in rest:
            moments = moments + self._block_moments(i, exponent_matrix)
        return moments

    def _block_moments(self, i: int, exponent_matrix: Floats) -> Moments:
        block = self._powers_of(i)
        phi = activate(exponent_matrix, block, out=self._slot(i))
        features = [self._features(block)] if self.linear_term else []
        rows = self._blocks[i]
        return Moments.of(
            phi,
            *features,
            self._targets[:, rows],
            sample_weight=self._weights_of(rows),
            scratch=self._scratch[:, : phi.shape[1]],
        )

    def _features(self, block: Floats) -> Floats:
        """The features among their powers."""
        return block[self.X.shape[1] : -1]

    def _powers_of(self, i: int) -> Floats:
        return self._powers[i] if self._keeps_all else powers(self.X[self._blocks[i]], self.dtype)

    def _slot(self, i: int) -> Floats:
        """Where the activations of a block of rows are kept."""
        if self._keeps_all:
            return self._activations[i]
        rows = self._blocks[i]
        return self._activations[0][:, : rows.stop - rows.start]

    def _weights_of(self, rows: slice) -> Array | None:
        return None if self.sample_weight is None else self.sample_weight[rows]

    def _residual(
        self, rows: slice, block: Floats, phi: Floats, coef: Array, intercept: Array
    ) -> Array:
        k, layer = len(self.centres), coef.T.astype(self.dtype, copy=False)
        residual = self._targets[:, rows] - intercept[:, None]
        residual -= layer[:, :k] @ phi
        if self.linear_term:
            residual -= layer[:, k:] @ self._features(block)
        return residual

    def _sums(self, phi: Floats, weighted: Array, weights: Array, block: Floats) -> Array:
        """Sums over rows of weighted residual x output weight x activation x [x^2, x, 1]."""
        pull = self._scratch[: len(phi), : phi.shape[1]]
        weighted = weighted.astype(self.dtype, copy=False)
        if len(weighted) == 1:  # the output weights come out of the sum
            np.multiply(phi, weighted, out=pull)
            return weights * (pull @ block.T)
        np.matmul(weights.astype(self.dtype, copy=False), weighted, out=pull)
        pull *= phi
        return pull @ block.T

    def _gradient(self, precisions: Array, sums: Array) -> Array:
        """Gradient from the sums of all rows."""
        c, d = self.centres, self.centres.shape[1]
        spread = sums[:, :d] - 2 * c * sums[:, d:-1] + c**2 * sums[:, -1:]
        return (-2.0 * precisions * spread).ravel()
