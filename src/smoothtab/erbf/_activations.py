"""Gaussian activations of all centres, and their derivatives, as matrix products.

The squared distance of equation 1 is expanded into powers of x:
sum_j (x_j - c_j)^2 / s_j^2 = [1/s^2, -2 c/s^2, sum_j c_j^2/s_j^2] @ [x^2, x, 1], so no array of
rows x centres x features ever exists. As in `_moments`, rows of a table run along the last axis.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike, NDArray

from smoothtab._moments import Array

Floats = NDArray[np.floating]  # of double or single precision

# What is further down is zero to the last digit of any sum. In single precision such activations,
# or their products, would be denormal numbers, which cost a processor a hundred times as much.
_LEAST_SINGLE_EXPONENT = -40.0


def powers(X: Array, dtype: DTypeLike = np.float64) -> Floats:
    """Columns x^2, x and 1 of rows X, as an array of shape (2 d + 1, n_rows)."""
    n, d = X.shape
    out = np.empty((2 * d + 1, n), dtype)
    out[d:-1] = X.T
    np.square(out[d:-1], out=out[:d])
    out[-1] = 1.0
    return out


def exponents(centres: Array, precisions: Array) -> Array:
    """Matrix of shape (n_centres, 2 d + 1) that maps `powers(X)` to log-activations.

    Precisions are 1 / width^2.
    """
    scaled = centres * precisions
    constant = (centres * scaled).sum(axis=1, keepdims=True)
    return np.hstack([-0.5 * precisions, scaled, -0.5 * constant])


def activate(exponent_matrix: Floats, powers_of_rows: Floats, out: Floats | None = None) -> Floats:
    """Activations of shape (n_centres, n_rows)."""
    out = np.matmul(exponent_matrix, powers_of_rows, out=out)
    if out.dtype == np.float32:
        np.maximum(out, _LEAST_SINGLE_EXPONENT, out=out)
    return np.exp(out, out=out)
