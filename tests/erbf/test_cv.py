import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import KFold, PredefinedSplit, ShuffleSplit
from sklearn.utils.estimator_checks import parametrize_with_checks

from smoothtab import ERBFRegressor, ERBFRegressorCV
from smoothtab.datasets import load_concrete_strength


@parametrize_with_checks([ERBFRegressorCV()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def quick(**params):
    return ERBFRegressorCV(
        **{
            "n_rbf": (4, 10),
            "width_init": "local_ridge",
            "width_optim_iters": 4,
            "cv": 3,
            "random_state": 0,
        }
        | params
    )


def assert_same_search(a, b, exact=True):
    assert a.best_params_ == b.best_params_
    same = assert_array_equal if exact else assert_allclose
    same(a.cv_results_["alpha_scores"], b.cv_results_["alpha_scores"])
    same(a.centres_, b.centres_)
    same(a.weights_, b.weights_)


# What the search finds


@pytest.mark.parametrize("linear_term", [False, True])
@pytest.mark.parametrize("outputs", [1, 2])
def test_best_params_make_the_same_network(wavy, linear_term, outputs):
    X, y = wavy
    y = y if outputs == 1 else np.column_stack([y, np.cos(y)])
    model = quick(linear_term=linear_term).fit(X, y)
    again = ERBFRegressor(**model.best_params_, random_state=0).fit(X, y)
    assert model.predict(X).shape == y.shape
    assert_array_equal(again.predict(X), model.predict(X))
    assert_array_equal(again.predict_gradient(X), model.predict_gradient(X))
    assert again.n_params_ == model.n_params_


def test_results_are_consistent(wavy):
    model = quick().fit(*wavy)
    results = model.cv_results_
    n_trials = len(results["stage"])
    assert results["alpha_scores"].shape == (n_trials, 13)
    assert_array_equal(results["test_score"], results["alpha_scores"].max(axis=1))
    for params, scores in zip(results["params"], results["alpha_scores"], strict=True):
        assert params["alpha"] == model.alphas_[scores.argmax()]
    final = (results["stage"] != "init") & (results["n_folds"] == results["n_folds"].max())
    best = np.flatnonzero(final)[results["test_score"][final].argmax()]
    assert model.best_score_ == results["test_score"][best]
    assert model.alpha_ == model.best_params_["alpha"] == results["params"][best]["alpha"]
    assert model.best_params_["n_rbf"] == results["params"][best]["n_rbf"]
    assert model.best_params_["width_optim_iters"] == 4
    assert len(model.loss_path_) == model.n_iter_ + 1


def test_score_is_that_of_networks_fitted_to_each_fold(wavy):
    X, y = wavy
    cv = KFold(4, shuffle=True, random_state=1)
    model = quick(n_rbf=6, alphas=[0.3], center_init="kmeans", cv=cv, width_optim_iters=0)
    model.fit(X, y)
    seed = np.random.RandomState(0).randint(2**31 - 1)
    error = total = 0
    for train, test in cv.split(X):
        fold = ERBFRegressor(**model.best_params_, random_state=seed).fit(X[train], y[train])
        error += ((y[test] - fold.predict(X[test])) ** 2).sum()
        total += ((y[test] - y[train].mean()) ** 2).sum()
    assert_allclose(model.best_score_, 1 - error / total)


def test_search_beats_the_defaults_where_they_do_not_suit():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (300, 2))
    y = np.sin(12 * X[:, 0]) + 0.1 * rng.normal(size=300)
    train, test = slice(None, 200), slice(200, None)
    model = ERBFRegressorCV(n_rbf=(10, 40), random_state=0).fit(X[train], y[train])
    default = ERBFRegressor(random_state=0).fit(X[train], y[train])
    assert 1 - model.score(X[test], y[test]) < 0.5 * (1 - default.score(X[test], y[test]))


def test_concrete_is_predicted_far_better_than_by_a_plane():
    X, y = load_concrete_strength(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(X))
    train, test = order[:700], order[700:]
    model = ERBFRegressorCV(n_rbf=(50, 100), center_init="lipschitz", cv=3, random_state=0)
    model.fit(X[train], y[train])
    plane = RidgeCV(np.logspace(-3, 3, 7)).fit(X[train], y[train])
    assert 1 - model.score(X[test], y[test]) < 0.4 * (1 - plane.score(X[test], y[test]))
    assert abs(model.best_score_ - model.score(X[test], y[test])) < 0.05


# Folds and weights


def test_a_row_given_twice_is_not_held_out_from_itself(wavy):
    X, _ = wavy
    noise = np.random.default_rng(0).normal(size=80)
    once, twice = (
        quick().fit(np.tile(X, (times, 1)), np.tile(noise, times)).best_score_ for times in (1, 2)
    )
    assert twice < max(once, 0) + 0.05


@pytest.mark.parametrize("cv", [None, 4])
def test_weight_of_two_is_the_row_twice(wavy, cv):
    X, y = wavy
    weight = np.ones(80)
    weight[:20] = 2
    weighted = quick(cv=cv).fit(X, y, sample_weight=weight)
    twice = quick(cv=cv).fit(np.vstack([X, X[:20]]), np.append(y, y[:20]))
    assert weighted.best_params_ == twice.best_params_
    assert_array_equal(weighted.predict(X), twice.predict(X))
    assert_allclose(weighted.best_score_, twice.best_score_)


@pytest.mark.parametrize("own_splitter", [False, True])
def test_rows_without_weight_do_not_matter(wavy, own_splitter):
    X, y = wavy
    kept = np.arange(80) % 4 > 0
    fold = np.arange(80) % 3
    wrong = np.where(kept, y, 1e6)

    def fit(rows, target, weight):
        cv = PredefinedSplit(fold[rows]) if own_splitter else 3
        return quick(cv=cv).fit(X[rows], target[rows], sample_weight=weight)

    everything = fit(np.arange(80), wrong, kept.astype(float))
    assert_same_search(everything, fit(np.flatnonzero(kept), y, None))


def test_a_fold_without_weight_does_not_matter(wavy):
    X, y = wavy
    fold = np.arange(80) % 4
    model = quick(cv=PredefinedSplit(fold)).fit(X, y, sample_weight=(fold > 0).astype(float))
    assert np.isfinite(model.best_score_)


class Recorded(KFold):
    def split(self, *args):
        self.calls = getattr(self, "calls", 0) + 1
        return super().split(*args)


@pytest.mark.parametrize(
    "cv",
    [
        ShuffleSplit(2, random_state=0),
        Recorded(3),
        [(np.arange(50), np.arange(50, 80)), (np.arange(30, 80), np.arange(30))],
    ],
    ids=["ShuffleSplit", "KFold", "list"],
)
def test_own_splits_are_used_as_they_are(wavy, cv):
    X, y = wavy
    model = quick(cv=cv).fit(X, y)
    splits = list(cv.split(X) if hasattr(cv, "split") else cv)
    by_hand = quick(cv=splits).fit(X, y)
    assert_same_search(model, by_hand)
    assert set(model.cv_results_["n_folds"]) == {len(splits)}


@pytest.mark.parametrize(
    "form", [list, lambda rows: np.isin(np.arange(80), rows)], ids=["list", "mask"]
)
def test_own_splits_may_be_lists_or_masks(wavy, form):
    parts = np.arange(50), np.arange(50, 80)
    expected = quick(cv=[parts]).fit(*wavy)
    assert_same_search(quick(cv=[tuple(form(part) for part in parts)]).fit(*wavy), expected)


@pytest.mark.parametrize("weightless", ["training", "held out"])
def test_own_splits_without_a_row_to_use_are_refused(wavy, weightless):
    X, y = wavy
    train, test = np.arange(50), np.arange(50, 80)
    weight = np.ones(80)
    weight[train if weightless == "training" else test] = 0
    with pytest.raises(ValueError, match=r"cv|fold|weight"):
        quick(cv=[(train, test)]).fit(X, y, sample_weight=weight)


def test_folds_follow_the_random_state(wavy):
    scores = [quick(random_state=seed).fit(*wavy).best_score_ for seed in (0, 0, 1)]
    assert scores[0] == scores[1] != scores[2]


@pytest.mark.parametrize(("n", "n_folds"), [(3, 3), (80, 5), (1000, 3)])
def test_number_of_folds_by_default(n, n_folds):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(n, 2)), rng.normal(size=n)
    model = quick(cv=None, n_rbf=4, width_optim_iters=0).fit(X, y)
    assert model.cv_results_["n_folds"][-1] == n_folds


