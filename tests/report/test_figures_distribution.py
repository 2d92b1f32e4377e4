import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from smoothtab.report.figures import distribution_chart
from smoothtab.stats import rank_summary


def points(figure, model):
    (line,) = (line for line in figure.axes[0].lines if line.get_label() == model)
    return np.asarray(line.get_xdata())


def words(figure):
    return [text.get_text() for text in figure.axes[0].texts]


@settings(max_examples=10)
@given(st.integers(0, 99), st.integers(0, 2))
def test_every_score_is_drawn_or_told_of(seed, n_cut):
    scores = pd.DataFrame(np.random.default_rng(seed).random((40, 3)), columns=list("abc"))
    scores.iloc[:n_cut, 1] = -100.0 - np.arange(n_cut)
    figure = distribution_chart(scores)
    assert_array_equal(np.sort(points(figure, "a")), np.sort(scores["a"]))
    assert_array_equal(np.sort(points(figure, "b")), np.sort(scores["b"][n_cut:]))
    told = {0: "", 1: "not shown: −100.00", 2: "not shown: −101.00, −100.00"}[n_cut]
    assert told in words(figure)
    low, high = figure.axes[0].get_xlim()
    assert -1 < low < scores["a"].min() and scores.max(axis=None) < high


def test_many_scores_off_the_scale_are_counted():
    scores = pd.DataFrame({"a": [*np.linspace(0, 1, 50), -7, -8, -9], "b": 0.5})
    scores.iloc[3] = np.nan
    figure = distribution_chart(scores)
    assert "not shown: 3 from −9.00 to −7.00; 1 missing" in words(figure)
    assert "1 missing" in words(figure)


def test_boxes_are_quartiles_and_the_best_mean_rank_is_at_the_top():
    scores = pd.DataFrame(np.random.default_rng(0).random((31, 4)), columns=list("abcd"))
    figure = distribution_chart(scores)
    order = list(rank_summary(scores).index)
    assert [word for word in words(figure) if word in order] == order
    for model, box in zip(order, figure.axes[0].patches, strict=True):
        left, right = np.quantile(scores[model], [0.25, 0.75])
        np.testing.assert_allclose([box.get_x(), box.get_width()], [left, right - left])


def test_where_less_is_better_the_least_is_at_the_top():
    gaps = pd.DataFrame({"loose": [0.5, 0.6], "tight": [0.1, 0.2]})
    texts = words(distribution_chart(gaps, ascending=True))
    assert texts.index("tight") < texts.index("loose")
