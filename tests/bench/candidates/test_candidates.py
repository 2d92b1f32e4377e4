"""Every candidate of this package, but for tabpfn, which has a test of its own."""

import json

import numpy as np
import optuna
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab.bench.candidates import assemble, get, innermost

LOG, UNIFORM, INT, CHOICE = "log", "uniform", "int", "choice"
ALPHA = (LOG, 1e-3, 1e3)

# "Hyperparameter search spaces and fixed settings for each model": trials, tuned, fixed.
PAPER = {
    "ridge": (20, {"alpha": ALPHA}, {}),
    "dt": (
        25,
        {
            "max_depth": (INT, 1, 20),
            "min_samples_leaf": (UNIFORM, 0.005, 0.1),
            "min_samples_split": (UNIFORM, 0.01, 0.1),
        },
        {},
    ),
    "rf": (
        25,
        {
            "n_estimators": (INT, 50, 500),
            "max_depth": (INT, 3, 20),
            "max_features": (CHOICE, 0.3, 0.5, 0.7, "sqrt"),
        },
        {"min_samples_leaf": 0.005, "n_jobs": 1},
    ),
    "xgb": (
        50,
        {
            "max_depth": (INT, 1, 9),
            "learning_rate": (LOG, 0.01, 0.3),
            "subsample": (UNIFORM, 0.6, 1.0),
            "colsample_bytree": (UNIFORM, 0.6, 1.0),
            "reg_lambda": ALPHA,
            "min_child_weight": (LOG, 1, 100),
        },
        {"n_estimators": 2000, "early_stopping_rounds": 10, "n_jobs": 1},
    ),
    "erbf": (
        30,
        {
            "n_rbf": (CHOICE, "auto", *range(10, 81)),
            "alpha": ALPHA,
            "center_init": (CHOICE, "lipschitz", "kmeans"),
            "width_init": (CHOICE, "local_ridge", "local_variance"),
        },
        {"width_optim_iters": 30, "linear_term": False},
    ),
    "chebypoly": (
        30,
        {
            "complexity": (INT, 1, 14),
            "alpha": ALPHA,
            "include_interactions": (CHOICE, True, False),
            "max_interaction_complexity": (CHOICE, 1, 2),
        },
        {"clip_input": True, "extrapolation": None, "interactions": None},
    ),
    "chebytree": (
        30,
        {
            "complexity": (INT, 1, 6),
            "alpha": ALPHA,
            "max_depth": (INT, 1, 12),
            "min_samples_leaf": (UNIFORM, 0.01, 0.1),
        },
        {"clip_input": True, "extrapolation": None, "blend": 0.0},
    ),
    "ebm": (
        15,
        {
            "max_bins": (CHOICE, 128, 256),
            "learning_rate": (LOG, 0.01, 0.1),
            "min_samples_leaf": (CHOICE, 2, 4, 10),
        },
        {
            "interactions": 0,
            "max_leaves": 3,
            "outer_bags": 4,
            "max_rounds": 5000,
            "early_stopping_rounds": 50,
            "n_jobs": 1,
        },
    ),
}
SEARCHES = ["erbf_cv", "chebypoly_cv", "chebytree_cv"]
ALL = [*PAPER, *SEARCHES, "mean"]


