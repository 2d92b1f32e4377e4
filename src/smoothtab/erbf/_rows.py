"""What happens to the rows before the pipeline: standardised, and repeats merged.

Rows that share all features become one row with their summed weight and mean target. The least
squares problem stays the same up to a constant, a weight of two is a row given twice to the last
bit, and the order of the rows no longer matters. Neighbours are then distinct points.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from smoothtab._moments import Array
from smoothtab._repeats import merge_repeats


@dataclass(frozen=True)
class Scale:
    """Means and standard deviations of columns; a constant column has deviation zero."""

    mean: Array
    deviation: Array

    @classmethod
    def of(cls, table: Array, sample_weight: Array) -> Scale:
        """Weighted means and deviations of the columns of `table`."""
        share = sample_weight / sample_weight.sum()
        # Around a first row, so that a large offset does not swallow a small spread; divided by
        # the largest value, so that squares neither overflow nor vanish.
        origin = table[0]
        centred = table - origin
        largest = np.maximum(centred.max(axis=0), -centred.min(axis=0))
        unit = np.where(largest > 0, largest, 1.0)
        centred /= unit
        centre = share @ centred
        centred -= centre
        deviation = np.sqrt(share @ np.square(centred, out=centred)) * unit
        mean = origin + centre * unit
        constant = deviation <= 10 * np.finfo(float).eps * np.abs(mean)
        return cls(mean, np.where(constant, 0.0, deviation))

    @property
    def inverse(self) -> Array:
        """Reciprocal deviations, and zero for a constant column: nothing can depend on it."""
        return np.divide(
            1.0, self.deviation, out=np.zeros_like(self.deviation), where=self.deviation > 0
        )

    def standardise(self, table: Array) -> Array:
        """Columns with mean zero and deviation one, or all zero where constant."""
        out = table - self.mean
        out *= self.inverse
        return out

    def restore(self, standardised: Array) -> Array:
        """Back to the units of the table."""
        return standardised * self.deviation + self.mean


@dataclass(frozen=True)
class Rows:
    """Distinct standardised rows, in an order of their own.

    Attributes
    ----------
    X, Y : ndarray of shape (n_rows, n_features), (n_rows, n_targets)
        Standardised features and targets.
    sample_weight : ndarray of shape (n_rows,)
        Positive weights.
    x_scale, y_scale : Scale
        The way back to the user's units.
    """

    X: Array
    Y: Array
    sample_weight: Array
    x_scale: Scale
    y_scale: Scale

    @classmethod
    def of(cls, X: Array, Y: Array, sample_weight: Array) -> Rows:
        """Merge and standardise the rows of positive weight."""
        X, Y, sample_weight = merge_repeats(X, Y, sample_weight)
        x_scale = Scale.of(X, sample_weight)
        constant = x_scale.deviation == 0
        if (X[:, constant] != X[0, constant]).any():  # it varied by no more than rounding
            X = np.where(constant, x_scale.mean, X)
            X, Y, sample_weight = merge_repeats(X, Y, sample_weight)
        y_scale = Scale.of(Y, sample_weight)
        # A constant target keeps its own unit: held-out rows may differ from it.
        y_scale = replace(
            y_scale, deviation=np.where(y_scale.deviation > 0, y_scale.deviation, 1.0)
        )
        return cls(x_scale.standardise(X), y_scale.standardise(Y), sample_weight, x_scale, y_scale)
