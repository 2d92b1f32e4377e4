"""Stage 3 of the pipeline: the error of the network as a function of its log-widths alone."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from smoothtab import _ridge
from smoothtab._moments import Array, Moments
from smoothtab.erbf._activations import (
    activate,
    exponents,
    powers,
    row_blocks,
    working_memory_bytes,
)


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
        self.total = float(np.diag(Moments.of(Y, sample_weight=sample_weight).scatter).sum())
        n, d = X.shape
        k = len(centres)
        self._blocks = list(row_blocks(n, 2 * k + 3 * d))
        self._keeps_all = 8 * n * (k + 2 * d + 1) <= working_memory_bytes()
        longest = max(rows.stop - rows.start for rows in self._blocks)
        self._activations = np.empty((n if self._keeps_all else longest, k))
        self._scratch = np.empty((longest, k))
        self._powers = powers(X) if self._keeps_all else None

    def value(self, log_widths: Array) -> float:
        """Penalised squared error at log-widths of shape (n_centres * n_features,)."""
        return self._evaluate(log_widths, with_gradient=False)[0]

    def value_and_gradient(self, log_widths: Array) -> tuple[float, Array]:
        """Value, and its gradient with the shape of the log-widths."""
        return self._evaluate(log_widths, with_gradient=True)

    def moments(self, log_widths: Array) -> Moments:
        """Moments of activations, features (with a linear term) and targets, in this order."""
        return self._forward(exponents(self.centres, self._precisions(log_widths)))

    def output(self, log_widths: Array) -> Output:
        """Output layer at the given widths."""
        return Output(*_ridge.solve(self.moments(log_widths), self.Y.shape[1], self.alpha))

    def _precisions(self, log_widths: Array) -> Array:
        return np.exp(-2.0 * log_widths.reshape(self.centres.shape))

    def _forward(self, exponent_matrix: Array) -> Moments:
        first, *rest = self._blocks
        moments = self._block_moments(first, exponent_matrix)
        for rows in rest:
            moments = moments + self._block_moments(rows, exponent_matrix)
        return moments

    def _block_moments(self, rows: slice, exponent_matrix: Array) -> Moments:
        phi = self._activate(rows, exponent_matrix)
        features = [self.X[rows]] if self.linear_term else []
        return Moments.of(phi, *features, self.Y[rows], sample_weight=self._weights_of(rows))

    def _activate(self, rows: slice, exponent_matrix: Array) -> Array:
        return activate(self._powers_of(rows), exponent_matrix, out=self._slot(rows))

    def _powers_of(self, rows: slice) -> Array:
        return powers(self.X[rows]) if self._powers is None else self._powers[rows]

    def _slot(self, rows: slice) -> Array:
        """Where the activations of a block of rows are kept."""
        if self._keeps_all:
            return self._activations[rows]
        return self._activations[: rows.stop - rows.start]

    def _weights_of(self, rows: slice) -> Array | None:
        return None if self.sample_weight is None else self.sample_weight[rows]

    def _evaluate(self, log_widths: Array, with_gradient: bool) -> tuple[float, Array]:
        k, d = self.centres.shape
        precisions = self._precisions(log_widths)
        exponent_matrix = exponents(self.centres, precisions)
        coef, intercept = _ridge.solve(self._forward(exponent_matrix), self.Y.shape[1], self.alpha)
        value = self.alpha * float((coef**2).sum())
        sums = np.zeros((k, 2 * d + 1))
        one_output = self.Y.shape[1] == 1
        for rows in self._blocks:
            phi = self._slot(rows) if self._keeps_all else self._activate(rows, exponent_matrix)
            residual = self.Y[rows] - intercept - phi @ coef[:k]
            if self.linear_term:
                residual -= self.X[rows] @ coef[k:]
            weighted = residual
            if self.sample_weight is not None:
                weighted = residual * self.sample_weight[rows, None]
            value += float((residual * weighted).sum())
            if with_gradient:
                pull = self._scratch[: len(phi)]
                if one_output:  # the weights are factors of the sums, applied below
                    np.multiply(phi, weighted, out=pull)
                else:
                    np.matmul(weighted, coef[:k].T, out=pull)
                    pull *= phi
                sums += pull.T @ self._powers_of(rows)
        if one_output:
            sums *= coef[:k]
        # sum over rows of residual x activation x (x_j - c_j)^2, from the sums with x^2, x and 1
        c = self.centres
        spread = sums[:, :d] - 2 * c * sums[:, d:-1] + c**2 * sums[:, -1:]
        return value, (-2.0 * precisions * spread).ravel()
