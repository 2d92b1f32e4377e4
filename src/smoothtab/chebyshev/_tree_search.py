"""Scoring every model tree of a search exactly, from one deep tree per fold and leaf size.

Trees grow depth first, so what a deep tree would be at less depth is a cut through it: the nodes at
that depth, and leaves above. Every node is fitted once, at all degrees and penalties together, and
its rows that were held out are predicted by all of these at once. The error of a tree is the sum
over its cut. Trees of different leaf size share the nodes whose splits they have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from smoothtab._blocks import row_blocks
from smoothtab._folds import Split
from smoothtab._moments import Array
from smoothtab._ridge import NestedRidge
from smoothtab._threads import one_thread
from smoothtab.chebyshev._basis import Basis
from smoothtab.chebyshev._polynomial import used_rows
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._terms import Terms
from smoothtab.chebyshev._tree_model import output_range
from smoothtab.chebyshev._tree_routing import Indices, Nursery, Routing
from smoothtab.chebyshev._univariate import Extrapolation

# With this many rows in a leaf, it is rare that two features split a node alike.
_FEW_ROWS = 10


@dataclass(frozen=True)
class Candidates:
    """What to try: every combination, in this order of axes.

    Attributes
    ----------
    min_samples_leaf : sequence of float
        Leaf sizes.
    max_depths, complexities : sequence of int
        Depths; degrees in ascending order.
    alphas : ndarray of shape (n_alphas,)
        Penalties.
    extrapolation : {'clip', 'linear', 'polynomial'}
        What happens outside the box of a leaf.
    clip_output : bool
        Whether predictions are clipped.
    """

    min_samples_leaf: Sequence[float]
    max_depths: Sequence[int]
    complexities: Sequence[int]
    alphas: Array
    extrapolation: Extrapolation
    clip_output: bool


@dataclass(frozen=True, eq=False)
class Sample:
    """Some rows: features, targets and weights, which are None if all of them are one."""

    X: Array
    Y: Array
    sample_weight: Array | None

    def take(self, rows: Indices | slice) -> Sample:
        """Those of given index, or of a slice."""
        weight = None if self.sample_weight is None else self.sample_weight[rows]
        return Sample(self.X[rows], self.Y[rows], weight)


def score(
    X: Array,
    Y: Array,
    sample_weight: Array,
    splits: Sequence[Split],
    candidates: Candidates,
    seed: int,
) -> Array:
    """Held-out R^2 of every candidate.

    Parameters
    ----------
    X, Y, sample_weight : ndarray
        All rows, of shapes (n_rows, n_features), (n_rows, n_targets) and (n_rows,).
    splits : sequence of tuple
        Training and held-out rows of each fold, all of positive weight.
    candidates : Candidates
        What to try.
    seed : int
        Chooses among splits of trees that are equally good.

    Returns
    -------
    scores : ndarray of shape (n_leaf_sizes, n_depths, n_complexities, n_alphas)
        All held-out rows together, against the means of their training rows.
    """
    _, used_Y, used_weight = used_rows(X, Y, sample_weight)
    targets = MinMax.of(used_Y).scale(Y).T  # so that no unit of y is too large to be squared
    sample = Sample(X, targets, None if used_weight is None else sample_weight)
    parts = []
    with one_thread():
        for rows, test in splits:
            train = sample.take(rows)
            nursery = Nursery.of(train.X, Y[rows], train.sample_weight)  # as real fits have it
            fold = Fold(nursery, train, sample.take(test), candidates)
            parts.append((fold.errors(seed), fold.constant_error))
    errors, total = (np.sum(part, axis=0) for part in zip(*parts, strict=True))
    return 1.0 - (errors / np.where(total > 0, total, 1.0)).mean(axis=-1)


@dataclass(frozen=True, eq=False)
class Fold:
    """Where trees grow, rows to train on, rows held out, and what to try."""

    nursery: Nursery
    train: Sample
    held_out: Sample
    candidates: Candidates

    @cached_property
    def constant_error(self) -> Array:
        """Squared error of the means of the training rows, of shape (n_outputs,)."""
        mean = np.average(self.train.Y, axis=0, weights=self.train.sample_weight)
        return _sum_of_squares(self.held_out.Y.T - mean[:, None], self.held_out.sample_weight)

    def errors(self, seed: int) -> Array:
        """Held-out squared error of every candidate, and along the last axis every output."""
        known: dict[object, Array] = {}
        return np.stack(
            [
                np.concatenate(
                    [
                        self._tree_errors(routing, depths, known)
                        for routing, depths in self._trees(size, seed)
                    ]
                )
                for size in self.candidates.min_samples_leaf
            ]
        )

    def _trees(self, size: float, seed: int) -> list[tuple[Routing, list[int]]]:
        """Trees of one leaf size, and the depths at which each is to be cut."""
        depths = list(self.candidates.max_depths)
        if self.nursery.share(size) * len(self.nursery.x) < _FEW_ROWS:
            return [(self.nursery.grow(depth, size, seed), [depth]) for depth in depths]
        return [(self.nursery.grow(max(depths), size, seed), depths)]

    def _tree_errors(
        self, routing: Routing, depths: list[int], known: dict[object, Array]
    ) -> Array:
        """Errors of the cuts through a tree, with those of the nodes that are known already."""
        n_models = len(self.candidates.complexities), len(self.candidates.alphas)
        if routing.too_light:
            shape = len(depths), *n_models, len(self.constant_error)
            return np.broadcast_to(self.constant_error, shape)
        order, *train_range = routing.sorted_by_leaf(self.train.X)
        train = self.train.take(order)
        order, *test_range = routing.sorted_by_leaf(self.held_out.X)
        held_out = self.held_out.take(order)
        cuts = np.array([routing.cut(depth) for depth in depths])
        errors = np.zeros((cuts.shape[1], *n_models, len(self.constant_error)))
        for node in np.flatnonzero(cuts.any(axis=0)):
            rows, test = (slice(a[node], b[node]) for a, b in (train_range, test_range))
            path = routing.paths[node]
            if path not in known and test.start < test.stop:
                known[path] = self._node_errors(train.take(rows), held_out.take(test))
            errors[node] = known.get(path, 0.0)
        return np.stack([errors[cut].sum(axis=0) for cut in cuts])

    def _node_errors(self, train: Sample, held_out: Sample) -> Array:
        """Errors in one node of shape (n_complexities, n_alphas, n_outputs)."""
        scale, n_targets = MinMax.of(train.X), train.Y.shape[1]
        moments = self._basis.moments(scale, train.X, train.Y, train.sample_weight)
        sizes = [degree * train.X.shape[1] for degree in self.candidates.complexities]
        ridge = NestedRidge(moments, n_targets, sizes)
        coef = np.stack([ridge.coef(alpha) for alpha in self.candidates.alphas], axis=2)
        intercept = moments.mean[-n_targets:] - np.tensordot(moments.mean[:-n_targets], coef, 1)
        errors = np.zeros(intercept.shape)
        models = coef.reshape(len(coef), -1).T
        for rows in row_blocks(len(held_out.X), len(models) + self._basis.footprint):
            block = held_out.take(rows)
            columns = self._basis.columns(scale.scale(block.X), self.candidates.extrapolation)
            predicted = (models @ columns).reshape(*intercept.shape, -1)
            predicted += intercept[..., None]
            np.clip(predicted, *self._range, out=predicted)
            predicted -= block.Y.T
            errors += _sum_of_squares(predicted, block.sample_weight)
        return errors

    @cached_property
    def _basis(self) -> Basis:
        """Columns of the largest degree."""
        n_features = self.train.X.shape[1]
        return Terms(max(self.candidates.complexities)).basis(np.ones(n_features))[0]

    @cached_property
    def _range(self) -> tuple[Array, Array]:
        """What predictions are clipped to, of shape (n_outputs, 1)."""
        clip = self.candidates.clip_output
        lowest, highest = output_range(self.train.Y, self.train.sample_weight, clip)
        return lowest[:, None], highest[:, None]


def _sum_of_squares(residual: Array, sample_weight: Array | None) -> Array:
    """Weighted sum of squares along the last axis; the residuals are overwritten."""
    if sample_weight is None:
        return np.einsum("...n,...n->...", residual, residual)
    return np.square(residual, out=residual) @ sample_weight
