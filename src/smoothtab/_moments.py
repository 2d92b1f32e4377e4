"""Weighted second moments of a table's columns, built in blocks of rows.

A table is held column by column, in an array of shape (n_columns, n_rows): what is done to columns
is then done to contiguous memory. Every linear solve in smoothtab starts here. Moments are kept
centred, and two sets of them are merged by the update of Chan, Golub and LeVeque (1983), so that a
column that is nearly constant does not lose its variation in a difference of large numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    def of(cls, *columns: NDArray[np.floating], sample_weight: Array | None = None) -> Moments:
        """Moments of groups of columns, each of shape (n_columns, n_rows); weights are positive.

        Columns of single precision are summed in it; the moments are of double.
        """
        table = np.concatenate(columns, dtype=columns[0].dtype, casting="same_kind")
        share = np.ones(table.shape[1]) if sample_weight is None else sample_weight
        weight = float(share.sum())
        mean = table @ share.astype(table.dtype, copy=False) / weight
        table -= mean[:, None]
        if sample_weight is not None:
            table *= np.sqrt(sample_weight)
        return cls(weight, mean.astype(np.float64), (table @ table.T).astype(np.float64))

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
