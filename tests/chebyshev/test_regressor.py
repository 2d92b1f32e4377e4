import pickle
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.polynomial.chebyshev import chebvander
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import make_friedman1
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from smoothtab import ChebyshevRegressor

KINDS = {
    "none": {},
    "product": {"include_interactions": True},
    "squares": {"include_interactions": True, "max_interaction_complexity": 2},
    "tensor": {"interactions": "tensor"},
    "triples": {"interactions": "tensor", "tensor_order": 3, "tensor_bound": "hyperbolic"},
    "sparse": {"interactions": "tensor", "sparse": True, "random_state": 0},
}
each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
POLICIES = ["clip", "linear", "polynomial"]


@parametrize_with_checks(
    [ChebyshevRegressor(), ChebyshevRegressor(interactions="tensor", sparse=True)]
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def two_outputs(y):
    return np.column_stack([y, np.cos(y)])


def assert_same_fit(a, b, **tolerance):
    assert list(a.get_feature_names_out()) == list(b.get_feature_names_out())
    names = ["coef_", "intercept_", "data_min_", "feature_importances_", "effective_degree_"]
    for name in names:
        assert_allclose(getattr(a, name), getattr(b, name), err_msg=name, **tolerance)


# Special cases that are known models


@given(
    seed=st.integers(0, 10**6),
    complexity=st.integers(1, 9),
    alpha=st.sampled_from([1e-3, 1.0, 1e3]),
    outputs=st.integers(1, 2),
)
def test_is_a_pipeline_of_scikit_learn(seed, complexity, alpha, outputs):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(60, 3)), rng.normal(size=(60, outputs))
    weight = rng.uniform(0.1, 2, 60)

    def expand(x):
        return np.hstack([chebvander(column, complexity)[:, 1:] for column in x.T])

    scaler = MinMaxScaler((-1, 1), clip=True)
    pipeline = make_pipeline(scaler, FunctionTransformer(expand), Ridge(alpha))
    pipeline.fit(X, y, ridge__sample_weight=weight)
    model = ChebyshevRegressor(complexity, alpha, clip_output=False).fit(X, y, weight)
    new = 1.5 * rng.normal(size=(60, 3))
    expected = pipeline.predict(new).reshape(y.shape)
    assert_allclose(model.predict(new), expected, rtol=1e-9, atol=1e-9)


def test_degree_one_is_ridge_on_scaled_features(wavy):
    X, y = wavy
    known = make_pipeline(MinMaxScaler((-1, 1)), Ridge(0.3)).fit(X, y)
    model = ChebyshevRegressor(1, 0.3, extrapolation="linear", clip_output=False).fit(X, y)
    assert_allclose(model.coef_, known[-1].coef_)
    assert_allclose(model.intercept_, known[-1].intercept_)
    assert_allclose(model.predict(9 * X), known.predict(9 * X))


@each_kind
def test_a_polynomial_in_the_basis_is_recovered(wavy, kind):
    X, _ = wavy
    x = MinMaxScaler((-1, 1)).fit_transform(X)
    y = 1e3 * (x[:, 0] - 2 * x[:, 1] ** 3 + 1)
    model = ChebyshevRegressor(alpha=1e-9, **kind).fit(X, y)
    assert_allclose(model.predict(X), y, rtol=1e-5, atol=1e-3)


def test_huge_penalty_leaves_the_weighted_mean(wavy):
    X, y = wavy
    weight = np.linspace(0.1, 2, 80)
    model = ChebyshevRegressor(alpha=1e12).fit(X, y, sample_weight=weight)
    assert_allclose(model.predict(X), np.average(y, weights=weight), rtol=1e-8)


def test_options_of_the_paper_stand_for_the_newer_ones(wavy):
    X, y = wavy
    for old, new in (
        ({"include_interactions": True}, {"interactions": "product"}),
        ({"clip_input": False}, {"extrapolation": "polynomial"}),
        ({"clip_input": True}, {"extrapolation": "clip"}),
    ):
        a, b = ChebyshevRegressor(**old).fit(X, y), ChebyshevRegressor(**new).fit(X, y)
        assert_array_equal(a.predict(1.2 * X), b.predict(1.2 * X))


