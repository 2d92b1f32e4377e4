"""The polynomials in the leaves of a tree, all of the same degree, side by side in flat arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from smoothtab._moments import Array
from smoothtab.chebyshev import _univariate
from smoothtab.chebyshev._basis import Basis
from smoothtab.chebyshev._polynomial import fit_polynomial
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._terms import Terms
from smoothtab.chebyshev._tree_routing import Indices, Routing
from smoothtab.chebyshev._univariate import Extrapolation


@dataclass(frozen=True, eq=False)
class Leaves:
    """Polynomials without interactions, each scaled by the rows of its leaf.

    Attributes
    ----------
    basis : Basis
        The columns.
    lower, upper : ndarray of shape (n_leaves, n_features)
        Range of the training rows of each leaf.
    coef : ndarray of shape (n_leaves, n_columns, n_outputs)
        Coefficients, by degree and then by feature.
    intercept : ndarray of shape (n_leaves, n_outputs)
        Constant terms.
    """

    basis: Basis
    lower: Array
    upper: Array
    coef: Array
    intercept: Array

    def values(self, X: Array, leaf: Indices, extrapolation: Extrapolation) -> Array:
        """Each row's value on one leaf, of shape (n_rows, n_outputs)."""
        x = self._scaled(X, leaf)
        table = _univariate.values(x, extrapolation, np.empty(self._shape(x)))
        out = self.intercept[leaf]
        for output, coef in zip(out.T, self._by_leaf, strict=True):
            output += (coef[..., leaf] * table).sum(axis=(0, 1))
        return out

    def gradient(self, X: Array, leaf: Indices, extrapolation: Extrapolation) -> Array:
        """Derivatives of `values`, of shape (n_rows, n_outputs, n_features)."""
        x = self._scaled(X, leaf)
        slopes = _univariate.derivatives(x, extrapolation, np.empty(self._shape(x)))
        out = np.empty((len(X), len(self._by_leaf), X.shape[1]))
        for output, coef in enumerate(self._by_leaf):
            out[:, output] = (coef[..., leaf] * slopes).sum(axis=0).T
        out *= self._boxes.slope[leaf][:, None]
        return out

    @cached_property
    def _boxes(self) -> MinMax:
        return MinMax(self.lower, self.upper)

    @cached_property
    def _by_leaf(self) -> Array:
        """Coefficients of shape (n_outputs, degree, n_features, n_leaves)."""
        by_leaf = np.ascontiguousarray(self.coef.transpose(2, 1, 0))
        return by_leaf.reshape(len(by_leaf), -1, self.lower.shape[1], len(self.coef))

    def _shape(self, x: Array) -> tuple[int, ...]:
        return self._by_leaf.shape[1], *x.shape

    def _scaled(self, X: Array, leaf: Indices) -> Array:
        """Rows scaled by the box of a leaf each, columns first, as `MinMax.scale` does it."""
        varies = self._boxes.half_range > 0
        unit = np.where(varies, self._boxes.half_range, np.inf)
        x = (X - self.lower[leaf]) / unit[leaf]
        x -= varies[leaf]
        return np.ascontiguousarray(x.T)


def fit_leaves(
    routing: Routing,
    X: Array,
    Y: Array,
    sample_weight: Array | None,
    complexity: int,
    alpha: float,
) -> Leaves:
    """Fit every leaf to its own training rows, all of positive weight.

    A leaf that is too light keeps the mean. Splits never make one, so it can only be the root.
    """
    order, begin, end = routing.sorted_by_leaf(X)
    basis, _ = Terms(complexity).basis(np.ones(X.shape[1]))
    parts = []
    for node in np.flatnonzero(routing.leaf_of_node >= 0):
        rows = order[begin[node] : end[node]]
        weight = None if sample_weight is None else sample_weight[rows]
        box = MinMax.of(X[rows])
        leaf, _ = fit_polynomial(X[rows], Y[rows], weight, box, basis, alpha, clip_output=False)
        parts.append((box.lower, box.upper, leaf.coef, leaf.intercept))
    leaves = Leaves(basis, *map(np.stack, zip(*parts, strict=True)))
    if routing.too_light:
        mean = np.average(Y, axis=0, weights=sample_weight)
        leaves = replace(leaves, coef=np.zeros_like(leaves.coef), intercept=mean[None])
    return leaves
