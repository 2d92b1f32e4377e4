import numpy as np
import pytest
from hypothesis import settings

settings.register_profile(
    "smoothtab", derandomize=True, deadline=None, max_examples=30, database=None
)
settings.load_profile("smoothtab")


@pytest.fixture(scope="session")
def five_point():
    """Derivative of f(t) at t = 0 by the five-point stencil."""

    def derivative(f, step):
        return (f(-2 * step) - 8 * f(-step) + 8 * f(step) - f(2 * step)) / (12 * step)

    return derivative


@pytest.fixture
def wavy():
    """Eighty rows of three features of very different scale, and a smooth target."""
    rng = np.random.default_rng(0)
    z = rng.normal(size=(80, 3))
    y = np.sin(2 * z[:, 0]) + z[:, 1] ** 2 + 0.1 * rng.normal(size=80)
    return z * [1e-3, 1.0, 1e4] + [5.0, 0.0, -2e4], y


@pytest.fixture
def double_search(monkeypatch):
    """Widths searched in double precision, so that invariances hold to its rounding."""
    monkeypatch.setattr("smoothtab.erbf._network._MOST_ROUNDING", 0.0)