# Accuracy


def test_tensor_and_sparse_forms_learn_friedman_1():
    X, y = make_friedman1(2000, n_features=5, noise=0, random_state=0)
    new = make_friedman1(2000, n_features=5, noise=0, random_state=1)

    def score(**settings):
        return ChebyshevRegressor(random_state=0, **settings).fit(X, y).score(*new)

    assert 0.91 < score(interactions="product") < 0.93
    assert score(interactions="tensor", tensor_degree=3, sparse=False) > 0.995
    assert score(interactions="tensor", sparse=False) > 0.999
    assert score(interactions="tensor", sparse=True) > 0.999
    assert score(interactions="tensor", tensor_degree=8, sparse=True) > 0.9999


def test_large_tensor_bases_are_sparse_by_themselves():
    X, y = make_friedman1(2000, n_features=12, noise=0.5, random_state=0)
    model = ChebyshevRegressor(interactions="tensor", tensor_degree=5, random_state=0).fit(X, y)
    dense = clone(model).set_params(sparse=False).fit(X, y)
    assert len(dense.coef_) == 12 * 5 + 66 * 10
    assert len(model.coef_) < 100
    new = make_friedman1(2000, n_features=12, noise=0, random_state=1)
    assert model.score(*new) > dense.score(*new)


# Derivatives and extrapolation


@each_kind
@pytest.mark.parametrize("extrapolation", POLICIES)
@pytest.mark.parametrize("outputs", [1, 2])
def test_gradient_agrees_with_five_point_stencil_in_the_units_of_the_user(
    wavy, kind, extrapolation, outputs, five_point
):
    X, y = wavy
    y = y if outputs == 1 else two_outputs(y)
    model = ChebyshevRegressor(extrapolation=extrapolation, clip_output=False, **kind).fit(X, y)
    middle, half = (X.max(axis=0) + X.min(axis=0)) / 2, np.ptp(X, axis=0) / 2
    new = middle + 1.3 * (X - middle)
    new = new[(np.abs(np.abs(new - middle) / half - 1) > 0.01).all(axis=1)]  # not at kinks
    gradient = model.predict_gradient(new)
    assert gradient.shape == (len(new), *y.shape[1:], 3)
    for j, unit in enumerate(half):
        axis = np.eye(3)[j]
        slope = five_point(lambda t, v=axis: model.predict(new + t * v), 1e-3 * unit)
        assert_allclose(slope * unit, gradient[..., j] * unit, rtol=1e-6, atol=1e-6)


@each_kind
def test_linear_extrapolation_is_continuously_differentiable(wavy, kind):
    X, y = wavy
    model = ChebyshevRegressor(extrapolation="linear", clip_output=False, **kind).fit(X, y)
    step = 1e-9 * np.ptp(X, axis=0)
    edge = np.where(np.arange(3) == 1, X.max(axis=0), X[:5])
    for method in (model.predict, model.predict_gradient):
        inside, outside = method(edge - step), method(edge + step)
        assert_allclose(outside, inside, rtol=1e-6, atol=1e-6 * np.abs(inside).max())


def test_linear_extrapolation_is_linear_in_each_feature(wavy):
    X, y = wavy
    model = ChebyshevRegressor(interactions="tensor", extrapolation="linear", clip_output=False)
    far = X.max(axis=0) + np.ptp(X, axis=0) * np.array([[1, 0, 0], [2, 0, 0], [3, 0, 0]])
    a, b, c = model.fit(X, y).predict(far)
    assert_allclose(c - b, b - a, rtol=1e-6)


@each_kind
def test_clipped_input_is_that_of_the_nearest_training_value(wavy, kind):
    X, y = wavy
    model = ChebyshevRegressor(**kind).fit(X, y)
    new = 3 * X
    assert_array_equal(model.predict(new), model.predict(np.clip(new, X.min(0), X.max(0))))


