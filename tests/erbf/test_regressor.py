import pickle
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import joblib
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import config_context
from sklearn.base import clone
from sklearn.linear_model import Ridge
from sklearn.utils.estimator_checks import parametrize_with_checks

from smoothtab import ERBFRegressor

FITTED = [
    "centres_",
    "widths_",
    "weights_",
    "intercept_",
    "linear_coef_",
    "feature_means_",
    "feature_scales_",
    "loss_path_",
]


@parametrize_with_checks([ERBFRegressor()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def network(**params):
    return ERBFRegressor(
        **{"n_rbf": 12, "alpha": 0.1, "width_optim_iters": 8, "random_state": 0} | params
    )


def assert_same_fit(a, b):
    for name in FITTED:
        assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)


def bumps(model, X):
    """Activations, from the public attributes and the formula of the paper."""
    with np.errstate(invalid="ignore"):
        distance = (X[:, None] - model.centres_) / model.widths_
    return np.exp(-0.5 * (distance**2).sum(axis=2))


def two_outputs(y):
    return np.column_stack([y, np.cos(y)])


# The formula


@pytest.mark.parametrize("outputs", [1, 2])
@pytest.mark.parametrize("linear_term", [False, True])
def test_prediction_is_the_formula_in_the_public_attributes(wavy, linear_term, outputs):
    X, y = wavy
    y = y if outputs == 1 else two_outputs(y)
    model = network(linear_term=linear_term).fit(X, y)
    expected = bumps(model, X) @ model.weights_ + model.intercept_
    expected += (X - model.feature_means_) @ model.linear_coef_
    assert model.predict(X).shape == y.shape
    assert_allclose(model.predict(X), expected, rtol=1e-8, atol=1e-8)
    assert np.any(model.linear_coef_) == linear_term


@pytest.mark.parametrize("outputs", [1, 2])
@pytest.mark.parametrize("linear_term", [False, True])
def test_gradient_agrees_with_five_point_stencil_in_the_units_of_the_user(
    wavy, linear_term, outputs, five_point
):
    X, y = wavy
    y = y if outputs == 1 else two_outputs(y)
    model = network(linear_term=linear_term).fit(X, y)
    gradient = model.predict_gradient(X)
    assert gradient.shape == (*y.shape, 3)
    for j, unit in enumerate(X.std(axis=0)):
        axis = np.eye(3)[j]
        slope = five_point(lambda t, v=axis: model.predict(X + t * v), 1e-3 * unit)
        assert_allclose(slope * unit, gradient[..., j] * unit, rtol=1e-6, atol=1e-6)


def test_gradient_of_one_column_of_outputs_keeps_its_axis(wavy):
    X, y = wavy
    model = network().fit(X, y[:, None])
    assert model.predict(X).shape == (80, 1)
    assert_array_equal(model.predict_gradient(X)[:, 0], network().fit(X, y).predict_gradient(X))


def test_a_constant_feature_has_no_say(wavy):
    X, y = wavy
    with_constant = np.insert(X, 1, 0.3, axis=1)
    model = network(n_rbf=80, linear_term=True).fit(with_constant, y)
    assert_array_equal(model.predict_gradient(with_constant)[:, 1], 0)
    elsewhere = with_constant + np.array([0, 1e3, 0, 0])
    assert_array_equal(model.predict(elsewhere), model.predict(with_constant))
    assert np.isinf(model.widths_[:, 1]).all()
    assert model.linear_coef_[1] == 0


# Special cases that are known models


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("outputs", [1, 2])
def test_is_ridge_on_its_activations(wavy, outputs, weighted):
    X, y = wavy
    y = y if outputs == 1 else two_outputs(y)
    weight = np.random.default_rng(0).uniform(0.2, 3, 80) if weighted else None
    model = network(alpha=0.5).fit(X, y, sample_weight=weight)
    ridge = Ridge(alpha=0.5).fit(bumps(model, X), y, sample_weight=weight)
    assert_allclose(model.weights_, ridge.coef_.T, rtol=1e-6, atol=1e-8)
    assert_allclose(model.intercept_, ridge.intercept_, rtol=1e-6)


def test_linear_term_is_ridge_on_activations_and_standardised_features(wavy):
    X, y = wavy
    model = network(linear_term=True).fit(X, y)
    standard = (X - X.mean(axis=0)) / X.std(axis=0)
    ridge = Ridge(alpha=0.1).fit(np.hstack([bumps(model, X), standard]), y)
    assert_allclose(model.weights_, ridge.coef_[:12], rtol=1e-6)
    assert_allclose(model.linear_coef_ * X.std(axis=0), ridge.coef_[12:], rtol=1e-6)


def test_linear_term_without_penalty_recovers_a_plane(wavy):
    X, _ = wavy
    y = X @ [2e3, -1.0, 3e-4] + 7
    model = network(alpha=1e-9, linear_term=True).fit(X, y)
    assert_allclose(model.predict(X), y, rtol=0, atol=1e-5)
    assert_allclose(model.linear_coef_, [2e3, -1.0, 3e-4], rtol=1e-4)


def test_huge_penalty_leaves_the_weighted_mean(wavy):
    X, y = wavy
    weight = np.linspace(0.1, 2, 80)
    model = network(alpha=1e12, linear_term=True).fit(X, y, sample_weight=weight)
    assert_allclose(model.predict(X), np.average(y, weights=weight), rtol=1e-8)


def test_a_bump_on_every_row_and_no_penalty_interpolates(wavy):
    X, y = (part[:25] for part in wavy)
    model = network(n_rbf=25, alpha=0, width_optim_iters=0).fit(X, y)
    assert_allclose(model.predict(X), y, atol=1e-6)


# Weights, order, units


@pytest.mark.parametrize("center_init", ["lipschitz", "kmeans"])
@pytest.mark.parametrize("width_init", ["local_ridge", "local_variance"])
def test_weight_of_two_is_the_row_twice(wavy, center_init, width_init):
    X, y = wavy
    weight = np.ones(80)
    weight[:20] = 2
    model = network(center_init=center_init, width_init=width_init, linear_term=True)
    twice = clone(model).fit(np.vstack([X, X[:20]]), np.append(y, y[:20]))
    assert_same_fit(model.fit(X, y, sample_weight=weight), twice)


@pytest.mark.parametrize("center_init", ["lipschitz", "kmeans"])
def test_weight_of_zero_is_the_row_left_out(wavy, center_init):
    X, y = wavy
    X[::5], y[::5] = 1e6, -1e6
    weight = np.linspace(0.5, 2, 80)
    weight[::5] = 0
    kept = weight > 0
    model = network(center_init=center_init)
    without = clone(model).fit(X[kept], y[kept], sample_weight=weight[kept])
    assert_same_fit(model.fit(X, y, sample_weight=weight), without)


def test_order_of_the_rows_does_not_matter(wavy):
    X, y = wavy
    order = np.random.default_rng(0).permutation(80)
    assert_same_fit(network().fit(X[order], y[order]), network().fit(X, y))


@pytest.mark.usefixtures("double_search")
@pytest.mark.parametrize("width_init", ["local_ridge", "local_variance"])
def test_order_of_the_columns_does_not_matter_to_a_bump_on_every_row(wavy, width_init):
    X, y = wavy
    model = network(n_rbf=80, alpha=1, width_init=width_init, width_optim_iters=1)
    expected = model.fit(X, y).predict(X)
    permuted = X[:, [2, 0, 1]]
    assert_allclose(model.fit(permuted, y).predict(permuted), expected, atol=1e-6)


@pytest.mark.parametrize(("factor", "offset"), [(-3.0, 10.0), (1e12, 0.0), (1e-12, 0.0), (1, 1e6)])
def test_prediction_follows_the_unit_of_the_target(wavy, factor, offset):
    X, y = wavy
    model = network(linear_term=True, width_optim_iters=1)
    expected = model.fit(X, y).predict(X)
    changed = model.fit(X, factor * y + offset).predict(X)
    assert_allclose((changed - offset) / factor, expected, atol=1e-6)


@pytest.mark.parametrize("factors", [(1e-12, 1e12, 1.0), (1e12, 1e-12, 1e6)])
def test_prediction_does_not_depend_on_the_units_of_the_features(wavy, factors):
    X, y = wavy
    model = network(linear_term=True, width_optim_iters=1)
    expected = model.fit(X, y).predict(X)
    assert_allclose(model.fit(X * factors, y).predict(X * factors), expected, atol=1e-5)


def test_gradient_follows_the_units_of_the_features(wavy):
    X, y = wavy
    factors = np.array([1e-6, 1e6, 8.0])
    model = network(width_optim_iters=1)
    expected = model.fit(X, y).predict_gradient(X)
    gradient = model.fit(X * factors, y).predict_gradient(X * factors) * factors
    scale = np.abs(expected).max(axis=0)
    assert_allclose(gradient / scale, expected / scale, atol=1e-5)


@pytest.mark.usefixtures("double_search")
@pytest.mark.parametrize("linear_term", [False, True])
def test_the_same_output_twice_is_that_output(wavy, linear_term):
    X, y = wavy
    model = network(linear_term=linear_term, width_optim_iters=1)
    expected = model.fit(X, y).predict(X)
    both = model.fit(X, np.column_stack([y, y])).predict(X)
    assert_allclose(both, np.column_stack([expected, expected]), atol=1e-6)


# The same again


@pytest.mark.parametrize("center_init", ["lipschitz", "kmeans"])
def test_same_random_state_gives_the_same_fit_and_leaves_the_global_one(wavy, center_init):
    state = np.random.get_state()  # noqa: NPY002
    first, second = (network(center_init=center_init).fit(*wavy) for _ in range(2))
    assert_same_fit(first, second)
    assert_array_equal(state[1], np.random.get_state()[1])  # noqa: NPY002
    other = network(center_init=center_init, random_state=1).fit(*wavy)
    assert not np.array_equal(first.centres_, other.centres_)


def test_fit_changes_neither_its_input_nor_its_parameters(wavy):
    X, y = wavy
    weight = np.ones(80)
    weight[3] = 0
    before = X.copy(), y.copy(), weight.copy()
    model = network(linear_term=True)
    params = model.get_params()
    model.fit(X, y, sample_weight=weight)
    model.predict(X), model.predict_gradient(X)
    for array, copy in zip((X, y, weight), before, strict=True):
        assert_array_equal(array, copy)
    assert model.get_params() == params


def through_joblib(model):
    file = BytesIO()
    joblib.dump(model, file)
    file.seek(0)
    return joblib.load(file)


@pytest.mark.parametrize(
    "travel",
    [lambda model: pickle.loads(pickle.dumps(model)), through_joblib],
    ids=["pickle", "joblib"],
)
def test_a_stored_model_predicts_the_same(wavy, travel):
    X, y = wavy
    model = network(linear_term=True).fit(X, y)
    assert_array_equal(travel(model).predict(X), model.predict(X))
    assert_array_equal(travel(model).predict_gradient(X), model.predict_gradient(X))


def test_clone_fits_the_same(wavy):
    model = network(linear_term=True).fit(*wavy)
    assert_same_fit(clone(model).fit(*wavy), model)


def test_fits_in_threads_equal_those_one_after_the_other(wavy):
    models = [network(n_rbf=k) for k in (5, 10, 15, 20) * 2]
    expected = [clone(model).fit(*wavy) for model in models]
    with ThreadPoolExecutor(4) as pool:
        fitted = list(pool.map(lambda model: model.fit(*wavy), models))
    for a, b in zip(fitted, expected, strict=True):
        assert_same_fit(a, b)


@pytest.mark.parametrize("method", ["predict", "predict_gradient"])
def test_many_rows_are_predicted_in_blocks(wavy, method):
    X, y = wavy
    X = np.tile(X, (40, 1))
    model = network(linear_term=True).fit(X[:80], y)
    at_once = getattr(model, method)(X)
    with config_context(working_memory=0.01):
        in_blocks = getattr(model, method)(X)
    assert_allclose(in_blocks, at_once, rtol=1e-10, atol=1e-10)


# Bad input


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"alpha": -1}, "'alpha' parameter"),
        ({"alpha": np.nan}, "'alpha' parameter"),
        ({"n_rbf": 0}, "'n_rbf' parameter"),
        ({"n_rbf": 2.5}, "'n_rbf' parameter"),
        ({"n_rbf": "many"}, "'n_rbf' parameter"),
        ({"center_init": "random"}, "'center_init' parameter"),
        ({"width_init": "ones"}, "'width_init' parameter"),
        ({"width_optim_iters": -1}, "'width_optim_iters' parameter"),
        ({"linear_term": "yes"}, "'linear_term' parameter"),
        ({"tol": -1e-3}, "'tol' parameter"),
        ({"random_state": "seed"}, "'random_state' parameter"),
    ],
)
def test_bad_parameters_are_named(wavy, params, message):
    with pytest.raises(ValueError, match=message):
        network(**params).fit(*wavy)


