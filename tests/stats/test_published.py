"""The paper's tables, from what was published beside it."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab.datasets import catalogue
from smoothtab.stats import (
    compare_models,
    cost_summary,
    group_summary,
    matched_gap_wins,
    mean_scores,
    pareto_front,
    rank,
    rank_summary,
    winning_configurations,
)

COMPETITIVE = ("erbf", "chebytree", "xgb", "chebypoly", "ebm", "rf")
HALF_A_DIGIT = 0.0005

# Of tab:accuracy-cpu: first, second, mean rank, quartiles of the rank.
ACCURACY_CPU = {
    "erbf": (12, 13, 3.18, 2, 5),
    "chebytree": (6, 12, 3.40, 2, 4),
    "xgb": (15, 8, 3.56, 1, 5),
    "chebypoly": (6, 6, 3.96, 3, 5),
    "ebm": (6, 7, 4.16, 3, 5),
    "rf": (8, 5, 4.25, 3, 6),
    "dt": (0, 2, 6.49, 6, 8),
    "ridge": (2, 2, 6.98, 7, 8),
}
# tab:accuracy-all: the same, then median, mean and standard deviation of the score.
ACCURACY_ALL = {
    "tabpfn": (41, 6, 1.71, 1, 1, 0.836, 0.761, 0.231),
    "erbf": (4, 8, 4.05, 3, 6, 0.791, 0.710, 0.245),
    "chebytree": (2, 5, 4.27, 3, 5, 0.785, 0.700, 0.251),
    "xgb": (1, 14, 4.53, 2, 6, 0.771, 0.704, 0.245),
    "chebypoly": (1, 7, 4.85, 4, 6, 0.764, 0.678, 0.247),
    "ebm": (3, 5, 5.05, 4, 6, 0.748, 0.672, 0.242),
    "rf": (3, 6, 5.16, 4, 7, 0.739, 0.691, 0.239),
    "dt": (0, 1, 7.42, 7, 9, 0.706, 0.643, 0.256),
    "ridge": (0, 3, 7.95, 8, 9, 0.579, 0.554, 0.242),
}
# tab:stratum: mean rank and mean score in S1 to S4.
STRATA = {
    "tabpfn": (1.38, 0.886, 3.60, 0.502, 1.25, 0.715, 1.25, 0.851),
    "erbf": (3.38, 0.860, 5.10, 0.450, 3.81, 0.651, 4.19, 0.808),
    "chebytree": (4.00, 0.845, 4.40, 0.456, 4.69, 0.625, 4.00, 0.812),
    "xgb": (4.23, 0.820, 5.40, 0.459, 4.94, 0.645, 3.81, 0.821),
    "chebypoly": (4.46, 0.774, 4.50, 0.457, 4.44, 0.627, 5.81, 0.788),
    "ebm": (6.23, 0.744, 4.00, 0.456, 4.88, 0.622, 4.94, 0.797),
    "rf": (5.69, 0.821, 4.50, 0.457, 5.06, 0.630, 5.25, 0.792),
    "dt": (7.00, 0.780, 7.10, 0.420, 8.38, 0.551, 7.00, 0.763),
    "ridge": (8.62, 0.630, 6.40, 0.346, 7.56, 0.541, 8.75, 0.636),
}
# tab:target-type: mean rank on continuous and other targets.
TARGETS = {
    "erbf": (2.88, 4.15),
    "chebytree": (3.50, 3.08),
    "xgb": (3.36, 4.23),
    "chebypoly": (4.19, 3.23),
    "ebm": (4.29, 3.77),
    "rf": (4.17, 4.54),
    "dt": (6.43, 6.69),
    "ridge": (7.19, 6.31),
}
# tab:gap, without ebm, of which there are no results by fold: median and mean of the gap.
GAPS = {
    "ridge": (0.003, 0.011),
    "chebypoly": (0.014, 0.029),
    "erbf": (0.018, 0.039),
    "chebytree": (0.029, 0.040),
    "rf": (0.024, 0.062),
    "dt": (0.032, 0.048),
    "tabpfn": (0.044, 0.069),
    "xgb": (0.085, 0.107),
}
# tab:threshold-sensitivity: pairs, share of wins.
MATCHED = {
    0.005: (67, 0.866),
    0.01: (108, 0.861),
    0.02: (167, 0.868),
    0.05: (252, 0.837),
    0.1: (307, 0.827),
}


def printed(summary, table, *columns):
    """Both sides of a comparison: what was found, to the digits that are printed."""
    found = summary.loc[list(table), list(columns)].to_numpy(float)
    return found, np.array([row[: len(columns)] for row in table.values()], float)


# Accuracy


def test_ranks_of_the_eight_models(paper_ranks):
    summary = rank_summary(paper_ranks, ascending=True)
    assert list(summary.index) == list(ACCURACY_CPU)
    columns = ["first", "second", "mean_rank", "rank_q1", "rank_q3"]
    found, expected = printed(summary, ACCURACY_CPU, *columns)
    assert_allclose(found.round(2), expected)


def test_the_eight_models_fall_into_two_groups(paper_ranks):
    comparison = compare_models(paper_ranks, ascending=True)
    assert round(comparison.critical_difference, 3) == 1.416
    assert comparison.groups == (COMPETITIVE, ("dt", "ridge"))
    assert comparison.p_value < 1e-20
    pairs = comparison.wilcoxon  # of ranks; it says the same
    assert (pairs.loc[list(COMPETITIVE), ["dt", "ridge"]] < 0.001).all(axis=None)
    assert not (pairs.loc[list(COMPETITIVE), list(COMPETITIVE)] < 0.05).any(axis=None)


def test_nine_models_are_compared_on_the_datasets_that_all_can_run(paper_scores):
    comparison = compare_models(paper_scores.dropna())
    assert comparison.n_datasets == 54
    assert round(comparison.critical_difference, 3) == 1.635
    assert comparison.groups == (("tabpfn",), COMPETITIVE, ("dt", "ridge"))


def test_accuracy_of_nine_models(paper_scores):
    summary = rank_summary(paper_scores)
    assert list(summary.index) == list(ACCURACY_ALL)
    # tabpfn is first on 41 of the 54 datasets on which it ran. Over all 55, three quarters of the
    # way lies between 1 and 2; the paper's 1 is that over the 54.
    assert summary.loc["tabpfn", "rank_q3"] == 1.5
    ran = paper_scores["tabpfn"].notna()
    summary.loc["tabpfn", "rank_q3"] = rank(paper_scores)["tabpfn"][ran].quantile(0.75)
    columns = ["first", "second", "mean_rank", "rank_q1", "rank_q3", "median", "mean", "std"]
    found, expected = printed(summary, ACCURACY_ALL, *columns)
    assert_allclose(found[:, :5].round(2), expected[:, :5])
    # Only of eight datasets there are no more than three digits. The mean of chebytree is 0.700504
    # with these, and was below 0.7005 with all.
    atol = HALF_A_DIGIT * (1 + 8 / 55)
    assert_allclose(found[:, 5:], expected[:, 5:], rtol=0, atol=atol)


def test_three_digits_alone_do_not_give_the_ranks(rounded, paper_scores, paper_ranks):
    assert_allclose(rounded, paper_scores, atol=HALF_A_DIGIT)
    eight = rounded[list(paper_ranks)]
    assert_array_equal(rank(paper_scores[list(paper_ranks)]), paper_ranks)
    tied = (rank(eight) != paper_ranks).any(axis=1)
    assert tied.sum() == 17
    found = rank_summary(eight)["mean_rank"]
    assert round(found["erbf"], 2) == 3.17  # printed 3.18
    # Printed ranks are what ties allow, between winning and losing all of them.
    best, worst = (eight.rank(axis=1, ascending=False, method=m) for m in ("min", "max"))
    assert ((best <= paper_ranks) & (paper_ranks <= worst)).all(axis=None)


@pytest.mark.parametrize("tolerance", [0, 0.001, 0.005, 0.01, 0.02])
def test_no_tolerance_changes_the_leader_or_the_groups(paper_scores, tolerance):
    eight = paper_scores.drop(columns="tabpfn")
    comparison = compare_models(eight, tolerance=tolerance)
    assert comparison.mean_ranks.index[0] == "erbf"
    assert [set(group) for group in comparison.groups] == [set(COMPETITIVE), {"dt", "ridge"}]


def test_strata(paper_scores, strata):
    summary = group_summary(paper_scores, strata)
    columns = [(name, part) for name in ("S1", "S2", "S3", "S4") for part in ("mean_rank", "mean")]
    found, expected = printed(summary, STRATA, *columns)
    assert_allclose(found[:, ::2].round(2), expected[:, ::2])
    assert_allclose(found[:, 1::2].round(3), expected[:, 1::2])
    n_datasets = summary.loc["erbf"].xs("n_datasets", level=1)
    assert n_datasets.to_dict() == {"S1": 13, "S2": 10, "S3": 16, "S4": 16}


def test_target_kinds_are_those_of_the_text(paper_ranks):
    """The mark on nyc-taxi in the paper's list of datasets should stand at Bike_Sharing_Demand."""
    kinds = pd.Series({name: entry.target_kind for name, entry in catalogue().items()})
    columns = [("continuous", "mean_rank"), ("discrete", "mean_rank")]
    summary = group_summary(paper_ranks, kinds, ascending=True)
    found, expected = printed(summary, TARGETS, *columns)
    assert_allclose(found.round(2), expected)
    assert kinds.value_counts().to_dict() == {"continuous": 42, "discrete": 13}

    kinds[["nyc-taxi-green-dec-2016", "Bike_Sharing_Demand"]] = ["discrete", "continuous"]
    assert kinds.value_counts().to_dict() == {"continuous": 42, "discrete": 13}
    marked = group_summary(paper_ranks, kinds, ascending=True)
    found, expected = printed(marked, TARGETS, *columns)
    assert (found.round(2) != expected).any(axis=1).sum() == 6


