import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist
from sklearn.linear_model import Ridge

from smoothtab.erbf._widths import (
    MAX_WIDTH,
    MIN_WIDTH,
    _batched_ridge,
    initial_widths,
    width_bounds,
)


def scattered(n, d, n_targets=1, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=(n, n_targets)), rng.uniform(0.2, 3, n)


def neighbourhoods(X, Y, weight, centres, k):
    """Centred rows, targets and weights around each centre, one centre at a time."""
    for near in np.argsort(cdist(centres, X), axis=1)[:, :k]:
        share = weight[near] / weight[near].sum()
        yield X[near] - share @ X[near], Y[near] - share @ Y[near], share


sizes = pytest.mark.parametrize(
    ("n", "n_centres", "k"), [(500, 2, 100), (120, 4, 30), (60, 20, 10), (7, 3, 7)]
)


@sizes
def test_local_variance_is_the_deviation_of_k_neighbours_times_root_d(n, n_centres, k):
    X, Y, weight = scattered(n, 3)
    centres = X[:n_centres]
    expected = [
        np.sqrt(3 * (share @ x**2)) for x, _, share in neighbourhoods(X, Y, weight, centres, k)
    ]
    widths = initial_widths(X, Y, weight, centres, "local_variance")
    assert_allclose(widths, np.clip(expected, *width_bounds(centres)), rtol=1e-9)


@sizes
@pytest.mark.parametrize("n_targets", [1, 2])
def test_local_ridge_is_the_deviation_over_the_root_of_the_local_slope(n, n_centres, k, n_targets):
    X, Y, weight = scattered(n, 3, n_targets)
    centres = X[:n_centres]
    expected = []
    for x, y, share in neighbourhoods(X, Y, weight, centres, k):
        slope = Ridge(alpha=1.0, fit_intercept=False).fit(x, y, sample_weight=k * share).coef_
        steepness = np.sqrt((slope.reshape(n_targets, 3) ** 2).mean(axis=0))
        expected.append(1.5 * np.sqrt(3) * np.sqrt(share @ x**2 / steepness))
    widths = initial_widths(X, Y, weight, centres, "local_ridge")
    assert_allclose(widths, np.clip(expected, *width_bounds(centres)), rtol=1e-9)


def test_local_ridge_is_narrower_along_the_feature_that_matters():
    X, _, weight = scattered(400, 2)
    widths = initial_widths(X, 2 * X[:, :1], weight, X[:10], "local_ridge")
    assert (widths[:, 0] < 0.5 * widths[:, 1]).all()


def test_flat_targets_and_constant_features_are_as_wide_as_can_be():
    X, Y, weight = scattered(50, 2)
    X[:, 1] = 0
    assert_array_equal(initial_widths(X, Y, weight, X[:3], "local_ridge")[:, 1], MAX_WIDTH)
    assert_array_equal(initial_widths(X, 0 * Y, weight, X[:3], "local_ridge"), MAX_WIDTH)


@pytest.mark.parametrize("method", ["local_ridge", "local_variance"])
def test_widths_stay_within_their_bounds(method):
    X, Y, weight = scattered(300, 2)
    X[0] = 1e4
    least, largest = width_bounds(X[:20])
    widths = initial_widths(1e-3 * X, 1e9 * Y, weight, X[:20], method)
    assert (least <= widths).all() and (widths <= largest).all()


def test_centres_far_from_the_mean_are_not_as_narrow():
    least, largest = width_bounds(np.array([[0.0, -1e3, 1e6]]))
    assert_allclose(least, [[MIN_WIDTH, 4.0, 4e3]])
    assert_allclose(largest, [[MAX_WIDTH, MAX_WIDTH, 4e3]])


@pytest.mark.parametrize("d", [3, 10, 11, 40])
def test_primal_and_dual_form_are_ridge(d):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(4, 10, d)), rng.normal(size=(4, 10, 2))
    for table, target, slope in zip(X, Y, _batched_ridge(X, Y), strict=True):
        primal = np.linalg.solve(table.T @ table + np.eye(d), table.T @ target)
        assert_allclose(slope, primal, rtol=1e-8, atol=1e-12)
