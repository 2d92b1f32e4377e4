"""Weighted second moments of a table's columns, built in blocks of rows.

Every linear solve in smoothtab starts here. Moments are kept centred and two sets of them are
merged by the update of Chan, Golub and LeVeque (1983), so that a column that is nearly constant
does not lose its variation in a difference of large numbers.
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
    def of(cls, *columns: Array, sample_weight: Array | None = None) -> Moments:
        """Moments of the table made of `columns` side by side; weights must be positive."""
        n = len(columns[0])
        share = np.ones(n) if sample_weight is None else sample_weight
        weight = float(share.sum())
        means = [share @ part / weight for part in columns]
        mean = np.concatenate(means)
        table = np.empty((n, len(mean)))
        stop = np.cumsum([len(part_mean) for part_mean in means])
        for part, part_mean, end in zip(columns, means, stop, strict=True):
            np.subtract(part, part_mean, out=table[:, end - len(part_mean) : end])
        if sample_weight is not None:
            table *= np.sqrt(sample_weight)[:, None]
        return cls(weight, mean, table.T @ table)

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
