"""Stage 2 of the pipeline: how wide each basis function is along each feature to begin with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.neighbors import NearestNeighbors

from smoothtab._moments import Array

# In standard deviations of a feature. Narrower than the least, a basis function fits single rows;
# wider than the largest, the feature no longer matters to it.
MIN_WIDTH, MAX_WIDTH = 0.05, 100.0

# A centre far from the mean may not be narrower than this share of its distance: the squares that
# cancel in `_activations.exponents` would lose the tenth digit.
_MIN_RELATIVE_WIDTH = 4e-3


def width_bounds(centres: Array) -> tuple[Array, Array]:
    """Least and largest width of every centre along every feature."""
    least = np.maximum(MIN_WIDTH, _MIN_RELATIVE_WIDTH * np.abs(centres))
    return least, np.maximum(MAX_WIDTH, least)


def initial_widths(X: Array, Y: Array, sample_weight: Array, centres: Array, method: str) -> Array:
    """Widths from the k nearest rows of each centre, k = min(100, n / K) but at least 10.

    Parameters
    ----------
    X, Y : ndarray of shape (n_rows, n_features), (n_rows, n_targets)
        Standardised rows and targets.
    sample_weight : ndarray of shape (n_rows,)
        Positive weights.
    centres : ndarray of shape (n_centres, n_features)
        Standardised centres.
    method : {'local_ridge', 'local_variance'}
        How the neighbours are turned into widths.

    Returns
    -------
    ndarray of shape (n_centres, n_features)
    """
    n, d = X.shape
    k = min(n, max(10, min(100, n // len(centres))))
    index = NearestNeighbors(n_neighbors=k, algorithm="brute").fit(X)
    nearest = index.kneighbors(centres, return_distance=False)
    # centres x k x features: no larger than the table, as there are n / K neighbours a centre
    weight = sample_weight[nearest][:, :, None]
    weight = weight / weight.sum(axis=1, keepdims=True)
    local_x = X[nearest]
    local_x -= (weight * local_x).sum(axis=1, keepdims=True)
    variance = (weight * local_x**2).sum(axis=1)
    if method == "local_variance":
        widths = np.sqrt(variance * d)
    else:
        local_y = Y[nearest]
        local_y -= (weight * local_y).sum(axis=1, keepdims=True)
        root = np.sqrt(k * weight)
        slope = _batched_ridge(root * local_x, root * local_y)
        steepness = np.sqrt((slope**2).mean(axis=2))
        tau = 1.5 * np.sqrt(d)
        with np.errstate(divide="ignore", invalid="ignore"):
            widths = tau * np.sqrt(variance / steepness)
        widths = np.nan_to_num(widths, nan=MAX_WIDTH, posinf=MAX_WIDTH)
    return np.clip(widths, *width_bounds(centres))


def _batched_ridge(X: Array, Y: Array) -> NDArray[np.floating]:
    """Ridge coefficients with unit penalty for a stack of small tables, in the smaller form."""
    _, k, d = X.shape
    X_t = X.transpose(0, 2, 1)
    if d <= k:
        return np.linalg.solve(X_t @ X + np.eye(d), X_t @ Y)
    return X_t @ np.linalg.solve(X @ X_t + np.eye(k), Y)
