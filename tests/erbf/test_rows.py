import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab._repeats import merge_repeats
from smoothtab.erbf._rows import Rows, Scale


@pytest.mark.parametrize("offset", [0.0, 1.0, -1e5])
@pytest.mark.parametrize("unit", [1e-200, 1e-12, 1.0, 1e12, 1e200])
def test_scale_standardises_columns_of_any_unit(unit, offset):
    rng = np.random.default_rng(0)
    z, weight = rng.normal(size=(200, 2)), rng.uniform(0.1, 2, 200)
    X = unit * (z + offset)
    scale = Scale.of(X, weight)
    standard = scale.standardise(X)
    assert_allclose(weight @ standard / weight.sum(), 0, atol=1e-9)
    assert_allclose(weight @ standard**2 / weight.sum(), 1, rtol=1e-9)
    assert_allclose(scale.restore(standard), X, rtol=1e-12, atol=1e-12 * unit)


@pytest.mark.parametrize("value", [0.0, 0.1, -1e12, 1e-12, 1e300])
def test_constant_column_becomes_zero_and_comes_back(value):
    X = np.full((7, 1), value)
    scale = Scale.of(X, np.linspace(0.1, 1, 7))
    assert_array_equal(scale.deviation, [0])
    assert_array_equal(scale.inverse, [0])
    assert_array_equal(scale.standardise(X), np.zeros((7, 1)))
    assert_array_equal(scale.restore(np.zeros((7, 1))), X)


def test_variation_of_rounding_only_counts_as_constant():
    X = np.array([[0.1 + 0.2], [0.3], [0.3]])
    assert Scale.of(X, np.ones(3)).deviation == 0


def test_small_variation_on_a_large_offset_counts():
    steps = 2.0**-16 * np.arange(7.0)[:, None]
    assert_allclose(Scale.of(2.0**30 + steps, np.ones(7)).deviation, steps.std(), rtol=1e-12)


def test_rows_are_merged_before_they_are_standardised():
    rng = np.random.default_rng(0)
    X, Y = rng.integers(0, 3, (30, 2)).astype(float), rng.normal(size=(30, 2))
    weight = rng.integers(1, 4, 30).astype(float)
    rows = Rows.of(X, Y, weight)
    distinct, mean, total = merge_repeats(X, Y, weight)
    assert_array_equal(rows.sample_weight, total)
    assert_allclose(rows.x_scale.restore(rows.X), distinct, atol=1e-14)
    assert_allclose(rows.y_scale.restore(rows.Y), mean)
    assert_allclose(np.average(rows.Y, axis=0, weights=total), 0, atol=1e-14)
