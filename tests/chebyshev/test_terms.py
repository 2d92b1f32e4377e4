from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from smoothtab.chebyshev._terms import Terms


def interactions(variance, **settings):
    """Degrees of the columns in more than one feature."""
    basis, dropped = Terms(complexity=1, **settings).basis(np.asarray(variance))
    return basis.degrees[len(variance) :], dropped


def test_products_are_all_pairs():
    degrees, _ = interactions(np.ones(4), interactions="product")
    pairs = {tuple(np.flatnonzero(row)) for row in degrees}
    assert pairs == set(combinations(range(4), 2))
    assert (degrees.sum(axis=1) == 2).all()


@pytest.mark.parametrize(("bound", "size"), [("total", sum), ("hyperbolic", np.prod)])
@pytest.mark.parametrize("order", [2, 3])
def test_tensor_terms_are_all_within_the_bound(bound, size, order):
    degrees, _ = interactions(
        np.ones(3), interactions="tensor", tensor_degree=5, tensor_order=order, tensor_bound=bound
    )
    every = np.stack(np.meshgrid(*[np.arange(6)] * 3), axis=-1).reshape(-1, 3)
    n_factors = (every > 0).sum(axis=1)
    wanted = {
        tuple(row)
        for row, n in zip(every, n_factors, strict=True)
        if 2 <= n <= order and size(row[row > 0]) <= 5
    }
    assert {tuple(row) for row in degrees} == wanted
    assert len(degrees) == len(wanted)


def test_pairs_and_triples_are_each_in_order_of_degree():
    degrees, _ = interactions(np.ones(4), interactions="tensor", tensor_degree=6, tensor_order=3)
    for order in (2, 3):
        total = degrees[(degrees > 0).sum(axis=1) == order].sum(axis=1)
        assert (np.diff(total) >= 0).all()


@pytest.mark.parametrize("kind", ["product", "tensor"])
@pytest.mark.parametrize(("d", "n_interacting"), [(30, 30), (31, 15), (40, 20)])
def test_of_many_features_the_half_that_varies_most_interacts(kind, d, n_interacting):
    variance = np.random.default_rng(0).permutation(np.arange(1.0, d + 1))
    degrees, _ = interactions(variance, interactions=kind, tensor_degree=2)
    most = np.sort(np.argsort(-variance)[:n_interacting])
    assert_array_equal(np.flatnonzero(degrees.any(axis=0)), most)


def test_constant_features_do_not_interact():
    degrees, _ = interactions([0.2, 0.0, 0.3], interactions="tensor", tensor_degree=3)
    assert not degrees[:, 1].any()
    assert len(degrees) == 3


def test_beyond_the_cap_low_degrees_and_varying_features_come_first():
    settings = {"interactions": "tensor", "max_columns": 4 + 8}
    with pytest.warns(UserWarning, match=r"max_columns=12 leaves out 28 interactions \(10 of"):
        degrees, dropped = interactions([0.1, 0.4, 0.3, 0.2], **settings)
    assert dropped == {3: 10, 4: 18}
    assert_array_equal(degrees.sum(axis=1), [2] * 6 + [3] * 2)
    assert_array_equal(np.flatnonzero(degrees[6:].any(axis=0)), [1, 2])


def test_without_a_need_nothing_is_dropped():
    assert interactions(np.ones(4), interactions="tensor", max_columns=40)[1] == {}
    degrees, dropped = interactions(np.ones(4), max_columns=1)
    assert len(degrees) == 0
    assert dropped == {}
