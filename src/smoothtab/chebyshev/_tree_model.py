"""A fitted model tree: polynomials in the leaves, with or without smooth transitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from smoothtab._blocks import row_blocks
from smoothtab._moments import Array
from smoothtab.chebyshev._basis import Basis
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._tree_gates import Gates
from smoothtab.chebyshev._tree_leaves import Leaves, fit_leaves
from smoothtab.chebyshev._tree_routing import Nursery, Routing
from smoothtab.chebyshev._univariate import Extrapolation


@dataclass(frozen=True, eq=False)
class ModelTree:
    """The polynomial of the leaf of a row, or a blend of several.

    Without gates, a polynomial continues outside the box of its leaf as the extrapolation policy
    says. With gates, the policy applies to the range of all training rows, and within it 'clip'
    gives way to 'linear', so that no leaf adds a kink.

    Attributes
    ----------
    routing : Routing
        The tree.
    leaves : Leaves
        The polynomials.
    gates : Gates or None
        The transitions between leaves, if they are smooth.
    lowest, highest : ndarray of shape (n_outputs,)
        Predictions are clipped to this range.
    """

    routing: Routing
    leaves: Leaves
    gates: Gates | None
    lowest: Array
    highest: Array

    @property
    def scale(self) -> MinMax:
        """Range of all training rows."""
        return self.routing.scale

    @property
    def basis(self) -> Basis:
        """Columns of every leaf."""
        return self.leaves.basis

    def predict(self, X: Array, extrapolation: Extrapolation) -> Array:
        """Predictions of shape (n_rows, n_outputs)."""
        out = np.empty((len(X), len(self.lowest)))
        for rows in self._blocks(X):
            block = X[rows]
            if self.gates is None:
                out[rows] = self.leaves.values(block, self.routing.leaves(block), extrapolation)
            else:
                out[rows] = self._blended(self.gates, block, extrapolation)
        return np.clip(out, self.lowest, self.highest, out=out)

    def gradient(self, X: Array, extrapolation: Extrapolation) -> Array:
        """Derivatives of `predict`, of shape (n_rows, n_outputs, n_features)."""
        out = np.empty((len(X), len(self.lowest), X.shape[1]))
        for rows in self._blocks(X):
            block = X[rows]
            if self.gates is None:
                out[rows] = self.leaves.gradient(block, self.routing.leaves(block), extrapolation)
            else:
                out[rows] = self._blended_gradient(self.gates, block, extrapolation)
        predicted = self.predict(X, extrapolation)
        out[(predicted == self.lowest) | (predicted == self.highest)] = 0.0
        return out

    def _blocks(self, X: Array) -> Iterator[slice]:
        """Blocks of rows; each takes a table, and coefficients of the same shape."""
        return row_blocks(len(X), 2 * self.leaves.coef.shape[1])

    def _blended(self, gates: Gates, X: Array, extrapolation: Extrapolation) -> Array:
        X, extrapolation = self._continued(X, extrapolation)
        shares = gates.shares(self.scale.scale(X))
        leaf = self.routing.leaf_of_node[shares.node]
        values = self.leaves.values(X[shares.row], leaf, extrapolation)
        return shares.sum(shares.weight[:, None] * values)

    def _blended_gradient(self, gates: Gates, X: Array, extrapolation: Extrapolation) -> Array:
        """By the product rule."""
        inside, extrapolation = self._continued(X, extrapolation)
        shares = gates.shares(self.scale.scale(inside))
        on_leaf = inside[shares.row], self.routing.leaf_of_node[shares.node], extrapolation
        parts = self.leaves.gradient(*on_leaf) * shares.weight[:, None, None]
        slope = shares.slope * self.scale.slope
        parts += self.leaves.values(*on_leaf)[:, :, None] * slope[:, None]
        return shares.sum(parts) * (inside == X)[:, None]

    def _continued(self, X: Array, extrapolation: Extrapolation) -> tuple[Array, Extrapolation]:
        """Rows to evaluate instead, and the policy for the boxes of the leaves."""
        if extrapolation == "clip":
            return np.clip(X, self.scale.lower, self.scale.upper), "linear"
        return X, extrapolation


def fit_model_tree(
    X: Array,
    Y: Array,
    sample_weight: Array | None,
    *,
    complexity: int,
    max_depth: int | None,
    min_samples_leaf: float,
    alpha: float,
    blend: float,
    clip_output: bool,
    seed: int,
) -> ModelTree:
    """Fit to rows of positive weight."""
    routing = Nursery.of(X, Y, sample_weight).grow(max_depth, min_samples_leaf, seed)
    leaves = fit_leaves(routing, X, Y, sample_weight, complexity, alpha)
    gates = Gates.of(routing, X, sample_weight, blend) if blend > 0 else None
    return ModelTree(routing, leaves, gates, *output_range(Y, sample_weight, clip_output))


def output_range(
    Y: Array, sample_weight: Array | None, clip_output: bool = True
) -> tuple[Array, Array]:
    """Range of the targets, widened by 3 standard deviations; infinite if not to be clipped to."""
    scale = MinMax.of(Y)
    margin = np.full(Y.shape[1], np.inf)
    if clip_output:
        margin = 3 * np.sqrt(scale.variance(Y, sample_weight)) * scale.half_range
    return scale.lower - margin, scale.upper + margin
