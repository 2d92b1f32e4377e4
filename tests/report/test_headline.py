import numpy as np
import pandas as pd
import pytest

from smoothtab.report import summarise
from smoothtab.report._sentences import plain_text


def results_of(scores, **columns):
    """A row for each score of a table of datasets x models; one fold."""
    table = pd.DataFrame(scores).rename_axis("dataset").reset_index()
    rows = table.melt("dataset", var_name="model", value_name="test_r2_adj")
    return rows.assign(dataset="table " + rows["dataset"].astype(str), fold=0, **columns)


def folds_of(scores, **columns):
    """The same with one dataset, whose folds these are."""
    rows = results_of(scores, **columns)
    return rows.assign(fold=rows.groupby("model").cumcount(), dataset="houses")


def said(results):
    return summarise(results)["headline"]


def verdict(results):
    return plain_text(said(results)["verdict"])


steps = np.arange(20) / 100
noise = np.random.default_rng(0).normal(size=(20, 3))


# Several datasets


def test_a_clear_winner():
    results = results_of({"a": 0.9 - steps, "b": 0.6 - steps, "c": 0.3 - steps})
    headline = said(results)
    assert verdict(results) == "a ranks first, clearly ahead of all others."
    assert headline["cards"][1]["names"] == ["b"]  # b and c are told apart
    assert "< 0.001" in headline["text"].replace("\N{NO-BREAK SPACE}", " ")


def test_those_not_clearly_behind_are_named():
    a, b = 0.9 - steps + 0.01 * noise[:, 0], 0.9 - steps + 0.01 * noise[:, 1]
    results = results_of({"a": a, "b": b, "c": 0.3 - steps})
    first, second = summarise(results)["models"][:2]
    assert verdict(results) == f"{first} ranks first; {second} is not clearly behind."
    assert said(results)["cards"][1] == {
        "label": "Not clearly behind",
        "names": [second],
        "note": "mean ranks within 0.74",
    }


def test_nothing_but_noise_is_no_verdict():
    results = results_of(dict(zip("abc", noise.T, strict=True)))
    assert verdict(results).endswith("has the best mean rank, but that may be chance.")
    assert "may well be chance" in said(results)["text"]


def test_three_datasets_are_too_few_for_a_test_and_that_is_said():
    results = results_of({"a": [0.9, 0.8, 0.7], "b": [0.1, 0.2, 0.3]})
    assert verdict(results) == "a has the best mean rank, but that may be chance."
    assert "It takes at least" in plain_text(said(results)["sure"])
    assert "Nemenyi" not in said(results)["text"]


def test_gap_at_matched_accuracy_is_told_of_the_kinds_that_are_there():
    results = results_of({"erbf": 0.9 - steps, "rf": 0.89 - steps, "mine": 0.5 - steps})
    results["gap"] = results["model"].map({"erbf": 0.01, "rf": 0.1, "mine": 0.0})
    text = said(results)["text"].replace("\N{NO-BREAK SPACE}", " ")
    assert "Where erbf is as accurate as rf (adjusted R² within 0.02; 20 pairs)" in text
    assert "in 100 % of the pairs" in text


def test_the_cheapest_and_the_tightest_are_those_of_the_leaders():
    a, b = 0.9 - steps + 0.01 * noise[:, 0], 0.9 - steps + 0.01 * noise[:, 1]
    results = results_of({"a": a, "b": b, "bad": 0.1 - steps})
    results["gap"] = results["model"].map({"a": 0.2, "b": 0.1, "bad": 0.0})
    results["total_time"] = results["model"].map({"a": 3.0, "b": 150.0, "bad": 0.1})
    tightest, cheapest = said(results)["cards"][2:]
    assert (tightest["names"], tightest["note"]) == (["b"], "0.100 on average")
    assert (cheapest["names"], cheapest["note"]) == (["a"], "3.0\N{NO-BREAK SPACE}s a fold")


def test_a_model_with_half_the_datasets_is_not_called_the_cheapest():
    a, b = 0.9 - steps + 0.01 * noise[:, 0], 0.9 - steps + 0.01 * noise[:, 1]
    results = results_of({"a": a, "b": b, "c": 0.3 - steps}, status="ok")
    results["total_time"] = results["model"].map({"a": 2.0, "b": 1.0, "c": 9.0})
    assert said(results)["cards"][-1]["names"] == ["b"]
    half = (results["model"] == "b") & (results.groupby("model").cumcount() < 10)
    results.loc[half, "status"] = "failed"
    assert "b" not in said(results)["cards"][-1]["names"]


# The folds of one dataset


def test_a_dataset_of_its_own_has_no_ranks():
    results = folds_of({"a": [0.9, 0.91, 0.92], "b": [0.7, 0.71, 0.69]})
    text = said(results)["text"]
    assert verdict(results) == (
        "a predicts best, and no other model comes close enough to be as good."
    )
    assert "rank" not in text.replace("test of ranks", "")
    assert "0.910 ± 0.010 over 3" in text and "hardly by chance" in text


def test_models_within_the_noise_of_the_folds_are_as_good():
    results = folds_of({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.9, 0.69], "c": [0.1, 0.2, 0.1]})
    assert verdict(results) == "a predicts best; b may be as good."
    results = folds_of({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.9, 0.69]})
    assert verdict(results) == "a has the best score, but all others may be as good."


def test_one_fold_cannot_tell():
    results = folds_of({"a": [0.9], "b": [0.1]})
    assert verdict(results) == "a has the best score, but one fold cannot tell whether by chance."


def test_no_other_model_with_all_folds():
    results = folds_of({"a": [0.5, 0.5], "b": [0.9, np.nan]})
    assert verdict(results) == "a has the best score, but no other model has one on all folds."
    results = folds_of({"a": [np.nan, 0.5], "b": [0.9, np.nan]})
    assert verdict(results) == "b has the best score, but no model has one on all folds."


def test_a_model_no_better_than_the_mean_is_told():
    results = folds_of({"a": [-0.1, 0.0, -0.2], "b": [-0.3, -0.4, -0.3]})
    assert "No model predicts better than the mean of the target would." in said(results)["text"]


def test_the_error_is_told_in_units_of_the_target():
    results = folds_of({"a": [0.9, 0.8], "b": [0.1, 0.2]}, test_mae=12.345)
    assert "off by 12.3 on average" in said(results)["text"]


# Little or nothing


@pytest.mark.parametrize("make", [results_of, folds_of])
def test_one_model_has_nothing_to_be_compared_to(make):
    assert verdict(make({"a": [0.5, 0.7]})).startswith("There is only one model, a,")
    assert "0.600" in said(make({"a": [0.5, 0.7]}))["text"]


def test_no_results_and_no_scores():
    results = results_of({"a": [0.5], "b": [np.nan]})
    assert verdict(results[:0]) == "There are no results."
    failed = said(results.assign(status="failed"))
    assert failed["text"].startswith("Nothing to compare")
    assert "2 of 2\N{NO-BREAK SPACE}results are missing or did not end well." in failed["text"]


def test_names_are_parts_of_their_own():
    name = "<b>, the best and only.</b>"
    headline = said(results_of({name: 0.9 - steps, "b": 0.6 - steps, "c": 0.3 - steps}))
    assert headline["verdict"][0] == {"name": name}
