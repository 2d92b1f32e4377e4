"""Smooth transitions between the leaves of a tree.

Around each threshold is a band in which a row goes partly left and partly right. Elsewhere routing
is as hard as in the tree, so that most rows have few leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from smoothtab._moments import Array
from smoothtab.chebyshev._tree_routing import Indices, Routing


@dataclass(frozen=True, eq=False)
class Shares:
    """Pairs of a row and a node that has a share in it.

    Attributes
    ----------
    row, node : ndarray of shape (n_pairs,)
        Numbers of the pair.
    weight : ndarray of shape (n_pairs,)
        Shares, which sum to 1 for each row.
    slope : ndarray of shape (n_pairs, n_features)
        Their derivatives by the scaled features.
    """

    row: Indices
    node: Indices
    weight: Array
    slope: Array

    @classmethod
    def join(cls, parts: Sequence[Shares]) -> Shares:
        """All pairs, in ascending order of rows."""
        row = np.concatenate([part.row for part in parts])
        order = np.argsort(row, kind="stable")
        return cls(
            row[order],
            np.concatenate([part.node for part in parts])[order],
            np.concatenate([part.weight for part in parts])[order],
            np.concatenate([part.slope for part in parts])[order],
        )

    def select(self, which: NDArray[np.bool_]) -> Shares:
        """Some of the pairs."""
        return Shares(self.row[which], self.node[which], self.weight[which], self.slope[which])

    def passed_on(self, child: Indices, part: Array, rise: Array, feature: Indices) -> Shares:
        """What goes to a child: `part` of each share, with derivative `rise` by its feature."""
        slope = self.slope * part[:, None]
        slope[np.arange(len(slope)), feature] += self.weight * rise
        return Shares(self.row, child[self.node], self.weight * part, slope).select(part > 0)

    def sum(self, of_pairs: Array) -> Array:
        """Sum over the nodes of each row; pairs run along the first axis."""
        return np.add.reduceat(of_pairs, np.flatnonzero(np.diff(self.row, prepend=-1)), axis=0)


@dataclass(frozen=True, eq=False)
class Gates:
    """Half the width of the band around the threshold of each node, in scaled units."""

    routing: Routing
    half_width: Array

    @classmethod
    def of(cls, routing: Routing, X: Array, sample_weight: Array | None, blend: float) -> Gates:
        """Bands of `blend` standard deviations of the split feature among the rows of a node."""
        order, begin, end = routing.sorted_by_leaf(X)
        half_width = np.ones(len(begin))
        for node, feature in enumerate(routing.tree.tree_.feature):
            if feature >= 0:
                rows = order[begin[node] : end[node]]
                x = routing.scale.scale(X[rows])[feature]
                share = None if sample_weight is None else sample_weight[rows]
                variance = np.average((x - np.average(x, weights=share)) ** 2, weights=share)
                half_width[node] = blend * np.sqrt(variance)
        return cls(routing, half_width)

    def shares(self, x: Array) -> Shares:
        """Shares of leaves in scaled rows x of shape (n_features, n_rows)."""
        n = x.shape[1]
        root = np.zeros(n, dtype=np.intp)
        under_way = Shares(np.arange(n), root, np.ones(n), np.zeros(x.T.shape))
        arrived = []
        while len(under_way.row) > 0:
            at_leaf = self.routing.leaf_of_node[under_way.node] >= 0
            arrived.append(under_way.select(at_leaf))
            under_way = self._descend(x, under_way.select(~at_leaf))
        return Shares.join(arrived)

    def _descend(self, x: Array, shares: Shares) -> Shares:
        """Pass the shares of nodes on to their children."""
        tree = self.routing.tree.tree_
        feature, width = tree.feature[shares.node], self.half_width[shares.node]
        right, rise = _gate((x[feature, shares.row] - tree.threshold[shares.node]) / width)
        rise /= width
        return Shares.join(
            [
                shares.passed_on(tree.children_left, 1.0 - right, -rise, feature),
                shares.passed_on(tree.children_right, right, rise, feature),
            ]
        )


def _gate(u: Array) -> tuple[Array, Array]:
    """From 0 at u = -1 to 1 at u = 1, twice continuously differentiable; and its derivative."""
    u = np.clip(u, -1.0, 1.0)
    return 0.5 + u * (15 - 10 * u**2 + 3 * u**4) / 16, 15 / 16 * (1 - u**2) ** 2