def test_output_is_clipped_where_wanted_and_its_gradient_is_zero_there(wavy):
    X, y = wavy
    weight = np.linspace(0, 1, 80)
    model = ChebyshevRegressor(extrapolation="polynomial").fit(X, y, sample_weight=weight)
    new = X + 0.3 * (X - X.mean(axis=0))
    free = clone(model).set_params(clip_output=False).fit(X, y, weight).predict(new)
    mean = np.average(y, weights=weight)
    margin = 3 * np.sqrt(np.average((y - mean) ** 2, weights=weight))
    lowest, highest = y[1:].min() - margin, y[1:].max() + margin
    assert_allclose(model.predict(new), np.clip(free, lowest, highest))
    clipped = (free < lowest) | (free > highest)
    assert 0 < clipped.sum() < 80
    gradient = model.predict_gradient(new)
    assert_array_equal((gradient == 0).all(axis=1), clipped)


def test_error_refuses_rows_outside_by_the_names_of_the_table(wavy):
    pandas = pytest.importorskip("pandas")
    X, y = wavy
    table = pandas.DataFrame(X, columns=["a", "b", "c"])
    model = ChebyshevRegressor(extrapolation="error").fit(table, y)
    expected = ChebyshevRegressor().fit(table, y).predict(table)
    assert_array_equal(model.predict(table), expected)
    table.loc[3, "b"] = 99
    for method in (model.predict, model.predict_gradient):
        with pytest.raises(ValueError, match="1 of 80 rows leave the training range of b: drop"):
            method(table)


def test_report_lists_every_value_outside(wavy):
    pandas = pytest.importorskip("pandas")
    X, y = wavy
    X[:, 2] = 7.0
    model = ChebyshevRegressor().fit(X, y)
    assert len(model.extrapolation_report(X)) == 0
    new = X[:3].copy()
    width = np.ptp(X[:, 1])
    new[1, 1], new[2, 2] = X[:, 1].min() - 0.5 * width, 8.0
    report = model.extrapolation_report(pandas.DataFrame(new, index=["p", "q", "r"]).to_numpy())
    assert list(report["row"]) == [1, 2]
    assert list(report["feature"]) == ["x1", "x2"]
    assert_allclose(report["value"], [new[1, 1], 8])
    assert_allclose(report["excess"], [-0.5, np.inf])
    table = pandas.DataFrame(X, columns=["a", "b", "c"])
    named = pandas.DataFrame(new, columns=["a", "b", "c"], index=["p", "q", "r"])
    report = ChebyshevRegressor().fit(table, y).extrapolation_report(named)
    assert list(report["row"]) == ["q", "r"]
    assert list(report["feature"]) == ["b", "c"]


# Weights, order, units


@each_kind
def test_weight_of_two_is_the_row_twice(wavy, kind):
    X, y = wavy
    weight = np.ones(80)
    weight[:20] = 2
    model = ChebyshevRegressor(**kind)
    twice = clone(model).fit(np.vstack([X, X[:20]]), np.append(y, y[:20]))
    assert_same_fit(model.fit(X, y, sample_weight=weight), twice, rtol=1e-9, atol=1e-12)


@each_kind
def test_weight_of_zero_is_the_row_left_out(wavy, kind):
    X, y = wavy
    X[::5], y[::5] = 1e6, -1e6
    weight = np.linspace(0.5, 2, 80)
    weight[::5] = 0
    kept = weight > 0
    model = ChebyshevRegressor(**kind)
    without = clone(model).fit(X[kept], y[kept], sample_weight=weight[kept])
    assert_same_fit(model.fit(X, y, sample_weight=weight), without, rtol=0, atol=0)
    assert_array_equal(model.predict(9 * X), without.predict(9 * X))


@each_kind
def test_permuted_features_permute(wavy, kind):
    X, y = wavy
    order = [2, 0, 1]
    model, permuted = ChebyshevRegressor(**kind).fit(X, y), ChebyshevRegressor(**kind)
    permuted.fit(X[:, order], y)
    if kind is not KINDS["sparse"]:  # folds go with the order of the columns
        assert_allclose(permuted.predict(X[:, order]), model.predict(X), rtol=1e-8, atol=1e-9)
        assert_allclose(permuted.feature_importances_, model.feature_importances_[order], rtol=1e-8)


