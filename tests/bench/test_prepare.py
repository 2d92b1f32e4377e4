import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from pandas.testing import assert_frame_equal

from smoothtab._errors import InputError
from smoothtab.bench import prepare
from smoothtab.datasets import Dataset


def dataset_of(columns):
    X = pd.DataFrame(columns)
    return Dataset("mine", X, np.arange(len(X), dtype=float), stratum="S1")


def partly(n, value):
    """One hundred values, of which n are alike."""
    return [value] * n + list(range(100 - n))


@pytest.mark.parametrize(
    ("column", "reason"),
    [
        (partly(51, np.nan), "51.0% of the values are missing"),
        (partly(50, np.nan), None),
        (partly(96, -1), "96.0% of the values are the same"),
        (partly(95, -1), None),
        (pd.Categorical(["a"] * 96 + ["b"] * 4), "96.0% of the values are the same"),
        ([True] * 97 + [False] * 3, "97.0% of the values are the same"),
        ([np.nan] * 50 + [1.0] * 49 + [2.0], "98.0% of the values are the same"),
        ([np.nan] * 100, "100.0% of the values are missing"),
    ],
)
def test_features_that_say_nothing_are_left_out(column, reason):
    original = dataset_of({"good": np.arange(100), "column": column})
    prepared = prepare(original)
    assert prepared.dropped == ({} if reason is None else {"column": reason})
    assert list(prepared.dataset.X) == [c for c in original.X if c not in prepared.dropped]
    assert (prepared.n_rows_original, prepared.n_features_original) == (100, 2)
    assert prepared.dataset.stratum == "S1"
    assert_frame_equal(prepare(original, filter_features=False).dataset.X, original.X)


def test_a_table_of_nothing_else_is_refused():
    with pytest.raises(InputError, match=r"No feature of mine .*column.*missing"):
        prepare(dataset_of({"column": [np.nan] * 10}))


def test_rows_of_a_long_table_are_the_published_ones():
    original = dataset_of({"row": np.arange(30), "text": pd.Categorical(["a", "b", "c"] * 10)})
    dataset = prepare(original, max_samples=20).dataset
    rows = np.random.RandomState(42).choice(30, 20, replace=False)
    assert_array_equal(dataset.X["row"], rows)
    assert_array_equal(dataset.y, rows)
    assert_array_equal(dataset.X.index, np.arange(20))
    assert_array_equal(dataset.X["text"], original.X["text"].to_numpy()[rows])
    assert len(original.X) == 30


@pytest.mark.parametrize("max_samples", [30, 31, None])
def test_a_short_table_keeps_its_rows(max_samples):
    original = dataset_of({"row": np.arange(30)})
    dataset = prepare(original, max_samples=max_samples).dataset
    assert_frame_equal(dataset.X, original.X)
    assert dataset.checksum == original.checksum