def test_candidates_for_many_rows_are_compared_on_some_of_the_folds():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1500, 1))
    model = quick(n_rbf=3, width_optim_iters=0).fit(X, np.sin(X[:, 0]))
    n_folds = dict(zip(model.cv_results_["stage"], model.cv_results_["n_folds"], strict=True))
    assert n_folds["init"] == 2
    assert n_folds["n_rbf"] == 2
    assert n_folds["alpha"] == 3


def test_order_of_the_rows_does_not_matter(wavy):
    X, y = wavy
    order = np.random.default_rng(0).permutation(80)
    ordered, shuffled = quick().fit(X, y), quick().fit(X[order], y[order])
    assert ordered.best_params_ == shuffled.best_params_
    assert_array_equal(ordered.predict(X), shuffled.predict(X))


# How the search runs


def test_processes_change_nothing(wavy):
    assert_same_search(quick(n_jobs=2).fit(*wavy), quick(n_jobs=1).fit(*wavy))


def test_callback_hears_of_every_trial(wavy):
    told = []
    model = quick(callback=told.append).fit(*wavy)
    results = model.cv_results_
    assert [one["stage"] for one in told] == list(results["stage"])
    assert [one["score"] for one in told] == list(results["test_score"])
    assert [one["params"] for one in told] == results["params"]
    ERBFRegressor(**told[0]["params"])


