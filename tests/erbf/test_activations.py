from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn import config_context

from smoothtab.erbf._activations import activate, exponents, powers, row_blocks
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


@given(
    n=st.integers(1, 100_000),
    columns=st.integers(1, 3000),
    megabytes=st.sampled_from([0, 0.1, 1, 1000]),
)
def test_blocks_cover_all_rows_once_and_fit_the_working_memory(n, columns, megabytes):
    with config_context(working_memory=megabytes):
        blocks = list(row_blocks(n, columns))
    assert blocks[0].start == 0
    assert blocks[-1].stop == n
    assert all(a.stop == b.start for a, b in pairwise(blocks))
    longest = max(rows.stop - rows.start for rows in blocks)
    assert longest <= 64 or longest * columns * 8 <= megabytes * 2**20


@pytest.mark.parametrize("columns", [1, 100])
def test_blocks_fit_the_cache_even_with_plenty_of_memory(columns):
    with config_context(working_memory=10_000):
        longest = max(rows.stop - rows.start for rows in row_blocks(10**6, columns))
    assert longest * columns * 8 <= 2**21
