import datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from smoothtab._errors import InputError
from smoothtab.datasets._columns import tidy


def tidied(values, **options):
    return tidy(pd.DataFrame({"a": values}), **options)["a"]


@pytest.mark.parametrize(
    "values",
    [
        [1.0, np.nan],
        pd.array([1, None], dtype="Int64"),
        pd.array([1.0, None], dtype="Float32"),
        pd.array([True, None], dtype="boolean"),
        pd.Series([1, None], dtype="double[pyarrow]"),
    ],
    ids=["numpy", "Int64", "Float32", "boolean", "arrow"],
)
def test_numbers_of_any_type_are_doubles_where_some_are_missing(values):
    column = tidied(values)
    assert column.dtype == np.float64
    np.testing.assert_array_equal(column, [1.0, np.nan])


def test_whole_numbers_stay_whole():
    assert tidied([1, 2]).dtype == np.int64


def test_truth_is_a_number():
    np.testing.assert_array_equal(tidied([True, False]), [1.0, 0.0])


@pytest.mark.parametrize("dtype", [object, "str", "string[pyarrow]", "category"])
def test_text_of_any_type_is_a_category(dtype):
    column = tidied(pd.Series(["u", None, "v"], dtype=dtype))
    assert column.dtype == "category"
    assert column.isna().tolist() == [False, True, False]


def test_a_column_without_any_value_is_numbers():
    assert tidied(pd.Series([None, None], dtype=object)).isna().all()
    assert tidied(pd.Series([None, None], dtype=object)).dtype == np.float64


def test_named_numbers_become_categories():
    assert tidied([1, 2], categorical=["a"]).dtype == "category"


def test_rows_are_numbered_anew_and_names_are_text():
    table = pd.DataFrame([[1, 2], [3, 4]], index=[5, 5])
    assert tidy(table).index.tolist() == [0, 1]
    assert list(tidy(table)) == ["0", "1"]


@pytest.mark.parametrize("names", [["a", "a"], [1, "1"]], ids=repr)
def test_two_columns_of_one_name_are_refused(names):
    with pytest.raises(InputError, match=r"2 columns are called '(a|1)'"):
        tidy(pd.DataFrame([[1, 2]], columns=names))


@pytest.mark.parametrize(
    "value", [Decimal(1), datetime.date(2026, 1, 1), pd.Timestamp(0), 1j, {}, [1]], ids=repr
)
def test_anything_else_is_refused(value):
    with pytest.raises(InputError, match="column 'a' holds values of kind"):
        tidied([value, value])


def test_infinite_values_are_refused():
    with pytest.raises(InputError, match="column 'a' is infinite in row 3"):
        tidied([1.0, np.nan, -np.inf])
