import pickle
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import make_friedman1
from sklearn.tree import DecisionTreeRegressor
from sklearn.utils.estimator_checks import parametrize_with_checks

from smoothtab import ChebyshevModelTreeRegressor, ChebyshevRegressor

each_blend = pytest.mark.parametrize("blend", [0.0, 0.5])
POLICIES = ["clip", "linear", "polynomial"]


@parametrize_with_checks([ChebyshevModelTreeRegressor(), ChebyshevModelTreeRegressor(blend=0.3)])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def model_tree(**params):
    return ChebyshevModelTreeRegressor(
        **{"complexity": 3, "min_samples_leaf": 0.15, "alpha": 0.1, "random_state": 0} | params
    )


def two_outputs(y):
    return np.column_stack([y, np.cos(y)])


def assert_same_fit(a, b, **tolerance):
    assert_array_equal(a.tree_.tree_.feature, b.tree_.tree_.feature)
    for name in ("coef_", "intercept_", "leaf_min_", "leaf_max_", "data_min_", "data_max_"):
        assert_allclose(getattr(a, name), getattr(b, name), err_msg=name, **tolerance)


# Special cases that are known models


@given(
    seed=st.integers(0, 10**6),
    complexity=st.integers(1, 9),
    alpha=st.sampled_from([1e-3, 1.0, 1e3]),
    extrapolation=st.sampled_from(POLICIES),
    blend=st.sampled_from([0.0, 1.0]),
)
def test_depth_zero_is_the_plain_regressor(seed, complexity, alpha, extrapolation, blend):
    rng = np.random.default_rng(seed)
    X, y, weight = rng.normal(size=(60, 3)), rng.normal(size=60), rng.uniform(0.1, 2, 60)
    tree = ChebyshevModelTreeRegressor(
        complexity, 0, alpha=alpha, blend=blend, extrapolation=extrapolation
    ).fit(X, y, weight)
    plain = ChebyshevRegressor(complexity, alpha, extrapolation=extrapolation).fit(X, y, weight)
    assert_array_equal(tree.coef_[0], plain.coef_)
    new = 1.5 * rng.normal(size=(60, 3))
    assert_allclose(tree.predict(new), plain.predict(new), rtol=1e-9, atol=1e-9)
    gradient = plain.predict_gradient(new)
    assert_allclose(tree.predict_gradient(new), gradient, rtol=1e-9, atol=1e-6)


@pytest.mark.parametrize("min_samples_leaf", [0.1, 13])
@pytest.mark.parametrize("extrapolation", POLICIES)
def test_every_leaf_is_a_regressor_on_its_own_rows(wavy, min_samples_leaf, extrapolation):
    X, y = wavy
    model = model_tree(min_samples_leaf=min_samples_leaf, extrapolation=extrapolation).fit(X, y)
    known = DecisionTreeRegressor(max_depth=3, min_samples_leaf=min_samples_leaf, random_state=0)
    leaf = known.fit(X / X.std(axis=0), y).apply(X / X.std(axis=0))
    assert len(np.unique(leaf)) == model.n_leaves_ > 3
    for one in np.unique(leaf):
        rows = leaf == one
        plain = ChebyshevRegressor(3, 0.1, extrapolation=extrapolation).fit(X[rows], y[rows])
        assert_allclose(model.predict(X[rows]), plain.predict(X[rows]), rtol=1e-9)
        assert len(np.unique(model.apply(X[rows]))) == 1


@each_blend
def test_huge_penalty_leaves_the_tree(wavy, blend):
    X, y = wavy
    weight = np.linspace(0.1, 2, 80)
    model = model_tree(alpha=1e12, blend=blend).fit(X, y, weight)
    leaf = model.apply(X)
    means = np.bincount(leaf, weight * y) / np.bincount(leaf, weight)
    assert_allclose(model.intercept_, means, rtol=1e-8)
    if blend == 0:
        assert_allclose(model.predict(X), means[leaf], rtol=1e-8)


