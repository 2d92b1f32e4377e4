import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab._repeats import merge_repeats


def table(seed, n=30, n_targets=2):
    """Rows on a coarse grid, so that many share all features but not their target."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, (n, 2)).astype(float)
    return X, rng.normal(size=(n, n_targets)), rng.integers(1, 4, n).astype(float)


def assert_same_rows(a, b):
    for left, right in zip(a, b, strict=True):
        assert_array_equal(left, right)


@given(seed=st.integers(0, 10**6))
def test_merged_rows_are_distinct_means_with_summed_weights(seed):
    X, Y, weight = table(seed)
    distinct, mean, total = merge_repeats(X, Y, weight)
    assert len(np.unique(distinct, axis=0)) == len(distinct)
    for x, y, w in zip(distinct, mean, total, strict=True):
        here = np.equal(X, x).all(axis=1)
        assert w == weight[here].sum()
        assert_allclose(y, np.average(Y[here], axis=0, weights=weight[here]), atol=1e-14)
    assert total.sum() == weight.sum()


@given(seed=st.integers(0, 10**6), data=st.data())
def test_order_of_the_rows_does_not_matter_to_the_last_bit(seed, data):
    X, Y, weight = table(seed)
    order = np.array(data.draw(st.permutations(range(len(X)))))
    shuffled = merge_repeats(X[order], Y[order], weight[order])
    assert_same_rows(shuffled, merge_repeats(X, Y, weight))


@given(seed=st.integers(0, 10**6))
def test_weight_of_two_is_the_row_twice_to_the_last_bit(seed):
    X, Y, _ = table(seed)
    weight = np.random.default_rng(seed).integers(1, 3, len(X))
    times = np.repeat(np.arange(len(X)), weight)
    twice = merge_repeats(X[times], Y[times], np.ones(len(times)))
    assert_same_rows(merge_repeats(X, Y, weight.astype(float)), twice)


@given(seed=st.integers(0, 10**6))
def test_weight_of_zero_is_the_row_left_out(seed):
    X, Y, weight = table(seed)
    weight[::3] = 0
    kept = weight > 0
    assert_same_rows(merge_repeats(X, Y, weight), merge_repeats(X[kept], Y[kept], weight[kept]))


def test_distinct_rows_keep_their_values_exactly():
    rng = np.random.default_rng(0)
    X, Y, weight = rng.normal(size=(20, 2)), rng.normal(size=(20, 1)), np.ones(20)
    order = np.lexsort((X[:, 1], X[:, 0]))
    assert_same_rows(merge_repeats(X, Y, weight), (X[order], Y[order], weight))
