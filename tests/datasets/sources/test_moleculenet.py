"""From the files as MoleculeNet serves them to the tables as they were published."""

import numpy as np
import pytest

from smoothtab.datasets import catalogue, load
from smoothtab.datasets._fetch import fetch


@pytest.fixture
def fetch_from_raw(raw_molecules, source, monkeypatch):
    monkeypatch.setattr("smoothtab.datasets._sources.moleculenet.FOLDER", source.url)

    def fetch_from_raw(name):
        file = catalogue()[name].source["file"]
        source.pages = {f"/{file}": (raw_molecules / f"{name}.csv").read_bytes()}
        return fetch(catalogue()[name])

    return fetch_from_raw


@pytest.mark.parametrize("name", ["freesolv", "lipophilicity", "qm7"])
def test_descriptors_equal_the_published_ones(name, fetch_from_raw):
    assert fetch_from_raw(name).checksum == catalogue()[name].checksum


def test_esol_is_its_own_numbers_but_for_the_rounding_of_older_parsers(
    fetch_from_raw, shared_tables
):
    fetched, kept = fetch_from_raw("esol"), load("esol", folder=shared_tables, download=False)
    assert catalogue()["esol"].matches(fetched)
    assert list(fetched.X) == list(kept.X)
    np.testing.assert_allclose(fetched.X, kept.X, rtol=1e-15)
    np.testing.assert_allclose(fetched.y, kept.y, rtol=1e-15)
