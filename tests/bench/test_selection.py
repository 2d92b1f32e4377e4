import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import spearmanr
from sklearn.feature_selection import mutual_info_regression

from smoothtab.bench._selection import informative, mutual_information, rank_correlation


def select(X, y, most=50, seed=0):
    return np.flatnonzero(informative(X, y, most, seed))


@pytest.fixture
def noise():
    """Wide enough to be filtered."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(1000, 40)), rng.normal(size=1000)


def test_rank_correlation_is_that_of_scipy(noise):
    X, y = np.round(noise[0][:50, :4], 1), np.round(noise[1][:50], 1)  # with ties
    expected = [abs(spearmanr(column, y).statistic) for column in X.T]
    assert_allclose(rank_correlation(X, y), expected)


def test_a_constant_correlates_with_nothing(noise):
    X, y = noise
    assert_array_equal(rank_correlation(np.ones_like(X), y), 0)
    assert_array_equal(rank_correlation(X, np.ones_like(y)), 0)


def test_what_y_depends_on_stays_and_most_noise_goes(noise):
    X, y = noise
    y = y / 10 + X[:, 3] ** 2 + X[:, 7]  # a parabola and a line
    kept = select(X, y)
    assert {3, 7} <= set(kept)
    assert len(kept) < 25


@pytest.mark.parametrize("offset", np.linspace(-0.2, 0.2, 5))
def test_a_parabola_stays_wherever_its_vertex_is(noise, offset):
    X, _ = noise
    assert 3 in select(X, (X[:, 3] - offset) ** 2)


def test_a_narrow_table_stays_whole(noise):
    X, y = noise
    assert_array_equal(select(X[:, :24], y), range(24))


@pytest.mark.parametrize("n_columns", [10, 40])
def test_the_columns_of_most_information_stay(noise, n_columns):
    X = noise[0][:, :n_columns]
    y = X[:, [5, 1, 8]] @ [3.0, 4.0, 6.0]
    assert_array_equal(select(X, y, most=1), [8])
    assert_array_equal(select(X, y, most=3), [1, 5, 8])


def test_no_limit(noise):
    X, y = np.hstack([noise[0], noise[0]]), noise[0].sum(axis=1)
    assert len(select(X, y)) == 50
    assert len(select(X, y, most=None)) > 50


def test_a_constant_target_decides_nothing(noise):
    assert_array_equal(select(noise[0], np.ones(1000)), range(40))
    assert len(select(noise[0], np.ones(1000), most=7)) == 7


@pytest.mark.parametrize("n", [2, 3, 4])
def test_few_rows(noise, n):
    assert len(select(noise[0][:n], noise[1][:n], most=5)) == 5


def test_information_of_many_rows_is_that_of_all():
    rng = np.random.default_rng(0)
    y = rng.normal(size=60_000)
    X = y[:, None] + rng.normal(size=(60_000, 3)) * [0.5, 1.0, 5.0]
    estimate = mutual_information(X, y, 0)
    assert_allclose(estimate, mutual_info_regression(X, y, random_state=0), atol=0.01)


def test_seed_decides(noise):
    X, y = noise
    assert_array_equal(select(X, y, seed=1), select(X, y, seed=1))