# Gap


@pytest.fixture(scope="module")
def gaps(published):
    return mean_scores(published, "gap")


@pytest.fixture(scope="module")
def as_in_the_paper(exact, rounded):
    """The 47 datasets on which results by fold are those of the paper's tables."""
    difference = (exact - rounded).abs().max(axis=1)
    return difference.index[difference < 0.00051]


def test_gaps_are_near_those_printed(gaps):
    """Eight datasets differ, on which features were selected."""
    summary = rank_summary(gaps, ascending=True)
    found, expected = printed(summary, GAPS, "median", "mean")
    assert np.abs(found - expected).max() < 0.007
    assert_allclose(found[:, 1], expected[:, 1], atol=0.003)
    # Paper: ridge, chebypoly, (ebm), erbf, chebytree, rf, dt, tabpfn, xgb.
    assert list(summary.index) == list(GAPS)


def test_medians_of_gaps_are_within_reach_of_what_differs(gaps, as_in_the_paper):
    others = gaps.index.difference(as_in_the_paper)
    assert len(others) == 8
    low, high = gaps.copy(), gaps.copy()
    low.loc[others], high.loc[others] = -1.0, 1.0
    for name, (median, _) in GAPS.items():
        assert low[name].median() - HALF_A_DIGIT <= median <= high[name].median() + HALF_A_DIGIT


