import numpy as np

from smoothtab.datasets import catalogue, load
from smoothtab.datasets._fetch import fetch


def test_diabetes_is_the_published_table_but_for_rounding(shared_tables):
    shipped = fetch(catalogue()["diabetes"])
    kept = load("diabetes", folder=shared_tables, download=False)
    assert catalogue()["diabetes"].matches(shipped)
    assert list(shipped.X) == list(kept.X)
    np.testing.assert_allclose(shipped.X, kept.X, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(shipped.y, kept.y)
