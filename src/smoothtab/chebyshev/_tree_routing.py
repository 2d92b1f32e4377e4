"""Which leaf of a tree a row belongs to.

scikit-learn grows the tree, on features scaled to [-1, 1] by their range in training: it works in
single precision, and takes values that differ by less than 1e-7 for equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from numbers import Integral

import numpy as np
from numpy.typing import NDArray
from sklearn.tree import DecisionTreeRegressor

from smoothtab._blocks import row_blocks
from smoothtab._moments import Array
from smoothtab._repeats import merge_repeats
from smoothtab.chebyshev._scale import MinMax

Indices = NDArray[np.intp]

# scikit-learn compares weights after they have been divided and multiplied by their sum.
_ROUNDING = 1e-10


@dataclass(frozen=True, eq=False)
class Nursery:
    """Rows to grow trees from: repeats merged, in an order that depends on their values alone.

    So a tree cannot tell a weight of two from a row given twice, to the last bit.

    Attributes
    ----------
    scale : MinMax
        Range of the rows.
    x : ndarray of shape (n_rows, n_features)
        Scaled features, in single precision.
    Y : ndarray of shape (n_rows, n_targets)
        Targets in [-1, 1].
    sample_weight : ndarray of shape (n_rows,)
        Positive weights.
    """

    scale: MinMax
    x: NDArray[np.float32]
    Y: Array
    sample_weight: Array

    @classmethod
    def of(cls, X: Array, Y: Array, sample_weight: Array | None) -> Nursery:
        """Rows of positive weight, in any units."""
        share = np.ones(len(X)) if sample_weight is None else sample_weight
        scale = MinMax.of(X)
        X, targets, share = merge_repeats(X, MinMax.of(Y).scale(Y).T, share)
        # sorted rows would make sorting by the next feature slow
        order = np.random.RandomState(0).permutation(len(X))
        return cls(scale, _single(scale, X[order]), targets[order], share[order])

    def share(self, min_samples_leaf: float) -> float:
        """Share of all weight that a leaf needs; an integral leaf size is a weight itself."""
        if isinstance(min_samples_leaf, Integral):
            return float(min_samples_leaf / self.sample_weight.sum())
        return float(min_samples_leaf)

    def grow(self, max_depth: int | None, min_samples_leaf: float, seed: int) -> Routing:
        """Grow a tree."""
        share = self.share(min_samples_leaf)
        may_split = max_depth != 0 and share <= 0.5
        tree = DecisionTreeRegressor(
            max_depth=max_depth or None,
            min_weight_fraction_leaf=(1 - _ROUNDING) * share if may_split else 0.0,
            min_samples_split=2 if may_split else len(self.x) + 1,
            random_state=seed,
        )
        tree.fit(self.x, self.Y, sample_weight=self.sample_weight, check_input=False)
        return Routing(self.scale, tree, share > 1 + _ROUNDING)


@dataclass(frozen=True, eq=False)
class Routing:
    """A grown tree, with its leaves numbered from left to right.

    Attributes
    ----------
    scale : MinMax
        Maps features to the units of the tree.
    tree : DecisionTreeRegressor
        Routes scaled rows.
    too_light : bool
        Whether all rows together weigh less than a leaf should.
    """

    scale: MinMax
    tree: DecisionTreeRegressor
    too_light: bool

    @cached_property
    def leaf_of_node(self) -> Indices:
        """Number of the leaf that a node is, or -1."""
        is_leaf = self.tree.tree_.children_left < 0
        return np.where(is_leaf, np.cumsum(is_leaf) - 1, -1)

    @cached_property
    def ends(self) -> Indices:
        """Number after the last node below each node: nodes are numbered depth first."""
        right = self.tree.tree_.children_right
        ends = np.arange(1, len(right) + 1)
        for node in reversed(np.flatnonzero(right >= 0)):
            ends[node] = ends[right[node]]
        return ends

    @cached_property
    def paths(self) -> list[tuple[object, ...]]:
        """What leads to each node: equal in two trees if the same rows get there."""
        tree = self.tree.tree_
        paths: list[tuple[object, ...]] = [()] * tree.node_count
        for node in np.flatnonzero(tree.children_left >= 0):
            for child in tree.children_left[node], tree.children_right[node]:
                side = child == node + 1
                paths[child] = paths[node], tree.feature[node], tree.threshold[node], side
        return paths

    def cut(self, depth: int) -> NDArray[np.bool_]:
        """Which nodes would be the leaves of a tree of this depth."""
        depths = self.tree.tree_.compute_node_depths() - 1
        return (depths == depth) | ((self.leaf_of_node >= 0) & (depths < depth))

    def threshold(self, node: int) -> float:
        """Threshold of a node, in the units of its feature."""
        feature = self.tree.tree_.feature[node]
        return self.scale.restore(self.tree.tree_.threshold[node])[feature]

    def nodes(self, X: Array) -> Indices:
        """The node at which each row ends."""
        out = np.empty(len(X), dtype=np.intp)
        for rows in row_blocks(*X.shape):
            out[rows] = self.tree.tree_.apply(_single(self.scale, X[rows]))
        return out

    def leaves(self, X: Array) -> Indices:
        """Number of the leaf of each row."""
        return self.leaf_of_node[self.nodes(X)]

    def sorted_by_leaf(self, X: Array) -> tuple[Indices, Indices, Indices]:
        """An order of the rows in which those of each node, at any depth, stand side by side.

        Returns
        -------
        order : ndarray of shape (n_rows,)
            Index of each row.
        begin, end : ndarray of shape (n_nodes,)
            Where in that order the rows of each node are.
        """
        node = self.nodes(X)
        order = np.argsort(node, kind="stable")
        begin = np.searchsorted(node[order], np.arange(len(self.ends)))
        return order, begin, np.append(begin, len(X))[self.ends]


def _single(scale: MinMax, X: Array) -> NDArray[np.float32]:
    """Scaled rows in single precision; all thresholds are between -1 and 1."""
    out = np.empty(X.shape, dtype=np.float32)
    for rows in row_blocks(*X.shape):
        out[rows] = np.clip(scale.scale(X[rows]), -2.0, 2.0).T
    return out