@each_kind
def test_order_of_the_rows_does_not_matter(wavy, kind):
    X, y = wavy
    order = np.random.default_rng(0).permutation(80)
    model = ChebyshevRegressor(**kind)
    other = clone(model).fit(X[order], y[order])
    assert_same_fit(model.fit(X, y), other, rtol=1e-9, atol=1e-12)


@each_kind
@pytest.mark.parametrize(("factor", "offset"), [(-3.0, 10.0), (1e12, 0.0), (1e-12, 0.0), (1, 1e6)])
def test_prediction_follows_the_unit_of_the_target(wavy, kind, factor, offset):
    X, y = wavy
    expected = ChebyshevRegressor(**kind).fit(X, y).predict(X)
    changed = ChebyshevRegressor(**kind).fit(X, factor * y + offset).predict(X)
    assert_allclose((changed - offset) / factor, expected, atol=1e-8)


@each_kind
@pytest.mark.parametrize("factors", [(1e-12, 1e12, 1.0), (1e12, 1e-12, 1e6)])
def test_prediction_does_not_depend_on_the_units_of_the_features(wavy, kind, factors):
    X, y = wavy
    model = ChebyshevRegressor(**kind).fit(X, y)
    other = ChebyshevRegressor(**kind).fit(X * factors, y)
    assert_allclose(other.predict(X * factors), model.predict(X), atol=1e-8)
    gradient = other.predict_gradient(X * factors) * factors
    scale = np.ptp(X, axis=0)
    assert_allclose(gradient * scale, model.predict_gradient(X) * scale, atol=1e-7)


@pytest.mark.parametrize("kind", list(KINDS.values())[:-1], ids=list(KINDS)[:-1])
def test_several_outputs_are_those_fitted_one_by_one(wavy, kind):
    X, y = wavy
    Y = two_outputs(y)
    model = ChebyshevRegressor(**kind).fit(X, Y)
    single = [ChebyshevRegressor(**kind).fit(X, y) for y in Y.T]
    both = np.column_stack([one.predict(X) for one in single])
    assert_allclose(model.predict(X), both, rtol=1e-9, atol=1e-9)
    assert_allclose(model.coef_, np.column_stack([one.coef_ for one in single]), atol=1e-8)
    assert model.predict_gradient(X).shape == (80, 2, 3)


def test_a_sparse_fit_of_the_same_output_twice_is_that_output(wavy):
    X, y = wavy
    model = ChebyshevRegressor(**KINDS["sparse"])
    expected = model.fit(X, y).predict(X)
    both = model.fit(X, np.column_stack([y, y])).predict(X)
    assert_allclose(both, np.column_stack([expected, expected]), atol=1e-8)


def test_one_column_of_outputs_keeps_its_axis(wavy):
    X, y = wavy
    model = ChebyshevRegressor().fit(X, y[:, None])
    assert model.predict(X).shape == (80, 1)
    assert model.predict_gradient(X).shape == (80, 1, 3)


# The same again


@each_kind
def test_same_random_state_gives_the_same_fit_and_leaves_the_global_one(wavy, kind):
    state = np.random.get_state()  # noqa: NPY002
    first, second = (ChebyshevRegressor(**kind | {"random_state": 0}).fit(*wavy) for _ in "ab")
    assert_same_fit(first, second, rtol=0, atol=0)
    assert_array_equal(state[1], np.random.get_state()[1])  # noqa: NPY002


def test_fit_changes_neither_its_input_nor_its_parameters(wavy):
    X, y = wavy
    before = X.copy(), y.copy()
    model = ChebyshevRegressor(**KINDS["sparse"])
    params = model.get_params()
    model.fit(X, y).predict_gradient(X)
    assert_array_equal(X, before[0])
    assert_array_equal(y, before[1])
    assert model.get_params() == params


@each_kind
def test_a_stored_model_predicts_the_same(wavy, kind):
    X, y = wavy
    model = ChebyshevRegressor(**kind).fit(X, y)
    stored = pickle.loads(pickle.dumps(model))
    assert_array_equal(stored.predict(X), model.predict(X))
    assert_array_equal(stored.predict_gradient(X), model.predict_gradient(X))
    assert_array_equal(stored.get_feature_names_out(), model.get_feature_names_out())


