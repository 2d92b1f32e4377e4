import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.tree import DecisionTreeRegressor

from smoothtab.chebyshev._tree_routing import Nursery


def table(seed, n=200):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return X, (X[:, :1] * X[:, 1:2] + 0.1 * rng.normal(size=(n, 1))), rng.integers(1, 4, n)


def same_partition(a, b):
    return len(np.unique(np.column_stack([a, b]), axis=0)) == len(np.unique(a)) == len(np.unique(b))


@given(
    seed=st.integers(0, 10**6),
    depth=st.integers(1, 6),
    least=st.sampled_from([0.02, 0.11, 0.3, 7, 50]),
)
def test_routes_training_rows_as_scikit_learn(seed, depth, least):
    X, Y, _ = table(seed)
    tree = DecisionTreeRegressor(max_depth=depth, min_samples_leaf=least, random_state=0).fit(X, Y)
    routing = Nursery.of(X, Y, None).grow(depth, least, seed=1)
    assert same_partition(routing.leaves(X), tree.apply(X))
    assert_array_equal(np.unique(routing.leaves(X)), np.arange(tree.get_n_leaves()))


@given(
    seed=st.integers(0, 10**6),
    least=st.sampled_from([0.01, 0.05, 5, 40]),
    depth=st.sampled_from([1, 4, None]),
)
def test_weights_are_repeats_to_the_last_bit(seed, least, depth):
    X, Y, weight = table(seed, n=40)
    X = np.round(X, 1)  # with splits that are equally good
    weight[::5] = 0
    used = weight > 0
    times = np.random.default_rng(seed).permutation(np.repeat(np.arange(40), weight))
    weighted = Nursery.of(X[used], Y[used], weight[used].astype(float)).grow(depth, least, seed)
    repeated = Nursery.of(X[times], Y[times], None).grow(depth, least, seed)
    for name in ("feature", "threshold", "children_left"):
        assert_array_equal(
            getattr(weighted.tree.tree_, name), getattr(repeated.tree.tree_, name), err_msg=name
        )


@given(seed=st.integers(0, 10**6), least=st.sampled_from([0.1, 0.25, 0.5, 3, 60, 1000]))
def test_every_leaf_is_heavy_enough_or_the_root(seed, least):
    X, Y, weight = table(seed, n=60)
    routing = Nursery.of(X, Y, weight.astype(float)).grow(None, least, seed)
    of_leaf = np.bincount(routing.leaves(X), weight)
    needed = least if isinstance(least, int) else least * weight.sum()
    assert len(of_leaf) == 1 or of_leaf.min() >= needed - 1e-9
    assert routing.too_light == (weight.sum() < needed)


@pytest.mark.parametrize("n", [3, 7, 30, 49, 343])
def test_a_number_of_rows_is_met_exactly(n):
    X = np.arange(2.0 * n)[:, None]
    step = np.repeat([[0.0], [1.0]], n, axis=0)
    routing = Nursery.of(X, step, None).grow(5, n, 0)
    assert_array_equal(np.bincount(routing.leaves(X)), [n, n])
    assert Nursery.of(X, X, None).grow(5, n + 1, 0).tree.get_n_leaves() == 1


@given(seed=st.integers(0, 10**6), depth=st.integers(0, 7), least=st.sampled_from([0.02, 0.1]))
def test_a_shallower_tree_is_a_cut_through_the_deep_one(seed, depth, least):
    X, Y, weight = table(seed, n=500)
    nursery = Nursery.of(X, Y, weight.astype(float))
    deep, shallow = nursery.grow(8, least, seed), nursery.grow(depth, least, seed)
    cut = [deep.paths[node] for node in np.flatnonzero(deep.cut(depth))]
    leaves = [shallow.paths[node] for node in np.flatnonzero(shallow.leaf_of_node >= 0)]
    assert cut == leaves


def test_rows_of_every_node_stand_side_by_side():
    X, Y, _ = table(0)
    routing = Nursery.of(X, Y, None).grow(5, 0.02, 0)
    order, begin, end = routing.sorted_by_leaf(X)
    x = routing.scale.scale(X).T.astype(np.float32)
    passed = routing.tree.decision_path(x).toarray().astype(bool)
    for node in range(passed.shape[1]):
        rows = order[begin[node] : end[node]]
        assert_array_equal(np.sort(rows), np.flatnonzero(passed[:, node]))
    for node in np.flatnonzero(routing.leaf_of_node >= 0):
        rows = order[begin[node] : end[node]]
        assert (np.diff(rows) > 0).all()  # in the order in which they came


@pytest.mark.parametrize(("unit", "offset"), [(1e-200, 0), (1e200, 0), (1e-12, 0), (1.0, 1e7)])
def test_units_do_not_matter(unit, offset):
    X, Y, _ = table(0)
    expected = Nursery.of(X, Y, None).grow(5, 0.05, 0).leaves(X)
    routing = Nursery.of(unit * X + offset, unit * Y, None).grow(5, 0.05, 0)
    assert_array_equal(routing.leaves(unit * X + offset), expected)
    far = 1e50 * unit * np.array([[-1.0] * 3, [1.0] * 3])
    corners = unit * np.array([X.min(axis=0), X.max(axis=0)]) + offset
    assert_array_equal(routing.leaves(far), routing.leaves(corners))


def test_thresholds_are_in_the_units_of_the_features():
    X = np.array([[-50.0, 7.0], [-30.0, 7.0], [150.0, 7.0], [170.0, 7.0]])
    routing = Nursery.of(X, (X[:, :1] > 0).astype(float), None).grow(1, 1, 0)
    assert_allclose(routing.threshold(0), 60.0, atol=1e-5)
