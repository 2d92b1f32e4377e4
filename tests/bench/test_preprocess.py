import os
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from pandas.testing import assert_frame_equal
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.datasets import make_friedman1
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder, TargetEncoder
from sklearn.utils.estimator_checks import parametrize_with_checks

from smoothtab._errors import InputError
from smoothtab.bench import FoldPreprocessor, prepare
from smoothtab.datasets import load

# The tables of the benchmark, where the checkout stands beside them.
DATA = Path(os.environ.get("SMOOTHTAB_DATA", Path(__file__).parents[3] / "shared" / "data"))
FOLDS = KFold(5, shuffle=True, random_state=42)


@parametrize_with_checks([FoldPreprocessor(), FoldPreprocessor(scale=True, select=False)])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def mixed_table(n=400, n_noise=30, seed=0):
    """Numbers and categories with gaps, truth values, and a category for every two rows."""
    rng = np.random.default_rng(seed)
    size, colour = rng.normal(size=n), rng.integers(0, 3, n)
    y = size + colour + 0.3 * rng.normal(size=n)
    numbers = {f"noise {i}": rng.normal(size=n) for i in range(n_noise)}
    size[::7] = np.nan
    X = pd.DataFrame(
        {
            "size": size,
            "colour": pd.Categorical.from_codes(colour, ["red", "green", "blue"]),
            "owner": pd.Series(rng.integers(0, n // 2, n).astype(str), dtype="category"),
            "new": rng.random(n) < 0.5,
            **numbers,
        }
    )
    X.loc[::11, "colour"] = None
    return X, y


# Rows go by position


@settings(max_examples=5)  # a wide table takes its time
@given(st.lists(st.integers(0, 99), min_size=60, max_size=60))
def test_labels_of_rows_do_not_matter(labels):
    X, y = mixed_table(60)
    model = FoldPreprocessor(scale=True, max_features=20, random_state=0)
    expected = model.fit_transform(X, y)
    relabelled = X.set_axis(labels)
    out = model.fit_transform(relabelled, pd.Series(y, index=labels[::-1]))
    assert_array_equal(out, expected)
    assert_array_equal(out.index, labels)
    assert_array_equal(model.transform(relabelled), model.transform(X))


# What a model sees of y


@given(st.integers(0, 59), st.floats(-100, 100))
def test_the_target_of_a_row_does_not_reach_its_own_features(row, change):
    X, y = mixed_table(60)
    model = FoldPreprocessor(select=False, random_state=0)
    before = model.fit_transform(X, y)
    y[row] += change
    assert_allclose(model.fit_transform(X, y).iloc[row], before.iloc[row])


@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_learnt_of_a_shuffled_target(seed):
    X, y = mixed_table(1000, n_noise=50, seed=seed)
    y = np.random.default_rng(seed).permutation(y)
    model = make_pipeline(FoldPreprocessor(scale=True, random_state=0), Ridge())
    score = cross_val_score(model, X, y, cv=FOLDS).mean()
    assert -0.08 < score < 0.02  # one feature of pure noise costs 1 / 800


def test_a_model_is_not_misled_by_categories_of_few_rows():
    X, y = mixed_table(2000, n_noise=0)
    train, test = next(FOLDS.split(X))
    preprocessor = FoldPreprocessor(random_state=0)
    honest = preprocessor.fit_transform(X.iloc[train], y[train])
    leaky = preprocessor.transform(X.iloc[train])
    X_test = preprocessor.transform(X.iloc[test])
    honest, leaky = (Ridge().fit(Z, y[train]).score(X_test, y[test]) for Z in (honest, leaky))
    assert honest > leaky + 0.05


def test_informative_features_of_friedman1_d100_stay():
    X, y = make_friedman1(2000, n_features=5, noise=0.1, random_state=42)
    X = np.hstack([X, np.random.RandomState(42).randn(2000, 95)])  # as published
    for train, _ in FOLDS.split(X):
        support = FoldPreprocessor(random_state=0).fit(X[train], y[train]).support_
        assert support[:5].all()
        assert support.sum() < 50


def test_most_features_of_pol_stay():
    if not (DATA / "pol.parquet").exists():
        pytest.skip("the benchmark's tables are not beside this checkout (../shared/data)")
    pol = prepare(load("pol", folder=DATA, download=False)).dataset
    train = list(FOLDS.split(pol.X))[3][0]  # where the fewest have rank correlation
    model = FoldPreprocessor(random_state=0).fit(pol.X.iloc[train], pol.y[train])
    assert model.support_.sum() >= 14


# Gaps, categories, numbers


def test_new_rows_are_as_in_scikit_learn():
    X, y = mixed_table(n_noise=2)
    codes = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1)
    encoder = TargetEncoder(target_type="continuous")
    expected = make_column_transformer(
        (SimpleImputer(strategy="median"), ["size"]),
        (make_pipeline(codes, SimpleImputer(strategy="most_frequent"), encoder), ["colour"]),
    ).fit(X[:200], y[:200])
    model = FoldPreprocessor(random_state=0).fit(X[:200], y[:200])
    out = model.transform(X[200:])[["size", "colour"]]
    assert_allclose(out, expected.transform(X[200:]))


def test_a_numeric_table_without_gaps_stays_as_it_is():
    X, y = make_friedman1(100, n_features=24, random_state=0)
    assert_array_equal(FoldPreprocessor().fit_transform(X, y), X)


def test_a_category_that_training_rows_do_not_have_becomes_their_mean():
    X, y = mixed_table()
    model = FoldPreprocessor(select=False, random_state=0).fit(X[:300], y[:300])
    row = X[300:301].assign(colour="purple")
    assert_allclose(model.transform(row)["colour"], y[:300].mean())


@pytest.mark.parametrize(
    "useless",
    [
        [np.nan] * 20,
        [None] * 20,
        [3.0] * 20,
        [3.0, np.nan] * 10,
        [True] * 20,
        pd.Categorical(["a"] * 20),
        pd.Categorical(["a", None] * 10),
        pd.Categorical([None] * 20, categories=["a", "b"]),
    ],
)
@pytest.mark.parametrize("select", [False, True])
def test_features_of_one_value_are_left_out(useless, select):
    X = pd.DataFrame({"useless": useless, "size": np.arange(20.0)})
    model = FoldPreprocessor(select=select, scale=True).fit(X, np.arange(20))
    assert list(model.get_feature_names_out()) == ["size"]
    other = pd.DataFrame({"useless": ["z"] if X["useless"].dtype == "category" else [9.0]})
    assert model.transform(other.assign(size=9.5)).to_numpy() == 0
    with pytest.raises(InputError, match="No column of X has two different values"):
        FoldPreprocessor().fit(X[["useless"]], np.arange(20))


def test_standardised():
    X, y = mixed_table()
    out = FoldPreprocessor(scale=True, random_state=0).fit_transform(X, y)
    assert_allclose(out.mean(), 0, atol=1e-12)
    assert_allclose(out.std(ddof=0), 1)


# Whatever the table is

KINDS = {
    "number": st.floats(-1e6, 1e6) | st.just(np.nan),
    "count": st.integers(-5, 5) | st.none(),
    "truth": st.booleans(),
    "category": st.sampled_from("abc") | st.none(),
    "text": st.sampled_from(["", "a", "b "]),
}
TYPES = {"count": "Int64", "category": "category"}


@st.composite
def tables(draw):
    """Training rows of any kind and number, and targets."""
    n, kinds = draw(st.integers(2, 12)), draw(st.lists(st.sampled_from(list(KINDS)), max_size=4))
    kinds += ["truth"] * draw(st.sampled_from([0, 25]))
    columns = {"varies": np.arange(n)}
    for i, kind in enumerate(kinds):
        values = draw(st.lists(KINDS[kind], min_size=n, max_size=n))
        columns[f"{kind} {i}"] = pd.Series(values, dtype=TYPES.get(kind))
    y = draw(st.lists(st.floats(-1e3, 1e3), min_size=n, max_size=n))
    return pd.DataFrame(columns), y


@given(tables(), st.booleans(), st.booleans(), st.sampled_from([1, 3, 50, None]))
def test_any_table_becomes_numbers(table, scale, select, most):
    X, y = table
    model = FoldPreprocessor(scale=scale, select=select, max_features=most, random_state=0)
    for out in model.fit_transform(X, y), model.transform(X):
        assert np.isfinite(out.to_numpy(float)).all()
        assert list(out) == list(model.get_feature_names_out()) == list(X.columns[model.support_])
    assert 1 <= out.shape[1] <= (most if select and most else X.shape[1])
    assert_frame_equal(model.fit(X, y).transform(X), out)
    halves = [model.transform(X[:1]), model.transform(X[1:])]
    assert_frame_equal(pd.concat(halves), out)


def test_arrays_are_as_good_as_tables():
    X, y = mixed_table()
    model = FoldPreprocessor(random_state=0)
    expected = model.fit_transform(X, y)
    out = clone(model).fit_transform(X.to_numpy(object), y)
    assert isinstance(out, np.ndarray)
    assert_array_equal(out, expected)


# In company


def test_names_and_containers():
    X, y = mixed_table(n_noise=40)
    model = FoldPreprocessor(max_features=5, random_state=0).fit(X, y)
    assert list(model.get_feature_names_out()) == list(X.columns[model.support_])
    assert {"size", "colour"} <= set(model.get_feature_names_out()) and model.support_.sum() == 5
    array = FoldPreprocessor(random_state=0).set_output(transform="pandas")
    assert list(array.fit_transform(np.eye(3), y[:3])) == ["x0", "x1", "x2"]


def test_a_stored_one_does_the_same():
    X, y = mixed_table()
    model = FoldPreprocessor(scale=True, random_state=0).fit(X[:300], y[:300])
    assert_frame_equal(pickle.loads(pickle.dumps(model)).transform(X), model.transform(X))


def test_random_state_decides_and_the_global_one_is_left_alone():
    X, y = mixed_table()
    state = np.random.get_state()[1].copy()  # noqa: NPY002
    first, second, other = (
        FoldPreprocessor(select=False, random_state=seed).fit_transform(X, y)["owner"]
        for seed in (0, 0, 1)
    )
    assert_array_equal(first, second)
    assert (first != other).any()
    assert_array_equal(state, np.random.get_state()[1])  # noqa: NPY002


def test_the_table_is_not_changed():
    X, y = mixed_table()
    before = X.copy(deep=True)
    FoldPreprocessor(scale=True).fit(X, y).transform(X)
    assert_frame_equal(X, before)


@pytest.mark.parametrize("y", [["high"] * 400, np.full(400, np.nan), np.zeros((400, 2)), [1, 2]])
def test_unusable_targets_are_refused(y):
    with pytest.raises(ValueError):
        FoldPreprocessor().fit(mixed_table()[0], y)