@each_kind
@pytest.mark.parametrize("method", ["predict", "predict_gradient"])
def test_many_rows_are_predicted_in_blocks(wavy, kind, method):
    X, y = wavy
    model = ChebyshevRegressor(**kind).fit(X, y)
    X = np.tile(X, (20, 1))
    at_once = getattr(model, method)(X)
    with config_context(working_memory=0.01):
        in_blocks = getattr(model, method)(X)
    assert_allclose(in_blocks, at_once, rtol=1e-9, atol=1e-12)


@each_kind
def test_no_table_of_all_rows_and_columns_exists(kind):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60_000, 3)), rng.normal(size=60_000)
    model = ChebyshevRegressor(30, **kind).fit(X[:100], y[:100])
    for work in (lambda: model.fit(X, y), lambda: model.predict(X)):
        tracemalloc.start()
        work()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 12e6 + 6 * X.nbytes < 8 * 3 * 30 * len(X) / 2


# Bad input


@pytest.mark.parametrize(
    "params",
    [
        {"complexity": 0},
        {"complexity": 2.5},
        {"alpha": -1},
        {"alpha": np.nan},
        {"include_interactions": "yes"},
        {"max_interaction_complexity": 3},
        {"interactions": "ratio"},
        {"tensor_degree": 1},
        {"tensor_order": 4},
        {"tensor_bound": "none"},
        {"max_columns": 0},
        {"sparse": "maybe"},
        {"clip_input": "yes"},
        {"extrapolation": "ridge"},
        {"clip_output": "yes"},
        {"random_state": "seed"},
    ],
    ids=str,
)
def test_bad_parameters_are_named(wavy, params):
    with pytest.raises(ValueError, match=f"'{next(iter(params))}' parameter"):
        ChebyshevRegressor(**params).fit(*wavy)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (([[0.0], [np.nan], [1.0]], [0.0, 1.0, 2.0]), "contains NaN"),
        (([["a"], ["b"], ["c"]], [0.0, 1.0, 2.0]), "could not convert string to float"),
        (([[0.0], [1.0]], [0.0, 1.0, 2.0]), "inconsistent numbers of samples"),
        (([[0.0], [1.0]], [0.0, np.inf]), "infinity"),
        (([[0.0], [1.0]], None), "requires y to be passed"),
        (([[0.0]], [1.0]), "minimum of 2 is required"),
        (([[0.0], [1.0]], [0.0, 1.0], [1.0, -1.0]), "[Nn]egative"),
        (([[0.0], [1.0]], [0.0, 1.0], [1.0, 0.0]), "positive sample_weight"),
        (([[0.0], [1.0]], [0.0, 1.0], [1.0, np.nan]), "contains NaN"),
    ],
)
def test_bad_data_are_refused(data, message):
    with pytest.raises(ValueError, match=message):
        ChebyshevRegressor().fit(*data)


@pytest.mark.parametrize("method", ["predict", "predict_gradient", "extrapolation_report"])
def test_prediction_wants_the_features_of_the_fit(wavy, method):
    X, y = wavy
    model = ChebyshevRegressor().fit(X, y)
    with pytest.raises(ValueError, match="expecting 3 features"):
        getattr(model, method)(X[:, :2])
    with pytest.raises(ValueError, match="contains NaN"):
        getattr(model, method)(np.full((2, 3), np.nan))


# Awkward input: every warning is an error in these tests