@each_blend
@pytest.mark.parametrize("max_depth", [0, 3])
def test_a_tree_that_is_too_light_is_the_weighted_mean(wavy, max_depth, blend):
    X, y = wavy
    weight = np.linspace(0.1, 2, 80)
    model = model_tree(min_samples_leaf=200, max_depth=max_depth, blend=blend).fit(X, y, weight)
    assert_allclose(model.predict(2 * X), np.average(y, weights=weight))
    assert_array_equal(model.predict_gradient(X), 0)


def test_a_leaf_of_one_row_is_constant(wavy):
    X, y = wavy
    model = model_tree(min_samples_leaf=1, max_depth=None).fit(X, y)
    assert model.n_leaves_ == 80
    assert_allclose(model.predict(X), y, rtol=1e-12)
    assert_array_equal(model.predict_gradient(X), 0)


def test_regimes_are_found_and_fitted_exactly():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (400, 2))
    y = np.where(X[:, 0] > 0.1, X[:, 1] ** 2, 5 - X[:, 1])
    model = ChebyshevModelTreeRegressor(2, 1, alpha=1e-9, random_state=0).fit(X, y)
    assert_allclose(model.predict(X), y, atol=1e-6)


def test_blending_helps_a_smooth_target():
    train = make_friedman1(2000, noise=1.0, random_state=0)
    test = make_friedman1(2000, noise=0.0, random_state=1)
    jumps, smooth = (
        model_tree(max_depth=5, min_samples_leaf=0.03, blend=blend).fit(*train).score(*test)
        for blend in (0.0, 0.5)
    )
    assert 1 - smooth < 0.9 * (1 - jumps)


# Derivatives and extrapolation


@each_blend
@pytest.mark.parametrize("extrapolation", POLICIES)
@pytest.mark.parametrize("outputs", [1, 2])
def test_gradient_agrees_with_five_point_stencil_in_the_units_of_the_user(
    wavy, blend, extrapolation, outputs, five_point
):
    X, y = wavy
    y = y if outputs == 1 else two_outputs(y)
    model = model_tree(blend=blend, extrapolation=extrapolation, clip_output=False).fit(X, y)
    unit = X.std(axis=0)
    new = X[::2] + unit * np.random.default_rng(0).normal(size=(40, 3))
    gradient = model.predict_gradient(new)
    assert gradient.shape == (*y[::2].shape, 3)
    scale = np.abs(gradient * unit).max()
    for j in range(3):
        step = 1e-4 * unit[j]
        axis = step * np.eye(3)[j]
        near = model.apply(new + 2 * axis) == model.apply(new - 2 * axis)
        if extrapolation == "clip":
            ends = np.concatenate([model.leaf_min_, model.leaf_max_])[:, j]
            near &= (np.abs(new[:, [j]] - ends) > 2 * step).all(axis=1)
        assert near.mean() > 0.9
        slope = five_point(lambda t, v=axis: model.predict(new + t * v), 1.0) / step
        error = (slope - gradient[..., j]) * unit[j]
        assert np.abs(error[near]).max() < 1e-6 * scale


@given(seed=st.integers(0, 10**6), blend=st.sampled_from([0.1, 0.5, 1.5]))
def test_blended_gradient_is_continuous_across_splits_and_ends_of_leaves(seed, blend):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (150, 2))
    y = np.where(X[:, 0] > 0.2, 3.0, X[:, 1]) + X[:, 1] ** 2
    for extrapolation in POLICIES:
        model = model_tree(
            max_depth=4, blend=blend, extrapolation=extrapolation, clip_output=False
        ).fit(X, y)
        line = np.linspace(*rng.uniform(-0.8, 0.8, (2, 2)), 2001)
        if extrapolation != "clip":
            line *= 1.5
        jumps = [
            np.abs(np.diff(model.predict_gradient(line[::every]), axis=0)).max() for every in (4, 1)
        ]
        # half the step, half the difference; a jump would stay
        assert jumps[1] < 0.4 * jumps[0]
        values = [np.abs(np.diff(model.predict(line[::every]))).max() for every in (4, 1)]
        assert values[1] < 0.4 * values[0]