def test_an_error_in_the_callback_stops_the_fit(wavy):
    class StopError(Exception):
        pass

    def stop(trial):
        raise StopError

    with pytest.raises(StopError):
        quick(callback=stop).fit(*wavy)
    quick().fit(*wavy)


def test_global_random_state_is_left_alone(wavy):
    state = np.random.get_state()  # noqa: NPY002
    quick().fit(*wavy)
    assert_array_equal(state[1], np.random.get_state()[1])  # noqa: NPY002


def test_a_random_state_object_is_taken(wavy):
    first, second = (quick(random_state=np.random.RandomState(5)).fit(*wavy) for _ in range(2))
    assert_same_search(first, second)


def test_a_stored_model_predicts_the_same(wavy):
    X, y = wavy
    model = quick().fit(X, y)
    assert_array_equal(pickle.loads(pickle.dumps(model)).predict(X), model.predict(X))
    assert_same_search(clone(model).fit(X, y), model)


def test_little_data_and_a_constant_target_are_silent(wavy):
    X, y = wavy
    for rows in (2, 3, 12):
        assert np.isfinite(quick().fit(X[:rows], y[:rows]).predict(X)).all()
    assert_array_equal(quick().fit(X, np.full(80, 3.0)).predict(X), 3.0)


# Parameters


def test_one_value_stands_for_a_list_of_one(wavy):
    one = quick(n_rbf=5, center_init="kmeans", width_init="local_variance").fit(*wavy)
    lists = quick(n_rbf=[5], center_init=["kmeans"], width_init=["local_variance"]).fit(*wavy)
    assert_same_search(one, lists)
    assert one.best_params_["n_rbf"] == 5
    assert one.best_params_["center_init"] == "kmeans"
    assert one.best_params_["width_init"] == "local_variance"


def test_arrays_stand_for_lists(wavy):
    arrays = quick(n_rbf=np.array([4, 10]), alphas=np.array([1, 0.1])).fit(*wavy)
    lists = quick(n_rbf=[4, 10], alphas=[0.1, 1]).fit(*wavy)
    assert_same_search(arrays, lists)
    assert_array_equal(arrays.alphas_, [0.1, 1])


def test_numbers_of_centres_are_limited_by_the_rows(wavy):
    model = quick(n_rbf=(500, "auto", 3, 3)).fit(*wavy)
    tried = [
        params["n_rbf"]
        for stage, params in zip(
            model.cv_results_["stage"], model.cv_results_["params"], strict=True
        )
        if stage == "n_rbf"
    ]
    assert tried == [3, 20]


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"n_rbf": ()}, "n_rbf"),
        ({"n_rbf": (10, 0)}, "n_rbf"),
        ({"n_rbf": "many"}, "n_rbf"),
        ({"n_rbf": (2.5,)}, "n_rbf"),
        ({"alphas": []}, "alpha"),
        ({"alphas": [1.0, -1.0]}, "alpha"),
        ({"alphas": [1.0, np.nan]}, "alpha"),
        ({"alphas": ["a"]}, "alpha"),
        ({"alphas": [[1.0, 2.0]]}, "alpha"),
        ({"alphas": "all"}, "alphas"),
        ({"center_init": ()}, "center_init"),
        ({"center_init": ("lipschitz", "random")}, "center_init"),
        ({"width_init": ()}, "width_init"),
        ({"width_init": "ones"}, "width_init"),
        ({"width_optim_iters": -1}, "width_optim_iters"),
        ({"tol": -1}, "tol"),
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


def test_constant_training_targets_explain_nothing():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), np.r_[np.zeros(30), rng.normal(size=30)]
    model = quick(cv=[(np.arange(30), np.arange(30, 60))]).fit(X, y)
    assert_allclose(model.best_score_, 0, atol=1e-12)
