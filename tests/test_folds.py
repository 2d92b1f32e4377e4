import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.model_selection import KFold, ShuffleSplit

from smoothtab._folds import fold_moments, number_rows, split_rows
from smoothtab._moments import Moments

X = np.repeat(np.random.default_rng(0).normal(size=(30, 2)), 2, axis=0)
Y = X[:, :1] + 1
WEIGHT = np.where(np.arange(60) % 7 == 0, 0.0, 1.5)
NUMBER = number_rows(X, Y, WEIGHT)


def test_equal_rows_have_equal_numbers():
    for i in range(0, 60, 2):
        used = WEIGHT[i : i + 2] > 0
        assert_array_equal(NUMBER[i : i + 2] >= 0, used)
        assert len(set(NUMBER[i : i + 2][used])) == 1
    assert_array_equal(np.unique(NUMBER), np.arange(-1, 30))


@pytest.mark.parametrize("n_values", [2, 5, 10**9])
def test_rows_are_numbered_in_lexical_order(n_values):
    table = np.random.default_rng(0).integers(0, n_values, (200, 4)).astype(float)
    known = np.unique(table, axis=0, return_inverse=True)[1].ravel()
    assert_array_equal(number_rows(table[:, :3], table[:, 3:], np.ones(200)), known)


@pytest.mark.parametrize(("cv", "n_folds"), [(None, 5), (4, 4), (100, 30)])
def test_folds_share_out_the_rows_and_keep_equal_rows_together(cv, n_folds):
    splits = split_rows(cv, X, Y, NUMBER, seed=0)
    assert len(splits) == n_folds
    used = np.flatnonzero(WEIGHT)
    assert_array_equal(np.sort(np.concatenate([test for _, test in splits])), used)
    for train, test in splits:
        assert_array_equal(np.union1d(train, test), used)
        assert not set(NUMBER[train]) & set(NUMBER[test])


@pytest.mark.parametrize(
    "cv",
    [4, KFold(3), ShuffleSplit(3, random_state=0), [(np.arange(40), np.arange(40, 60))]],
    ids=["int", "KFold", "ShuffleSplit", "one"],
)
def test_moments_of_folds_are_those_of_their_rows(cv):
    def moments_of(rows):
        return Moments.of(X[rows].T, Y[rows].T, sample_weight=WEIGHT[rows])

    splits = split_rows(cv, X, Y, NUMBER, seed=0)
    for split, parts in zip(splits, fold_moments(splits, moments_of), strict=True):
        for rows, part in zip(split, parts, strict=True):
            known = moments_of(rows)
            assert_allclose(part.weight, known.weight)
            assert_allclose(part.mean, known.mean)
            assert_allclose(part.scatter, known.scatter, atol=1e-12)


def test_folds_that_share_out_the_rows_visit_each_row_once():
    visited = []

    def moments_of(rows):
        visited.extend(rows)
        return Moments.of(X[rows].T)

    fold_moments(split_rows(3, X, Y, NUMBER, seed=0), moments_of)
    assert_array_equal(np.sort(visited), np.flatnonzero(WEIGHT))
