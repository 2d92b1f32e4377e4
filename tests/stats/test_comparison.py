import numpy as np
import pandas as pd
import pytest
from autorank import autorank
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from pandas.testing import assert_frame_equal
from scipy.stats import binomtest, friedmanchisquare

from smoothtab._errors import InputError
from smoothtab.stats import compare_models, rank
from smoothtab.stats._comparison import _friedman, _nemenyi

# Five datasets, three models; scores and ranks.
#
#            a    b    c         a    b    c     differences from their mean, 2
#   one     .9   .8   .1         1    2    3         -1    0    1
#   two     .7   .8   .6         2    1    3          0   -1    1
#   three   .5   .5   .2         1.5  1.5  3        -.5  -.5    1
#   four    .4    -   .3         1    3    2         -1    1    0
#   five    .6   .7   .5         2    1    3          0   -1    1
#                               ----------------------------------
#   sum                                             -2.5 -1.5   4     squares add up to 24.5
#
# Squares of all differences add up to 9.5, so Friedman's chi2 is 2 * 24.5 / 9.5 with two degrees of
# freedom, of which p is exp(-chi2 / 2) = 0.076: nothing is significant.
SCORES = pd.DataFrame(
    {
        "a": [0.9, 0.7, 0.5, 0.4, 0.6],
        "b": [0.8, 0.8, 0.5, np.nan, 0.7],
        "c": [0.1, 0.6, 0.2, 0.3, 0.5],
    },
    ["one", "two", "three", "four", "five"],
)


def random_scores(n, k, seed=0, step=0.3):
    """Model m0 is the best, and each one a step behind the one before."""
    noise = np.random.default_rng(seed).normal(size=(n, k))
    return pd.DataFrame(noise - step * np.arange(k), columns=[f"m{j}" for j in range(k)])


def test_by_hand():
    comparison = compare_models(SCORES)
    assert_allclose(comparison.mean_ranks, [1.5, 1.7, 2.8])
    assert comparison.p_value == pytest.approx(np.exp(-24.5 / 9.5))
    assert comparison.critical_difference == pytest.approx(2.343 * np.sqrt(12 / 30), abs=1e-3)
    assert comparison.groups == (("a", "b", "c"),)
    assert (comparison.n_datasets, comparison.alpha, comparison.remark) == (5, 0.05, "")
    # a is better than c on all five, as only two of 2 ** 5 signs say as much. Only on four have b
    # and another model run, too few: this is the only pair, so that Holm corrects for nothing.
    assert comparison.wilcoxon.loc["a", "c"] == comparison.wilcoxon.loc["c", "a"] == 2 / 32
    assert comparison.wilcoxon["b"].isna().all()


def test_groups_overlap_and_a_model_may_be_alone():
    assert compare_models(SCORES, alpha=0.1).groups == (("a", "b"), ("b", "c"))
    assert compare_models(SCORES, alpha=0.2).groups == (("a", "b"), ("c",))


@pytest.mark.parametrize(
    ("alpha", "quantiles"),  # Demsar (2006), table 5, for 2 to 10 models
    [
        (0.05, [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]),
        (0.10, [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]),
    ],
)
def test_critical_differences_are_those_of_the_textbook(alpha, quantiles):
    for k, quantile in enumerate(quantiles, start=2):
        assert _nemenyi(14, k, alpha) == pytest.approx(
            quantile * np.sqrt(k * (k + 1) / (6 * 14)), abs=1e-3
        )


@pytest.mark.parametrize("k", [3, 8])
def test_as_autorank_and_scipy_have_it(k, capsys):
    scores = random_scores(30, k).round(1)  # with ties
    comparison = compare_models(scores)
    expected = autorank(scores, alpha=0.05, order="descending", force_mode="nonparametric")
    capsys.readouterr()  # it prints
    assert comparison.p_value == pytest.approx(expected.pvalue)
    assert comparison.p_value == pytest.approx(friedmanchisquare(*scores.to_numpy().T).pvalue)
    assert comparison.critical_difference == pytest.approx(expected.cd, rel=1e-4)
    assert_allclose(comparison.mean_ranks, expected.rankdf["meanrank"][comparison.mean_ranks.index])


