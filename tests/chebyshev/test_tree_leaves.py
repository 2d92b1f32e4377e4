import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab import ChebyshevRegressor
from smoothtab.chebyshev._tree_leaves import fit_leaves
from smoothtab.chebyshev._tree_routing import Nursery


def fitted(outputs=2, weighted=True):
    rng = np.random.default_rng(0)
    X = np.insert(rng.normal(size=(120, 2)), 1, 0.3, axis=1)  # one feature is constant
    Y = np.column_stack([np.sin(X[:, 0]) * X[:, 2], X[:, 2]])[:, :outputs]
    weight = rng.uniform(0.5, 2, 120) if weighted else None
    routing = Nursery.of(X, Y, weight).grow(2, 0.1, 0)
    return routing, fit_leaves(routing, X, Y, weight, 3, 0.1), X, Y, weight


@pytest.mark.parametrize("extrapolation", ["clip", "linear", "polynomial"])
@pytest.mark.parametrize("outputs", [1, 2])
@pytest.mark.parametrize("weighted", [False, True])
def test_each_leaf_is_a_regressor_on_its_own_rows(outputs, weighted, extrapolation):
    routing, leaves, X, Y, weight = fitted(outputs, weighted)
    leaf_of_row = routing.leaves(X)
    assert len(leaves.coef) >= 3
    for leaf in range(len(leaves.coef)):
        rows = leaf_of_row == leaf
        known = ChebyshevRegressor(3, 0.1, extrapolation=extrapolation, clip_output=False)
        known.fit(X[rows], Y[rows], None if weight is None else weight[rows])
        assert_array_equal(leaves.coef[leaf], known.coef_)
        everywhere = np.full(120, leaf)
        values = leaves.values(X, everywhere, extrapolation)
        assert_allclose(values, known.predict(X), rtol=1e-9, atol=1e-9)
        gradient = leaves.gradient(X, everywhere, extrapolation)
        assert_allclose(gradient, known.predict_gradient(X), rtol=1e-9, atol=1e-9)


def test_rows_may_ask_for_different_leaves():
    _, leaves, X, _, _ = fitted()
    leaf = np.random.default_rng(1).integers(0, len(leaves.coef), 120)
    values = leaves.values(X, leaf, "linear")
    for row in range(0, 120, 7):
        alone = leaves.values(X[[row]], leaf[[row]], "linear")
        assert_allclose(values[[row]], alone, rtol=1e-12)


def test_too_light_a_root_is_the_weighted_mean():
    _, _, X, Y, weight = fitted()
    routing = Nursery.of(X, Y, weight).grow(3, 10_000, 0)
    leaves = fit_leaves(routing, X, Y, weight, 3, 0.1)
    assert_array_equal(leaves.coef, 0)
    assert_allclose(leaves.intercept, np.average(Y, axis=0, weights=weight)[None])
