from pathlib import Path

import numpy as np
import pytest

from smoothtab.datasets import load_concrete_strength

# The tables of the benchmark, where the checkout stands beside them.
SHARED_DATA = Path(__file__).parents[3] / "shared" / "data"


def test_shape_and_names():
    concrete = load_concrete_strength()
    assert concrete.data.shape == (1030, 8)
    assert concrete.target.shape == (1030,)
    assert concrete.feature_names == [
        "Cement",
        "Blast Furnace Slag",
        "Fly Ash",
        "Water",
        "Superplasticizer",
        "Coarse Aggregate",
        "Fine Aggregate",
        "Age",
    ]
    assert concrete.target_name == "Strength"
    assert "CC BY 4.0" in concrete.DESCR


def test_columns_hold_what_their_names_say():
    X, y = load_concrete_strength(return_X_y=True)
    age = X[:, -1]
    assert (X >= 0).all()
    assert (age == age.astype(int)).all() and age.min() == 1 and age.max() == 365
    # A cubic metre of concrete weighs about 2.3 tonnes.
    weight = X[:, :-1].sum(axis=1)
    assert weight.min() > 2100 and weight.max() < 2600
    # The range in the published description: 2.33 to 82.6 MPa.
    assert y.min() == 2.33 and y.max() == 82.6
    # Row order is part of the contract: published folds are by position.
    np.testing.assert_array_equal(X[0], [540.0, 0.0, 0.0, 162.0, 2.5, 1040.0, 676.0, 28.0])
    assert y[0] == 79.99


def test_x_y_are_those_of_the_bunch():
    concrete = load_concrete_strength()
    X, y = load_concrete_strength(return_X_y=True)
    np.testing.assert_array_equal(X, concrete.data)
    np.testing.assert_array_equal(y, concrete.target)


def test_each_call_returns_fresh_arrays():
    X, _ = load_concrete_strength(return_X_y=True)
    X[:] = 0
    assert load_concrete_strength().data.any()


def test_equals_the_table_of_the_benchmark_to_the_last_bit():
    path = SHARED_DATA / "concrete_strength.parquet"
    if not path.exists():
        pytest.skip("the benchmark's tables are not beside this checkout (../shared/data)")
    pytest.importorskip("pyarrow", reason="reading parquet needs pyarrow")
    pandas = pytest.importorskip("pandas")
    table = pandas.read_parquet(path)
    concrete = load_concrete_strength()
    assert concrete.feature_names == list(table.columns[:-1])
    np.testing.assert_array_equal(concrete.data, table.iloc[:, :-1].to_numpy(float))
    np.testing.assert_array_equal(concrete.target, table["target"].to_numpy(float))
