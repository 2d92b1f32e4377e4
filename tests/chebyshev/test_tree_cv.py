import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import make_friedman1
from sklearn.model_selection import GridSearchCV, KFold, PredefinedSplit
from sklearn.utils.estimator_checks import parametrize_with_checks

from smoothtab import ChebyshevModelTreeRegressor, ChebyshevModelTreeRegressorCV
from smoothtab._folds import number_rows, split_rows


@parametrize_with_checks([ChebyshevModelTreeRegressorCV(max_depth=range(4), complexity=(1, 2))])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def quick(**params):
    return ChebyshevModelTreeRegressorCV(
        **{
            "complexity": (1, 3),
            "max_depth": (0, 1, 4),
            "min_samples_leaf": (0.1, 20),
            "alphas": (0.01, 1.0),
            "cv": 3,
            "random_state": 0,
        }
        | params
    )


def assert_same_search(a, b, **tolerance):
    assert a.best_params_ == b.best_params_
    assert_allclose(a.cv_results_["alpha_scores"], b.cv_results_["alpha_scores"], **tolerance)


@pytest.mark.parametrize("blend", [0.0, 0.4])
@pytest.mark.parametrize("outputs", [1, 2])
def test_best_params_make_the_same_tree(wavy, blend, outputs):
    X, y = wavy
    y = y if outputs == 1 else np.column_stack([y, np.cos(y)])
    model = quick(blend=blend, extrapolation="linear").fit(X, y)
    again = ChebyshevModelTreeRegressor(**model.best_params_, random_state=0).fit(X, y)
    assert model.predict(X).shape == y.shape
    assert_array_equal(again.predict(1.1 * X), model.predict(1.1 * X))
    assert_array_equal(again.predict_gradient(X), model.predict_gradient(X))
    assert again.export_text() == model.export_text()


def test_scores_are_those_of_scikit_learns_grid_search():
    X, y = make_friedman1(300, 5, noise=1.0, random_state=0)
    grid = {
        "min_samples_leaf": [0.1, 20],
        "max_depth": [0, 1, 4],
        "complexity": [1, 3],
        "alpha": [0.01, 1.0],
    }
    cv = KFold(3, shuffle=True, random_state=5)

    search = GridSearchCV(
        ChebyshevModelTreeRegressor(random_state=0), grid, cv=cv, scoring="neg_mean_squared_error"
    ).fit(X, y)
    model = quick(cv=cv).fit(X, y)
    variation = np.mean([np.mean((y[b] - y[a].mean()) ** 2) for a, b in cv.split(X)])
    known = {
        tuple(params[name] for name in grid): 1 + score / variation
        for params, score in zip(
            search.cv_results_["params"], search.cv_results_["mean_test_score"], strict=True
        )
    }
    results = model.cv_results_
    for params, scores in zip(results["params"], results["alpha_scores"], strict=True):
        for alpha, score in zip(model.alphas_, scores, strict=True):
            key = (*(params[name] for name in list(grid)[:3]), alpha)
            assert_allclose(score, known[key], rtol=1e-8)
    assert {name: model.best_params_[name] for name in grid} == search.best_params_


def test_results_are_consistent(wavy):
    model = quick().fit(*wavy)
    results = model.cv_results_
    assert results["alpha_scores"].shape == (2 * 3 * 2, 2)
    assert_array_equal(results["test_score"], results["alpha_scores"].max(axis=1))
    best = results["test_score"].argmax()
    assert model.best_score_ == results["test_score"][best]
    assert model.best_params_ == results["params"][best]
    assert model.alpha_ == model.best_params_["alpha"]
    for params, scores in zip(results["params"], results["alpha_scores"], strict=True):
        assert params["alpha"] == model.alphas_[scores.argmax()]
        ChebyshevModelTreeRegressor(**params)


def test_default_search_finds_regimes():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (600, 3))
    y = np.where(X[:, 0] > 0, X[:, 1] ** 2, 2 - X[:, 2]) + 0.05 * rng.normal(size=600)
    model = ChebyshevModelTreeRegressorCV(random_state=0).fit(X[:400], y[:400])
    assert model.best_params_["max_depth"] >= 1
    assert model.best_params_["complexity"] == 2
    assert model.score(X[400:], y[400:]) > 0.95
    assert abs(model.score(X[400:], y[400:]) - model.best_score_) < 0.03


@pytest.mark.parametrize("cv", [None, 4])
def test_weight_of_two_is_the_row_twice(wavy, cv):
    X, y = wavy
    weight = np.ones(80)
    weight[:20] = 2
    weighted = quick(cv=cv).fit(X, y, weight)
    twice = quick(cv=cv).fit(np.vstack([X, X[:20]]), np.append(y, y[:20]))
    assert_same_search(weighted, twice, rtol=1e-6)
    assert_allclose(weighted.predict(X), twice.predict(X), rtol=1e-6)


