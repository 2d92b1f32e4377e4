import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import config_context
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from smoothtab import ChebyshevExpander, ChebyshevRegressor


@parametrize_with_checks(
    [ChebyshevExpander(), ChebyshevExpander(interactions="tensor", include_bias=False)]
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("interactions", [None, "product", "tensor"])
@pytest.mark.parametrize("extrapolation", ["clip", "linear", "polynomial"])
def test_ridge_behind_it_is_the_regressor(wavy, interactions, extrapolation):
    X, y = wavy
    settings = {"interactions": interactions, "extrapolation": extrapolation}
    pipeline = make_pipeline(ChebyshevExpander(include_bias=False, **settings), Ridge()).fit(X, y)
    model = ChebyshevRegressor(clip_output=False, **settings).fit(X, y)
    beyond = X.mean(axis=0) + 1.5 * (X - X.mean(axis=0))
    assert_allclose(pipeline.predict(beyond), model.predict(beyond), rtol=1e-9, atol=1e-9)


def test_the_constant_comes_first_and_once(wavy):
    X, _ = wavy
    columns = ChebyshevExpander(3).fit_transform(X)
    assert columns.shape == (80, 1 + 3 * 3)
    assert_array_equal(columns[:, 0], 1)
    without = ChebyshevExpander(3, include_bias=False).fit_transform(X)
    assert_array_equal(without, columns[:, 1:])


def test_names_are_those_of_the_columns_and_of_the_table(wavy):
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(wavy[0], columns=["a", "b", "c"])
    expander = ChebyshevExpander(1, interactions="product", max_interaction_complexity=2)
    out = expander.set_output(transform="pandas").fit_transform(table)
    pairs = [(i, j) for i, j in ("ab", "ac", "bc")]
    assert list(out.columns[:4]) == ["T0", "T1(a)", "T1(b)", "T1(c)"]
    assert set(out.columns[4:7]) == {f"T1({i}) T1({j})" for i, j in pairs}
    assert set(out.columns[7:]) == {f"T2({i} {j})" for i, j in pairs}


def test_rows_outside_are_refused_where_wanted(wavy):
    X, _ = wavy
    expander = ChebyshevExpander(extrapolation="error").fit(X)
    expander.transform(X)
    with pytest.raises(ValueError, match="80 of 80 rows leave the training range of x1: drop"):
        expander.transform(X + np.array([0, 100, 0]))


def test_rows_of_weight_zero_do_not_count(wavy):
    X, _ = wavy
    weight = np.ones(80)
    weight[:5] = 0
    outlying = X.copy()
    outlying[:5] = 1e9
    expander = ChebyshevExpander().fit(outlying, sample_weight=weight)
    assert_array_equal(expander.data_max_, X[5:].max(axis=0))


def test_dropped_columns_are_reported(wavy):
    X, _ = wavy
    expander = ChebyshevExpander(interactions="product", max_columns=16)
    with pytest.warns(UserWarning, match="leaves out 2 interactions"):
        expander.fit(X)
    assert expander.dropped_terms_ == {2: 2}


def test_many_rows_are_expanded_in_blocks(wavy):
    X = np.tile(wavy[0], (20, 1))
    expander = ChebyshevExpander(interactions="tensor").fit(X)
    at_once = expander.transform(X)
    with config_context(working_memory=0.01):
        assert_array_equal(expander.transform(X), at_once)
