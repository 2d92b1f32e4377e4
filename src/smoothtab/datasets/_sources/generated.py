"""Tables that are made, with the published seeds."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.datasets import make_friedman1

Array = NDArray[np.float64]
Table = tuple[Array, Array]


def fetch(function: str) -> tuple[pd.DataFrame, pd.Series]:
    """What the function of that name makes."""
    X, y = _FUNCTIONS[function]()
    return pd.DataFrame(X).rename(columns="x{}".format), pd.Series(y)


def friedman1() -> Table:
    """Ten times a sine of a product, a parabola and two lines."""
    return make_friedman1(n_samples=2000, n_features=5, noise=0.1, random_state=42)


def friedman1_d100() -> Table:
    """The same with 95 columns of noise."""
    X, y = friedman1()
    return np.hstack([X, np.random.RandomState(42).randn(2000, 95)]), y


def step() -> Table:
    """Three steps, and a fourth where two of them meet."""
    rng = np.random.RandomState(42)
    X = rng.randn(2000, 8)
    a, b, c = X[:, :3].T
    y = 2.0 * (a > 0) + 3.0 * (b > 0.5) - 1.5 * (c < -0.5) + 1.0 * ((a > 0) & (b > 0))
    return X, y + 0.5 * rng.randn(2000)


def piecewise() -> Table:
    """Four ramps, one of them across two features."""
    rng = np.random.RandomState(42)
    X = rng.randn(2000, 5)
    a, b, c = X[:, :3].T
    y = 2.0 * _ramp(a) + 1.5 * _ramp(-b) + _ramp(c - 0.5) - _ramp(a + b)
    return X, y + 0.3 * rng.randn(2000)


def multithreshold() -> Table:
    """Five thresholds."""
    rng = np.random.RandomState(42)
    X = rng.randn(750, 6)
    a, b, c, e = X[:, :4].T
    y = 3.0 * (a > 0) + 2.0 * (b > 0.5) + 1.5 * (c < -0.3) + 1.0 * (np.abs(e) < 1)
    y += 0.5 * ((a > 0) & (b > 0))
    return X, y + 0.3 * rng.randn(750)


def _ramp(x: Array) -> Array:
    return np.maximum(0, x)


_FUNCTIONS = {
    function.__name__: function
    for function in (friedman1, friedman1_d100, step, piecewise, multithreshold)
}
