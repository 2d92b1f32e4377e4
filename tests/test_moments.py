from functools import reduce
from operator import add

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab._moments import Moments

seeds = st.integers(0, 2**32 - 1)


def weighted_table(seed, n, p):
    rng = np.random.default_rng(seed)
    return rng.normal(3.0, 2.0, (n, p)), rng.uniform(0.1, 5.0, n)


def assert_same(actual, expected):
    assert_allclose(actual.weight, expected.weight, rtol=1e-12)
    assert_allclose(actual.mean, expected.mean, rtol=1e-10, atol=1e-12)
    scale = np.abs(expected.scatter).max() + 1.0
    assert_allclose(actual.scatter, expected.scatter, rtol=1e-10, atol=1e-11 * scale)


@given(seed=seeds, n=st.integers(1, 40), p=st.integers(2, 6), cut=st.integers(1, 5))
def test_are_the_weighted_mean_and_covariance_of_numpy(seed, n, p, cut):
    table, weight = weighted_table(seed, n, p)
    moments = Moments.of(*np.split(table.T, [min(cut, p - 1)]), sample_weight=weight)
    assert_allclose(moments.weight, weight.sum())
    assert_allclose(moments.mean, np.average(table, axis=0, weights=weight))
    covariance = np.cov(table.T, aweights=weight, ddof=0)
    assert_allclose(moments.scatter, covariance * weight.sum(), rtol=1e-9, atol=1e-11)


@given(seed=seeds, n=st.integers(1, 30), p=st.integers(1, 5))
def test_no_weights_are_weights_of_one(seed, n, p):
    table, _ = weighted_table(seed, n, p)
    assert_same(Moments.of(table.T), Moments.of(table.T, sample_weight=np.ones(n)))


@given(seed=seeds, sizes=st.lists(st.integers(1, 20), min_size=1, max_size=6), p=st.integers(1, 5))
def test_blocks_add_up_to_the_whole(seed, sizes, p):
    table, weight = weighted_table(seed, sum(sizes), p)
    cuts = np.cumsum(sizes)[:-1]
    blocks = zip(np.split(table, cuts), np.split(weight, cuts), strict=True)
    total = reduce(add, (Moments.of(rows.T, sample_weight=share) for rows, share in blocks))
    assert_same(total, Moments.of(table.T, sample_weight=weight))


@given(seed=seeds, n=st.integers(2, 40), p=st.integers(1, 5), data=st.data())
def test_without_a_fold_the_rest_remains(seed, n, p, data):
    table, weight = weighted_table(seed, n, p)
    cut = data.draw(st.integers(1, n - 1))
    fold = Moments.of(table[:cut].T, sample_weight=weight[:cut])
    rest = Moments.of(table[cut:].T, sample_weight=weight[cut:])
    assert_same(Moments.of(table.T, sample_weight=weight) - fold, rest)


def test_a_shift_of_a_nearly_constant_column_loses_no_variation():
    rng = np.random.default_rng(0)
    steps = rng.integers(0, 8, (4000, 2)) * [2.0**-20, 1.0]
    table = steps + np.array([2.0**20, 0.0])
    weight = rng.uniform(0.5, 2.0, 4000)
    blocks = zip(np.split(table, 8), np.split(weight, 8), strict=True)
    moments = reduce(add, (Moments.of(rows.T, sample_weight=share) for rows, share in blocks))

    exact, share = table.astype(np.longdouble), weight.astype(np.longdouble)
    centred = exact - (share @ exact) / share.sum()
    expected = ((centred * share[:, None]).T @ centred).astype(float)
    unit = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
    assert_allclose(moments.scatter / unit, expected / unit, atol=1e-4)


@given(seed=st.integers(0, 10**6), n_blocks=st.integers(1, 5), weighted=st.booleans())
def test_blocks_of_rows_add_up_to_the_moments_of_all(seed, n_blocks, weighted):
    rng = np.random.default_rng(seed)
    table = rng.normal(1e3 * rng.normal(), 1.0, (4, 30))
    weight = rng.uniform(0.1, 2, 30)
    blocks = [
        (table[:, rows].copy(), weight[rows] if weighted else None)
        for rows in np.array_split(rng.permutation(30), n_blocks)
    ]
    moments = Moments.of_blocks(blocks)
    expected = Moments.of(table, sample_weight=weight if weighted else None)
    assert_allclose(moments.weight, expected.weight)
    assert_allclose(moments.mean, expected.mean, rtol=1e-12)
    assert_allclose(moments.scatter, expected.scatter, rtol=1e-9, atol=1e-9)


def test_scratch_is_worked_in_and_changes_nothing():
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(3, 20)), rng.normal(size=(1, 20))
    scratch = np.full((4, 20), np.nan)
    expected, found = Moments.of(X, Y), Moments.of(X, Y, scratch=scratch)
    assert_array_equal(found.scatter, expected.scatter)
    assert np.isfinite(scratch).all()
