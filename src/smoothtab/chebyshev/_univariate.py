"""Chebyshev polynomials of every feature, and how they continue outside [-1, 1].

The policy is applied here and nowhere else, so that products of these polynomials inherit it:

- 'clip': constant, T_a(c) with c the nearest point of [-1, 1];
- 'linear': along the tangent, T_a(c) + T_a'(c) (x - c), which is continuously differentiable;
- 'polynomial': T_a(x) itself.

Values and derivatives have shape (degree, n_features, n_rows), the lowest degree first: a basis of
lower degree is a leading part of one of higher degree.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from smoothtab._moments import Array

Extrapolation = Literal["clip", "linear", "polynomial"]


def values(x: Array, extrapolation: Extrapolation, out: Array) -> Array:
    """T_1 to T_degree of scaled features x of shape (n_features, n_rows), written to `out`."""
    if extrapolation == "polynomial":
        return _first_kind(x, out)
    nearest = np.clip(x, -1.0, 1.0)
    _first_kind(nearest, out)
    if extrapolation == "linear" and (beyond := x - nearest).any():
        out += _derivatives(nearest, np.empty_like(out)) * beyond
    return out


def derivatives(x: Array, extrapolation: Extrapolation, out: Array) -> Array:
    """Derivatives of `values` by the scaled feature, written to `out`."""
    if extrapolation == "polynomial":
        return _derivatives(x, out)
    nearest = np.clip(x, -1.0, 1.0)
    _derivatives(nearest, out)
    if extrapolation == "clip":
        out *= nearest == x
    return out


def _first_kind(x: Array, out: Array) -> Array:
    """T_1 = x, T_2 = 2 x^2 - 1, T_a = 2 x T_(a-1) - T_(a-2)."""
    out[0] = x
    twice = 2.0 * x
    for a in range(1, len(out)):
        np.multiply(twice, out[a - 1], out=out[a])
        out[a] -= out[a - 2] if a > 1 else 1.0
    return out


def _derivatives(x: Array, out: Array) -> Array:
    """T_a' = a U_(a-1), of the second kind: U_0 = 1, U_1 = 2 x, and the same recurrence."""
    out[0] = 1.0
    twice = 2.0 * x
    for a in range(1, len(out)):
        np.multiply(twice, out[a - 1], out=out[a])
        if a > 1:
            out[a] -= out[a - 2]
    out *= np.arange(1.0, len(out) + 1)[:, None, None]
    return out
