from collections import Counter
from importlib import import_module
from inspect import signature
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from smoothtab.datasets import catalogue
from smoothtab.datasets._cache import holds, read
from smoothtab.datasets._checksum import content_checksum

PUBLISHED = Path(__file__).parents[3] / "shared" / "reference" / "per_fold_results.csv"


def test_the_tables_are_those_of_the_paper():
    entries = catalogue().values()
    assert Counter(entry.stratum for entry in entries) == {"S1": 13, "S2": 10, "S3": 16, "S4": 16}
    assert Counter(entry.target_kind for entry in entries) == {"continuous": 42, "discrete": 13}
    # "six ordinal targets, four integer counts and three quantised measurements"; in S2 "nine of
    # the ten datasets have non-continuous targets".
    discrete = [entry for entry in entries if entry.target_kind == "discrete"]
    assert Counter(entry.stratum for entry in discrete) == {"S1": 3, "S2": 9, "S3": 1}
    assert [entry.stratum for entry in entries] == sorted(entry.stratum for entry in entries)


def test_the_caller_cannot_change_the_catalogue():
    catalogue().clear()
    assert len(catalogue()) == 55


@pytest.mark.parametrize("entry", catalogue().values(), ids=catalogue())
def test_every_source_can_be_asked(entry):
    arguments = dict(entry.source)
    source = import_module(f"smoothtab.datasets._sources.{arguments.pop('kind')}")
    signature(source.fetch).bind(**arguments)
    assert entry.home.startswith("https://") and "{" not in entry.home + entry.source_name
    assert entry.origin and entry.licence
    assert (entry.checksum is None) == (entry.rounded_checksum is None)


def test_names_and_sizes_are_those_of_the_published_results():
    if not PUBLISHED.exists():
        pytest.skip("the published results are not beside this checkout (../shared/reference)")
    columns = ["dataset", "n_samples_original", "n_features_original", "n_samples_final"]
    results = pd.read_csv(PUBLISHED, usecols=columns).drop_duplicates().set_index("dataset")
    assert set(results.index) == set(catalogue())
    for name, (n, d, n_prepared) in results[columns[1:]].iterrows():
        entry = catalogue()[name]
        assert (entry.n, entry.d, entry.n_prepared or entry.n) == (n, d, n_prepared), name


def test_every_table_at_hand_is_as_the_catalogue_says(shared_tables):
    names = [name for name in catalogue() if holds(shared_tables, name)]
    assert len(names) >= 44
    for name in names:
        dataset, entry = read(shared_tables, name), catalogue()[name]
        assert dataset.X.shape == (entry.n, entry.d), name
        rounded = content_checksum(dataset.X, dataset.y, np.float32)
        assert (dataset.checksum, rounded) == (entry.checksum, entry.rounded_checksum), name
        share = len(np.unique(dataset.y)) / entry.n
        assert share < 0.0501 if entry.target_kind == "discrete" else share > 0.05, name
