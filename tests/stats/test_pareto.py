import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from pandas.testing import assert_frame_equal

from smoothtab._errors import InputError
from smoothtab.stats import pareto_front

TABLES = arrays(float, st.tuples(st.integers(0, 9), st.just(2)), elements=st.integers(0, 5)).map(
    lambda values: pd.DataFrame(values, columns=["r2", "gap"])
)


def beats(one, other):
    better = one["r2"] > other["r2"] or one["gap"] < other["gap"]
    return better and one["r2"] >= other["r2"] and one["gap"] <= other["gap"]


@given(TABLES)
def test_the_front_is_what_nothing_beats(table):
    rows = [row for _, row in table.iterrows()]
    expected = np.array([not any(beats(other, row) for other in rows) for row in rows], bool)
    assert_frame_equal(pareto_front(table, higher=["r2"], lower=["gap"]), table[expected])


@given(TABLES)
def test_one_column_leaves_its_best(table):
    front = pareto_front(table, lower=["gap"])
    assert_frame_equal(front, table[table["gap"] == table["gap"].min()])


def test_a_row_without_a_value_is_not_on_the_front():
    table = pd.DataFrame({"r2": [0.9, 0.5, np.nan], "gap": [np.nan, 0.1, 0.0]}, list("abc"))
    assert list(pareto_front(table, higher=["r2"], lower=["gap"]).index) == ["b"]


def test_unknown_columns_are_named():
    with pytest.raises(InputError, match="no column 'gaps'"):
        pareto_front(pd.DataFrame({"gap": [1.0]}), lower=["gaps"])