def test_without_blending_the_prediction_jumps():
    X = np.linspace(-1, 1, 200)[:, None]
    y = np.where(X[:, 0] > 0, 3.0, 0.0)
    near = np.array([[-1e-9], [1e-9]])
    jump, smooth = (
        np.diff(model_tree(max_depth=1, blend=blend, alpha=10).fit(X, y).predict(near))
        for blend in (0.0, 0.3)
    )
    assert jump > 2
    assert abs(smooth) < 1e-6


def test_a_narrow_blend_is_the_model_of_the_paper(wavy):
    X, y = wavy
    hard, narrow = (
        model_tree(blend=blend, extrapolation="linear").fit(X, y) for blend in (0, 1e-9)
    )
    assert_allclose(narrow.predict(X), hard.predict(X), rtol=1e-12)
    assert_allclose(narrow.predict_gradient(X), hard.predict_gradient(X), rtol=1e-9)


def test_clip_means_the_box_of_the_leaf_or_with_blend_that_of_all_rows(wavy):
    X, y = wavy
    new = X + 2 * X.std(axis=0) * np.random.default_rng(0).normal(size=X.shape)
    hard = model_tree().fit(X, y)
    leaf = hard.apply(new)
    nearest = np.clip(new, hard.leaf_min_[leaf], hard.leaf_max_[leaf])
    inside = hard.apply(nearest) == leaf
    assert inside.mean() > 0.8
    assert_allclose(hard.predict(new)[inside], hard.predict(nearest)[inside], rtol=1e-12)
    smooth = model_tree(blend=0.5).fit(X, y)
    nearest = np.clip(new, smooth.data_min_, smooth.data_max_)
    assert_array_equal(smooth.predict(new), smooth.predict(nearest))
    assert_array_equal(smooth.predict_gradient(new)[nearest != new], 0)


@each_blend
def test_output_is_clipped_where_wanted_and_its_gradient_is_zero_there(wavy, blend):
    X, y = wavy
    settings = {"blend": blend, "extrapolation": "linear"}
    model = model_tree(**settings).fit(X, y)
    free = model_tree(**settings, clip_output=False).fit(X, y)
    far = X.mean(axis=0) + 1e3 * (X - X.mean(axis=0))
    lowest, highest = y.min() - 3 * y.std(), y.max() + 3 * y.std()
    assert_allclose(model.predict(far), np.clip(free.predict(far), lowest, highest))
    outside = (free.predict(far) < lowest) | (free.predict(far) > highest)
    assert outside.any()
    assert_array_equal(model.predict_gradient(far)[outside], 0)
    assert_allclose(model.predict_gradient(far)[~outside], free.predict_gradient(far)[~outside])


@each_blend
def test_error_refuses_rows_outside_the_range_of_all_rows(wavy, blend):
    X, y = wavy
    model = model_tree(blend=blend, extrapolation="error").fit(X, y)
    clip = model_tree(blend=blend, extrapolation="clip").fit(X, y)
    assert_array_equal(model.predict(X), clip.predict(X))
    with pytest.raises(ValueError, match=r"1 of 2 rows leave the training range of x1"):
        model.predict(np.array([X[0], X[1] + [0, 99, 0]]))


# Weights, order, units