def test_rows_without_weight_do_not_matter(wavy):
    X, y = wavy
    kept = np.arange(80) % 4 > 0
    fold = np.arange(80) % 3
    weighted = quick(cv=PredefinedSplit(fold)).fit(X, np.where(kept, y, 1e6), kept.astype(float))
    without = quick(cv=PredefinedSplit(fold[kept])).fit(X[kept], y[kept])
    assert_same_search(weighted, without, rtol=1e-9)
    assert_allclose(weighted.predict(X), without.predict(X), rtol=1e-9)


def test_order_of_the_rows_does_not_matter(wavy):
    X, y = wavy
    order = np.random.default_rng(0).permutation(80)
    assert_same_search(quick().fit(X, y), quick().fit(X[order], y[order]), rtol=1e-8)


def test_folds_follow_the_random_state_and_leave_the_global_one(wavy):
    state = np.random.get_state()  # noqa: NPY002
    scores = [quick(random_state=seed).fit(*wavy).best_score_ for seed in (0, 0, 1)]
    assert scores[0] == scores[1] != scores[2]
    assert_array_equal(state[1], np.random.get_state()[1])  # noqa: NPY002
    quick(random_state=np.random.RandomState(5)).fit(*wavy)


def test_a_stored_model_predicts_the_same(wavy):
    X, y = wavy
    model = quick().fit(X, y)
    assert_array_equal(pickle.loads(pickle.dumps(model)).predict(X), model.predict(X))
    assert_same_search(clone(model).fit(X, y), model, rtol=0)


@pytest.mark.parametrize(("n", "n_folds"), [(900, 5), (1000, 3), (1800, 2), (4000, 1)])
def test_by_default_no_more_folds_than_hold_out_a_thousand_rows(n, n_folds):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(n, 2)), rng.normal(size=(n, 1))
    number = number_rows(X, Y, np.ones(n))
    splits = split_rows(None, X, Y, number, np.random.RandomState(0).randint(2**31 - 1))
    settings = {"complexity": 1, "max_depth": (0, 1), "min_samples_leaf": 0.3}
    by_hand = quick(**settings, cv=splits[:n_folds]).fit(X, Y)
    assert_same_search(quick(**settings, cv=None).fit(X, Y), by_hand, rtol=0)


def test_one_value_stands_for_a_list_of_one(wavy):
    one = quick(complexity=2, max_depth=1, min_samples_leaf=0.2).fit(*wavy)
    lists = quick(complexity=[2], max_depth=np.array([1]), min_samples_leaf=[0.2]).fit(*wavy)
    assert_same_search(one, lists, rtol=0)


def test_equal_scores_go_to_the_shallower_tree_and_the_lower_degree():
    X = np.repeat(np.eye(2), 30, axis=0)
    y = np.repeat([1.0, 2.0], 30)
    splits = [(np.arange(60), np.arange(60))]
    model = quick(alphas=[1e12], max_depth=range(5), cv=splits).fit(X, y)
    assert model.best_params_["max_depth"] == 1
    assert model.best_params_["complexity"] == 1


def test_error_outside_does_not_stop_the_search(wavy):
    X, y = wavy
    strict, clip = (quick(extrapolation=how).fit(X, y) for how in ("error", "clip"))
    assert strict.best_score_ == clip.best_score_
    with pytest.raises(ValueError, match="leave the training range"):
        strict.predict(2 * X)


@pytest.mark.parametrize("unit", [1e-200, 1e200])
def test_little_data_constant_targets_and_any_unit_are_silent(wavy, unit):
    X, y = wavy
    for rows in (2, 3, 12):
        model = quick().fit(unit * X[:rows], unit * y[:rows])
        assert np.isfinite(model.predict(unit * X)).all()
        assert np.isfinite(model.best_score_)
    assert_array_equal(quick().fit(X, np.full(80, 3.0)).predict(X), 3.0)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"complexity": ()}, "complexity"),
        ({"complexity": (1, 0)}, "complexity"),
        ({"complexity": 2.5}, "complexity"),
        ({"max_depth": -1}, "max_depth"),
        ({"max_depth": None}, "max_depth"),
        ({"max_depth": (1, None)}, "max_depth"),
        ({"min_samples_leaf": (0.1, 1.5)}, "min_samples_leaf"),
        ({"min_samples_leaf": 0}, "min_samples_leaf"),
        ({"alphas": []}, "alpha"),
        ({"alphas": [1.0, np.nan]}, "alpha"),
        ({"blend": -1}, "blend"),
        ({"cv": 1}, "cv"),
    ],
)
def test_bad_parameters_are_named(wavy, params, message):
    with pytest.raises(ValueError, match=message):
        quick(**params).fit(*wavy)
