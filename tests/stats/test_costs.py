import numpy as np
import pandas as pd
import pytest

from smoothtab._errors import InputError
from smoothtab.stats import cost_summary

# Two folds of two datasets, of 200 and 2 000 rows to train on.
RESULTS = pd.DataFrame(
    {
        "dataset": ["small"] * 4 + ["large"] * 4,
        "model": ["slow", "slow", "fast", "fast"] * 2,
        "fold": [0, 1] * 4,
        "status": ["ok"] * 7 + ["timeout"],
        "tune_time": [10.0, 30.0, 1.0, 3.0, 100.0, 100.0, 8.0, np.nan],
        "train_time": [1.0, 1.0, 0.2, 0.4, 4.0, 8.0, 0.8, np.nan],
        "predict_time": [0.01, 0.03, 0.005, 0.005, 0.1, 0.1, 0.1, np.nan],
        "n_train": [200] * 4 + [2000] * 4,
        "n_test": [50] * 4 + [500] * 4,
    }
)


def test_by_hand():
    costs = cost_summary(RESULTS)
    assert list(costs.index) == ["fast", "slow"]
    assert costs.loc["slow"].to_dict() == pytest.approx(
        {
            "tune_time": (20 + 100) / 2,
            "train_time": (1 + 6) / 2,
            "train_per_1000": (5000 + 3000) / 2,
            "predict_per_1000": (400 + 200) / 2,
            "n_datasets": 2,
        }
    )
    # fast was stopped on the large dataset
    assert costs.loc["fast", ["tune_time", "train_per_1000", "n_datasets"]].tolist() == [2, 1500, 1]


def test_a_model_that_never_ran_is_there_without_costs():
    costs = cost_summary(RESULTS.assign(status="failed"))
    assert list(costs["n_datasets"]) == [0, 0]
    assert costs["tune_time"].isna().all()


def test_columns_that_are_not_known_are_left_out():
    known = RESULTS.drop(columns=["tune_time", "n_test"]).assign(peak_memory=7.0)
    columns = ["train_time", "peak_memory", "train_per_1000", "n_datasets"]
    assert list(cost_summary(known)) == columns
    with pytest.raises(InputError, match="none of the columns tune_time"):
        cost_summary(RESULTS[["dataset", "model", "fold", "n_train"]])