def test_one_more_model_raises_gap_ranks_by_at_most_one(gaps):
    """The paper's gap ranks are among nine models, these without ebm."""
    nine = {"ridge": 1.82, "chebypoly": 3.47, "erbf": 4.47, "chebytree": 4.82}
    nine |= {"rf": 5.80, "dt": 5.84, "tabpfn": 6.02, "xgb": 8.31}
    raised = pd.Series(nine) - rank_summary(gaps, ascending=True)["mean_rank"]
    assert raised.between(0, 1.01).all()


def test_matched_pairs_are_those_of_three_smooth_models(paper_scores, gaps, as_in_the_paper):
    """The text says that ebm is one of them, but then there were many more pairs."""
    others = gaps.index.difference(as_in_the_paper)
    three = paper_scores.drop(columns="ebm")
    pairs = matched_gap_wins(three, gaps)["pairs"]
    printed_pairs = pd.Series({level: pairs for level, (pairs, _) in MATCHED.items()})
    assert (pairs - printed_pairs).abs().max() <= 2  # of eight datasets, three digits are known
    assert pairs[0.02] == 167

    four = matched_gap_wins(paper_scores.loc[as_in_the_paper], gaps.assign(ebm=0.0))["pairs"]
    assert (four > printed_pairs).all()  # though these are only 47 datasets

    sure = matched_gap_wins(three.loc[as_in_the_paper], gaps)["wins"]
    open_pairs = matched_gap_wins(three.loc[others], gaps)["pairs"] + 2
    for level, (n_pairs, share) in MATCHED.items():
        assert sure[level] <= round(n_pairs * share) <= sure[level] + open_pairs[level]


def test_smooth_models_have_the_tighter_gap_at_every_threshold(published, gaps):
    share = matched_gap_wins(mean_scores(published), gaps)["share"]
    assert share.between(0.8, 0.87).all()  # printed: 0.827 to 0.868


def test_the_accuracy_gap_front_has_only_smooth_models(published, gaps):
    models = pd.DataFrame({"r2": mean_scores(published).mean(), "gap": gaps.mean()})
    front = pareto_front(models.drop(index="tabpfn"), higher=["r2"], lower=["gap"])
    assert set(front.index) == {"ridge", "chebypoly", "erbf"}


# Cost

