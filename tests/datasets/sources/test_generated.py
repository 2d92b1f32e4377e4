import numpy as np
import pytest

from smoothtab.datasets import catalogue, load
from smoothtab.datasets._fetch import fetch

GENERATED = [n for n, entry in catalogue().items() if entry.source["kind"] == "generated"]


@pytest.mark.parametrize("name", GENERATED)
def test_tables_equal_the_published_ones_to_the_last_bit(name, shared_tables):
    made, kept = fetch(catalogue()[name]), load(name, folder=shared_tables, download=False)
    assert list(made.X) == list(kept.X)
    np.testing.assert_array_equal(made.X, kept.X)
    np.testing.assert_array_equal(made.y, kept.y)