@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[0.0], [np.nan], [1.0]], "contains NaN"),
        ([[0.0], [np.inf], [1.0]], "infinity"),
        ([["a"], ["b"], ["c"]], "could not convert string to float"),
        ([0.0, 1.0, 2.0], "Expected 2D array"),
        ([[0.0], [1.0]], "inconsistent numbers of samples"),
        (np.empty((3, 0)), "0 feature"),
    ],
)
def test_bad_features_are_refused(X, message):
    with pytest.raises(ValueError, match=message):
        network().fit(X, [0.0, 1.0, 2.0])


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([0.0, np.nan, 1.0], "contains NaN"),
        ([0.0, np.inf, 1.0], "infinity"),
        (["a", "b", "c"], "could not convert string to float"),
        (None, "requires y to be passed"),
        (np.zeros((3, 1, 1)), "dim 3"),
        (np.zeros((3, 0)), "0 feature"),
        ([0.0, 1j, 2.0], "Complex data not supported"),
    ],
)
def test_bad_targets_are_refused(y, message):
    with pytest.raises(ValueError, match=message):
        network().fit([[0.0], [1.0], [2.0]], y)


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([1.0, -1.0, 1.0], "[Nn]egative"),
        ([0.0, 0.0, 0.0], "non-zero number|positive sample_weight"),
        ([0.0, 0.0, 1.0], "positive sample_weight"),
        ([1.0, np.nan, 1.0], "contains NaN"),
        ([1.0, 1.0], "sample_weight.shape"),
    ],
)
def test_bad_weights_are_refused(weight, message):
    with pytest.raises(ValueError, match=message):
        network().fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 2.0], sample_weight=weight)


