import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from sklearn.metrics import (
    mean_absolute_error,
    mean_absolute_percentage_error,
    r2_score,
    root_mean_squared_error,
)

from smoothtab._errors import InputError
from smoothtab.stats import adjusted_r2, r2, scores_of

PAIRS = st.integers(2, 20).flatmap(
    lambda n: arrays(float, (2, n), elements=st.integers(-50, 50).map(float))
)


@given(PAIRS)
def test_as_in_scikit_learn(pair):
    y, prediction = pair
    scores = scores_of(y, prediction)
    assert_allclose(scores["r2"], r2_score(y, prediction), atol=1e-12)
    assert_allclose(scores["mae"], mean_absolute_error(y, prediction))
    assert_allclose(scores["rmse"], root_mean_squared_error(y, prediction))
    if y.any():
        expected = mean_absolute_percentage_error(y[y != 0], prediction[y != 0])
        assert_allclose(scores["mape"], expected)
    else:
        assert np.isnan(scores["mape"])


def test_one_row_is_enough():
    assert scores_of([3.0], [3.0]) == {"r2": 1, "mae": 0, "rmse": 0, "mape": 0}
    assert r2([3.0], [4.0]) == 0


@pytest.mark.parametrize("prediction", [[1.0], [[1.0, 2.0]], []])
def test_what_does_not_fit_y_is_refused(prediction):
    with pytest.raises(InputError, match="one number per row"):
        scores_of([1.0, 2.0], prediction)


def test_adjusted_for_features_as_many_as_rows_there_is_none():
    assert np.isnan(adjusted_r2(0.9, n=6, d=5))
    assert np.isnan(adjusted_r2(0.9, n=5, d=50))
    assert adjusted_r2(0.9, n=7, d=5) == pytest.approx(0.4)
    assert adjusted_r2(1.0, n=7, d=5) == 1


def test_adjusted_as_published(published):
    folds = published[published["n_samples_final"] % 5 == 0].drop_duplicates(["dataset", "model"])
    sizes = zip(folds["n_train"], folds["n_features_final"], strict=True)
    for (n, d), (_, fold) in zip(sizes, folds.iterrows(), strict=True):
        assert_allclose(adjusted_r2(fold["test_r2"], n, d), fold["test_r2_adj"], rtol=1e-9)
        assert_allclose(adjusted_r2(fold["train_r2"], n, d), fold["train_r2_adj"], rtol=1e-9)
