from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.model_selection import KFold

from smoothtab._errors import InputError
from smoothtab.bench import Protocol
from smoothtab.bench._data import fold_data, prepared

PAPER = Protocol()


def folds(folder, name, protocol=PAPER, scale=False):
    return [fold_data(folder, name, protocol, n, scale) for n in range(protocol.n_folds)]


@pytest.fixture
def numbered(tmp_path, write_table):
    """A folder with the table `numbered`: its first feature is the number of the row."""
    rng = np.random.default_rng(0)
    X = np.column_stack([np.arange(83), rng.normal(size=(83, 2))])
    write_table(tmp_path, "numbered", X, 1000.0 + np.arange(83))
    return tmp_path


def test_outer_folds_are_the_published_ones(numbered):
    splits = KFold(5, shuffle=True, random_state=42).split(np.empty((83, 1)))
    for fold, (train, test) in zip(folds(numbered, "numbered"), splits, strict=True):
        assert_array_equal(fold.X[:, 0], train)
        assert_array_equal(fold.X_test[:, 0], test)


@pytest.mark.parametrize("n_folds", [3, 5])
def test_every_row_is_tested_once_and_keeps_its_target(numbered, n_folds):
    parts = folds(numbered, "numbered", replace(PAPER, n_folds=n_folds))
    tested = np.concatenate([fold.X_test[:, 0] for fold in parts])
    assert_array_equal(np.sort(tested), np.arange(83))
    for fold in parts:
        assert not set(fold.X[:, 0]) & set(fold.X_test[:, 0])
        assert len(fold.X) + len(fold.X_test) == 83
        assert_array_equal(fold.y, 1000 + fold.X[:, 0])
        assert_array_equal(fold.y_test, 1000 + fold.X_test[:, 0])


def test_rows_are_drawn_from_a_long_table_before_it_is_split(numbered):
    parts = folds(numbered, "numbered", replace(PAPER, max_samples=40))
    tested = np.concatenate([fold.X_test[:, 0] for fold in parts])
    assert len(tested) == len(set(tested)) == 40
    again = folds(numbered, "numbered", replace(PAPER, max_samples=40, max_features=2))
    assert_array_equal(
        np.sort(np.concatenate([fold.y_test for fold in again]) - 1000), np.sort(tested)
    )


def test_training_rows_are_standardised_and_test_rows_like_them(numbered):
    plain = folds(numbered, "numbered")
    for raw, fold in zip(plain, folds(numbered, "numbered", scale=True), strict=True):
        assert_allclose(fold.X.mean(axis=0), 0, atol=1e-12)
        assert_allclose(fold.X.std(axis=0), 1)
        mean, sd = raw.X.mean(axis=0), raw.X.std(axis=0)
        assert_allclose(fold.X_test, (raw.X_test - mean) / sd, atol=1e-12)


def test_models_get_doubles_row_by_row(numbered):
    fold = fold_data(numbered, "numbered", PAPER, 0, False)
    for X in (fold.X, fold.X_test):
        assert X.dtype == np.float64 and X.flags.c_contiguous


def test_targets_of_test_rows_reach_nothing(tmp_path):
    rng = np.random.default_rng(1)
    numbers = pd.DataFrame(rng.normal(size=(200, 60))).add_prefix("x")
    owner = pd.Categorical(rng.choice(list("abcdef"), 200))
    y = numbers["x0"] + 2 * (owner == "a") + rng.normal(size=200)
    test = list(KFold(5, shuffle=True, random_state=42).split(y))[2][1]
    other = y.copy()
    other[test] = rng.permutation(1e3 * numbers["x1"][test])
    seen = []
    for name, target in (("before", y), ("after", other)):
        (tmp_path / name).mkdir()
        table = numbers.assign(owner=owner, target=target)
        table.to_parquet(tmp_path / name / "table.parquet")
        seen.append(fold_data(tmp_path / name, "table", PAPER, 2, True))
    before, after = seen
    assert before.X.shape[1] <= 50  # so that features were chosen
    assert_array_equal(before.X, after.X)
    assert_array_equal(before.X_test, after.X_test)
    assert_array_equal(before.y, after.y)
    assert not np.array_equal(before.y_test, after.y_test)


def test_no_more_features_than_asked_for_unless_all_are(tmp_path, write_table):
    X = np.random.default_rng(0).normal(size=(80, 30))
    write_table(tmp_path, "wide", X, X[:, 0])
    few = fold_data(tmp_path, "wide", replace(PAPER, max_features=4), 0, False)
    assert few.X.shape[1] == few.X_test.shape[1] == 4
    everything = replace(PAPER, max_features=None, select=False)
    assert fold_data(tmp_path, "wide", everything, 0, False).X.shape[1] == 30


def test_a_table_of_too_few_rows_is_one_sentence(tmp_path, write_table):
    write_table(tmp_path, "short", np.eye(19), np.arange(19.0))
    with pytest.raises(InputError, match=r"^short has 19 rows: 5 folds need 20 at least\.$"):
        prepared(tmp_path, "short", PAPER)