def test_one_row_is_not_enough():
    with pytest.raises(ValueError, match="minimum of 2 is required"):
        network().fit([[1.0, 2.0]], [3.0])


@pytest.mark.parametrize("method", ["predict", "predict_gradient"])
def test_prediction_wants_the_features_of_the_fit(wavy, method):
    X, y = wavy
    model = network().fit(X, y)
    with pytest.raises(ValueError, match="expecting 3 features"):
        getattr(model, method)(X[:, :2])
    with pytest.raises(ValueError, match="contains NaN"):
        getattr(model, method)(np.full((2, 3), np.nan))


# Awkward input: every warning is an error in these tests


def awkward():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), rng.normal(size=40)
    near = np.repeat(X[:20], 2, axis=0)
    near[::2] *= 1 + 1e-15
    outlier = X.copy()
    outlier[0] = 1e12
    return {
        "constant feature": (np.insert(X, 1, 0.1, axis=1), y),
        "all features constant": (np.full((40, 2), 0.1), y),
        "constant target": (X, np.full(40, 0.1)),
        "one constant output": (X, np.column_stack([y, np.full(40, 0.1)])),
        "rows twice": (np.vstack([X, X]), np.append(y, y)),
        "rows twice with other targets": (np.vstack([X, X]), np.append(y, -y)),
        "rows almost twice": (near, y),
        "two distinct rows": (np.repeat(X[:2], 20, axis=0), y),
        "fewer rows than centres": (X[:5], y[:5]),
        "two rows": (X[:2], y[:2]),
        "one feature": (X[:, :1], y),
        "many features": (rng.normal(size=(40, 500)), y),
        "same column twice": (X[:, [0, 0, 1]], y),
        "ones and zeros": ((X > 0).astype(float), y),
        "outlier": (outlier, y),
        "outlying target": (X, np.append(y[1:], 1e12)),
        "integers": ((9 * X).astype(int), (9 * y).astype(int)),
        "truth values": (X > 0, y > 0),
        "tiny": (1e-200 * X, 1e-200 * y),
        "huge": (1e200 * X, 1e200 * y),
    }