def test_models_that_could_not_run_count_as_the_worst():
    scores = random_scores(12, 3, step=0)
    scores["m0"] = np.where(np.arange(12) < 6, np.nan, scores["m0"])
    worst = compare_models(scores.fillna(-1e9))
    comparison = compare_models(scores)
    assert comparison.p_value == worst.p_value
    assert comparison.groups == worst.groups


def test_two_models_take_the_sign_test():
    scores = pd.DataFrame({"a": np.arange(12.0), "b": np.arange(12.0) - 1})
    scores.loc[:2, "b"] += 2
    comparison = compare_models(scores)
    assert comparison.p_value == binomtest(9, 12).pvalue
    assert comparison.groups == (("a", "b"),)
    assert compare_models(scores[3:]).groups == (("a",), ("b",))


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("k", [2, 8])
def test_too_few_datasets_are_said_to_be(n, k):
    comparison = compare_models(random_scores(n, k))
    assert comparison.remark == f"It takes at least 5 datasets to tell models apart, not {n}."
    assert np.isnan([comparison.p_value, comparison.critical_difference]).all()
    assert [len(group) for group in comparison.groups] == [k]
    assert comparison.wilcoxon.isna().all(axis=None)


@pytest.mark.parametrize("k", [0, 1])
def test_too_few_models_are_said_to_be(k):
    comparison = compare_models(random_scores(9, k))
    assert comparison.remark == "It takes at least two models to compare."
    assert sum(comparison.groups, ()) == tuple(f"m{j}" for j in range(k))


def test_datasets_on_which_nothing_ran_do_not_count():
    scores = random_scores(8, 3)
    empty = pd.DataFrame(np.nan, range(4), scores.columns)
    found, expected = compare_models(pd.concat([scores, empty])), compare_models(scores)
    assert found.n_datasets == 8
    assert found.critical_difference == expected.critical_difference
    assert found.p_value == expected.p_value


def test_models_that_are_always_equal_are_not_told_apart():
    comparison = compare_models(pd.DataFrame(1.0, range(9), list("abc")))
    assert comparison.p_value == 1
    assert comparison.groups == (("a", "b", "c"),)
    off_diagonal = ~np.eye(3, dtype=bool)
    assert_array_equal(comparison.wilcoxon.to_numpy()[off_diagonal], 1)


def test_a_level_that_is_none_is_refused():
    with pytest.raises(InputError, match="between 0 and 1"):
        compare_models(SCORES, alpha=5)


@given(st.integers(2, 6), st.integers(5, 12), st.integers(0, 99), st.floats(0, 2))
def test_groups_hold_what_is_within_the_critical_difference(k, n, seed, step):
    comparison = compare_models(random_scores(n, k, seed, step))
    ranks, groups = comparison.mean_ranks, comparison.groups
    assert ranks.is_monotonic_increasing
    assert set().union(*groups) == set(ranks.index)
    if comparison.p_value >= 0.05:
        assert len(groups) == 1
        return
    for i, first in enumerate(ranks.index):
        for second in ranks.index[i + 1 :]:
            together = any({first, second} <= set(group) for group in groups)
            near = ranks[second] - ranks[first] <= comparison.critical_difference
            assert together == near
    assert not any(set(one) < set(other) for one in groups for other in groups)


@given(st.integers(0, 99), st.randoms(use_true_random=False))
def test_the_order_of_datasets_and_models_does_not_matter(seed, random):
    scores = random_scores(9, 4, seed).round(1)
    other = scores.sample(frac=1, random_state=seed)[random.sample(list(scores), 4)]
    found, expected = compare_models(other), compare_models(scores)
    assert found.groups == expected.groups
    assert found.p_value == pytest.approx(expected.p_value)
    assert_frame_equal(found.wilcoxon, expected.wilcoxon)


def test_friedman_of_ranks_by_tolerance_is_blind_without_an_effect():
    """Chance finds something in one of twenty, whatever the ties."""
    p_values = [
        _friedman(rank(random_scores(15, 4, seed, step=0), tolerance=0.5).to_numpy())
        for seed in range(400)
    ]
    assert 0.02 < np.mean(np.array(p_values) < 0.05) < 0.08
