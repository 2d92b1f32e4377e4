from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import config_context

from smoothtab._blocks import row_blocks


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
