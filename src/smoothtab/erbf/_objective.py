"""Stage 3 of the pipeline: the error of the network as a function of its log-widths alone."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from smoothtab import _ridge
from smoothtab._blocks import row_blocks, working_memory_bytes
from smoothtab._moments import Array, Moments
from smoothtab.erbf._activations import activate, exponents, powers


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
    computed block by block, twice in each evaluation.

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
    ) -> None:
        self.X, self.Y, self.centres, self.alpha = X, Y, centres, alpha
        self.sample_weight, self.linear_term = sample_weight, linear_term
        # Columns first: a column is then contiguous, which is how all of them are worked on.
        self._targets = np.ascontiguousarray(Y.T)
        self.total = float(
            np.diag(Moments.of(self._targets, sample_weight=sample_weight).scatter).sum()
        )
        n, d = X.shape
        k = len(centres)
        self._blocks = list(row_blocks(n, k + 2 * d + 1))
        self._keeps_all = 8 * n * (k + 2 * d + 1) <= working_memory_bytes()
        kept = self._blocks if self._keeps_all else self._blocks[:1]
        self._activations = [np.empty((k, rows.stop - rows.start)) for rows in kept]
        self._powers = [powers(X[rows]) for rows in kept] if self._keeps_all else []
        self._scratch = np.empty((k, self._blocks[0].stop))

    def value(self, log_widths: Array) -> float:
        """Penalised squared error at log-widths of shape (n_centres * n_features,)."""
        return self.value_and_gradient(log_widths)[0]

    def value_and_gradient(self, log_widths: Array) -> tuple[float, Array]:
        """Value, and its gradient with the shape of the log-widths."""
        precisions = self._precisions(log_widths)
        exponent_matrix = exponents(self.centres, precisions)
        coef, intercept = _ridge.solve(
            self._forward(exponent_matrix), len(self._targets), self.alpha
        )
        value = self.alpha * float((coef**2).sum())
        sums = np.zeros_like(exponent_matrix)
        for i, rows in enumerate(self._blocks):
            block, phi = self._powers_of(i), self._slot(i)
            if not self._keeps_all:
                activate(exponent_matrix, block, out=phi)
            residual = self._residual(rows, block, phi, coef, intercept)
            weight = self._weights_of(rows)
            weighted = residual if weight is None else residual * weight
            value += float((residual * weighted).sum())
            sums += self._sums(phi, weighted, coef[: len(self.centres)], block)
        return value, self._gradient(precisions, sums)

    def moments(self, log_widths: Array) -> Moments:
        """Moments of activations, features (with a linear term) and targets, in this order."""
        return self._forward(exponents(self.centres, self._precisions(log_widths)))

    def output(self, log_widths: Array) -> Output:
        """Output layer at the given widths."""
        return Output(*_ridge.solve(self.moments(log_widths), len(self._targets), self.alpha))

    def _precisions(self, log_widths: Array) -> Array:
        return np.exp(-2.0 * log_widths.reshape(self.centres.shape))

    def _forward(self, exponent_matrix: Array) -> Moments:
        first, *rest = range(len(self._blocks))
        moments = self._block_moments(first, exponent_matrix)
        for i in rest:
            moments = moments + self._block_moments(i, exponent_matrix)
        return moments

    def _block_moments(self, i: int, exponent_matrix: Array) -> Moments:
        block = self._powers_of(i)
        phi = activate(exponent_matrix, block, out=self._slot(i))
        features = [self._features(block)] if self.linear_term else []
        rows = self._blocks[i]
        return Moments.of(
            phi, *features, self._targets[:, rows], sample_weight=self._weights_of(rows)
        )

    def _features(self, block: Array) -> Array:
        """The features among their powers."""
        return block[self.X.shape[1] : -1]

    def _powers_of(self, i: int) -> Array:
        return self._powers[i] if self._keeps_all else powers(self.X[self._blocks[i]])

    def _slot(self, i: int) -> Array:
        """Where the activations of a block of rows are kept."""
        if self._keeps_all:
            return self._activations[i]
        rows = self._blocks[i]
        return self._activations[0][:, : rows.stop - rows.start]

    def _weights_of(self, rows: slice) -> Array | None:
        return None if self.sample_weight is None else self.sample_weight[rows]

    def _residual(
        self, rows: slice, block: Array, phi: Array, coef: Array, intercept: Array
    ) -> Array:
        k = len(self.centres)
        residual = self._targets[:, rows] - intercept[:, None]
        residual -= coef[:k].T @ phi
        if self.linear_term:
            residual -= coef[k:].T @ self._features(block)
        return residual

    def _sums(self, phi: Array, weighted: Array, weights: Array, block: Array) -> Array:
        """Sums over rows of weighted residual x output weight x activation x [x^2, x, 1]."""
        pull = self._scratch[:, : phi.shape[1]]
        if len(weighted) == 1:  # the output weights come out of the sum
            np.multiply(phi, weighted, out=pull)
            return weights * (pull @ block.T)
        np.matmul(weights, weighted, out=pull)
        pull *= phi
        return pull @ block.T

    def _gradient(self, precisions: Array, sums: Array) -> Array:
        """Gradient from the sums of all rows."""
        c, d = self.centres, self.centres.shape[1]
        spread = sums[:, :d] - 2 * c * sums[:, d:-1] + c**2 * sums[:, -1:]
        return (-2.0 * precisions * spread).ravel()
