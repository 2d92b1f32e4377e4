import json

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab._errors import InputError
from smoothtab.report import summarise
from smoothtab.stats import (
    compare_models,
    cost_summary,
    group_summary,
    matched_gap_wins,
    mean_scores,
    rank,
    rank_summary,
)


def column(records, key):
    return [row[key] for row in records]


# Every number is one of smoothtab.stats


def test_numbers_are_those_of_the_statistics(results):
    summary = summarise(results)
    scores, gaps = mean_scores(results), mean_scores(results, "gap")
    ranks = rank_summary(scores)
    assert summary["view"] == "datasets"
    assert summary["models"] == column(summary["accuracy"], "model") == list(ranks.index)
    for key in ranks:
        assert_array_equal(column(summary["accuracy"], key), ranks[key])
    gap_ranks = rank_summary(gaps, ascending=True)
    assert_array_equal(column(summary["gap"], "mean_rank"), gap_ranks["mean_rank"])
    tests = compare_models(scores)
    assert summary["comparison"]["critical_difference"] == tests.critical_difference
    assert summary["comparison"]["groups"] == [list(group) for group in tests.groups]
    costs = cost_summary(results)
    assert_array_equal(column(summary["costs"], "total_time"), costs["total_time"])
    strata = group_summary(scores, results.groupby("dataset")["stratum"].first())
    assert_array_equal(
        column(summary["strata"][1]["models"], "mean_rank"), strata["S2", "mean_rank"]
    )
    cells = summary["cells"]
    assert_array_equal(cells["score"], scores[summary["models"]])
    assert_array_equal(cells["rank"], rank(scores)[summary["models"]])
    assert_array_equal(cells["gap"], gaps[summary["models"]])


def test_matched_gaps_of_models_whose_kind_is_known(made_up):
    results = made_up(12, ["erbf", "xgb", "mine"])
    summary = summarise(results)
    wins = matched_gap_wins(mean_scores(results), mean_scores(results, "gap"))
    assert (summary["matched"]["smooth"], summary["matched"]["trees"]) == (["erbf"], ["xgb"])
    assert column(summary["matched"]["rows"], "wins") == list(wins["wins"])


def test_no_model_off_a_front_beats_one_on_it(results):
    for key in "gap", "time":
        rows = summarise(results)["trade_offs"]
        front = [row for row in rows if row[f"{key}_front"]]
        assert front
        for row in rows:
            beaten_by = [f for f in front if f["accuracy"] > row["accuracy"] and f[key] < row[key]]
            assert bool(beaten_by) <= (not row[f"{key}_front"])


def test_published_results_as_they_are(published):
    summary = summarise(published)
    assert summary["models"][:2] == ["tabpfn", "erbf"]
    assert summary["n_datasets"] == 55
    assert summary["comparison"]["critical_difference"] == pytest.approx(1.416, abs=5e-4)
    assert summary["strata"] == [] and summary["run"]["versions"] == []
    (missing,) = summary["failures"]
    assert (missing["model"], missing["n"]) == ("tabpfn", 5)
    assert missing["datasets"] == ["food_delivery_time"]
    times = published[["tune_time", "train_time", "predict_time"]].sum(axis=1)
    costs = {row["model"]: row["total_time"] for row in summary["costs"]}
    assert costs["ridge"] == pytest.approx(times[published["model"] == "ridge"].mean())


# One dataset


def test_one_dataset_is_about_its_folds(made_up):
    results = made_up(1, 4, 5)
    summary = summarise(results)
    scores = results.pivot(index="fold", columns="model", values="test_r2_adj")
    assert (summary["view"], summary["title"]) == ("folds", "table 0")
    assert summary["comparison"] is None and summary["matched"] is None
    means = scores.mean().sort_values(ascending=False)
    assert summary["models"] == list(means.index)
    assert_allclose(column(summary["accuracy"], "mean"), means)
    assert_allclose(column(summary["accuracy"], "std"), scores.std()[means.index])
    assert_array_equal(summary["cells"]["score"], scores[means.index])
    assert summary["cells"]["rows"] == [f"fold {i}" for i in range(5)]


def test_models_that_lack_folds_come_last(made_up):
    results = made_up(1, 3, 4)
    best = summarise(results)["models"][0]
    dropped = results[(results["model"] != best) | (results["fold"] > 0)]
    summary = summarise(dropped)
    assert summary["models"][-1] == best
    assert summary["accuracy"][-1]["n_folds"] == 3
    assert summary["accuracy"][-1]["behind"] is None


# Whatever the table is


def all_failed(results):
    kept = results[["dataset", "model", "fold"]]
    return kept.assign(status="failed", reason="ValueError: no", traceback="Traceback")


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t,
        lambda t: t[:1],
        lambda t: t[:0],
        lambda t: t[t["model"] == "model 0"],
        lambda t: t[t["dataset"] == "table 0"],
        lambda t: t[["dataset", "model", "fold", "test_r2_adj"]],
        lambda t: t.assign(test_r2_adj=np.nan),
        lambda t: t.assign(status=np.where(t["model"] == "model 1", "failed", "ok")),
        lambda t: t.assign(gap=np.nan, total_time=np.nan, tune_time=np.nan),
        lambda t: t.drop(columns=["gap", "total_time", "tune_time"]),
        lambda t: t.assign(stratum=None, target_kind=None, versions=None),
        lambda t: t.assign(fold=t["fold"].astype(float), dataset=t["dataset"].str[6:].astype(int)),
        lambda t: t.astype({"dataset": "category", "model": "category", "stratum": "category"}),
        lambda t: t.set_index("hash_" + t.index.astype(str)),
        lambda t: t.assign(test_r2_adj=np.resize([1e9, -1e9, 0], len(t))),
        all_failed,
    ],
)
def test_any_table_has_a_summary_that_json_can_hold(results, with_failures, change):
    for table in change(results), change(with_failures(results)):
        summary = summarise(table)
        assert json.loads(json.dumps(summary, allow_nan=False)) == summary
        assert summary["headline"]["text"]


def test_failures_only_are_nothing_to_compare(results):
    summary = summarise(all_failed(results))
    assert (summary["view"], summary["models"]) == ("nothing", [])
    assert sum(column(summary["failures"], "n")) == len(results)


def test_a_summary_does_not_depend_on_the_order_of_rows(results):
    first, second = summarise(results), summarise(results.sample(frac=1, random_state=0))
    assert first["models"] == second["models"]
    assert first["comparison"] == second["comparison"]
    assert first["headline"] == second["headline"]


def test_the_table_is_not_changed(results):
    before = results.copy(deep=True)
    summarise(results)
    pd.testing.assert_frame_equal(results, before)


@pytest.mark.parametrize("name", ["dataset", "model", "fold", "test_r2_adj"])
def test_a_missing_column_is_named(results, name):
    with pytest.raises(InputError, match=name):
        summarise(results.drop(columns=name))


def test_a_cell_that_is_there_twice_is_named(results):
    for table in results, results[results["dataset"] == "table 0"]:
        with pytest.raises(InputError, match="table 0, model 0, fold 0"):
            summarise(pd.concat([table, table[:1]]))


def test_hostile_names_stay_as_they_are_where_they_can_be_shown(made_up, hostile):
    summary = summarise(made_up(hostile, 2))
    assert [row["dataset"] for row in summary["datasets"]] == [
        name.replace("\N{RIGHT-TO-LEFT OVERRIDE}", "\N{REPLACEMENT CHARACTER}") for name in hostile
    ]
