import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from smoothtab.erbf._activations import activate, exponents, powers
from smoothtab.erbf._widths import width_bounds


def naive(X, centres, widths):
    distance = ((X[:, None] - centres) / widths) ** 2
    return np.exp(-0.5 * distance.sum(axis=2))


@given(
    seed=st.integers(0, 2**32 - 1),
    d=st.integers(1, 6),
    farthest=st.sampled_from([1.0, 10.0, 1e3, 1e6]),
    spread=st.sampled_from([0.0, 0.1, 1.0, 10.0]),
)
def test_are_the_formula_of_the_paper(seed, d, farthest, spread):
    rng = np.random.default_rng(seed)
    centres = rng.uniform(-farthest, farthest, (5, d))
    widths = np.clip(10 ** rng.uniform(-2, 2, (5, d)), *width_bounds(centres))
    near = centres + spread * widths * rng.normal(size=centres.shape)
    X = np.vstack([near, rng.normal(size=(20, d))])
    phi = activate(exponents(centres, widths**-2), powers(X)).T
    assert_allclose(phi, naive(X, centres, widths), rtol=0, atol=1e-10)


def test_are_written_where_wanted():
    X, centres = np.linspace(0, 1, 6).reshape(3, 2), np.zeros((4, 2))
    out = np.empty((4, 3))
    assert activate(exponents(centres, np.ones((4, 2))), powers(X), out=out) is out
    assert_allclose(out, naive(X, centres, 1.0).T)


def test_single_precision_has_no_denormal_numbers():
    X = np.linspace(0, 100, 400)[:, None]
    phi = activate(
        exponents(np.zeros((1, 1)), np.ones((1, 1))).astype(np.float32), powers(X, np.float32)
    )
    assert phi.dtype == np.float32
    assert (phi**2 >= np.finfo(np.float32).tiny).all()
    assert_allclose(phi[0], naive(X, np.zeros((1, 1)), 1.0)[:, 0], rtol=0, atol=1e-6)
