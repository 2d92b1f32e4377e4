import warnings
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, ShuffleSplit

from smoothtab.chebyshev._polynomial import fit_polynomial
from smoothtab.chebyshev._scale import MinMax
from smoothtab.chebyshev._search import run_search, union
from smoothtab.chebyshev._sparse import greedy_path
from smoothtab.chebyshev._terms import Terms

ALPHAS = np.array([1e-3, 0.5, 100.0])
PRODUCT = Terms(interactions="product")
TENSOR = Terms(interactions="tensor", tensor_degree=3)
MODES = [Terms(), PRODUCT, replace(PRODUCT, max_interaction_complexity=2), TENSOR]


@pytest.fixture
def rows(wavy):
    X, y = wavy
    rng = np.random.default_rng(1)
    return X, np.column_stack([y, X[:, 0] * X[:, 1]]), rng.uniform(0.5, 2.0, len(X))


def search(X, Y, weight, splits, modes, complexities, sparse=False):
    candidates = [replace(mode, complexity=c) for mode in modes for c in complexities]
    return run_search(X, Y, weight, splits, candidates, ALPHAS, sparse, longest=26)


def scores_by_hand(X, Y, weight, splits, basis, columns_of_fold=None):
    """Held-out R^2 at every alpha by fitting each fold with scikit-learn."""
    table = basis.columns(MinMax.of(X).scale(X)).T
    errors, total = np.zeros((len(ALPHAS), Y.shape[1])), 0
    for fold, (train, test) in enumerate(splits):
        kept = slice(None) if columns_of_fold is None else columns_of_fold[fold]
        mean = np.average(Y[train], axis=0, weights=weight[train])
        total += weight[test] @ (Y[test] - mean) ** 2
        for error, alpha in zip(errors, ALPHAS, strict=True):
            model = Ridge(alpha).fit(table[train][:, kept], Y[train], sample_weight=weight[train])
            error += weight[test] @ (Y[test] - model.predict(table[test][:, kept])) ** 2
    return 1 - (errors / total).mean(axis=1)


@pytest.mark.parametrize(
    "cv",
    [KFold(3), ShuffleSplit(2, random_state=0), KFold(40)],
    ids=["share out", "overlap", "pairs"],
)
@pytest.mark.parametrize("max_columns", [3000, 10])
def test_scores_are_those_of_models_fitted_to_each_fold(rows, cv, max_columns):
    splits = list(cv.split(rows[0]))
    modes = [replace(mode, max_columns=max_columns) for mode in MODES]
    trials = list(search(*rows, splits, modes, [1, 2, 4]))
    assert [trial.terms.complexity for trial in trials] == [1, 2, 4] * len(modes)
    variance = MinMax.of(rows[0]).variance(rows[0], rows[2])
    for trial in trials:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of terms left out
            basis, _ = trial.terms.basis(variance)
        known = scores_by_hand(*rows, splits, basis)
        assert_allclose(trial.scores, known, rtol=1e-8, atol=1e-8)
        assert trial.score == trial.scores.max()


def test_scores_of_a_sparse_search_are_those_of_the_columns_chosen_in_each_fold(rows):
    X, Y, weight = rows
    splits = list(KFold(3).split(X))
    (trial,) = search(*rows, splits, [TENSOR], [4], sparse=True)
    scale, y_scale = MinMax.of(X), MinMax.of(Y)
    basis, _ = trial.terms.basis(scale.variance(X, weight))
    orders = []
    for train, _ in splits:
        moments = basis.moments(scale, X[train], y_scale.scale(Y[train]).T, weight[train])
        orders.append(greedy_path(moments, 2, 26)[0])
    known = [
        scores_by_hand(*rows, splits, basis, [order[:length] for order in orders])
        for length in range(1, 1 + min(map(len, orders)))
    ]
    closest = min(known, key=lambda scores: np.abs(scores - trial.scores).max())
    assert_allclose(trial.scores, closest, atol=1e-8)
    assert trial.score > max(scores.max() for scores in known) - 0.05


def test_large_tensor_bases_are_searched_sparsely_as_they_are_fitted():
    rng = np.random.default_rng(0)
    X = rng.uniform(size=(150, 8))
    Y = (X[:, :1] - 0.5) * X[:, 1:2] ** 2
    splits = list(KFold(3).split(X))
    modes = [replace(TENSOR, tensor_degree=degree) for degree in (2, 6)]
    trials = search(X, Y, np.ones(150), splits, modes, [2, 11], sparse="auto")
    assert [trial.sparse for trial in trials] == [False, False, False, True]


def test_the_search_scores_the_bases_that_are_fitted(rows):
    X, Y, weight = rows
    scale = MinMax.of(X)
    for mode in MODES:
        everything = [(np.arange(80), np.arange(80))]  # what a model says of its own rows
        (trial,) = search(*rows, everything, [mode], [3])
        basis, _ = trial.terms.basis(scale.variance(X, weight))
        model, _ = fit_polynomial(X, Y, weight, scale, basis, ALPHAS[0])
        residual = weight @ (Y - model.predict(X, "clip")) ** 2
        total = weight @ (Y - np.average(Y, axis=0, weights=weight)) ** 2
        assert_allclose(trial.scores[0], 1 - (residual / total).mean(), rtol=1e-8)


def test_union_has_every_column_once(rows):
    X = rows[0]
    bases = [replace(mode, complexity=2 + i).basis(np.ones(3))[0] for i, mode in enumerate(MODES)]
    both, places = union(bases)
    x = MinMax.of(X).scale(X)
    table = both.columns(x)
    for basis, place in zip(bases, places, strict=True):
        assert_array_equal(table[place], basis.columns(x))
    names = both.names(["a", "b", "c"])
    assert len(set(names)) == len(names) == len(set(np.concatenate(places)))
