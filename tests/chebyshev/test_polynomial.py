import numpy as np
import pytest
from numpy.testing import assert_array_equal

from smoothtab.chebyshev._polynomial import fit_polynomial, used_rows
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._terms import Terms


def fit(n_outputs=2, **settings):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(300, 4)), rng.normal(size=(300, n_outputs))
    scale = MinMax.of(X)
    basis, _ = Terms(interactions="product").basis(scale.variance(X))
    return X, Y, fit_polynomial(X, Y, None, scale, basis, 1.0, **settings)


def test_only_rows_of_positive_weight_are_used():
    X, Y = np.arange(6.0).reshape(3, 2), np.arange(3.0)[:, None]
    used = used_rows(X, Y, np.array([0.0, 2.0, 1.0]))
    for part, expected in zip(used, (X[1:], Y[1:], [2, 1]), strict=True):
        assert_array_equal(part, expected)


def test_equal_weights_of_one_are_none_and_copy_nothing():
    X, Y = np.arange(6.0).reshape(3, 2), np.arange(3.0)[:, None]
    used = used_rows(X, Y, np.ones(3))
    assert used[0] is X
    assert used[2] is None


@pytest.mark.parametrize("sparse", [False, True])
def test_moments_are_those_of_the_fitted_columns_and_the_targets(sparse):
    _, _, (polynomial, moments) = fit(sparse=sparse)
    assert len(moments.mean) == polynomial.basis.n_columns + 2
    assert len(polynomial.coef) == polynomial.basis.n_columns
    assert moments.weight == 300


def test_predictions_stay_between_the_limits():
    X, Y, (polynomial, _) = fit()
    assert_array_equal(polynomial.highest > Y.max(axis=0), True)
    predicted = polynomial.predict(9 * X, "polynomial")
    assert_array_equal(predicted.max(axis=0), polynomial.highest)
    assert_array_equal(predicted.min(axis=0), polynomial.lowest)
    _, _, (free, _) = fit(clip_output=False)
    assert np.isinf([free.lowest, free.highest]).all()
