import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from sklearn.impute import SimpleImputer

from smoothtab._errors import InputError
from smoothtab.bench._columns import CategoricalColumn, NumericColumn, as_table, learn


@pytest.mark.parametrize(
    ("values", "dtype", "expected"),
    [
        ([3, 1, None, 2], float, [3, 1, 2, 2]),
        ([3, 1, None, 2], "Int64", [3, 1, 2, 2]),
        ([True, False, None, True], "boolean", [1, 0, 1, 1]),
        ([True, False, False], bool, [1, 0, 0]),
        ([None, None], float, [0, 0]),
    ],
)
def test_gaps_in_numbers_become_the_median(values, dtype, expected):
    column = pd.Series(values, dtype=dtype)
    learnt = learn(column)
    assert isinstance(learnt, NumericColumn)
    assert_array_equal(learnt.numbers(column), expected)


def test_median_is_that_of_scikit_learn():
    column = pd.Series([4.0, np.nan, 1.0, 9.0, np.nan, 2.5])
    expected = SimpleImputer(strategy="median").fit_transform(column.to_frame()).ravel()
    assert_array_equal(learn(column).numbers(column), expected)


@pytest.mark.parametrize("dtype", ["category", object, "str", "string"])
def test_categories_are_numbered_and_gaps_become_the_most_frequent(dtype):
    learnt = learn(pd.Series(["b", "c", None, "c", "a"], dtype=dtype))
    assert isinstance(learnt, CategoricalColumn)
    rows = pd.Series(["a", "b", "c", None, "d"], dtype=dtype)
    assert_array_equal(learnt.numbers(rows), [0, 1, 2, 2, -1])


def test_equally_frequent_categories_do_not_depend_on_the_order_of_rows():
    modes = {learn(pd.Series(list(rows))).mode for rows in ("baab", "abba", "bbaa")}
    assert modes == {0}


def test_only_categories_of_the_training_rows_are_known():
    column = pd.Series(pd.Categorical(["a", "b"], categories=["unused", "a", "b"]))
    learnt = learn(column)
    assert list(learnt.categories) == ["a", "b"]
    rows = pd.Series(pd.Categorical(["b", "unused"], categories=["b", "unused"]))
    assert_array_equal(learnt.numbers(rows), [1, -1])


def test_categories_may_be_numbers():
    learnt = learn(pd.Series([20, 10, 20], dtype="category"))
    assert_array_equal(learnt.numbers(pd.Series([10, 20, 30])), [0, 1, -1])


def test_a_categorical_column_may_be_empty():
    column = pd.Series([None, None], dtype="category")
    assert_array_equal(learn(column).numbers(column), [-1, -1])
    assert_array_equal(learn(column).numbers(pd.Series(["a", None])), [-1, -1])


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pd.Series([1.0, np.inf], name="area"), "'area' holds infinity: replace it"),
        (pd.Series(pd.to_datetime(["2020-01-01"]), name="day"), "'day' holds datetime.* turn it"),
        (pd.Series([1j], name="z"), "'z' holds complex128: turn it"),
    ],
)
def test_what_is_no_number_and_no_category_is_refused(column, message):
    with pytest.raises(InputError, match=message):
        learn(column)


@pytest.mark.parametrize("values", [["tall"], pd.to_datetime(["2020-01-01"]), [[1]]])
def test_a_numeric_column_stays_one(values):
    with pytest.raises(InputError, match="'height' held numbers in the training rows"):
        learn(pd.Series([1.0, 2.0])).numbers(pd.Series(values, name="height"))


def test_an_array_of_objects_is_taken_apart():
    table = as_table(np.array([["a", 1, True], ["b", None, False]], dtype=object))
    assert [column.dtype.kind for _, column in table.items()] == ["O", "f", "b"]


@pytest.mark.parametrize("shape", [(1, 2), (3, 0)])
def test_too_small_a_table_is_refused(shape):
    with pytest.raises(InputError, match=f"n_samples={shape[0]} and n_features={shape[1]}"):
        as_table(pd.DataFrame(np.zeros(shape)), least_rows=2)
