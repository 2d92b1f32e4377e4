import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothtab.studies.conditioning import conditions, designs


def rows(n_features, n_rows=200, seed=0):
    return np.random.default_rng(seed).uniform(-3, 5, size=(n_rows, n_features))


@pytest.mark.parametrize("interactions", [None, "product"])
def test_of_degree_1_both_bases_are_the_same(interactions):
    chebyshev, powers = designs(rows(3), 1, interactions)
    assert np.array_equal(chebyshev, powers)
    first, second, rank = conditions(chebyshev, powers)
    assert first == second and rank == chebyshev.shape[1]


@given(st.integers(1, 3), st.integers(2, 6), st.sampled_from([None, "product"]))
def test_both_bases_span_the_same_space(n_features, degree, interactions):
    chebyshev, powers = designs(rows(n_features), degree, interactions)
    assert np.linalg.matrix_rank(np.hstack([chebyshev, powers])) == chebyshev.shape[1]


def test_units_of_the_features_do_not_matter():
    X = rows(3)
    here = conditions(*designs(X, 5, "product"))
    there = conditions(*designs(X * [1e-3, 1.0, 1e4] + 7, 5, "product"))
    assert np.allclose(here, there, rtol=1e-6)


def test_on_even_points_powers_are_ever_worse():
    x = np.linspace(-1, 1, 500)[:, None]
    ratios = [np.divide(*conditions(*designs(x, degree, None))[1::-1]) for degree in (3, 5, 8)]
    assert 1 < ratios[0] < ratios[1] < ratios[2]


def test_a_feature_of_few_values_lowers_the_rank_and_the_condition_stays_finite():
    X = rows(2)
    X[:, 1] = np.arange(len(X)) % 3
    first, second, rank = conditions(*designs(X, 5, None))
    assert rank == 1 + 5 + 2
    assert max(first, second) < 1e4
