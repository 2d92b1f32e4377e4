import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.cbook import boxplot_stats
from matplotlib.figure import Figure

from smoothtab.report.figures._axes import linear, logarithmic, number, without_tails


@pytest.fixture(scope="module")
def ax():
    return Figure(figsize=(4.4, 3.4)).add_subplot()


def ticks_in_view(ax):
    """Labels that are drawn on the x axis."""
    low, high = ax.get_xlim()
    values = [value for value in ax.xaxis.get_majorticklocs() if low <= value <= high]
    return ax.xaxis.get_major_formatter().format_ticks(values)


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0.125, 2, "0.12"),
        (-0.5, 1, "−0.5"),
        (-0.001, 2, "0.00"),
        (12345.6, 0, "12\N{THIN SPACE}346"),
        (-2e9, 2, "−2e+09"),
    ],
)
def test_numbers_are_written_as_in_print(value, decimals, text):
    assert number(value, decimals) == text


@given(st.floats(-1e3, 1e3), st.floats(0, 1e3))
def test_a_linear_axis_holds_both_ends_and_has_distinct_numbers(ax, low, span):
    ax.clear()
    linear(ax, "x", low, low + span)
    left, right = ax.get_xlim()
    assert left < low and low + span < right
    labels = ticks_in_view(ax)
    assert len(set(labels)) == len(labels) >= 2
    assert len({len(label.partition(".")[2]) for label in labels}) == 1


@given(st.floats(-4, 5), st.floats(0, 9))
def test_a_logarithmic_axis_holds_both_ends_and_has_distinct_numbers(ax, decade, decades):
    low, high = 10**decade, 10 ** (decade + decades)
    ax.clear()
    logarithmic(ax, "x", low, high)
    left, right = ax.get_xlim()
    assert left < low and high < right
    labels = ticks_in_view(ax)
    assert 2 <= len(set(labels)) == len(labels) <= 10


values = st.lists(st.floats(0, 1), min_size=1, max_size=60)


@given(values)
def test_values_without_a_tail_are_all_within_the_limits(values):
    column = np.array([0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 1.0, *values, np.nan])
    table = np.column_stack([column, np.full(len(column), 0.5), np.full(len(column), np.nan)])
    assert without_tails(table) == (0.0, 1.0)


@given(st.lists(st.floats(-1e6, -10), min_size=1, max_size=5))
def test_a_few_values_far_below_or_above_are_cut_off_and_nothing_else(tail):
    column = np.append(np.linspace(0, 1, 50), tail)[:, None]
    assert without_tails(column) == (0, 1)
    assert without_tails(-column) == (-1, 0)


@given(values)
def test_no_whisker_is_cut_off(values):
    column = np.array([*values, -50.0])
    low, high = without_tails(np.column_stack([column, np.full(len(column), 0.5)]))
    box = boxplot_stats(column)[0]
    assert low <= box["whislo"] and box["whishi"] <= high


def test_limits_of_nothing_are_finite():
    assert without_tails(np.full((2, 3), np.nan)) == (0, 1)
