from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smoothtab.report.figures import critical_difference_diagram
from smoothtab.stats import compare_models


def compared(seed, n_models, n_datasets=30, difference=0.3):
    rng = np.random.default_rng(seed)
    scores = rng.random((n_datasets, n_models)) - difference * np.arange(n_models)
    return compare_models(pd.DataFrame(scores, columns=[f"m{i}" for i in range(n_models)]))


def bars(figure):
    """Left end, right end and height of each bar."""
    return [
        (*line.get_xdata(), line.get_ydata()[0])
        for line in figure.axes[0].lines
        if line.get_label() == "group"
    ]


@settings(max_examples=6)
@given(st.integers(0, 99), st.sampled_from([3, 5, 12]), st.sampled_from([0.05, 0.15, 0.5]))
def test_a_bar_joins_two_models_where_they_are_in_one_group(seed, n_models, difference):
    comparison = compared(seed, n_models, difference=difference)
    drawn = bars(critical_difference_diagram(comparison))
    for a, b in combinations(comparison.mean_ranks.index, 2):
        left, right = sorted(comparison.mean_ranks[[a, b]])
        joined = any(start <= left and right <= end for start, end, _ in drawn)
        assert joined == any({a, b} <= set(group) for group in comparison.groups)
    for (_, end, y), (start, _, other_y) in combinations(sorted(drawn), 2):
        assert y != other_y or end < start


def test_models_hang_from_their_mean_ranks():
    comparison = compared(0, 7)
    figure = critical_difference_diagram(comparison)
    dots = {line.get_label(): line.get_xdata()[0] for line in figure.axes[0].lines}
    for model, mean_rank in comparison.mean_ranks.items():
        assert dots[model] == mean_rank
    assert figure.axes[0].get_xlim() == (1, 7)


def test_the_critical_difference_is_drawn_to_scale():
    comparison = compared(0, 4)
    figure = critical_difference_diagram(comparison)
    (bar,) = (li for li in figure.axes[0].lines if li.get_label() == "critical difference")
    assert np.ptp(bar.get_xdata()) == pytest.approx(comparison.critical_difference)
    assert f"CD {comparison.critical_difference:.2f}" in [
        t.get_text() for t in figure.axes[0].texts
    ]


def test_names_do_not_cross_lines_of_others():
    """At each side, who hangs further in hangs further down."""
    comparison = compared(3, 9)
    stems = [
        line.get_xydata()
        for line in critical_difference_diagram(comparison).axes[0].lines
        if len(line.get_xdata()) == 3
    ]
    left = [stem for stem in stems if stem[-1, 0] == 1]
    right = [stem for stem in stems if stem[-1, 0] == 9]
    assert len(left) == 5 and len(right) == 4
    assert (np.diff([stem[-1, 1] for stem in sorted(left, key=lambda s: s[0, 0])]) > 0).all()
    assert (np.diff([stem[-1, 1] for stem in sorted(right, key=lambda s: -s[0, 0])]) > 0).all()


@pytest.mark.parametrize(("n_models", "test"), [(2, "sign test"), (3, "Friedman test")])
def test_the_note_names_the_test_and_its_p_value(n_models, test):
    comparison = compared(0, n_models, difference=0.05)
    note = critical_difference_diagram(comparison).texts[-1].get_text().replace("\n", " ")
    assert f"over 30 datasets ({test}: p = {comparison.p_value:.3f})" in note


def test_where_nothing_was_tested_the_figure_says_so_and_joins_nothing():
    comparison = compared(0, 4, n_datasets=3)
    figure = critical_difference_diagram(comparison)
    assert comparison.remark in (text.get_text() for text in figure.texts)
    assert not bars(figure)