@given(
    seed=st.integers(0, 10**6),
    min_samples_leaf=st.sampled_from([0.02, 0.2, 5]),
    max_depth=st.sampled_from([1, 5, None]),
    blend=st.sampled_from([0.0, 0.5]),
)
def test_weight_of_two_is_the_row_twice_and_of_zero_the_row_left_out(
    seed, min_samples_leaf, max_depth, blend
):
    rng = np.random.default_rng(seed)
    X, y, weight = rng.normal(size=(50, 3)), rng.normal(size=50), rng.integers(0, 4, 50)
    X[:, 1] = np.round(X[:, 1])
    X[weight == 0] *= 100
    model = model_tree(min_samples_leaf=min_samples_leaf, max_depth=max_depth, blend=blend)
    weighted = clone(model).fit(X, y, weight)
    rows = rng.permutation(np.repeat(np.arange(50), weight))
    repeated = clone(model).fit(X[rows], y[rows])
    assert_same_fit(weighted, repeated, rtol=1e-6, atol=1e-8)
    used = X[weight > 0]
    assert_allclose(weighted.predict(used), repeated.predict(used), rtol=1e-6, atol=1e-8)


@each_blend
@pytest.mark.parametrize(("factor", "offset"), [(-3.0, 10.0), (1e12, 0.0), (1e-12, 0.0), (1, 1e6)])
def test_prediction_follows_the_unit_of_the_target(wavy, blend, factor, offset):
    X, y = wavy
    model = model_tree(blend=blend)
    expected = model.fit(X, y).predict(X)
    changed = model.fit(X, factor * y + offset).predict(X)
    assert_allclose((changed - offset) / factor, expected, atol=1e-7)


@each_blend
@pytest.mark.parametrize("factors", [(1e-12, 1e12, 1.0), (-1e12, 1e-12, -1e6)])
def test_prediction_and_gradient_follow_the_units_of_the_features(wavy, blend, factors):
    X, y = wavy
    model = model_tree(blend=blend).fit(X, y)
    expected, gradient = model.predict(X), model.predict_gradient(X)
    changed = model.fit(X * factors, y)
    assert_allclose(changed.predict(X * factors), expected, rtol=1e-6, atol=1e-6)
    scale = np.abs(gradient).max(axis=0)
    own = changed.predict_gradient(X * factors) * factors
    assert_allclose(own / scale, gradient / scale, rtol=1e-4, atol=1e-6)


@each_blend
def test_the_same_output_twice_is_that_output(wavy, blend):
    X, y = wavy
    model = model_tree(blend=blend)
    expected, gradient = model.fit(X, y).predict(X), model.predict_gradient(X)
    both = model.fit(X, np.column_stack([y, y]))
    assert both.coef_.shape == (both.n_leaves_, 9, 2)
    assert_allclose(both.predict(X), np.column_stack([expected, expected]), rtol=1e-9)
    assert_allclose(both.predict_gradient(X)[:, 1], gradient, rtol=1e-7)
    one = model.fit(X, y[:, None])
    assert_array_equal(one.predict(X)[:, 0], expected)
    assert_array_equal(one.predict_gradient(X)[:, 0], gradient)


# The same again


@each_blend
def test_same_random_state_gives_the_same_fit_and_leaves_the_global_one(wavy, blend):
    X, y = wavy
    state = np.random.get_state()  # noqa: NPY002
    first, second = (model_tree(blend=blend).fit(X, y) for _ in range(2))
    assert_array_equal(first.predict(X), second.predict(X))
    assert_array_equal(state[1], np.random.get_state()[1])  # noqa: NPY002


def test_fit_changes_neither_its_input_nor_its_parameters(wavy):
    X, y = wavy
    weight = np.arange(80.0)
    before = X.copy(), y.copy(), weight.copy()
    model = model_tree(blend=0.2)
    params = model.get_params()
    model.fit(X, y, weight).predict(X), model.predict_gradient(X)
    for array, copy in zip((X, y, weight), before, strict=True):
        assert_array_equal(array, copy)
    assert model.get_params() == params


