import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone

from smoothtab._errors import InputError
from smoothtab.selection._known_columns import KnownColumns

TRAINING = pd.DataFrame(
    {
        "size": [1.0, 2.5, np.nan, 4.0],
        "code": pd.Categorical([1, 2, 7, None]),
        "town": ["Bern", None, "Basel", "Bern"],
        "flag": [True, False, True, True],
        "other": list("abcd"),
    }
)
NAMES, CATEGORICAL = ["size", "code", "town", "flag"], ["code", "town"]


@pytest.fixture(scope="module")
def columns():
    return KnownColumns(NAMES, CATEGORICAL).fit(TRAINING)


@given(st.permutations(list(TRAINING)))
def test_the_order_of_columns_and_what_else_is_there_do_not_matter(columns, order):
    expected = columns.transform(TRAINING)
    assert list(expected) == NAMES
    pd.testing.assert_frame_equal(columns.transform(TRAINING[order].assign(more=1)), expected)


@pytest.mark.parametrize(
    "code",
    [
        [1, 2, 7, 1],
        [1.0, 2.0, 7.0, 1.0],
        ["1", "2", "7", "1"],
        pd.Categorical(["1", "2", "7", "1"]),
        pd.array([1, 2, 7, 1], dtype="Int64"),
        np.array([1, "2", 7.0, "1"], dtype=object),
    ],
    ids=["whole", "float", "text", "category", "nullable", "mixed"],
)
def test_a_category_is_known_however_it_was_read(columns, code):
    column = columns.transform(TRAINING.assign(code=code))["code"]
    assert column.tolist() == [1, 2, 7, 1]
    assert list(column.cat.categories) == [1, 2, 7]


def test_categories_that_are_text_are_known_where_they_were_read_as_numbers():
    known = KnownColumns(["a"], ["a"]).fit(pd.DataFrame({"a": ["1", "2", "A"]}))
    assert known.transform(pd.DataFrame({"a": [2.0, None]}))["a"].tolist() == ["2", np.nan]


def test_truth_is_known_beside_gaps(columns):
    flags = pd.Series([True, None, False, True], dtype=object)
    column = columns.transform(TRAINING.assign(flag=flags))["flag"]
    np.testing.assert_array_equal(column, [1, np.nan, 0, 1])


def test_numbers_may_be_text(columns):
    column = columns.transform(TRAINING.assign(size=["1", "2.5", None, "4e0"]))["size"]
    np.testing.assert_array_equal(column, TRAINING["size"])


def test_rows_outside_are_told_and_only_they(columns):
    rows = pd.DataFrame(
        {
            "size": [1.0, 4.0, 0.9, 4.1, np.nan],
            "code": [1, 2, 3, 7, None],
            "town": ["Bern", "Basel", "Bern", "Zug", None],
            "flag": [True, False, True, 0.5, None],
        },
        index=[5, 5, 6, 6, 7],
    )
    outside = columns.outside(columns.transform(rows))
    assert outside.tolist() == ["", "", "size; code", "size; town", ""]
    assert outside.index.tolist() == [5, 5, 6, 6, 7]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1), st.lists(st.floats(-1e6, 1e6), min_size=1))
def test_a_number_is_outside_if_it_is_below_or_above_all_others(training, new):
    known = KnownColumns(["a"]).fit(pd.DataFrame({"a": training}))
    outside = known.outside(known.transform(pd.DataFrame({"a": new})))
    assert (outside == "a").tolist() == [not min(training) <= x <= max(training) for x in new]


def test_an_array_has_the_columns_of_the_training_rows():
    known = KnownColumns(["x1"]).fit(pd.DataFrame({"x0": [1, 2], "x1": [3, 4]}))
    assert known.transform([[5, 6]])["x1"].tolist() == [6]
    with pytest.raises(InputError, match="training rows have 2 columns, these rows 3"):
        known.transform(np.zeros((4, 3)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": ["1", "2", "big", "3"]}, "'size' must hold numbers, .* row 3 has 'big'"),
        ({"size": pd.Timestamp(0)}, "'size' must hold numbers, .* row 1 has '1970-01-01"),
        ({"size": np.inf}, "column 'size' is infinite in row 1"),
    ],
)
def test_what_is_no_number_is_refused(columns, change, message):
    with pytest.raises(InputError, match=message):
        columns.transform(TRAINING.assign(**change))


def test_a_column_that_is_missing_or_there_twice_is_refused(columns):
    with pytest.raises(InputError, match=r"no column 'size', .* mean 'sizes'\?"):
        columns.transform(TRAINING.rename(columns={"size": "sizes"}))
    with pytest.raises(InputError, match="2 columns are called 'size'"):
        columns.transform(TRAINING.rename(columns={"other": "size"}))


def test_a_clone_learns_anew_from_the_raw_table():
    raw = TRAINING.assign(code=[1, 2, 3, 3])
    known = clone(KnownColumns(NAMES, CATEGORICAL).fit(TRAINING)).fit(raw)
    assert known.labels_["code"] == [1, 2, 3]
