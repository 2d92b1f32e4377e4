"""The box that the training rows fill, mapped to [-1, 1] along every feature."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from smoothtab._blocks import row_blocks
from smoothtab._moments import Array


@dataclass(frozen=True)
class MinMax:
    """Least and largest value of each feature.

    Attributes
    ----------
    lower, upper : ndarray of shape (n_features,)
        Range of the training rows, in the units of the table.
    """

    lower: Array
    upper: Array

    @classmethod
    def of(cls, table: Array) -> MinMax:
        """Ranges of a table of shape (n_rows, n_features)."""
        lower, upper = table[0], table[0]
        for rows in row_blocks(*table.shape):
            columns = np.ascontiguousarray(table[rows].T)  # many times as fast as along axis 0
            lower = np.minimum(lower, columns.min(axis=1))
            upper = np.maximum(upper, columns.max(axis=1))
        return cls(lower, upper)

    @cached_property
    def half_range(self) -> Array:
        """Half of each range, and zero for a feature that varies by no more than rounding."""
        size = np.maximum(np.abs(self.lower), np.abs(self.upper))
        half = (self.upper - self.lower) / 2
        return np.where(half > 5 * np.finfo(float).eps * size, half, 0.0)

    @cached_property
    def slope(self) -> Array:
        """Derivative of the scaled value, and zero for a constant: nothing can depend on it."""
        half = self.half_range
        return np.divide(1.0, half, out=np.zeros_like(half), where=half > 0)

    def scale(self, table: Array) -> Array:
        """Columns first, shape (n_features, n_rows): from -1 to 1 over the training range.

        A constant feature is zero everywhere.
        """
        out = np.empty(table.shape[::-1])
        np.subtract(table.T, self.lower[:, None], out=out)
        varies = self.half_range > 0
        out /= np.where(varies, self.half_range, 1.0)[:, None]  # ends at 1 exactly
        out -= 1.0
        if not varies.all():
            out[~varies] = 0.0
        return out

    def restore(self, scaled: Array) -> Array:
        """Back to the units of the table; features run along the last axis."""
        return self.lower + (scaled + 1.0) * self.half_range

    def variance(self, table: Array, sample_weight: Array | None = None) -> Array:
        """Weighted variance of each scaled feature, in blocks of rows."""
        weight, sums = 0.0, np.zeros((2, len(self.lower)))
        middle = self.lower + self.half_range
        for rows in row_blocks(*table.shape):
            scaled = (table[rows] - middle) * self.slope
            share = np.ones(len(scaled)) if sample_weight is None else sample_weight[rows]
            weight += share.sum()
            sums += share @ scaled, share @ np.square(scaled)
        mean, square = sums / weight
        return np.maximum(square - mean**2, 0.0)

    def excess(self, table: Array) -> Array:
        """How far values lie below (negative) or above the training range; shape of the table."""
        return table - np.clip(table, self.lower, self.upper)

    def refuse_outside(self, table: Array, names: list[str]) -> None:
        """Raise the error of `extrapolation='error'` if a row leaves the training range."""
        outside = (table < self.lower) | (table > self.upper)
        if outside.any():
            features = ", ".join(names[j] for j in np.flatnonzero(outside.any(axis=0)))
            raise ValueError(
                f"{outside.any(axis=1).sum()} of {len(table)} rows leave the training range of "
                f"{features}: drop them (extrapolation_report names them), or set extrapolation "
                "to 'clip', 'linear' or 'polynomial'."
            )
