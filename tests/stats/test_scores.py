import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from pandas.testing import assert_frame_equal

from smoothtab._errors import InputError
from smoothtab.stats import dataset_labels, mean_scores


@pytest.fixture
def results():
    """Two datasets of two folds, one of three; b fails in one fold, c was not tried on two."""
    rows = [
        ("one", "a", [0.2, 0.4], ["ok", "ok"]),
        ("one", "b", [0.1, 0.3], ["ok", "failed"]),
        ("two", "a", [0.5, 0.7], ["ok", "ok"]),
        ("two", "b", [0.6, 0.8], ["ok", "ok"]),
        ("six", "b", [0.9, 0.9], ["ok", "ok"]),
        ("six", "c", [0.1, 0.2, 0.3], ["ok", "ok", "ok"]),
    ]
    columns = ["dataset", "model", "test_r2_adj", "status"]
    results = pd.DataFrame(rows, columns=columns).explode(["test_r2_adj", "status"])
    return results.assign(fold=results.groupby(["dataset", "model"]).cumcount())


def test_means_over_complete_folds(results):
    scores = mean_scores(results)
    expected = [[0.3, np.nan, np.nan], [0.6, 0.7, np.nan], [np.nan, np.nan, 0.2]]
    assert_allclose(scores, expected)
    assert list(scores.index) == ["one", "two", "six"]
    assert list(scores) == ["a", "b", "c"]


def test_rows_in_another_order_permute_the_scores(results):
    shuffled = results.sample(frac=1, random_state=0)
    assert_frame_equal(mean_scores(shuffled), mean_scores(results), check_like=True)


def test_without_a_status_all_rows_are_ok(results):
    scores = mean_scores(results.drop(columns="status"))
    assert_allclose(scores.loc["one", "b"], 0.2)


def test_a_fold_that_is_ok_but_without_a_value_is_missing(results):
    results["test_r2_adj"] = results["test_r2_adj"].mask(results["fold"] == 2)
    assert np.isnan(mean_scores(results).loc["six", "c"])


def test_nothing_but_failures_is_nothing_but_gaps(results):
    scores = mean_scores(results.assign(status="failed", test_r2_adj=None))
    assert scores.shape == (3, 3)
    assert scores.isna().all(axis=None)


def test_no_rows_give_no_scores(results):
    assert mean_scores(results[:0]).shape == (0, 0)


def test_a_column_that_is_not_there_is_named(results):
    with pytest.raises(InputError, match=r"no column 'test_r2'. Did you mean 'test_r2_adj'\?"):
        mean_scores(results, "test_r2")


def test_rows_given_twice_are_refused(results):
    with pytest.raises(InputError, match="more than one row for one, a, fold 0"):
        mean_scores(pd.concat([results, results]))


def test_labels_are_those_of_the_dataset(results):
    results["stratum"] = results["dataset"].map({"one": "S1", "two": "S2"})
    labels = dataset_labels(results, "stratum")
    assert labels.dropna().to_dict() == {"one": "S1", "two": "S2"}
    assert list(labels.index) == ["one", "two", "six"]


def test_means_are_those_published(published, exact):
    assert_frame_equal(mean_scores(published), exact, check_like=True, check_names=False)
