import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from pandas.testing import assert_frame_equal
from scipy.stats import rankdata

from smoothtab._errors import InputError
from smoothtab.stats import group_summary, rank, rank_summary

# Four datasets, three models. Scores, and the ranks that follow by hand:
#
#            a    b    c         a    b    c
#   one     .9   .8   .1         1    2    3
#   two     .7   .8   .6         2    1    3
#   three   .5   .5   .2         1.5  1.5  3
#   four    .4    -   .3         1    3    2      b did not run: worst rank
#                               ---------------
#   mean    .625 .7   .3         1.375 1.875 2.75
SCORES = pd.DataFrame(
    {"a": [0.9, 0.7, 0.5, 0.4], "b": [0.8, 0.8, 0.5, np.nan], "c": [0.1, 0.6, 0.2, 0.3]},
    ["one", "two", "three", "four"],
)
RANKS = [[1, 2, 3], [2, 1, 3], [1.5, 1.5, 3], [1, 3, 2]]

# Quarters and whole numbers add up without rounding.
VALUES = st.integers(-20, 20).map(lambda n: n / 4)
SHAPES = st.tuples(st.integers(1, 6), st.integers(1, 6))
COMPLETE = SHAPES.flatmap(lambda shape: arrays(float, shape, elements=VALUES))
WITH_GAPS = SHAPES.flatmap(lambda shape: arrays(float, shape, elements=VALUES | st.just(np.nan)))
TOLERANCES = st.integers(0, 12).map(lambda n: n / 4)


def table(values):
    n, k = values.shape
    return pd.DataFrame(values, [f"d{i}" for i in range(n)], [f"m{j}" for j in range(k)])


def test_ranks_by_hand():
    assert_array_equal(rank(SCORES), RANKS)
    assert_array_equal(rank(-SCORES, ascending=True), RANKS)


def test_summary_by_hand():
    summary = rank_summary(SCORES)
    assert list(summary.index) == ["a", "b", "c"]
    assert_allclose(summary["mean_rank"], [1.375, 1.875, 2.75])
    assert_allclose(summary["rank_q1"], [1, 1.375, 2.75])
    assert_allclose(summary["rank_q3"], [1.625, 2.25, 3])
    assert list(summary["first"]) == [3, 2, 0]  # a and b share three
    assert list(summary["second"]) == [1, 1, 1]  # c second on four, where b did not run
    assert_allclose(summary["median"], [0.6, 0.8, 0.25])
    assert_allclose(summary["mean"], [0.625, 0.7, 0.3])
    assert_allclose(summary["std"], SCORES.std())
    assert list(summary["n_datasets"]) == [4, 3, 4]


def test_groups_by_hand():
    labels = pd.Series({"one": "S1", "two": "S1", "four": "S3"})  # three is of no group
    summary = group_summary(SCORES, labels)
    assert list(summary.columns.unique(0)) == ["S1", "S3"]
    assert_allclose(summary["S1"]["mean_rank"], [1.5, 1.5, 3])
    assert_allclose(summary["S1"]["mean"], [0.8, 0.8, 0.35])
    assert_allclose(summary["S3"]["mean"], [0.4, np.nan, 0.3])
    assert_array_equal(summary["S3"]["n_datasets"], 1)


def test_without_labels_there_are_no_groups():
    summary = group_summary(SCORES, pd.Series(dtype=str))
    assert summary.shape == (3, 0)


# a - b and b - c are below the tolerance, a - c is not: b is halfway.
def test_a_chain_of_small_differences_does_not_make_all_equal():
    chain = pd.DataFrame({"a": [0.9], "b": [0.75], "c": [0.6]})
    assert_array_equal(rank(chain, tolerance=0.2), [[1.5, 2, 2.5]])
    assert_array_equal(rank(chain, tolerance=0.4), [[2, 2, 2]])


def test_a_difference_as_large_as_the_tolerance_is_one():
    assert_array_equal(rank(pd.DataFrame({"a": [0.5], "b": [0.25]}), tolerance=0.25), [[1, 2]])


