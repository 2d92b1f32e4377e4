import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab.chebyshev._tree_gates import Gates
from smoothtab.chebyshev._tree_routing import Nursery


def gates(seed, blend, sample_weight=None):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(150, 3))
    Y = np.sin(2 * X[:, :1]) + X[:, 1:2] ** 2
    routing = Nursery.of(X, Y, sample_weight).grow(4, 0.03, seed)
    return Gates.of(routing, X, sample_weight, blend), X


each_blend = st.sampled_from([1e-6, 0.1, 0.5, 2.0])


@given(seed=st.integers(0, 10**6), blend=each_blend)
def test_shares_are_positive_and_sum_to_one(seed, blend):
    smooth, X = gates(seed, blend)
    shares = smooth.shares(smooth.routing.scale.scale(X))
    assert (shares.weight > 0).all()
    assert (np.diff(shares.row) >= 0).all()
    assert_allclose(shares.sum(shares.weight), 1, rtol=1e-13)
    assert_allclose(shares.sum(shares.slope), 0, atol=1e-9 / blend)
    pairs = np.column_stack([shares.row, shares.node])
    assert len(np.unique(pairs, axis=0)) == len(pairs)


def test_a_narrow_band_is_the_tree():
    smooth, X = gates(0, 1e-9)
    shares = smooth.shares(smooth.routing.scale.scale(X))
    assert_array_equal(shares.row, np.arange(150))
    assert_array_equal(shares.node, smooth.routing.nodes(X))
    assert_array_equal(shares.slope, 0)


@given(seed=st.integers(0, 10**6), blend=st.sampled_from([0.1, 0.5, 2.0]))
def test_slopes_are_the_derivatives_of_the_shares(five_point, seed, blend):
    smooth, X = gates(seed, blend)
    x = smooth.routing.scale.scale(X)
    value = np.random.default_rng(seed).normal(size=len(smooth.half_width))

    def blended(x):
        shares = smooth.shares(x)
        return shares.sum(shares.weight * value[shares.node])

    shares = smooth.shares(x)
    slope = shares.sum(shares.slope * value[shares.node][:, None])
    for j, axis in enumerate(np.eye(3)):
        step = 1e-3 * smooth.half_width.min()
        numeric = five_point(lambda t, v=axis: blended(x + t * v[:, None]), step)
        assert_allclose(numeric, slope[:, j], rtol=1e-6, atol=1e-5 * np.abs(slope).max())


def test_bands_are_standard_deviations_of_the_rows_of_a_node():
    weight = np.linspace(0.5, 2, 150)
    smooth, X = gates(3, 0.4, weight)
    routing, tree = smooth.routing, smooth.routing.tree.tree_
    x = routing.scale.scale(X)
    passed = routing.tree.decision_path(x.T.astype(np.float32)).toarray().astype(bool)
    for node in np.flatnonzero(tree.feature >= 0):
        rows, feature = passed[:, node], x[tree.feature[node]]
        variance = np.cov(feature[rows], aweights=weight[rows], ddof=0)
        assert_allclose(smooth.half_width[node], 0.4 * np.sqrt(variance))


@pytest.mark.parametrize("blend", [0.3, 1.0])
def test_outside_the_band_one_leaf_has_it_all(blend):
    smooth, X = gates(1, blend)
    tree, x = smooth.routing.tree.tree_, smooth.routing.scale.scale(X)
    shares = smooth.shares(x)
    alone = np.bincount(shares.row) == 1
    inner = np.flatnonzero(tree.feature >= 0)
    distance = np.abs(x[tree.feature[inner]] - tree.threshold[inner][:, None])
    clear = (distance > smooth.half_width[inner][:, None]).all(axis=0)
    assert clear.any()
    assert alone[clear].all()
