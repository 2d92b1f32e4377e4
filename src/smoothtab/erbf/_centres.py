"""Stage 1 of the pipeline: where the basis functions sit."""

from __future__ import annotations

import warnings
from threading import Lock

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.neighbors import NearestNeighbors

from smoothtab._moments import Array

_N_NEIGHBOURS = 5

# Rows that compete to become a centre, for each centre and at least.
_CANDIDATES, _LEAST_CANDIDATES = 10, 500


_filter_lock = Lock()


def automatic_number(n_rows: int, n_features: int) -> int:
    """Number of centres by the paper's rule: clip(max(40, 2 d), 20, min(200, n / 10))."""
    return int(np.clip(max(40, 2 * n_features), 20, max(20, min(200, n_rows // 10))))


def lipschitz_constants(X: Array, Y: Array, rows: NDArray[np.intp]) -> Array:
    """Steepest slope from each of `rows` to its nearest neighbours, clipped at the 99th percentile.

    The rows of X are distinct, so that every distance is positive.
    """
    k = min(_N_NEIGHBOURS + 1, len(X))  # a row is its own nearest neighbour
    index = NearestNeighbors(n_neighbors=k, algorithm="brute").fit(X)
    distance, neighbour = index.kneighbors(X[rows])
    change = np.sqrt(((Y[neighbour] - Y[rows][:, None]) ** 2).sum(axis=2))
    slope = np.zeros_like(distance)
    np.divide(change, distance, out=slope, where=distance > 0)
    steepest = slope.max(axis=1)
    limit = np.percentile(steepest, 99)
    return np.minimum(steepest, limit) if limit > 0 else steepest


def lipschitz_centres(
    X: Array, Y: Array, sample_weight: Array, n_centres: int, rng: np.random.RandomState
) -> Array:
    """Rows sampled without replacement, proportionally to weight times Lipschitz constant.

    On larger tables the constants are found for a random pool of candidate rows (each against all
    rows): neighbours of every row would cost more than the rest of the fit together.
    """
    n = len(X)
    n_candidates = min(n, max(_LEAST_CANDIDATES, _CANDIDATES * n_centres))
    pool = np.arange(n) if n_candidates == n else rng.choice(n, n_candidates, replace=False)
    chance = lipschitz_constants(X, Y, pool) * sample_weight[pool]
    # Where y does not vary nearby there is still a small chance, so that K centres can be drawn.
    chance = chance + 1e-10 * chance.max() if chance.max() > 0 else np.ones(n_candidates)
    return X[rng.choice(pool, n_centres, replace=False, p=chance / chance.sum())]


def kmeans_centres(
    X: Array, sample_weight: Array, n_centres: int, rng: np.random.RandomState
) -> Array:
    """Centroids of K-means."""
    kmeans = KMeans(n_centres, n_init=1, random_state=rng)
    # Beside an outlier, rows may be so close that K-means warns of fewer distinct points. Filters
    # belong to the process, hence the lock.
    with _filter_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return kmeans.fit(X, sample_weight=sample_weight).cluster_centers_
