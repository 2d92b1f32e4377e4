import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import config_context
from sklearn.preprocessing import MinMaxScaler

from smoothtab.chebyshev._scale import MinMax


@given(
    seed=st.integers(0, 10**6),
    n=st.integers(2, 200),
    size=st.sampled_from([1e-12, 1.0, 1e12]),
    offset=st.sampled_from([0.0, -1e4, 1e4]),
)
def test_training_rows_fill_the_box_exactly(seed, n, size, offset):
    table = size * (np.random.default_rng(seed).normal(size=(n, 3)) + offset)
    scale = MinMax.of(table)
    scaled = scale.scale(table)
    assert_array_equal(scaled.min(axis=1), -1)
    assert_array_equal(scaled.max(axis=1), 1)
    assert_allclose(scaled.T, MinMaxScaler((-1, 1)).fit_transform(table / size), atol=1e-9)
    assert_allclose(scale.restore(scaled.T), table, rtol=1e-9, atol=1e-12 * size)


@pytest.mark.parametrize("value", [0.0, 0.1, -1e12, 1e-300])
def test_a_constant_feature_is_zero_everywhere_and_has_no_slope(value):
    table = np.column_stack([np.full(5, value), np.arange(5.0)])
    scale = MinMax.of(table)
    assert_array_equal(scale.scale(table + 3)[0], 0)
    assert scale.slope[0] == 0
    assert_array_equal(scale.restore(np.zeros((1, 2)))[0], [value, 2])


def test_variation_by_rounding_alone_is_none():
    table = np.array([[1.0], [1.0 + 2e-16]])
    assert_array_equal(MinMax.of(table).scale(table), 0)


def test_slope_is_the_derivative():
    table = np.array([[0.0, -3.0], [4.0, 5.0]])
    scale = MinMax.of(table)
    moved = scale.scale(table + 0.5) - scale.scale(table)
    assert_allclose(moved.T, [0.5 * scale.slope] * 2)


@pytest.mark.parametrize("weighted", [False, True])
def test_variance_is_that_of_the_scaled_rows_and_comes_in_blocks(weighted):
    rng = np.random.default_rng(0)
    table = rng.gamma(1.0, size=(500, 3)) * [1e-9, 1.0, 1e9]
    weight = rng.uniform(0.1, 3, 500) if weighted else None
    scale = MinMax.of(table)
    scaled = scale.scale(table).T
    mean = np.average(scaled, axis=0, weights=weight)
    with config_context(working_memory=0.001):
        variance = scale.variance(table, weight)
        assert_array_equal(MinMax.of(table).upper, table.max(axis=0))
    assert_allclose(variance, np.average((scaled - mean) ** 2, axis=0, weights=weight))


def test_excess_tells_what_left_the_range_and_by_how_much():
    scale = MinMax(np.array([0.0, 0.0]), np.array([1.0, 2.0]))
    assert_array_equal(scale.excess(np.array([[0.5, 3.0], [-2.0, 2.0]])), [[0, 1], [-2, 0]])


def test_rows_outside_are_refused_by_name():
    scale = MinMax(np.array([0.0, 0.0]), np.array([1.0, 2.0]))
    scale.refuse_outside(np.array([[0.0, 2.0]]), ["a", "b"])
    with pytest.raises(ValueError, match="2 of 3 rows leave the training range of b: drop"):
        scale.refuse_outside(np.array([[0.0, 2.1], [1.0, 1.0], [0.0, -0.1]]), ["a", "b"])