@pytest.mark.parametrize("center_init", ["lipschitz", "kmeans"])
@pytest.mark.parametrize("width_init", ["local_ridge", "local_variance"])
@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("data", awkward().values(), ids=awkward().keys())
def test_awkward_input_gives_finite_predictions_in_silence(data, alpha, width_init, center_init):
    X, y = data
    model = network(
        alpha=alpha,
        width_init=width_init,
        center_init=center_init,
        linear_term=True,
        width_optim_iters=3,
    ).fit(X, y)
    assert np.isfinite(model.predict(X)).all()
    assert np.isfinite(model.predict_gradient(X)).all()
    assert not np.isnan(model.widths_).any()
    assert np.isfinite(model.loss_path_).all()


@pytest.mark.parametrize("value", [0.1, -3e7, 0.0])
def test_a_constant_target_is_predicted_exactly(wavy, value):
    X, _ = wavy
    model = network(linear_term=True).fit(X, np.full(80, value))
    assert_array_equal(model.predict(X), value)
    assert_array_equal(model.predict_gradient(X), 0)


@pytest.mark.parametrize("far", [1e3, 1e9, 1e100])
def test_far_away_only_the_intercept_remains(wavy, far):
    X, y = wavy
    model = network().fit(X, y)
    away = np.full((2, 3), far) * X.std(axis=0) * [[1], [-1]]
    away[:, 1:] = X[:2, 1:]
    assert np.isfinite(model.predict(away)).all()
    if far > 1e3:
        assert_allclose(model.predict(away), model.intercept_)
        assert_array_equal(model.predict_gradient(away), 0)