def test_where_nothing_ran_there_is_nothing_to_rank():
    scores = pd.DataFrame({"a": [1.0, np.nan], "b": [0.5, np.nan]})
    assert_array_equal(rank(scores), [[1, 2], [np.nan, np.nan]])
    assert list(rank_summary(scores)["first"]) == [1, 0]
    assert list(rank_summary(scores)["mean_rank"]) == [1, 2]


def test_infinite_scores_have_a_rank():
    scores = pd.DataFrame({"a": [-np.inf], "b": [-np.inf], "c": [0.0]})
    assert_array_equal(rank(scores, tolerance=0.01), [[2.5, 2.5, 1]])


def test_a_single_model_is_first():
    assert_array_equal(rank(pd.DataFrame({"a": [0.3, np.nan]})), [[1], [np.nan]])


def test_scores_must_be_numbers_and_the_tolerance_not_negative():
    with pytest.raises(InputError, match="one column of numbers per model"):
        rank(SCORES.assign(stratum="S1"))
    with pytest.raises(InputError, match="at least 0"):
        rank(SCORES, tolerance=-0.1)


@given(COMPLETE)
def test_without_tolerance_ranks_are_those_of_scipy(values):
    assert_array_equal(rank(table(values)), rankdata(-values, axis=1))
    assert_array_equal(rank(table(values), ascending=True), rankdata(values, axis=1))


@given(COMPLETE, TOLERANCES)
def test_ranks_add_up_where_all_ran(values, tolerance):
    k = values.shape[1]
    assert_array_equal(rank(table(values), tolerance=tolerance).sum(axis=1), k * (k + 1) / 2)


@given(WITH_GAPS, TOLERANCES)
def test_what_did_not_run_is_last_and_what_ran_ranks_as_if_alone(values, tolerance):
    ranks = rank(table(values), tolerance=tolerance)
    for (_, scores), (_, row) in zip(table(values).iterrows(), ranks.iterrows(), strict=True):
        ran = scores.dropna()
        if len(ran):
            assert_array_equal(row[scores.isna()], len(scores))
            alone = rank(ran.to_frame().T, tolerance=tolerance)
            assert_array_equal(row[ran.index], alone.iloc[0])


@given(WITH_GAPS, TOLERANCES, st.data())
def test_a_constant_on_all_scores_of_a_dataset_changes_no_rank(values, tolerance, data):
    shift = data.draw(arrays(float, (len(values), 1), elements=VALUES))
    ranks = rank(table(values), tolerance=tolerance)
    assert_frame_equal(rank(table(values + shift), tolerance=tolerance), ranks)


@given(WITH_GAPS, TOLERANCES, st.randoms(use_true_random=False))
def test_the_order_of_datasets_and_models_does_not_matter(values, tolerance, random):
    scores = table(values)
    labels = pd.Series({name: f"S{i % 2}" for i, name in enumerate(scores.index)})
    other = scores.loc[
        random.sample(list(scores.index), len(scores)),
        random.sample(list(scores), scores.shape[1]),
    ]
    ranks = rank(scores, tolerance=tolerance)
    assert_frame_equal(rank(other, tolerance=tolerance), ranks.loc[other.index, other.columns])
    expected = rank_summary(scores, tolerance=tolerance)
    assert_frame_equal(rank_summary(other, tolerance=tolerance), expected)
    expected = group_summary(scores, labels, tolerance=tolerance)
    assert_frame_equal(group_summary(other, labels, tolerance=tolerance), expected)


@given(COMPLETE, TOLERANCES)
def test_a_wider_tolerance_brings_ranks_nearer_to_the_middle(values, tolerance):
    narrow, wide = (rank(table(values), tolerance=t) for t in (tolerance, tolerance + 1))
    assert (narrow.min(axis=1) <= wide.min(axis=1)).all()
    assert (narrow.max(axis=1) >= wide.max(axis=1)).all()
