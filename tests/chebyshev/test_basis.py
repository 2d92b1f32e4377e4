import numpy as np
import pytest
from numpy.polynomial.chebyshev import chebvander
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab._moments import Moments
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._terms import Terms

KINDS = {
    "none": {},
    "product": {"interactions": "product"},
    "squares": {"interactions": "product", "max_interaction_complexity": 2, "complexity": 1},
    "total": {"interactions": "tensor", "complexity": 2},
    "hyperbolic": {"interactions": "tensor", "tensor_bound": "hyperbolic", "tensor_degree": 6},
    "triples": {"interactions": "tensor", "tensor_order": 3, "tensor_degree": 5},
}
each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
VARIANCE = np.array([0.3, 0.5, 0.2])


def rows(n=60, d=3, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, (d, n))


def basis_of(kind, variance=VARIANCE):
    return Terms(**kind).basis(variance)[0]


def column_by_name(name, x):
    """The column that a name such as 'T2(0) T1(2)' or 'T2(0 2)' describes."""
    T = chebvander(x, 8)
    out = 1.0
    for term in name.replace(") ", ")|").split("|"):
        degree, features = int(term[1]), term[3:-1].split()
        if len(features) == 2:
            product = x[int(features[0])] * x[int(features[1])]
            return chebvander(product, degree)[:, degree]
        out = out * T[int(features[0]), :, degree]
    return out


@each_kind
def test_columns_are_what_their_names_say(kind):
    x, basis = rows(), basis_of(kind)
    names = basis.names("012")
    assert len(names) == len(set(names)) == basis.n_columns
    expected = [column_by_name(name, x) for name in names]
    assert_allclose(basis.columns(x), expected, atol=1e-12)


@each_kind
@pytest.mark.parametrize("extrapolation", ["clip", "linear", "polynomial"])
def test_gradient_agrees_with_five_point_stencil(kind, extrapolation, five_point):
    x, basis = 1.5 * rows(), basis_of(kind)
    x = x[:, (np.abs(np.abs(x) - 1) > 0.01).all(axis=0)]  # away from the kinks of 'clip'
    coef = np.random.default_rng(1).normal(size=(basis.n_columns, 2))
    gradient = basis.gradient(x, coef, extrapolation)
    for j, axis in enumerate(np.eye(3)[:, :, None]):
        slope = five_point(lambda t, v=axis: coef.T @ basis.columns(x + t * v, extrapolation), 1e-3)
        assert_allclose(gradient[:, j], slope, rtol=1e-6, atol=1e-6)


def test_squares_of_products_are_clipped_as_their_factors_are():
    basis = basis_of(KINDS["squares"])
    x = 3 * rows()
    assert_allclose(basis.columns(x, "clip"), basis.columns(np.clip(x, -1, 1)))


@each_kind
def test_degrees_are_those_of_the_polynomials(kind):
    basis = basis_of(kind)
    huge = 1e3
    for j in range(3):
        x = np.full((3, 2), 2.0)
        x[j] = [huge, 2 * huge]
        columns = basis.columns(x)
        growth = np.log2(columns[:, 1] / columns[:, 0])
        assert_array_equal(basis.degrees[:, j], np.round(growth))


@each_kind
def test_restriction_keeps_columns_and_names(kind):
    x, basis = rows(), basis_of(kind)
    keep = np.arange(basis.n_columns)[1::3]
    few = basis.restrict(keep)
    assert_allclose(few.columns(x), basis.columns(x)[keep], atol=1e-15)
    assert few.names("abc") == [basis.names("abc")[k] for k in keep]
    assert_array_equal(few.degrees, basis.degrees[keep])


def test_univariate_columns_of_a_lower_degree_are_leading_ones():
    x = rows()
    columns = basis_of({"complexity": 6}).columns(x)
    assert_array_equal(basis_of({"complexity": 4}).columns(x), columns[: 4 * 3])


@each_kind
@pytest.mark.parametrize("weighted", [False, True])
def test_moments_in_one_pass_are_those_of_all_columns_at_once(kind, weighted):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(5, 2, (3000, 3)), rng.normal(size=(3000, 2))
    X = X[np.argsort(X[:, 0])]  # so that no block is like another
    weight = rng.uniform(0.1, 2, 3000) if weighted else None
    scale, basis = MinMax.of(X), basis_of(kind)
    expected = Moments.of(basis.columns(scale.scale(X)), Y.T, sample_weight=weight)
    moments = basis.moments(scale, X, Y, weight)
    assert_allclose(moments.weight, expected.weight)
    assert_allclose(moments.mean, expected.mean, atol=1e-12)
    assert_allclose(moments.scatter, expected.scatter, atol=1e-9)