@each_blend
def test_a_stored_model_predicts_the_same(wavy, blend):
    X, y = wavy
    model = model_tree(blend=blend).fit(X, y)
    stored = pickle.loads(pickle.dumps(model))
    assert_array_equal(stored.predict(X), model.predict(X))
    assert_array_equal(stored.predict_gradient(X), model.predict_gradient(X))
    assert_same_fit(clone(model).fit(X, y), model, rtol=0)


@each_blend
@pytest.mark.parametrize("method", ["predict", "predict_gradient", "apply"])
def test_many_rows_are_predicted_in_blocks(wavy, blend, method):
    X, y = wavy
    model = model_tree(blend=blend).fit(X, y)
    many = np.tile(X, (40, 1))
    at_once = getattr(model, method)(many)
    with config_context(working_memory=0.01):
        in_blocks = getattr(model, method)(many)
    assert_allclose(in_blocks, at_once, rtol=1e-10, atol=1e-10)


@each_blend
def test_no_table_of_all_rows_and_columns_exists(blend):
    X, y = make_friedman1(40_000, 5, random_state=0)
    model = model_tree(complexity=12, blend=blend)
    tracemalloc.start()
    model.fit(X, y).predict(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 0.6 * (len(X) * 60 * 8)


# Bad and awkward input: every warning is an error in these tests


@pytest.mark.parametrize(
    "params",
    [
        {"complexity": 0},
        {"max_depth": -1},
        {"max_depth": 1.5},
        {"min_samples_leaf": 0},
        {"min_samples_leaf": 1.0},
        {"min_samples_leaf": 0.0},
        {"alpha": -1},
        {"alpha": np.nan},
        {"blend": -0.1},
        {"blend": None},
        {"extrapolation": "nearest"},
        {"clip_output": "yes"},
        {"random_state": "seed"},
    ],
)
def test_bad_parameters_are_named(wavy, params):
    with pytest.raises(ValueError, match=f"'{next(iter(params))}' parameter"):
        model_tree(**params).fit(*wavy)


@pytest.mark.parametrize("method", ["predict", "predict_gradient", "apply"])
def test_prediction_wants_the_features_of_the_fit(wavy, method):
    X, y = wavy
    model = model_tree().fit(X, y)
    with pytest.raises(ValueError, match="expecting 3 features"):
        getattr(model, method)(X[:, :2])
    with pytest.raises(ValueError, match="contains NaN"):
        getattr(model, method)(np.full((2, 3), np.nan))


def awkward():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), rng.normal(size=40)
    near = np.repeat(X[:20], 2, axis=0)
    near[::2] *= 1 + 1e-15
    return {
        "constant feature": (np.insert(X, 1, 0.1, axis=1), y),
        "all features constant": (np.full((40, 2), 0.1), y),
        "constant target": (X, np.full(40, 0.1)),
        "one constant output": (X, np.column_stack([y, np.full(40, 0.1)])),
        "rows twice with other targets": (np.vstack([X, X]), np.append(y, -y)),
        "rows almost twice": (near, y),
        "two distinct rows": (np.repeat(X[:2], 20, axis=0), y),
        "two rows": (X[:2], y[:2]),
        "one feature": (X[:, :1], y),
        "many features": (rng.normal(size=(40, 100)), y),
        "same column twice": (X[:, [0, 0, 1]], y),
        "ones and zeros": ((X > 0).astype(float), y),
        "outlier": (np.vstack([X, [1e12, 0, 0]]), np.append(y, 0)),
        "outlying target": (X, np.append(y[1:], 1e12)),
        "truth values": (X > 0, y > 0),
        "tiny": (1e-200 * X, 1e-200 * y),
        "huge": (1e200 * X, 1e200 * y),
    }