def awkward():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), rng.normal(size=40)
    outlier = X.copy()
    outlier[0] = 1e12
    return {
        "constant feature": (np.insert(X, 1, 0.1, axis=1), y),
        "all features constant": (np.full((40, 2), 0.1), y),
        "constant target": (X, np.full(40, 0.1)),
        "one constant output": (X, np.column_stack([y, np.full(40, 0.1)])),
        "two distinct rows": (np.repeat(X[:2], 20, axis=0), y),
        "fewer rows than columns": (X[:5], y[:5]),
        "two rows": (X[:2], y[:2]),
        "one feature": (X[:, :1], y),
        "same column twice": (X[:, [0, 0, 1]], y),
        "outlier": (outlier, y),
        "outlying target": (X, np.append(y[1:], 1e12)),
        "integers": ((9 * X).astype(int), (9 * y).astype(int)),
        "truth values": (X > 0, y > 0),
        "tiny": (1e-200 * X, 1e-200 * y),
        "huge": (1e200 * X, 1e200 * y),
    }


@each_kind
@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("data", awkward().values(), ids=awkward().keys())
def test_awkward_input_gives_finite_predictions_in_silence(data, alpha, kind):
    X, y = data
    model = ChebyshevRegressor(3, alpha, **kind | {"tensor_degree": 3}).fit(X, y)
    assert np.isfinite(model.predict(X)).all()
    assert np.isfinite(model.predict_gradient(X)).all()
    assert np.isfinite(model.feature_importances_).all()
    assert (model.feature_importances_ >= 0).all()


@pytest.mark.parametrize("kind", ["none", "squares", "tensor", "sparse"])
def test_more_features_than_rows(kind):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 60)), rng.normal(size=20)
    model = ChebyshevRegressor(alpha=1e-6, **{"sparse": False} | KINDS[kind]).fit(X, y)
    assert np.isfinite(model.predict(X)).all()
    if kind != "sparse":
        assert_allclose(model.predict(X), y, atol=1e-3)


@each_kind
@pytest.mark.parametrize("value", [0.1, -3e7, 0.0])
def test_a_constant_target_is_predicted_exactly(wavy, kind, value):
    X, _ = wavy
    model = ChebyshevRegressor(**kind).fit(X, np.full(80, value))
    assert_array_equal(model.predict(X), value)
    assert_array_equal(model.predict_gradient(X), 0)


@each_kind
def test_a_constant_feature_changes_nothing(wavy, kind):
    X, y = wavy
    with_constant = np.insert(X, 3, 0.3, axis=1)
    model = ChebyshevRegressor(**kind).fit(with_constant, y)
    assert_array_equal(model.predict_gradient(with_constant)[:, 3], 0)
    assert_allclose(model.predict(with_constant), ChebyshevRegressor(**kind).fit(X, y).predict(X))
    assert_array_equal(
        model.predict(with_constant + np.array([0, 0, 0, 9])), model.predict(with_constant)
    )
    assert model.feature_importances_[3] == 0


# What a fit reports


def test_coefficients_and_names_make_the_prediction(wavy):
    X, y = wavy
    model = ChebyshevRegressor(2).fit(X, y)
    names = model.get_feature_names_out(["a", "b", "c"])
    assert list(names) == ["T1(a)", "T1(b)", "T1(c)", "T2(a)", "T2(b)", "T2(c)"]
    x = MinMaxScaler((-1, 1)).fit_transform(X)
    columns = np.hstack([x, 2 * x**2 - 1])
    assert_allclose(model.predict(X), columns @ model.coef_ + model.intercept_)
    assert model.n_params_ == 7
    assert ChebyshevRegressor(2).fit(X, two_outputs(y)).n_params_ == 14


@each_kind
def test_coef_table_lists_every_term(wavy, kind):
    pytest.importorskip("pandas")
    X, y = wavy
    model = ChebyshevRegressor(**kind).fit(X, y)
    table = model.coef_table()
    assert list(table.index) == list(model.get_feature_names_out())
    assert_array_equal(table["coef"], model.coef_)
    assert table["degree"].min() >= 1
    two = ChebyshevRegressor(**kind).fit(X, two_outputs(y)).coef_table()
    assert list(two.columns) == ["degree", "coef0", "coef1"]


def test_terms_beyond_the_cap_are_reported(wavy):
    with pytest.warns(UserWarning, match="leaves out 18 interactions"):
        model = ChebyshevRegressor(2, interactions="tensor", max_columns=6).fit(*wavy)
    assert model.dropped_terms_ == {2: 3, 3: 6, 4: 9}
    assert len(model.coef_) == 6
