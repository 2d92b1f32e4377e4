import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LinearRegression, OrthogonalMatchingPursuit

from smoothtab._moments import Moments
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._sparse import (
    _path_errors,
    greedy_path,
    select_columns,
)
from smoothtab.chebyshev._terms import Terms


def problem(n=200, p=12, n_targets=1, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p)) @ (np.eye(p) + 0.3 * rng.normal(size=(p, p)))
    Y = X @ rng.normal(size=(p, n_targets)) + rng.normal(size=(n, n_targets))
    return X, Y


def moments(X, Y):
    return Moments.of(X.T, Y.T)


@pytest.mark.parametrize("n_targets", [1, 3])
def test_each_step_takes_the_column_that_lowers_the_error_most(n_targets):
    X, Y = problem(n_targets=n_targets)
    order, _, _ = greedy_path(moments(X, Y), n_targets, 6)
    for step in range(6):
        errors = []
        for column in range(X.shape[1]):
            tried = X[:, [*order[:step], column]]
            errors.append(((Y - LinearRegression().fit(tried, Y).predict(tried)) ** 2).sum())
        assert order[step] == np.argmin(errors)


def test_on_orthogonal_columns_it_is_orthogonal_matching_pursuit():
    X, Y = problem()
    X = np.linalg.qr(X - X.mean(axis=0))[0]
    order, _, _ = greedy_path(moments(X, Y), 1, 4)
    known = OrthogonalMatchingPursuit(n_nonzero_coefs=4).fit(X, Y[:, 0])
    assert_array_equal(np.sort(order), np.flatnonzero(known.coef_))


@pytest.mark.parametrize("n_targets", [1, 2])
def test_errors_of_a_path_are_those_of_least_squares_on_held_out_rows(n_targets):
    X, Y = problem(n_targets=n_targets)
    train, held_out = slice(0, 120), slice(120, 200)
    fold = moments(X[held_out], Y[held_out])
    order, errors = _path_errors(moments(X[train], Y[train]), fold, n_targets, 8)
    for step, error in enumerate(errors):
        few = order[: step + 1]
        fitted = LinearRegression().fit(X[train][:, few], Y[train])
        residual = Y[held_out] - fitted.predict(X[held_out][:, few])
        assert_allclose(error, (residual**2).sum())


def test_a_column_twice_is_taken_once_and_a_constant_one_never():
    X, Y = problem(p=3)
    X = np.column_stack([X, X, np.ones(200)])
    order, _, _ = greedy_path(moments(X, Y), 1, 7)
    assert sorted(order % 3) == [0, 1, 2]
    assert 6 not in order


@pytest.mark.parametrize("constant", ["X", "Y"])
def test_where_nothing_varies_one_column_is_left(constant):
    X, Y = problem()
    (X if constant == "X" else Y)[:] = 0.0
    order, factor, projections = greedy_path(moments(X, Y), 1, 5)
    assert len(order) == 1
    assert factor[0, 0] > 0
    assert projections[0] == 0


def test_the_terms_of_a_sparse_function_are_found():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (1500, 4))
    X[:2] = [[-1], [1]]
    Y = (X[:, 0] * X[:, 1] + 2 * X[:, 2] ** 2 + 0.05 * rng.normal(size=1500))[:, None]
    scale = MinMax.of(X)
    basis, _ = Terms(interactions="tensor", tensor_degree=6).basis(scale.variance(X))
    chosen, few = select_columns(basis, scale, X, Y, None, seed=0)
    names = basis.restrict(chosen).names("abcd")
    assert {"T2(c)", "T1(a) T1(b)"} <= set(names)
    assert len(names) < 15
    assert (np.diff(chosen) > 0).all()
    expected = basis.restrict(chosen).moments(scale, X, Y)
    assert_allclose(few.scatter, expected.scatter, atol=1e-9)
