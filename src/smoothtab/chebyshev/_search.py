"""Scoring every polynomial of a search exactly, from the moments of each fold.

The columns of all candidates stand in one table, and each row is visited once. Candidates of the
same interactions form a nest: with the interactions first and univariate columns by degree after
them, each candidate is a leading part of the next, and `NestedRidge` solves them together. Features
are scaled by all rows, so that folds share their columns.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

import numpy as np

from smoothtab._folds import Indices, Split, fold_moments
from smoothtab._moments import Array, Moments
from smoothtab._ridge import NestedRidge
from smoothtab._threads import one_thread
from smoothtab.chebyshev._basis import Basis
from smoothtab.chebyshev._polynomial import used_rows
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._sparse import fold_paths
from smoothtab.chebyshev._terms import Terms

Folds = Sequence[tuple[Moments, Moments]]


@dataclass(frozen=True)
class Trial:
    """A candidate, and its held-out R^2 at every alpha."""

    terms: Terms
    sparse: bool
    scores: Array

    @property
    def score(self) -> float:
        """Best score along the alpha path."""
        return float(self.scores.max())


@dataclass(frozen=True)
class Nest:
    """Candidates in ascending complexity with the same interactions, or one that is sparse."""

    candidates: list[Terms]
    basis: Basis
    sparse: bool

    @property
    def n_univariate(self) -> int:
        """Number of univariate columns of the largest candidate; in the basis they come first."""
        return self.candidates[-1].complexity * self.basis.n_features

    @property
    def sizes(self) -> list[int]:
        """Numbers of columns of the candidates."""
        n_interactions = self.basis.n_columns - self.n_univariate
        return [n_interactions + c.complexity * self.basis.n_features for c in self.candidates]


def run_search(
    X: Array,
    Y: Array,
    sample_weight: Array,
    splits: list[Split],
    candidates: Sequence[Terms],
    alphas: Array,
    sparse: bool | Literal["auto"],
    longest: int,
) -> Iterator[Trial]:
    """Score every candidate at every alpha.

    Parameters
    ----------
    X, Y, sample_weight : ndarray
        Training rows, of shapes (n_rows, n_features), (n_rows, n_targets) and (n_rows,).
    splits : list of tuple
        Training and held-out rows of each fold, all of positive weight.
    candidates : sequence of Terms
        Those that differ in complexity alone in ascending order, one after the other.
    alphas : ndarray of shape (n_alphas,)
        Penalties.
    sparse : bool or 'auto'
        As in `ChebyshevRegressor`.
    longest : int
        How many columns a sparse candidate may have.

    Yields
    ------
    trial : Trial
        In the order of the candidates.
    """
    used_X, used_Y, used_weight = used_rows(X, Y, sample_weight)
    n_targets = Y.shape[1]
    with one_thread():
        scale, y_scale = MinMax.of(used_X), MinMax.of(used_Y)
        nests = list(_nests(candidates, scale.variance(used_X, used_weight), sparse))
        basis, places = union([nest.basis for nest in nests])

        def moments_of(rows: Indices) -> Moments:
            weight = None if used_weight is None else sample_weight[rows]
            return basis.moments(scale, X[rows], y_scale.scale(Y[rows]).T, weight)

        folds = fold_moments(splits, moments_of)
    total = _held_out_variation(folds, n_targets)
    targets = basis.n_columns + np.arange(n_targets)
    for nest, place in zip(nests, places, strict=True):
        interactions_first = np.roll(place, -nest.n_univariate)
        columns = np.append(interactions_first, targets)
        with one_thread():
            own = [(train.restrict(columns), test.restrict(columns)) for train, test in folds]
            if nest.sparse:
                errors = _sparse_errors(own, n_targets, longest, alphas)
            else:
                errors = _errors(own, n_targets, nest.sizes, alphas)
        scores = 1.0 - (errors / total).mean(axis=-1)
        for terms, path in zip(nest.candidates, scores, strict=True):
            yield Trial(terms, nest.sparse, path)


def union(bases: Sequence[Basis]) -> tuple[Basis, list[Indices]]:
    """A basis with the columns of all, and where in it those of each are."""
    n_kinds = max(len(basis.factors) for basis in bases)
    kinds, places, begin = [], [np.zeros(0, dtype=np.intp) for _ in bases], 0
    for kind in range(n_kinds):
        none = np.zeros((kind + 1, 0), dtype=np.intp)
        parts = [basis.factors[kind] if kind < len(basis.factors) else none for basis in bases]
        distinct, place = np.unique(np.hstack(parts), axis=1, return_inverse=True)
        ends = np.cumsum([part.shape[1] for part in parts])
        pieces = np.split(begin + place.ravel(), ends[:-1])
        places = [np.append(*pair) for pair in zip(places, pieces, strict=True)]
        kinds.append(distinct)
        begin += distinct.shape[1]
    return Basis(bases[0].n_features, tuple(kinds)), places


def _nests(
    candidates: Sequence[Terms], variance: Array, sparse: bool | Literal["auto"]
) -> Iterator[Nest]:
    """Group candidates that follow each other."""
    members = []
    for terms in candidates:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the model that wins warns of what it leaves out
            basis, _ = terms.basis(variance)
        members.append((terms, basis, terms.call_for_sparse(basis) if sparse == "auto" else sparse))

    def kind(member: tuple[Terms, Basis, bool]) -> tuple[Terms, int, int]:
        # `max_columns` leaves fewer interactions to larger complexities; sparse ones stand alone
        terms, basis, is_sparse = member
        n_interactions = basis.n_columns - terms.complexity * basis.n_features
        return replace(terms, complexity=1), n_interactions, is_sparse * terms.complexity

    for _, group in groupby(members, kind):
        nested, bases, is_sparse = zip(*group, strict=True)
        yield Nest(list(nested), bases[-1], is_sparse[-1])


def _errors(folds: Folds, n_targets: int, sizes: Sequence[int], alphas: Array) -> Array:
    """Held-out squared error of all folds together, of shape (n_sizes, n_alphas, n_targets)."""
    errors = np.zeros((len(sizes), len(alphas), n_targets))
    for train, held_out in folds:
        errors += NestedRidge(train, n_targets, sizes).squared_error(held_out, alphas)
    return errors


def _sparse_errors(folds: Folds, n_targets: int, longest: int, alphas: Array) -> Array:
    """The same for columns chosen one by one, as many as suit all folds: shape (1, ...)."""
    orders, length = fold_paths(folds, n_targets, longest)
    chosen = []
    for order, (train, held_out) in zip(orders, folds, strict=True):
        columns = np.append(order[:length], np.arange(-n_targets, 0))
        chosen.append((train.restrict(columns), held_out.restrict(columns)))
    return _errors(chosen, n_targets, [length], alphas)


def _held_out_variation(folds: Folds, n_targets: int) -> Array:
    """Squared error of the means of the training rows, and one where there is none."""
    total = np.zeros(n_targets)
    for train, held_out in folds:
        shift = (held_out.mean - train.mean)[-n_targets:]
        total += held_out.scatter.diagonal()[-n_targets:] + held_out.weight * shift**2
    return np.where(total > 0, total, 1.0)
