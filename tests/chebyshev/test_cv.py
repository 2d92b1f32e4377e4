import pickle
import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import make_friedman1
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import KFold, PredefinedSplit, ShuffleSplit
from sklearn.utils.estimator_checks import parametrize_with_checks

from smoothtab import ChebyshevRegressor, ChebyshevRegressorCV
from smoothtab.datasets import load_concrete_strength


@parametrize_with_checks([ChebyshevRegressorCV()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def quick(**params):
    return ChebyshevRegressorCV(**{"complexity": (1, 2, 4), "cv": 3, "random_state": 0} | params)


def assert_same_search(a, b, exact=True):
    assert a.best_params_ == b.best_params_
    if exact:
        assert_array_equal(a.cv_results_["alpha_scores"], b.cv_results_["alpha_scores"])
        assert_array_equal(a.coef_, b.coef_)
    else:
        assert_allclose(a.cv_results_["alpha_scores"], b.cv_results_["alpha_scores"], atol=1e-8)
        assert_allclose(a.coef_, b.coef_, rtol=1e-8, atol=1e-10)


# What the search finds


@pytest.mark.parametrize("interactions", [None, "product", "tensor"])
@pytest.mark.parametrize("outputs", [1, 2])
@pytest.mark.parametrize("sparse", [False, True])
def test_best_params_make_the_same_polynomial(wavy, interactions, outputs, sparse):
    X, y = wavy
    y = y if outputs == 1 else np.column_stack([y, np.cos(y)])
    model = quick(interactions=interactions, sparse=sparse, extrapolation="linear").fit(X, y)
    again = ChebyshevRegressor(**model.best_params_, random_state=0).fit(X, y)
    assert model.predict(X).shape == y.shape
    assert_array_equal(again.predict(X), model.predict(X))
    assert_array_equal(again.predict(2 * X), model.predict(2 * X))
    assert_array_equal(again.predict_gradient(X), model.predict_gradient(X))
    assert_array_equal(again.feature_importances_, model.feature_importances_)
    assert again.n_params_ == model.n_params_


def test_results_are_consistent(wavy):
    model = quick(interactions=(None, "product", "tensor"), tensor_degree=(2, 3)).fit(*wavy)
    results = model.cv_results_
    assert results["alpha_scores"].shape == (3 * 5, 25)
    assert_array_equal(results["test_score"], results["alpha_scores"].max(axis=1))
    for params, scores in zip(results["params"], results["alpha_scores"], strict=True):
        assert params["alpha"] == model.alphas_[scores.argmax()]
    best = results["test_score"].argmax()
    assert model.best_params_ == results["params"][best]
    assert model.best_score_ == results["test_score"][best]
    assert model.alpha_ == model.best_params_["alpha"]


def test_the_space_of_the_paper_is_searched_by_default(wavy):
    model = ChebyshevRegressorCV().fit(*wavy)
    tried = [
        (params["interactions"], params["max_interaction_complexity"], params["complexity"])
        for params in model.cv_results_["params"]
    ]
    degrees = range(1, 15)
    assert tried == [
        (interactions, most, degree)
        for interactions, most in [(None, 1), ("product", 1), ("product", 2)]
        for degree in degrees
    ]
    assert_allclose(model.alphas_, np.logspace(-3, 3, 25))


def test_score_is_that_of_polynomials_fitted_to_each_fold(wavy):
    X, y = wavy
    corners = np.array([X.min(axis=0), X.max(axis=0)])  # in every training fold, at weight 1e-9
    X = np.vstack([X, corners])
    y = np.append(y, [y.mean()] * 2)
    weight = np.append(np.ones(80), [1e-9, 1e-9])
    splits = [(np.append(train, [80, 81]), test) for train, test in KFold(4).split(X[:80])]
    model = quick(cv=splits, clip_output=False).fit(X, y, sample_weight=weight)
    error = total = 0
    for train, test in splits:
        fold = ChebyshevRegressor(**model.best_params_)
        fold.fit(X[train], y[train], sample_weight=weight[train])
        error += ((y[test] - fold.predict(X[test])) ** 2).sum()
        mean = np.average(y[train], weights=weight[train])
        total += ((y[test] - mean) ** 2).sum()
    assert_allclose(model.best_score_, 1 - error / total, rtol=1e-8)


def test_tensor_interactions_are_found_where_they_pay():
    X, y = make_friedman1(600, 5, random_state=0)
    X_new, y_new = make_friedman1(600, 5, random_state=1)
    usual = ChebyshevRegressorCV(random_state=0).fit(X, y)
    model = ChebyshevRegressorCV(
        interactions=(None, "product", "tensor"), tensor_degree=(3, 6), random_state=0
    ).fit(X, y)
    assert model.best_params_["interactions"] == "tensor"
    assert model.best_params_["tensor_degree"] == 6
    assert 1 - model.score(X_new, y_new) < 0.1 * (1 - usual.score(X_new, y_new))


def test_concrete_is_predicted_far_better_than_by_a_plane():
    X, y = load_concrete_strength(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(X))
    train, test = order[:700], order[700:]
    model = ChebyshevRegressorCV(random_state=0).fit(X[train], y[train])
    plane = RidgeCV(np.logspace(-3, 3, 7)).fit(X[train], y[train])
    assert 1 - model.score(X[test], y[test]) < 0.45 * (1 - plane.score(X[test], y[test]))
    assert abs(model.best_score_ - model.score(X[test], y[test])) < 0.05


# Folds and weights


@pytest.mark.parametrize("cv", [None, 4])
@pytest.mark.parametrize("sparse", [False, True])
def test_weight_of_two_is_the_row_twice(wavy, cv, sparse):
    X, y = wavy
    weight = np.ones(80)
    weight[:20] = 2
    params = {"cv": cv, "sparse": sparse, "interactions": "product" if sparse else (None, "tensor")}
    weighted = quick(**params).fit(X, y, sample_weight=weight)
    twice = quick(**params).fit(np.vstack([X, X[:20]]), np.append(y, y[:20]))
    assert_same_search(weighted, twice, exact=False)


@pytest.mark.parametrize("own_splitter", [False, True])
def test_rows_without_weight_do_not_matter(wavy, own_splitter):
    X, y = wavy
    kept = np.arange(80) % 4 > 0
    fold = np.arange(80) % 3
    wrong_X, wrong_y = np.where(kept, X.T, 1e9).T, np.where(kept, y, 1e6)

    def fit(rows, X, y, weight):
        cv = PredefinedSplit(fold[rows]) if own_splitter else 3
        return quick(cv=cv).fit(X[rows], y[rows], sample_weight=weight)

    everything = fit(np.arange(80), wrong_X, wrong_y, kept.astype(float))
    assert_same_search(everything, fit(np.flatnonzero(kept), X, y, None), exact=False)


def test_order_of_the_rows_does_not_matter(wavy):
    X, y = wavy
    order = np.random.default_rng(0).permutation(80)
    assert_same_search(quick().fit(X, y), quick().fit(X[order], y[order]), exact=False)


def test_units_do_not_matter(wavy):
    X, y = wavy
    usual = quick().fit(X, y)
    for factor in (1e-12, 1e12):
        scaled = quick().fit(factor * (X - X.mean(axis=0)), factor * y)
        assert_allclose(scaled.best_score_, usual.best_score_, rtol=1e-6)
        assert scaled.best_params_ == usual.best_params_


def test_a_row_given_twice_is_not_held_out_from_itself(wavy):
    X, _ = wavy
    noise = np.random.default_rng(0).normal(size=80)
    twice = quick().fit(np.tile(X, (2, 1)), np.tile(noise, 2))
    assert twice.best_score_ < 0.05


@pytest.mark.parametrize(
    "cv",
    [
        ShuffleSplit(2, random_state=0),
        KFold(3),
        [(np.arange(50), np.arange(50, 80)), (np.arange(30, 80), np.arange(30))],
    ],
    ids=["ShuffleSplit", "KFold", "list"],
)
def test_own_splits_are_used_as_they_are(wavy, cv):
    X, y = wavy
    splits = list(cv.split(X) if hasattr(cv, "split") else cv)
    by_hand = quick(cv=[(list(train), np.isin(np.arange(80), test)) for train, test in splits])
    assert_same_search(quick(cv=cv).fit(X, y), by_hand.fit(X, y), exact=False)


@pytest.mark.parametrize("weightless", ["training", "held out"])
def test_own_splits_without_a_row_to_use_are_refused(wavy, weightless):
    train, test = np.arange(50), np.arange(50, 80)
    weight = np.ones(80)
    weight[train if weightless == "training" else test] = 0
    with pytest.raises(ValueError, match=r"cv .* row of positive sample_weight"):
        quick(cv=[(train, test)]).fit(*wavy, sample_weight=weight)


def test_folds_follow_the_random_state(wavy):
    scores = [quick(random_state=seed).fit(*wavy).best_score_ for seed in (0, 0, 1)]
    assert scores[0] == scores[1] != scores[2]


# How the search runs


def test_callback_hears_of_every_candidate(wavy):
    told = []
    model = quick(callback=told.append).fit(*wavy)
    assert [one["score"] for one in told] == list(model.cv_results_["test_score"])
    assert [one["params"] for one in told] == model.cv_results_["params"]


def test_an_error_in_the_callback_stops_the_fit(wavy):
    class StopError(Exception):
        pass

    def stop(trial):
        raise StopError

    with pytest.raises(StopError):
        quick(callback=stop).fit(*wavy)
    quick().fit(*wavy)


def test_only_the_model_that_wins_warns_of_terms_left_out(wavy):
    params = {"interactions": "tensor", "tensor_degree": (2, 4), "max_columns": 20}
    with pytest.warns(UserWarning, match="max_columns=20 leaves out") as caught:
        model = quick(complexity=(2, 3), **params).fit(*wavy)
    assert len(caught) == 1
    assert model.dropped_terms_
    assert len(model.coef_) == 20


def test_global_random_state_is_left_alone(wavy):
    state = np.random.get_state()  # noqa: NPY002
    quick().fit(*wavy)
    assert_array_equal(state[1], np.random.get_state()[1])  # noqa: NPY002


def test_a_stored_model_predicts_the_same(wavy):
    X, y = wavy
    model = quick().fit(X, y)
    assert_array_equal(pickle.loads(pickle.dumps(model)).predict(X), model.predict(X))
    assert_same_search(clone(model).fit(X, y), model)


@pytest.mark.parametrize("alphas", [None, [0.0, 1e-300, 1.0]])
def test_little_data_and_constants_are_silent(wavy, alphas):
    X, y = wavy
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for rows in (2, 3, 12):
            model = ChebyshevRegressorCV(alphas=alphas, random_state=0).fit(X[:rows], y[:rows])
            assert np.isfinite(model.predict(X)).all()
            assert np.isfinite(model.cv_results_["alpha_scores"]).all()
        flat = np.column_stack([X, np.full(80, 7.0)])
        assert np.isfinite(quick(alphas=alphas).fit(flat, y).predict(flat)).all()
        assert_array_equal(quick(alphas=alphas).fit(X, np.full(80, 3.0)).predict(X), 3.0)


# Parameters


def test_one_value_stands_for_a_list_of_one(wavy):
    one = quick(complexity=3, interactions="product", max_interaction_complexity=2).fit(*wavy)
    lists = quick(complexity=[3], interactions=["product"], max_interaction_complexity=[2])
    assert_same_search(one, lists.fit(*wavy))
    assert len(one.cv_results_["params"]) == 1


def test_arrays_stand_for_lists_in_any_order(wavy):
    arrays = quick(complexity=np.array([4, 1, 4]), alphas=np.array([1, 0.1])).fit(*wavy)
    assert_same_search(arrays, quick(complexity=(1, 4), alphas=[0.1, 1]).fit(*wavy))
    assert_array_equal(arrays.alphas_, [0.1, 1])


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"complexity": ()}, "complexity of ChebyshevRegressorCV is empty"),
        ({"complexity": (3, 0)}, "complexity"),
        ({"complexity": (2.5,)}, "complexity"),
        ({"complexity": "high"}, "complexity"),
        ({"alphas": []}, "alphas"),
        ({"alphas": [1.0, -1.0]}, "alphas"),
        ({"alphas": [1.0, np.nan]}, "alphas"),
        ({"alphas": "all"}, "alphas"),
        ({"interactions": ()}, "interactions"),
        ({"interactions": ("product", "sum")}, "interactions"),
        ({"interactions": "sum"}, "interactions"),
        ({"max_interaction_complexity": 3}, "max_interaction_complexity"),
        ({"tensor_degree": (1,)}, "tensor_degree"),
        ({"tensor_order": 4}, "tensor_order"),
        ({"sparse": "often"}, "sparse"),
        ({"extrapolation": "none"}, "extrapolation"),
        ({"cv": 1}, "cv"),
        ({"callback": 3}, "callback"),
    ],
)
def test_bad_parameters_are_named(wavy, params, message):
    with pytest.raises(ValueError, match=message):
        quick(**params).fit(*wavy)


def test_equal_rows_only_cannot_be_split():
    with pytest.raises(ValueError, match="at least 2 distinct rows"):
        quick().fit(np.ones((6, 2)), np.ones(6))