@each_blend
@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("min_samples_leaf", [1, 0.2])
@pytest.mark.parametrize("data", awkward().values(), ids=awkward().keys())
def test_awkward_input_gives_finite_predictions_in_silence(data, min_samples_leaf, alpha, blend):
    X, y = data
    model = model_tree(alpha=alpha, blend=blend, min_samples_leaf=min_samples_leaf).fit(X, y)
    assert np.isfinite(model.predict(X)).all()
    assert np.isfinite(model.predict_gradient(X)).all()


@each_blend
@pytest.mark.parametrize("value", [0.1, -3e7, 0.0])
def test_a_constant_target_is_predicted_exactly(wavy, blend, value):
    X, _ = wavy
    model = model_tree(blend=blend).fit(X, np.full(80, value))
    assert model.n_leaves_ == 1
    assert_array_equal(model.predict(X), value)
    assert_array_equal(model.predict_gradient(X), 0)


@each_blend
def test_a_constant_feature_has_no_say(wavy, blend):
    X, y = wavy
    with_constant = np.insert(X, 1, 0.3, axis=1)
    model = model_tree(blend=blend).fit(with_constant, y)
    expected = model_tree(blend=blend).fit(X, y).predict(X)
    assert_allclose(model.predict(with_constant), expected, rtol=1e-9)
    elsewhere = with_constant + np.array([0, 99, 0, 0])
    assert_array_equal(model.predict(elsewhere), model.predict(with_constant))
    assert_array_equal(model.predict_gradient(with_constant)[:, 1], 0)


# Reading the model


@pytest.mark.parametrize("outputs", [1, 2])
def test_leaf_tables_make_the_prediction(wavy, outputs):
    pytest.importorskip("pandas")
    X, y = wavy
    y = y if outputs == 1 else two_outputs(y)
    model = model_tree().fit(X, y)
    tables = model.leaf_tables()
    assert list(tables.columns) == ["degree", *(["coef"] if outputs == 1 else ["coef0", "coef1"])]
    names = ["1", *model.get_feature_names_out()]
    for row in range(0, 80, 9):
        leaf = model.apply(X[[row]])[0]
        assert list(tables.loc[leaf].index) == names
        low, high = model.leaf_min_[leaf], model.leaf_max_[leaf]
        x = 2 * (X[row] - low) / (high - low) - 1
        columns = [1.0, *x, *(2 * x**2 - 1), *(4 * x**3 - 3 * x)]
        value = columns @ tables.loc[leaf].iloc[:, 1:].to_numpy()
        assert_allclose(np.ravel(model.predict(X[[row]])), value, rtol=1e-7)
    assert list(tables.loc[0, "degree"]) == [0, 1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_text_names_thresholds_and_terms():
    pandas = pytest.importorskip("pandas")
    X = pandas.DataFrame({"age": [10.0, 20, 30, 40], "size": [1.0, 1, 1, 1]})
    model = ChebyshevModelTreeRegressor(1, 1, 2, alpha=0.0).fit(X, [0.0, 2, 30, 34])
    assert model.export_text() == "\n".join(
        [
            "age <= 25",
            "|   leaf 0: 1 +1 T1(age)",
            "age > 25",
            "|   leaf 1: 32 +2 T1(age)",
        ]
    )
    both = ChebyshevModelTreeRegressor(1, 0, alpha=0.0).fit(X, np.array([[0, 3, 6, 9], [1] * 4]).T)
    assert both.export_text() == "leaf 0: 4.5 +4.5 T1(age); 1"


def test_numbers_reported(wavy):
    X, y = wavy
    model = model_tree().fit(X, y)
    n = model.n_leaves_
    assert model.tree_.get_n_leaves() == n == len(np.unique(model.apply(X)))
    assert model.coef_.shape == (n, 9)
    assert model.intercept_.shape == (n,)
    assert model.n_params_ == n * 10 + n - 1
    for leaf in range(n):
        rows = model.apply(X) == leaf
        assert_array_equal(model.leaf_min_[leaf], X[rows].min(axis=0))
        assert_array_equal(model.leaf_max_[leaf], X[rows].max(axis=0))
