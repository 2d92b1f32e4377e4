import numpy as np
from numpy.testing import assert_allclose

from smoothtab import ChebyshevRegressor


def grid():
    """A product grid: functions of different features are uncorrelated on it."""
    nodes = np.cos(np.pi * (np.arange(40) + 0.5) / 40)
    nodes /= nodes.max()
    return np.stack(np.meshgrid(nodes, nodes), axis=-1).reshape(-1, 2)


def test_importances_are_shares_of_variance_where_features_are_independent():
    X = np.column_stack([grid(), np.full(1600, 3.0)])
    y = 3 * X[:, 0] + X[:, 1] ** 2
    model = ChebyshevRegressor(alpha=1e-9).fit(X, y)
    parts = np.array([9 * X[:, 0].var(), (X[:, 1] ** 2).var(), 0])
    assert_allclose(model.feature_importances_, parts / parts.sum(), atol=1e-6)


def test_an_interaction_counts_equally_for_its_features():
    X = grid()
    model = ChebyshevRegressor(interactions="product").fit(X, X[:, 0] * X[:, 1])
    assert_allclose(model.feature_importances_, [0.5, 0.5], atol=1e-6)


def test_outputs_count_equally_whatever_their_units():
    X = grid()
    Y = np.column_stack([X[:, 0], 1e6 * X[:, 1] ** 2])
    model = ChebyshevRegressor().fit(X, Y)
    assert_allclose(model.feature_importances_, [0.5, 0.5], atol=1e-6)
    assert_allclose(model.effective_degree_, [1, 2], atol=1e-3)


def test_effective_degree_is_that_of_the_function():
    X = np.column_stack([grid(), np.full(1600, 3.0)])
    y = X[:, 0] + 8 * X[:, 1] ** 4 - 8 * X[:, 1] ** 2
    model = ChebyshevRegressor(alpha=1e-6).fit(X, y)
    assert_allclose(model.effective_degree_, [1, 4, 0], atol=1e-3)
