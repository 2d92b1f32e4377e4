import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from smoothtab.stats import winning_configurations


def configurations(**columns):
    """Of one model, on three datasets of three folds, by parameter."""
    datasets = np.repeat(["one", "two", "three"], 3)
    results = pd.DataFrame({"dataset": datasets, "model": "m", "fold": [0, 1, 2] * 3} | columns)
    return winning_configurations(results).set_index("parameter")


def test_numbers_are_medians_of_medians():
    row = configurations(hp_depth=[1, 2, 9, 4, 4, 4, 6, 8, 7]).loc["depth"]
    assert row[["median", "q1", "q3"]].tolist() == [4, 3, 5.5]  # of 2, 4, 7
    assert row["choices"] == ()
    assert row["n_datasets"] == 3


def test_of_text_the_majority_counts():
    row = configurations(hp_start=list("aab" + "bbb" + "cba")).loc["start"]
    assert np.isnan(row["median"])
    assert row["choices"] == (("a", pytest.approx(2 / 3)), ("b", pytest.approx(1 / 3)))


@pytest.mark.parametrize("kind", [bool, object])
def test_truth_is_no_number(kind):
    truth = np.array([True, True, False] * 2 + [False] * 3).astype(kind)
    row = configurations(hp_pairs=truth).loc["pairs"]
    assert np.isnan(row["median"])
    assert dict(row["choices"]) == pytest.approx({"True": 2 / 3, "False": 1 / 3})


def test_few_numbers_are_choices_too():
    row = configurations(hp_bins=[128, 256, 256] * 3).loc["bins"]
    assert row["median"] == 256
    assert row["choices"] == (("256", 1),)


def test_numbers_beside_text():
    values = [10, 20, "auto", 30, 40, "auto", "auto", "auto", 50]
    row = configurations(hp_n=[*values[:8], 55]).loc["n"]
    assert row["median"] == 35  # of 15, 35, 55
    assert dict(row["choices"]) == pytest.approx({"10": 1 / 3, "30": 1 / 3, "auto": 1 / 3})
    row = configurations(hp_n=[10, 20, 21, 30, 40, "auto", "auto", "auto", 50]).loc["n"]
    assert dict(row["choices"]) == pytest.approx({"a number": 2 / 3, "auto": 1 / 3})


def test_numbers_written_as_text_are_numbers():
    written, numbers = ["1", "2", "9"] * 3, [1.0, 2.0, 9.0] * 3
    assert_frame_equal(configurations(hp_a=written), configurations(hp_a=numbers))


def test_what_a_model_does_not_have_or_did_not_finish_is_left_out():
    results = pd.DataFrame(
        {
            "dataset": ["one", "one", "two"],
            "model": ["m", "other", "m"],
            "status": ["ok", "ok", "failed"],
            "hp_depth": [3.0, np.nan, 9.0],
            "fitted_leaves": [7, 5, 9],
            "other": [1, 2, 3],
        }
    )
    table = winning_configurations(results)
    assert table[["model", "kind", "parameter", "median"]].to_numpy().tolist() == [
        ["m", "tuned", "depth", 3],
        ["m", "fitted", "leaves", 7],
        ["other", "fitted", "leaves", 5],
    ]
    assert winning_configurations(results.assign(status="failed")).empty
    assert winning_configurations(results[["dataset", "model"]]).empty


def test_the_order_of_rows_does_not_matter():
    results = pd.DataFrame(
        {
            "dataset": ["one"] * 4 + ["two"] * 4,
            "model": "m",
            "hp_start": list("abab" + "bbaa"),
            "hp_depth": range(8),
        }
    )
    shuffled = results.sample(frac=1, random_state=1)
    assert_frame_equal(winning_configurations(shuffled), winning_configurations(results))
