import numpy as np
import pandas as pd
import pytest

from smoothtab.bench import Protocol, prepare
from smoothtab.datasets import Dataset
from smoothtab.selection._remarks import on_models, on_table

N = 100
X = pd.DataFrame(np.random.default_rng(0).normal(size=(N, 3)), columns=list("abc"))
Y = X["a"].to_numpy()
PAPER = Protocol()


def told(X=X, y=Y, models=("ridge", "rf"), protocol=PAPER):
    table = prepare(Dataset("d", X, y), max_samples=None, filter_features=True)
    return " ".join(on_table(table, models, protocol))


def test_an_ordinary_table_calls_for_none():
    assert told() == ""


def test_columns_that_are_left_out_are_told():
    assert told(X.assign(empty=np.nan)) == (
        "Columns that say too little are left out: empty (100.0% of the values are missing)."
    )
    many = told(X.assign(**{f"n{i}": 1 for i in range(30)}))
    assert "n4 (100.0% of the values are the same) and 25 more." in many


def test_of_many_columns_and_rows_some_are_used():
    assert told(protocol=Protocol(max_features=2)).startswith("Of 3 columns 2 at most are used")
    few = Protocol(max_samples=50)
    assert "serve to compare models (ridge, rf)" in told(protocol=few)
    assert "compare models that can be fitted to all of them (ridge, xgb)" in told(
        models=["ridge", "xgb"], protocol=few
    )


def test_rows_that_occur_twice_are_told_if_their_target_is_the_same_too():
    copied = pd.concat([X, X[:10]], ignore_index=True)
    same = told(copied, np.append(Y, Y[:10]))
    assert same.startswith("18% of the rows occur more than once")
    assert told(copied, np.append(Y, Y[:10] + 1)) == ""
    assert told(pd.concat([X, X[:2]], ignore_index=True), np.append(Y, Y[:2])) == ""


@pytest.mark.parametrize("factor", [1e-12, 1e-4])
def test_a_target_in_a_unit_too_large_is_told(factor):
    assert "give it in another unit" in told(y=Y * factor)
    assert told(y=Y * 1e12) == ""


def test_a_target_that_is_about_few_rows_is_told():
    outliers = np.where(np.arange(N) == 7, 1000, Y)
    assert "in 2% of the rows" in told(y=outliers)
    assert told(y=np.exp(Y)) == ""


def test_columns_that_are_about_few_rows_are_told():
    far = X.assign(b=X["b"].where(X.index % 60 > 0, 1e4), c=X["c"].where(X.index != 5))
    assert "of some columns is in 2% of the rows: b. Smooth models suffer" in told(far)


def test_why_a_model_is_missing_is_told_once_for_all_that_share_the_reason():
    results = pd.DataFrame(
        {
            "model": ["ant", "bee", "bee", "cat", "dog"],
            "status": ["ok", "ok", "failed", "ok", "failed"],
            "reason": [None, None, "It broke.", None, "It broke."],
        }
    )
    board = pd.DataFrame(index=["ant"])
    assert on_models(["ant", "bee", "cat", "dog", "elk"], results, board) == [
        "Not compared: bee, dog. It broke.",
        "Not compared: cat, elk. Not all folds were finished.",
    ]
