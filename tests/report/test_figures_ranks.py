import numpy as np
import pandas as pd
import pytest

from smoothtab.report.figures import rank_chart
from smoothtab.stats import rank_summary


@pytest.fixture
def scores():
    rng = np.random.default_rng(0)
    return pd.DataFrame(rng.random((20, 5)), columns=list("abcde"))


def lines(figure, label):
    return [line for line in figure.axes[0].lines if line.get_label() == label]


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_markers_stand_at_the_mean_ranks_the_best_at_the_top(scores):
    summary = rank_summary(scores)
    figure = rank_chart(summary)
    for row, model in enumerate(summary.index):
        (marker,) = lines(figure, model)
        assert marker.get_xdata() == summary.loc[model, "mean_rank"]
        assert marker.get_ydata() == row
    bottom, top = figure.axes[0].get_ylim()
    assert top < 0 < bottom


def test_bars_are_the_middle_half_and_counts_stand_in_parentheses(scores):
    summary = rank_summary(scores)
    figure = rank_chart(summary)
    bars = [line.get_xdata() for line in figure.axes[0].lines if len(line.get_xdata()) == 2]
    np.testing.assert_array_equal(bars, summary[["rank_q1", "rank_q3"]])
    for _, ranks in summary.iterrows():
        counts = f"({ranks['first']:.0f} / {ranks['second']:.0f})"
        assert f"{ranks['mean_rank']:.2f}  {counts}" in texts(figure)


@pytest.mark.parametrize("critical_difference", [0.4, 2.5, 6.0])
def test_the_critical_difference_is_drawn_to_scale_from_the_best(scores, critical_difference):
    summary = rank_summary(scores)
    figure = rank_chart(summary, critical_difference=critical_difference)
    (bar,) = lines(figure, "critical difference")
    start, end = bar.get_xdata()
    assert start == summary["mean_rank"].min()
    assert end - start == pytest.approx(critical_difference)
    assert end < figure.axes[0].get_xlim()[1]
    assert f"CD {critical_difference:.2f}" in texts(figure)


def test_without_a_critical_difference_there_is_no_bar(scores):
    assert not lines(rank_chart(rank_summary(scores)), "critical difference")


def test_models_without_ranks_are_shown_as_such():
    summary = rank_summary(pd.DataFrame({"a": [np.nan], "b": [np.nan]}))
    figure = rank_chart(summary, critical_difference=1.0)
    assert texts(figure).count("not ranked") == 2
    assert not figure.axes[0].lines
