"""Weighted second moments of a table's columns, built in blocks of rows.

A table is held column by column, in an array of shape (n_columns, n_rows): what is done to columns
is then done to contiguous memory. Every linear solve in smoothtab starts here. Moments are kept
centred, and two sets of them are merged by the update of Chan, Golub and LeVeque (1983), so that a
column that is nearly constant does not lose its variation in a difference of large numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.blas import dsyrk

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Moments:
    """Total weight, column means and centred cross products of a table.

    Adding the moments of two sets of rows gives those of their union; subtracting the moments
    of a subset gives those of the rows that remain, which is all that K-fold needs.

    Attributes
    ----------
    weight : float
        Sum of the row weights.
    mean : ndarray of shape (n_columns,)
        Weighted column means.
    scatter : ndarray of shape (n_columns, n_columns)
        Weighted cross products of the columns about their means.
    """

    weight: float
    mean: Array
    scatter: Array

    @classmethod
    def of(
        cls,
        *columns: NDArray[np.floating],
        sample_weight: Array | None = None,
        scratch: NDArray[np.floating] | None = None,
    ) -> Moments:
        """Moments of groups of columns, each of shape (n_columns, n_rows); weights are positive.

        Columns of single precision are summed in it; the moments are of double. An array of the
        shape of all columns together may be given to work in.
        """
        dtype = None if scratch is not None else columns[0].dtype
        table = np.concatenate(columns, out=scratch, dtype=dtype, casting="same_kind")
        share = np.ones(table.shape[1]) if sample_weight is None else sample_weight
        weight = float(share.sum())
        mean = table @ share.astype(table.dtype, copy=False) / weight
        table -= mean[:, None]
        if sample_weight is not None:
            table *= np.sqrt(sample_weight)
        return cls(weight, mean.astype(np.float64), (table @ table.T).astype(np.float64))

    @classmethod
    def of_blocks(cls, blocks: Iterable[tuple[Array, Array | None]]) -> Moments:
        """Moments of a wide table that comes in blocks of rows, each with its weights.

        Products add up in place, about the means of the first block: merging the moments of
        every block would cost more than to compute them. The blocks are overwritten.
        """
        weight, sums, scatter, origin = 0.0, np.zeros(0), np.zeros((0, 0)), np.zeros(0)
        for table, sample_weight in blocks:
            share = np.ones(table.shape[1]) if sample_weight is None else sample_weight
            if weight == 0:
                origin = table @ share / share.sum()
                sums = np.zeros(len(origin))
                scatter = np.zeros((len(origin), len(origin)), order="F")
            table -= origin[:, None]
            weight += float(share.sum())
            sums += table @ share
            if sample_weight is not None:
                table *= np.sqrt(sample_weight)
            scatter = dsyrk(1.0, table.T, beta=1.0, c=scatter, trans=1, overwrite_c=1)
        mean = sums / weight
        scatter -= np.outer(sums, mean)
        scatter = np.triu(scatter)  # the other half was never computed
        scatter += np.triu(scatter, 1).T
        return cls(weight, origin + mean, scatter)

    def restrict(self, columns: NDArray[np.intp]) -> Moments:
        """Moments of some of the columns, given by index, in that order."""
        scatter = self.scatter[np.ix_(columns, columns)]
        return Moments(self.weight, self.mean[columns], scatter)

    def __add__(self, other: Moments) -> Moments:
        return self._merge(other, 1.0)

    def __sub__(self, other: Moments) -> Moments:
        return self._merge(other, -1.0)

    def _merge(self, other: Moments, sign: float) -> Moments:
        weight = self.weight + sign * other.weight
        share = sign * other.weight / weight
        shift = other.mean - self.mean
        mean = self.mean + share * shift
        scatter = self.scatter + sign * other.scatter
        scatter += (share * self.weight) * np.outer(shift, shift)
        return Moments(weight, mean, scatter)
