import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.utils.estimator_checks import parametrize_with_checks

from smoothtab import ChebyshevRegressor, ERBFRegressor
from smoothtab.bench._clipping import ClippedRegressor


@parametrize_with_checks([ClippedRegressor(Ridge()), ClippedRegressor(ChebyshevRegressor())])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def line():
    """The identity, learnt of 0, 1, .., 10."""
    t = np.arange(11.0)
    return t[:, None], t


@given(st.floats(-100, 100), st.floats(0, 5))
def test_predictions_are_those_of_the_regressor_within_the_widened_range(t, n_sigmas):
    X, y = line()
    model = ClippedRegressor(LinearRegression(), n_sigmas=n_sigmas).fit(X, y)
    reach = n_sigmas * np.sqrt(10)  # the variance of 0, 1, .., 10 is 10
    assert_allclose(model.predict([[t]]), np.clip(t, -reach, 10 + reach), atol=1e-9)


def test_outputs_are_clipped_each_by_its_own_range():
    X, y = line()
    model = ClippedRegressor(LinearRegression(), n_sigmas=0).fit(X, np.column_stack([y, -100 * y]))
    assert_allclose(model.predict([[-1.0], [3.0], [20.0]]), [[0, 0], [3, -300], [10, -1000]])


@pytest.mark.parametrize("outputs", [1, 2])
def test_the_gradient_is_that_of_the_clipped_prediction(five_point, outputs):
    X, y = line()
    y = np.column_stack([y, 7 - 2 * y])[:, :outputs].reshape(11, -1)
    inner = ChebyshevRegressor(1, alpha=1e-9, extrapolation="polynomial", clip_output=False)
    model = ClippedRegressor(inner, n_sigmas=0.5).fit(X, y[:, 0] if outputs == 1 else y)
    at = np.array([[-30.0], [-1.0], [5.0], [11.0], [30.0]])
    slope = five_point(lambda step: model.predict(at + step), 1e-2)
    gradient = model.predict_gradient(at)
    assert gradient.shape == (*slope.shape, 1)
    assert_allclose(gradient[..., 0], slope, atol=1e-6)
    assert_array_equal(gradient[..., 0] == 0, abs(slope) < 1e-6)
    assert (gradient == 0).any() and (gradient != 0).any()


def test_there_is_a_gradient_only_where_the_regressor_has_one(wavy):
    for inner, has in ((ERBFRegressor(n_rbf=5), True), (Ridge(), False)):
        model = ClippedRegressor(inner)
        assert hasattr(model, "predict_gradient") == has
        assert hasattr(model.fit(*wavy), "predict_gradient") == has


def test_sparse_rows_are_as_good_for_it_as_for_the_regressor(wavy):
    X, y = wavy
    X = X / X.std(axis=0)
    model = ClippedRegressor(Ridge(solver="lsqr", tol=1e-10))
    expected = model.fit(X, y).predict(X)
    rows = sparse.csr_array(X)
    assert_allclose(model.fit(rows, y).predict(rows), expected, rtol=1e-6)