# tab:timing: tune, train (s), predict (ms per 1 000 rows).
COSTS = {
    "ridge": (20, 0.01, 0),
    "dt": (30, 0.26, 1),
    "chebypoly": (40, 0.34, 12),
    "chebytree": (61, 0.47, 20),
    "xgb": (182, 0.99, 9),
    "erbf": (777, 16.98, 9),
    "rf": (1343, 41.64, 157),
}


def test_printed_times_are_of_five_folds_and_medians_per_row(published):
    costs = cost_summary(published[published["model"] != "tabpfn"])  # ran on another machine
    assert list(costs.index) == list(COSTS)
    found, expected = printed(costs, COSTS, "tune_time", "train_time", "predict_per_1000")
    found *= [5, 5, 1]  # the caption says one fold
    large = expected >= 0.1  # the others have but one digit
    assert_allclose(found[large], expected[large], rtol=0.25)


# Configurations

# tab:winning-configs: median, quartiles, unit of the last digit.
CONFIGURATIONS = {
    ("ridge", "alpha"): (5.8, 1.2, 18.3, 0.1),
    ("dt", "max_depth"): (12, 10, 13, 1),
    ("dt", "min_samples_leaf"): (0.007, 0.007, 0.014, 0.001),
    ("dt", "min_samples_split"): (0.019, 0.014, 0.035, 0.001),
    ("dt", "n_leaves"): (72, 34, 87, 1),
    ("rf", "n_estimators"): (396, 285, 450, 1),
    ("xgb", "learning_rate"): (0.295, 0.292, 0.297, 0.001),
    ("xgb", "reg_lambda"): (0.012, 0.005, 0.039, 0.001),
    ("xgb", "best_iteration"): (25, 17, 51, 1),
    ("erbf", "n_rbf"): (67, 53, 78, 1),
    ("chebypoly", "alpha"): (0.69, 0.07, 2.2, 0.1),
    ("chebypoly", "complexity"): (9, 4, 13, 1),
    ("chebytree", "max_depth"): (4, 1, 9, 1),
    ("chebytree", "n_leaves"): (8, 2, 20, 1),
}


def quartiles(results):
    """As in the table; what is tuned, where a fitted property has the same name."""
    wanted = {parameter for _, parameter in CONFIGURATIONS}
    columns = [name for name in results if name.partition("_")[2] in wanted]
    table = winning_configurations(results[["dataset", "model", *columns]])
    table = table.drop_duplicates(["model", "parameter"]).set_index(["model", "parameter"])
    return table.loc[list(CONFIGURATIONS), ["median", "q1", "q3"]].to_numpy(float)


def test_printed_configurations_are_medians_over_folds_and_datasets(published, as_in_the_paper):
    """Of the means over the folds, as the caption says, hardly any figure is the printed one."""
    expected = np.array(list(CONFIGURATIONS.values()))
    expected, half_a_digit = expected[:, :3], 0.51 * expected[:, 3:]

    def as_printed(found):
        return np.mean(np.abs(found - expected) <= half_a_digit)

    parameters = [name for name in published if name.startswith(("hp_", "fitted_"))]
    numbers = published[parameters].apply(pd.to_numeric, errors="coerce")
    means = numbers.groupby([published["dataset"], published["model"]]).mean().reset_index()
    assert as_printed(quartiles(published)) > 0.8
    assert as_printed(quartiles(means)) < 0.25

    # What is not is within reach of the eight datasets of other features.
    others = ~published["dataset"].isin(as_in_the_paper)
    low, high = (
        quartiles(published.assign(**numbers.mask(others & numbers.notna().any(axis=1), value)))
        for value in (-1e9, 1e9)
    )
    assert ((low - half_a_digit <= expected) & (expected <= high + half_a_digit)).all()


def test_choices_of_erbf_are_those_printed(published):
    table = winning_configurations(published).set_index(["model", "kind", "parameter"])["choices"]
    shares = {name: dict(table["erbf", "tuned", name]) for name in ("center_init", "width_init")}
    assert shares["center_init"] == pytest.approx({"lipschitz": 0.55, "kmeans": 0.45}, abs=0.005)
    expected = {"local_ridge": 0.65, "local_variance": 0.35}
    assert shares["width_init"] == pytest.approx(expected, abs=0.005)
    assert dict(table["erbf", "tuned", "n_rbf_auto"])["True"] == pytest.approx(0.2)
    # Printed 65 %: other datasets, other choices.
    assert dict(table["rf", "tuned", "max_features"])["0.7"] == pytest.approx(0.65, abs=8 / 55)
