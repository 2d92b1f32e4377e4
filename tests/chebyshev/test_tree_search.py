from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import make_friedman1
from sklearn.model_selection import KFold

from smoothtab import ChebyshevModelTreeRegressor
from smoothtab.chebyshev._tree_search import Candidates, score

ALPHAS = np.array([1e-3, 0.3, 1e3])


def by_hand(X, Y, weight, splits, candidates):
    """Every score from a fit of its own."""
    names = "min_samples_leaf", "max_depth", "complexity", "alpha"
    axes = (
        candidates.min_samples_leaf,
        candidates.max_depths,
        candidates.complexities,
        candidates.alphas,
    )
    scores = []
    for values in product(*axes):
        error = total = 0
        for train, test in splits:
            model = ChebyshevModelTreeRegressor(
                **dict(zip(names, values, strict=True)),
                extrapolation=candidates.extrapolation,
                clip_output=candidates.clip_output,
                random_state=0,
            ).fit(X[train], Y[train], weight[train])
            residual = Y[test] - model.predict(X[test]).reshape(len(test), -1)
            variation = Y[test] - np.average(Y[train], axis=0, weights=weight[train])
            error = error + weight[test] @ residual**2
            total = total + weight[test] @ variation**2
        scores.append(1 - (error / total).mean())
    return np.reshape(scores, [len(axis) for axis in axes])


@pytest.mark.parametrize("outputs", [1, 2])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    ("extrapolation", "clip_output"), [("clip", True), ("linear", False), ("polynomial", True)]
)
def test_scores_are_those_of_real_fits(weighted, outputs, extrapolation, clip_output):
    X, y = make_friedman1(240, 5, noise=2.0, random_state=0)
    rng = np.random.default_rng(0)
    Y = np.column_stack([y, 1e-6 * np.cos(y)])[:, :outputs]
    weight = rng.uniform(0.2, 3, 240) if weighted else np.ones(240)
    candidates = Candidates(
        [0.03, 0.1, 20, 10_000], [0, 1, 3, 9], [1, 2, 6], ALPHAS, extrapolation, clip_output
    )
    splits = list(KFold(3, shuffle=True, random_state=1).split(X))
    seed = np.random.RandomState(0).randint(2**31 - 1)
    scores = score(X, Y, weight, splits, candidates, seed)
    expected = by_hand(X, Y, weight, splits, candidates)
    assert_allclose(scores, expected, rtol=1e-8, atol=1e-8)
    assert np.ptp(scores) > 0.3


@pytest.mark.parametrize("levels", [2, 4, 1000])
def test_scores_are_those_of_real_fits_where_many_splits_are_equally_good(levels):
    rng = np.random.default_rng(levels)
    X = rng.integers(0, levels, (60, 6)).astype(float)
    Y = rng.normal(size=(60, 1))
    candidates = Candidates([0.02, 3], range(7), [1], ALPHAS, "clip", True)
    splits = list(KFold(3, shuffle=True, random_state=1).split(X))
    seed = np.random.RandomState(0).randint(2**31 - 1)
    scores = score(X, Y, np.ones(60), splits, candidates, seed)
    assert_allclose(scores, by_hand(X, Y, np.ones(60), splits, candidates), rtol=1e-8)


def test_clipping_is_honoured():
    X, y = make_friedman1(240, 5, noise=2.0, random_state=0)
    splits = list(KFold(3, shuffle=True, random_state=1).split(X))

    def worst(clip_output):
        grid = Candidates([0.03], [9], [6], np.array([1e-9]), "polynomial", clip_output)
        return score(X, y[:, None], np.ones(240), splits, grid, 0).min()

    assert worst(False) < 10 * worst(True) < 0


def test_leaf_sizes_do_not_interfere():
    X, y = make_friedman1(300, 5, noise=1.0, random_state=0)
    splits = list(KFold(3, shuffle=True, random_state=1).split(X))

    def scores(*sizes):
        grid = Candidates(sizes, [0, 2, 6], [1, 2], ALPHAS, "clip", True)
        return score(X, y[:, None], np.ones(300), splits, grid, 0)

    together = scores(0.2, 10_000, 0.05, 0.1)
    alone = [scores(size)[0] for size in (0.2, 10_000, 0.05, 0.1)]
    assert_allclose(together, np.stack(alone), rtol=1e-12)
