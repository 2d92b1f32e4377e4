from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothtab._errors import InputError
from smoothtab.datasets import Dataset, _cache
from smoothtab.selection._own_table import for_bench, own_table

X, Y = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": ["u", "v", None]}), [1, 2, 4]


@pytest.mark.parametrize(
    "y",
    [Y, np.array(Y), np.array(Y)[:, None], pd.Series(Y, index=[9, 7, 8]), pd.array(Y)],
    ids=["list", "array", "column", "series", "nullable"],
)
def test_targets_of_any_kind_go_by_position(y):
    np.testing.assert_array_equal(own_table(X, y).y, [1.0, 2.0, 4.0])


def test_columns_without_names_are_numbered():
    for unnamed in ([[1, "u"], [2, "v"]], np.array([[1, "u"], [2, "v"]], dtype=object)):
        table = own_table(unnamed, [1, 2]).X
        assert list(table) == ["x0", "x1"]
        assert table["x0"].tolist() == [1, 2]
        assert table["x1"].dtype == "category"


def test_the_table_of_the_user_is_left_alone():
    before = X.copy()
    own_table(X, Y)
    pd.testing.assert_frame_equal(X, before)


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (X, [1, 2], r"one number for each of the 3 rows of X, but its shape is \(2,\)"),
        (X, np.ones((3, 2)), r"its shape is \(3, 2\)"),
        (X, None, "The target is missing"),
        (X, [1, np.nan, 2], "target is missing in row 2"),
        (X, [1, np.inf, 2], "'y' is infinite in row 2"),
        (X, pd.Series([1, "many", 2], name="price"), "'price' must hold numbers, .* 'many'"),
        (X, pd.to_datetime(["2026-01-01"] * 3), "must hold numbers"),
        (X, [1, 1, 1], "same value in every row"),
        (X.head(0), [], "0 rows and 2 columns"),
        (X[[]], Y, "3 rows and 0 columns"),
        (X.set_axis(["a", "a"], axis=1), Y, "2 columns are called 'a'"),
        (X.set_axis([1, "1"], axis=1), Y, "2 columns are called '1'"),
        (X.assign(c=pd.cut(X["a"], 2)), Y, "categories of column 'c' are of kind interval"),
        (X.assign(c=pd.Categorical([1, "1", 2])), Y, "column 'c' are of kind mixed-integer"),
        (X.assign(c=pd.Timestamp(0)), Y, "column 'c' holds dates"),
        (X.assign(c=[1, "u", 2]), Y, "column 'c' holds values of kind mixed-integer"),
        (X.assign(c=[1, np.inf, 2]), Y, "'c' is infinite in row 2"),
        (3, Y, "X must be a table"),
        (np.zeros((3, 2, 2)), Y, "X must be a table"),
    ],
)
def test_what_cannot_be_learnt_from_is_one_sentence(X, y, message):
    with pytest.raises(InputError, match=message):
        own_table(X, y)


labels = st.sampled_from([["b", "a", "c"], [3, 1, 2], [2.5, -1.0, 0.5], [True, False]])


@given(labels, st.lists(st.integers(0, 5), min_size=8, max_size=20))
def test_what_is_stored_comes_back_as_it_was(tmp_path_factory, labels, codes):
    codes = [code if code < len(labels) else -1 for code in [0, 1, *codes]]
    table = pd.DataFrame(
        {
            "target": pd.Categorical.from_codes(codes, labels),
            "target_": np.arange(len(codes)) / 3,
            'a [b] <c> {d}, "e"\n': np.array(codes) > 0,
        }
    )
    dataset = own_table(table, np.arange(len(codes)))
    stored = for_bench(dataset)
    folder = tmp_path_factory.mktemp("tables")
    _cache.write(folder, stored, {})
    back = _cache.read(folder, stored.name)
    assert back.checksum == stored.checksum
    assert list(back.X.dtypes) == list(stored.X.dtypes)
    places = back.X.iloc[:, 0].cat.codes
    np.testing.assert_array_equal(
        places, dataset.X["target"].cat.remove_unused_categories().cat.codes
    )
    assert list(back.X)[1:] == list(table)[1:]


@pytest.mark.parametrize("name", ["", "diabetes", "表" * 200, "a" * 300, "my.table v2 (1)"])
def test_any_name_does_for_a_file_and_none_is_that_of_a_published_table(tmp_path, name):
    dataset = for_bench(replace(own_table(X, Y), name=name, stratum="S1"))
    _cache.write(tmp_path, dataset, {})
    back = _cache.read(tmp_path, dataset.name)
    assert (back.stratum, back.target_kind) == (None, None)


def test_a_dataset_is_taken_as_it_is():
    dataset = Dataset("mine", X[["a"]], np.array([1.0, 2.0, 3.0]))
    assert own_table(dataset, None) is dataset
