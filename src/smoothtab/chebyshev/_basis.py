"""The columns of a Chebyshev model: products of univariate polynomials.

All polynomials of one block of rows stand in a table: row a * n_features + i is T_a of feature i.
A column is named by the rows of the table whose product it is. The place of T_0, which is constant,
is taken by sqrt(2) x^2, because the product of two of them is T_2(x_i x_j) + 1: so every
extrapolation policy holds for T_2(x_i x_j) too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from smoothtab._blocks import row_blocks
from smoothtab._moments import Array, Moments
from smoothtab.chebyshev import _univariate
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._univariate import Extrapolation

Rows = NDArray[np.intp]

# Moments of no more rows than this are computed in one go.
_ONE_BLOCK = 512


@dataclass(frozen=True, eq=False)
class Basis:
    """Which columns a model has, without the constant.

    Attributes
    ----------
    n_features : int
        Number of features.
    factors : tuple of ndarray
        For columns of one, two (and three) factors, in this order, the rows of the table that are
        multiplied, of shape (n_factors, n_columns_of_that_kind).
    """

    n_features: int
    factors: tuple[Rows, ...]

    @cached_property
    def n_columns(self) -> int:
        """Number of columns."""
        return sum(rows.shape[1] for rows in self.factors)

    @cached_property
    def footprint(self) -> int:
        """Doubles that it takes to compute the columns of one row."""
        return self.n_columns + (self._degree + 1) * self.n_features

    @cached_property
    def degrees(self) -> NDArray[np.intp]:
        """Degree of each column in each feature, of shape (n_columns, n_features)."""
        out = np.zeros((self.n_columns, self.n_features), dtype=np.intp)
        for columns, rows in self._groups():
            degree, feature = np.divmod(rows, self.n_features)
            index = np.arange(columns.start, columns.stop)
            out[index, feature] = np.where(degree > 0, degree, 2)
        return out

    def names(self, features: Sequence[str]) -> list[str]:
        """What the columns are, such as 'T1(a)', 'T2(a) T1(b)' or 'T2(a b)'."""
        out = []
        for _, rows in self._groups():
            for column in rows.T:
                degree, feature = np.divmod(column, self.n_features)
                terms = [f"T{a}({features[i]})" for a, i in zip(degree, feature, strict=True)]
                of_product = f"T2({' '.join(features[i] for i in feature)})"
                out.append(of_product if degree[0] == 0 else " ".join(terms))
        return out

    def restrict(self, keep: NDArray[np.intp]) -> Basis:
        """The basis of some of the columns, given by ascending index."""
        parts = []
        for columns, rows in self._groups():
            begin, end = np.searchsorted(keep, [columns.start, columns.stop])
            parts.append(rows[:, keep[begin:end] - columns.start])
        return Basis(self.n_features, tuple(parts))

    def columns(
        self,
        x: Array,
        extrapolation: Extrapolation = "polynomial",
        memory: Array | None = None,
    ) -> Array:
        """Columns at scaled rows.

        Parameters
        ----------
        x : ndarray of shape (n_features, n_rows)
            Scaled features, as `MinMax.scale` gives them.
        extrapolation : {'clip', 'linear', 'polynomial'}, default='polynomial'
            What happens outside [-1, 1]; the default costs nothing inside.
        memory : ndarray, default=None
            What `memory_for` gave for as many rows, to be used again.

        Returns
        -------
        columns : ndarray of shape (n_columns, n_rows)
            The columns; and below them those for which `memory_for` made room.
        """
        if memory is None:
            memory = self.memory_for(x.shape[1])
        out = memory[self._n_before :]
        table = memory if self._begins_as_table else np.empty((self._n_table, x.shape[1]))
        table = self._fill(x, extrapolation, table[: self._n_table])
        for columns, rows in self._groups():
            if not (self._begins_as_table and len(rows) == 1):
                _product(table, rows, out[columns])
            if self._has_squares and len(rows) == 2:
                out[columns][rows[0] < self.n_features] -= 1.0
        return out

    def memory_for(self, n_rows: int, n_more: int = 0) -> Array:
        """Memory for the columns of so many rows, and for more columns that a caller writes."""
        return np.empty((self._n_before + self.n_columns + n_more, n_rows))

    def gradient(self, x: Array, coef: Array, extrapolation: Extrapolation) -> Array:
        """Derivative of ``coef.T @ columns(x)`` by the scaled features.

        Parameters
        ----------
        x : ndarray of shape (n_features, n_rows)
            Scaled features.
        coef : ndarray of shape (n_columns, n_outputs)
            Coefficients.
        extrapolation : {'clip', 'linear', 'polynomial'}
            What happens outside [-1, 1].

        Returns
        -------
        gradient : ndarray of shape (n_outputs, n_features, n_rows)
            The derivatives.
        """
        table = self._fill(x, extrapolation, np.empty((self._n_table, x.shape[1])))
        slopes = self._slopes(x, extrapolation)
        out = np.empty((coef.shape[1], *x.shape))
        for weights, gradient in zip(coef.T, out, strict=True):
            by_table = np.zeros_like(table)
            for columns, rows in self._groups():
                for position, factor in enumerate(rows):
                    others = np.delete(rows, position, axis=0)
                    index = factor, np.arange(len(factor))
                    gather = csr_array((weights[columns], index), (len(table), len(factor)))
                    by_table += gather @ _product(table, others)
            by_table *= slopes
            by_table.reshape(-1, *x.shape).sum(axis=0, out=gradient)
        return out

    def moments(
        self, scale: MinMax, X: Array, Y: Array, sample_weight: Array | None = None
    ) -> Moments:
        """Moments of all columns and, after them, the targets, in one pass over the rows.

        Parameters
        ----------
        scale : MinMax
            Maps X to [-1, 1].
        X, Y : ndarray of shape (n_rows, n_features), (n_rows, n_targets)
            Rows, all in the range of `scale`.
        sample_weight : ndarray of shape (n_rows,), default=None
            Positive weights.

        Returns
        -------
        moments : Moments
            Of n_columns + n_targets columns.
        """
        if len(X) <= _ONE_BLOCK:
            return Moments.of(self.columns(scale.scale(X)), Y.T, sample_weight=sample_weight)
        return Moments.of_blocks(self._blocks(scale, X, Y, sample_weight))

    def _blocks(
        self, scale: MinMax, X: Array, Y: Array, sample_weight: Array | None
    ) -> Iterator[tuple[Array, Array | None]]:
        """Blocks in the same memory: to clear new memory would take longer than to fill it."""
        memory = np.empty((0, 0))
        for rows in row_blocks(len(X), self.footprint, least=_ONE_BLOCK):
            block = X[rows]
            if memory.shape[1] != len(block):
                memory = self.memory_for(len(block), Y.shape[1])
            columns = self.columns(scale.scale(block), memory=memory)
            columns[self.n_columns :] = Y[rows].T
            yield columns, None if sample_weight is None else sample_weight[rows]

    def _groups(self) -> Iterator[tuple[slice, Rows]]:
        """Where the columns of each number of factors are, and their factors."""
        begin = 0
        for rows in self.factors:
            yield slice(begin, begin + rows.shape[1]), rows
            begin += rows.shape[1]

    @cached_property
    def _has_squares(self) -> bool:
        return any((rows < self.n_features).any() for rows in self.factors)

    @cached_property
    def _degree(self) -> int:
        """Largest degree in the table; squares need T_2."""
        highest = max((rows.max(initial=0) for rows in self.factors), default=0)
        return max(int(highest) // self.n_features, 2 if self._has_squares else 1)

    @cached_property
    def _n_table(self) -> int:
        """Number of rows of the table."""
        return (self._degree + 1) * self.n_features

    @cached_property
    def _begins_as_table(self) -> bool:
        """Whether the univariate columns are all of the table, so that it need not be copied."""
        return np.array_equal(self.factors[0][0], np.arange(self.n_features, self._n_table))

    @property
    def _n_before(self) -> int:
        """Number of rows of the table that stand before the columns."""
        return self.n_features if self._begins_as_table else 0

    def _fill(self, x: Array, extrapolation: Extrapolation, out: Array) -> Array:
        table = out.reshape(-1, *x.shape)
        _univariate.values(x, extrapolation, out=table[1:])
        if self._has_squares:
            np.multiply(table[2] + 1.0, np.sqrt(0.5), out=table[0])
        return out

    def _slopes(self, x: Array, extrapolation: Extrapolation) -> Array:
        slopes = np.zeros((self._degree + 1, *x.shape))
        _univariate.derivatives(x, extrapolation, out=slopes[1:])
        if self._has_squares:
            np.multiply(slopes[2], np.sqrt(0.5), out=slopes[0])
        return slopes.reshape(-1, x.shape[1])


def _product(table: Array, factors: Rows, out: Array | None = None) -> Array:
    """Products of rows of the table; one without factors is 1."""
    if len(factors) == 0:
        return np.ones((factors.shape[1], table.shape[1]))
    # mode: rows exist, so nothing needs to be buffered
    out = np.take(table, factors[0], axis=0, out=out, mode="clip")
    for rows in factors[1:]:
        out *= table[rows]
    return out