@pytest.fixture(scope="module")
def suggested():
    """What Optuna's random sampler chooses for each model of the paper."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    chosen = {}
    for name in PAPER:
        study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
        chosen[name] = [get(name).suggest(study.ask()) for _ in range(150)]
    return chosen


def built(name, params=None, seed=0):
    """The regressor itself, without what is around it."""
    regressor = assemble(get(name), params or {}, seed).regressor
    return getattr(regressor, "regressor", regressor)


@pytest.mark.parametrize("name", PAPER)
def test_what_is_suggested_fills_the_ranges_of_the_paper(suggested, name):
    _, space, _ = PAPER[name]
    assert {key for params in suggested[name] for key in params} == set(space)
    for key, (kind, *values) in space.items():
        chosen = [params[key] for params in suggested[name] if key in params]
        if kind == CHOICE:
            assert set(chosen) <= set(values)
            assert len(set(chosen)) >= min(len(values), 40)
            continue
        low, high = values
        assert low <= min(chosen) and max(chosen) <= high
        assert {type(value) for value in chosen} == {int if kind == INT else float}
        middle = np.sqrt(low * high) if kind == LOG else (low + high) / 2
        assert 0.35 < np.mean(np.array(chosen) < middle) < 0.65


def test_products_have_a_degree_only_where_there_are_any(suggested):
    for params in suggested["chebypoly"]:
        assert ("max_interaction_complexity" in params) == params["include_interactions"]


@pytest.mark.parametrize("name", PAPER)
def test_trials_and_fixed_settings_are_those_of_the_paper(suggested, name):
    n_trials, _, fixed = PAPER[name]
    assert get(name).n_trials == n_trials
    for params in suggested[name][:5]:
        regressor = built(name, params)
        assert (fixed | params).items() <= regressor.get_params().items()


def test_what_each_candidate_needs():
    wants = {"scale": {"ridge"}, "early_stopping": {"xgb"}}
    for need, names in wants.items():
        assert {name for name in ALL if getattr(get(name), need)} == names
    assert {name for name in ALL if get(name).search} == set(SEARCHES)
    steps = {"dt", "rf", "xgb", "ebm", "chebytree", "chebytree_cv"}
    assert {name for name in ALL if not get(name).smooth} == steps
    assert {name for name in ALL if not get(name).scalable} == {"rf", "ebm", "erbf"}


@pytest.mark.parametrize("name", ALL)
def test_a_fit_can_be_had_again_and_described(wavy, name):
    X, y = wavy
    candidate = get(name)
    model = assemble(candidate, {}, seed=3).fit(X, y)
    prediction = model.predict(X)
    assert np.isfinite(prediction).all()
    assert_array_equal(assemble(candidate, {}, seed=3).fit(X, y).predict(X), prediction)
    properties = candidate.describe(innermost(model))
    assert properties["n_params"] >= 1
    assert json.loads(json.dumps(properties)) == properties
    assert np.isfinite(list(properties.values())).all()


@pytest.mark.parametrize("name", ALL)
def test_a_table_is_as_good_as_an_array(wavy, name):
    X, y = wavy
    table = pd.DataFrame(X, columns=["age", "size", "price"])
    expected = assemble(get(name), {}, seed=0).fit(X, y).predict(X)
    assert_allclose(assemble(get(name), {}, seed=0).fit(table, y).predict(table), expected)


@pytest.mark.parametrize("name", ["rf", "xgb", "ebm", "erbf"])
def test_the_seed_matters_where_something_is_drawn(wavy, name):
    X, y = wavy
    first, second = (assemble(get(name), {}, seed).fit(X, y).predict(X) for seed in (0, 1))
    assert (first != second).any()


@pytest.mark.parametrize("name", ALL)
def test_features_with_few_values_and_a_target_of_whole_numbers(name):
    rng = np.random.default_rng(0)
    X = np.column_stack([np.ones(60), rng.integers(2, size=60), rng.integers(5, size=60)])
    y = rng.integers(4, size=60)
    assert np.isfinite(assemble(get(name), {}, seed=0).fit(X, y).predict(X)).all()


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_is_the_plain_estimator_with_what_it_found(wavy, name):
    X, y = wavy
    candidate = get(name)
    search = candidate.search(5).fit(X, y)
    plain = candidate.build(5, **search.best_params_).fit(X, y)
    assert_array_equal(plain.predict(X), search.predict(X))
    assert candidate.describe(plain) == candidate.describe(search)
    assert search.get_params() == type(search)(random_state=5).get_params()


def test_leaves_are_counted(wavy):
    X, y = wavy
    for name in ("dt", "chebytree"):
        model = innermost(assemble(get(name), {"max_depth": 3}, seed=0).fit(X, y))
        assert get(name).describe(model)["n_leaves"] == len(np.unique(model.apply(X)))
    model = innermost(assemble(get("xgb"), {"learning_rate": 0.1}, seed=0).fit(X, y))
    trees = model.get_booster().get_dump()[: model.best_iteration + 1]
    assert get("xgb").describe(model)["n_leaves_total"] == sum(t.count("leaf=") for t in trees)
