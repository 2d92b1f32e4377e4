import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.polynomial.chebyshev import chebder, chebval, chebvander
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab.chebyshev import _univariate

POLICIES = ["clip", "linear", "polynomial"]


def values(x, degree, extrapolation):
    return _univariate.values(x, extrapolation, out=np.empty((degree, *x.shape)))


def derivatives(x, degree, extrapolation):
    return _univariate.derivatives(x, extrapolation, out=np.empty((degree, *x.shape)))


@given(
    seed=st.integers(0, 10**6), degree=st.integers(1, 14), extrapolation=st.sampled_from(POLICIES)
)
def test_inside_all_policies_are_the_polynomials_of_numpy(seed, degree, extrapolation):
    x = np.random.default_rng(seed).uniform(-1, 1, (3, 20))
    known = np.moveaxis(chebvander(x, degree), -1, 0)[1:]
    assert_allclose(values(x, degree, extrapolation), known, atol=1e-12)
    slopes = [chebval(x, chebder(row)) for row in np.eye(degree + 1)[1:]]
    assert_allclose(derivatives(x, degree, extrapolation), slopes, atol=1e-9)


def test_outside_each_policy_does_what_it_says():
    x = np.array([[-1.5, 2.0]])
    edge, degree = np.sign(x), np.arange(1, 6)[:, None, None]
    at_edge = edge**degree
    slope = degree**2 * edge ** (degree - 1)
    assert_allclose(values(x, 5, "clip"), at_edge)
    assert_array_equal(derivatives(x, 5, "clip"), 0)
    assert_allclose(values(x, 5, "linear"), at_edge + slope * (x - edge))
    assert_allclose(derivatives(x, 5, "linear"), slope)
    assert_allclose(values(x, 5, "polynomial"), np.moveaxis(chebvander(x, 5), -1, 0)[1:])


@pytest.mark.parametrize("extrapolation", POLICIES)
def test_a_lower_degree_is_a_leading_part(extrapolation):
    x = np.linspace(-2, 2, 30).reshape(2, 15)
    table = values(x, 9, extrapolation)
    for degree in (1, 2, 5):
        assert_array_equal(values(x, degree, extrapolation), table[:degree])


@pytest.mark.parametrize("edge", [-1.0, 1.0])
def test_linear_continuation_is_continuously_differentiable(edge):
    x = np.array([[edge * (1 - 1e-9), edge * (1 + 1e-9)]])
    for function in (values, derivatives):
        inside, outside = function(x, 8, "linear")[:, 0].T
        assert_allclose(outside, inside, atol=1e-5)
