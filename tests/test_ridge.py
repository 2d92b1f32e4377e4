import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.linear_model import Ridge

from smoothtab import _ridge
from smoothtab._moments import Moments

ALPHAS = np.array([1e-4, 0.1, 1.0, 30.0, 1e4])


def problem(n_targets, n=50, p=6, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(2.0, 1.0, (n, p))
    Y = X @ rng.normal(size=(p, n_targets)) + rng.normal(size=(n, n_targets)) + 10
    return X, Y, rng.uniform(0.2, 3.0, n)


@pytest.mark.parametrize("n_targets", [1, 3])
@pytest.mark.parametrize("alpha", [0.0, *ALPHAS])
def test_solve_is_the_ridge_of_sklearn(alpha, n_targets):
    X, Y, weight = problem(n_targets)
    coef, intercept = _ridge.solve(Moments.of(X.T, Y.T, sample_weight=weight), n_targets, alpha)
    known = Ridge(alpha=alpha, solver="svd").fit(X, Y, sample_weight=weight)
    assert_allclose(coef, known.coef_.T.reshape(coef.shape), rtol=1e-8)
    assert_allclose(intercept, known.intercept_, rtol=1e-8)


@pytest.mark.parametrize("n_targets", [1, 2])
def test_path_goes_through_every_solve(n_targets):
    X, Y, weight = problem(n_targets)
    moments = Moments.of(X.T, Y.T, sample_weight=weight)
    path = _ridge.RidgePath(moments, n_targets)
    for alpha in (0.0, *ALPHAS):
        coef, _ = _ridge.solve(moments, n_targets, alpha)
        assert_allclose(path.coef(alpha), coef, rtol=1e-8)


@given(n_targets=st.integers(1, 3), n=st.integers(1, 20), seed=st.integers(0, 10**6))
def test_held_out_error_from_moments_is_the_error_of_the_predictions(n_targets, n, seed):
    X, Y, weight = problem(n_targets)
    X_new, Y_new, weight_new = problem(n_targets, n=n, seed=seed)
    path = _ridge.RidgePath(Moments.of(X.T, Y.T, sample_weight=weight), n_targets)
    errors = path.squared_error(Moments.of(X_new.T, Y_new.T, sample_weight=weight_new), ALPHAS)
    for error, alpha in zip(errors, ALPHAS, strict=True):
        known = Ridge(alpha=alpha).fit(X, Y, sample_weight=weight)
        residual = Y_new - known.predict(X_new).reshape(Y_new.shape)
        assert_allclose(error, weight_new @ residual**2, rtol=1e-7)


SIZES = [2, 5, 6]


@pytest.mark.parametrize("n_targets", [1, 3])
def test_nested_designs_are_each_solved(n_targets):
    X, Y, weight = problem(n_targets)
    nested = _ridge.NestedRidge(Moments.of(X.T, Y.T, sample_weight=weight), n_targets, SIZES)
    for alpha in (0.0, *ALPHAS):
        coef = nested.coef(alpha)
        assert coef.shape == (6, len(SIZES), n_targets)
        for design, size in enumerate(SIZES):
            alone = Moments.of(X[:, :size].T, Y.T, sample_weight=weight)
            known, _ = _ridge.solve(alone, n_targets, alpha)
            assert_allclose(coef[:size, design], known, rtol=1e-8)
            assert_allclose(coef[size:, design], 0)


def test_nested_designs_have_the_held_out_error_of_their_paths():
    X, Y, weight = problem(2)
    train, test = slice(None, 30), slice(30, None)

    def moments(rows, size):
        return Moments.of(X[rows, :size].T, Y[rows].T, sample_weight=weight[rows])

    errors = _ridge.NestedRidge(moments(train, 6), 2, SIZES).squared_error(moments(test, 6), ALPHAS)
    for error, size in zip(errors, SIZES, strict=True):
        path = _ridge.RidgePath(moments(train, size), 2)
        assert_allclose(error, path.squared_error(moments(test, size), ALPHAS), rtol=1e-8)


@pytest.mark.parametrize("alpha", [0.0, 1e-300, 1.0])
@pytest.mark.parametrize("kind", ["repeated", "constant", "all constant", "wide"])
def test_nested_designs_that_are_singular_have_the_solution_of_least_norm(kind, alpha):
    X, Y, _ = problem(2, n=5 if kind == "wide" else 50, p=9)
    if kind == "repeated":
        X[:, 4] = X[:, 1]
    elif kind == "constant":
        X[:, 3] = 0.0
    elif kind == "all constant":
        X[:] = 0.0
    coef = _ridge.NestedRidge(Moments.of(X.T, Y.T), 2, [0, 3, 5, 9]).coef(alpha)
    assert_allclose(coef[:, 0], 0)
    for design, size in enumerate([3, 5, 9], start=1):
        known = Ridge(alpha=alpha, solver="svd").fit(X[:, :size], Y)
        assert_allclose(coef[:size, design], known.coef_.T, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_without_penalty_repeated_columns_share_the_weight(seed):
    X, Y, _ = problem(2, seed=seed)
    X = X[:, [0, 1, 2, 0, 1, 0]]
    coef, intercept = _ridge.solve(Moments.of(X.T, Y.T), 2, 0.0)
    centred = X - X.mean(axis=0)
    assert_allclose(coef, np.linalg.pinv(centred) @ (Y - Y.mean(axis=0)), rtol=1e-6, atol=1e-8)
    assert_allclose(intercept, Y.mean(axis=0) - X.mean(axis=0) @ coef, rtol=1e-6)


def test_without_penalty_fewer_rows_than_columns_are_met_exactly():
    X, Y, _ = problem(1, n=4, p=9)
    coef, intercept = _ridge.solve(Moments.of(X.T, Y.T), 1, 0.0)
    assert_allclose(X @ coef + intercept, Y, rtol=1e-8)


def test_a_column_without_variation_gets_no_weight():
    X, Y, _ = problem(1)
    X[:, 2] = 0.0
    for alpha in (0.0, 1.0):
        coef, _ = _ridge.solve(Moments.of(X.T, Y.T), 1, alpha)
        assert abs(coef[2]) < 1e-12
        assert np.abs(coef).max() < 100