# What a fit reports


def test_numbers_reported(wavy):
    X, y = wavy
    model = network(tol=0.0).fit(X, y)
    assert model.n_iter_ == 8
    assert model.loss_path_.shape == (9,)
    assert (np.diff(model.loss_path_) <= 0).all()
    assert model.centres_.shape == model.widths_.shape == (12, 3)
    assert np.ndim(model.intercept_) == 0
    assert model.n_params_ == 12 * 3 * 2 + 12 + 1
    assert network(linear_term=True).fit(X, y).n_params_ == 12 * 3 * 2 + 12 + 3 + 1
    assert network().fit(X, two_outputs(y)).n_params_ == 12 * 3 * 2 + 2 * (12 + 1)
    assert network(width_optim_iters=0).fit(X, y).n_iter_ == 0


def test_last_loss_is_the_penalised_error_of_the_predictions(wavy):
    X, y = wavy
    weight = np.linspace(0.5, 2, 80)
    model = network(alpha=0.7).fit(X, y, sample_weight=weight)
    error = weight @ (y - model.predict(X)) ** 2 + 0.7 * (model.weights_**2).sum()
    total = weight @ (y - np.average(y, weights=weight)) ** 2
    assert_allclose(model.loss_path_[-1], error / total)


def test_lipschitz_centres_are_rows(wavy):
    X, y = wavy
    centres = network().fit(X, y).centres_
    assert np.abs((X[:, None] - centres) / X.std(axis=0)).max(axis=2).min(axis=0).max() < 1e-9


def test_optimised_widths_fit_better_and_tell_features_apart(wavy):
    X, y = wavy
    start = network(width_optim_iters=0).fit(X, y)
    model = network(width_optim_iters=30).fit(X, y)
    assert model.score(X, y) > start.score(X, y)
    relative = np.median(model.widths_, axis=0) / X.std(axis=0)
    assert relative[2] > 2 * relative[0]


def test_width_summary(wavy):
    pandas = pytest.importorskip("pandas")
    X, y = wavy
    table = pandas.DataFrame(np.insert(X, 3, 4.0, axis=1), columns=["a", "b", "c", "constant"])
    model = network().fit(table, y)
    summary = model.width_summary()
    assert list(summary.index) == ["a", "b", "c", "constant"]
    assert_array_equal(summary["min"], model.widths_.min(axis=0))
    assert_array_equal(summary["max"], model.widths_.max(axis=0))
    assert_allclose((summary["median"] / summary["median_in_std"])[:3], X.std(axis=0))
    assert np.isinf(summary.loc["constant"]).all()
    assert list(network().fit(X, y).width_summary().index) == ["x0", "x1", "x2"]
