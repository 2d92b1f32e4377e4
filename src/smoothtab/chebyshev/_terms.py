"""Choosing the columns of a model: degrees, pairs and triples of features, and a cap."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from smoothtab._moments import Array
from smoothtab.chebyshev._basis import Basis, Rows

# With more features than this, only half of them interact.
_MANY_FEATURES = 30
# A tensor basis of more columns than this is fitted sparsely unless the user says otherwise.
_MANY_COLUMNS = 500


@dataclass(frozen=True)
class Terms:
    """What a user asks for; see `ChebyshevRegressor`."""

    complexity: int = 5
    interactions: Literal["product", "tensor"] | None = None
    max_interaction_complexity: int = 1
    tensor_degree: int = 4
    tensor_order: int = 2
    tensor_bound: Literal["total", "hyperbolic"] = "total"
    max_columns: int = 3000

    def basis(self, variance: Array) -> tuple[Basis, dict[int, int]]:
        """Columns for features of this variance, and how many were dropped of each degree.

        Univariate columns come first, all of degree 1, then all of degree 2 and so on; pairs
        follow, and triples. Both are in ascending order of total degree, then in descending
        order of the product of their variances.
        """
        d = len(variance)
        univariate = np.arange(d, (self.complexity + 1) * d)[None]
        groups = self._interactions(variance)
        groups, dropped = _capped(groups, variance, self.max_columns - univariate.size)
        if dropped:
            which = ", ".join(f"{n} of degree {degree}" for degree, n in dropped.items())
            warnings.warn(
                f"max_columns={self.max_columns} leaves out {sum(dropped.values())} interactions "
                f"({which}): raise it, or lower the degree.",
                UserWarning,
                stacklevel=2,
            )
        return Basis(d, (univariate, *groups)), dropped

    def call_for_sparse(self, basis: Basis) -> bool:
        """Whether ``sparse='auto'`` chooses among these columns."""
        return self.interactions == "tensor" and basis.n_columns > _MANY_COLUMNS

    def _interactions(self, variance: Array) -> list[Rows]:
        """Rows of the table to be multiplied, by number of factors."""
        d, features = len(variance), _interacting(variance)
        if self.interactions is None:
            return []
        if self.interactions == "product":
            rows = [(1, 1), (0, 0)][: self.max_interaction_complexity]
            return [_combined(features, 2, rows, d)]
        return [
            _combined(features, order, self._exponents(order), d)
            for order in range(2, self.tensor_order + 1)
        ]

    def _exponents(self, order: int) -> list[tuple[int, ...]]:
        """Degrees of the factors of tensor terms within the bound."""
        size = sum if self.tensor_bound == "total" else np.prod
        degrees = range(1, self.tensor_degree + 1)
        return [e for e in product(degrees, repeat=order) if size(e) <= self.tensor_degree]


def _interacting(variance: Array) -> NDArray[np.intp]:
    """Features that vary; of more than 30, the half (at least 2) of largest variance."""
    features = np.flatnonzero(variance > 0)
    if len(variance) <= _MANY_FEATURES:
        return features
    most = np.argsort(-variance, kind="stable")[: max(2, len(variance) // 2)]
    return np.intersect1d(features, most)


def _combined(
    features: NDArray[np.intp], order: int, exponents: Sequence[tuple[int, ...]], d: int
) -> Rows:
    """Every combination of features with every tuple of degrees."""
    chosen = np.array(list(combinations(features, order)), dtype=np.intp).reshape(-1, order)
    degrees = np.array(exponents, dtype=np.intp).reshape(-1, order)
    return (degrees[:, None] * d + chosen).reshape(-1, order).T


def _capped(groups: list[Rows], variance: Array, room: int) -> tuple[list[Rows], dict[int, int]]:
    """Sort terms by degree and variance, and keep those that come first."""
    kept, keys = [], []
    for rows in groups:
        degree, feature = np.divmod(rows, len(variance))
        total = np.where(degree > 0, degree, 2).sum(axis=0)
        spread = variance[feature].prod(axis=0)
        order = np.lexsort((-spread, total))
        kept.append(rows[:, order])
        keys.append(np.array([total[order], -spread[order]]))
    if sum(rows.shape[1] for rows in kept) <= max(room, 0):
        return kept, {}
    total, spread = np.hstack(keys)
    rank = np.argsort(np.lexsort((spread, total)))
    first = np.split(rank < room, np.cumsum([rows.shape[1] for rows in kept])[:-1])
    dropped = Counter(total[rank >= room].astype(int).tolist())
    kept = [rows[:, few] for rows, few in zip(kept, first, strict=True)]
    return kept, dict(sorted(dropped.items()))
