import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist

from smoothtab.erbf._centres import (
    automatic_number,
    kmeans_centres,
    lipschitz_centres,
    lipschitz_constants,
)


def are_distinct_rows_of(X, centres):
    chosen = {tuple(row) for row in centres}
    return len(chosen) == len(centres) and chosen <= {tuple(row) for row in X}


@given(n=st.integers(200, 10**6), d=st.integers(1, 500))
def test_automatic_number_is_that_of_the_paper(n, d):
    assert automatic_number(n, d) == int(np.clip(max(40, 2 * d), 20, min(200, n / 10)))


@given(n=st.integers(1, 199), d=st.integers(1, 500))
def test_automatic_number_of_few_rows_is_twenty(n, d):
    assert automatic_number(n, d) == 20


@pytest.mark.parametrize("n_targets", [1, 2])
def test_lipschitz_constant_is_the_steepest_slope_to_five_neighbours(n_targets):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(150, 3)), rng.normal(size=(150, n_targets))
    distance = cdist(X, X)
    np.fill_diagonal(distance, np.inf)
    slope = cdist(Y, Y) / distance
    near = np.argsort(distance, axis=1)[:, :5]
    steepest = np.take_along_axis(slope, near, axis=1).max(axis=1)
    rows = rng.permutation(150)[:120]
    expected = np.minimum(steepest[rows], np.percentile(steepest[rows], 99))
    assert expected.max() < steepest[rows].max()
    assert_allclose(lipschitz_constants(X, Y, rows), expected, rtol=1e-6)


def test_a_step_is_steep_only_where_it_is():
    X = np.arange(100.0)[:, None]
    constants = lipschitz_constants(X, (X > 49.5).astype(float), np.arange(100))
    assert_allclose(constants[[49, 50]], 1.0)
    assert (constants[48:52] > 0).all()
    assert_array_equal(constants[:47], 0)
    assert_array_equal(constants[53:], 0)


def test_two_rows_are_enough():
    X, Y = np.array([[0.0], [2.0]]), np.array([[0.0], [6.0]])
    assert_allclose(lipschitz_constants(X, Y, np.arange(2)), 3.0)


@pytest.mark.parametrize("n", [40, 1500])
def test_lipschitz_centres_are_distinct_rows(n):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 2))
    Y = (X[:, :1] > 0).astype(float)
    centres = lipschitz_centres(X, Y, np.ones(n), 30, np.random.RandomState(0))
    assert centres.shape == (30, 2)
    assert are_distinct_rows_of(X, centres)


def test_flat_target_still_gives_centres():
    X = np.arange(20.0)[:, None]
    centres = lipschitz_centres(X, np.zeros((20, 1)), np.ones(20), 20, np.random.RandomState(0))
    assert are_distinct_rows_of(X, centres)


def test_lipschitz_centres_favour_steep_regions():
    X = np.linspace(-1, 1, 600)[:, None]
    Y = np.where(X > 0, 10 * X, X)
    centres = lipschitz_centres(X, Y, np.ones(600), 60, np.random.RandomState(0))
    assert (centres > 0).sum() > 45


def test_lipschitz_centres_favour_heavy_rows():
    X = np.linspace(-1, 1, 600)[:, None]
    weight = np.where(X[:, 0] > 0, 10.0, 1.0)
    centres = lipschitz_centres(X, X, weight, 60, np.random.RandomState(0))
    assert (centres > 0).sum() > 45


def test_kmeans_centres_are_the_weighted_means_of_blobs():
    rng = np.random.default_rng(0)
    middle = np.array([[-20.0, 0.0], [0.0, 30.0], [25.0, 0.0]])
    blob = np.repeat(np.arange(3), 30)
    X, weight = middle[blob] + rng.normal(size=(90, 2)), rng.uniform(0.1, 3, 90)
    centres = kmeans_centres(X, weight, 3, np.random.RandomState(0))
    expected = [np.average(X[blob == b], axis=0, weights=weight[blob == b]) for b in range(3)]
    assert_allclose(centres[np.argsort(centres[:, 0])], expected, rtol=1e-6)
