import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import spearmanr, variation

from smoothtab._errors import InputError
from smoothtab.stats import prediction_cov, rank_correlation


@given(st.integers(0, 99), st.sampled_from([-3.0, 0.1, 1e6]))
def test_cov_is_that_of_scipy_and_has_no_unit(seed, unit):
    predictions = np.random.default_rng(seed).normal(1, 1, size=(7, 5))
    expected = np.median(np.abs(variation(predictions, axis=0, ddof=1)))
    assert prediction_cov(predictions) == pytest.approx(expected)
    assert prediction_cov(unit * predictions) == pytest.approx(expected)


def test_a_model_that_stays_as_it_is_does_not_vary():
    assert prediction_cov(np.tile([1.0, -2.0, 0.0], (4, 1))) == 0


def test_rows_of_mean_zero_are_left_out():
    assert prediction_cov([[1.0, 2.0], [-1.0, 2.0]]) == 0
    assert np.isnan(prediction_cov([[1.0], [-1.0]]))


@pytest.mark.parametrize("predictions", [[1.0, 2.0], [[1.0, 2.0]], [[1.0], [np.nan]]])
def test_cov_needs_two_refits_of_finite_predictions(predictions):
    with pytest.raises(InputError, match="at least two refits"):
        prediction_cov(predictions)


# Spearman's rho of four, and of three untied values is 1 - 6 sum(d^2) / (n (n^2 - 1)).
#
#          gap             cov             differences of ranks   rho
#   one    1  2  3  4      1  2  4  3      0  0  -1  1            1 - 6 * 2 / 60 = 0.8
#   two    1  2  3  -      3  2  1  9      -2  0  2               1 - 6 * 8 / 24 = -1
#   three  5  5  5  5      1  2  3  4      all gaps are the same
#   four   1  2  -  -      1  2  3  4      too few
GAPS = pd.DataFrame(
    [[1, 2, 3, 4], [1, 2, 3, np.nan], [5, 5, 5, 5], [1, 2, np.nan, np.nan]],
    ["one", "two", "three", "four"],
    list("abcd"),
)
COVS = pd.DataFrame(
    [[1, 2, 4, 3], [3, 2, 1, 9], [1, 2, 3, 4], [1, 2, 3, 4]], GAPS.index, GAPS.columns
)


def test_correlation_by_hand():
    correlation = rank_correlation(GAPS, COVS)
    assert_allclose(correlation.within, [0.8, -1, np.nan, np.nan])
    assert correlation.mean_within == pytest.approx(-0.1)
    assert correlation.share_positive == 0.5
    both = GAPS.notna().to_numpy()
    expected = spearmanr(GAPS.to_numpy()[both], COVS.to_numpy()[both])
    assert correlation.pooled == pytest.approx(expected.statistic)
    assert correlation.p_value == pytest.approx(expected.pvalue)


def test_tables_are_matched_by_name():
    other = COVS.iloc[::-1, ::-1].drop(index="four").assign(e=1.0)
    found = rank_correlation(GAPS.drop(index="four"), other)
    expected = rank_correlation(GAPS.drop(index="four"), COVS)
    assert_array_equal(found.within[expected.within.index], expected.within)
    assert found.pooled == pytest.approx(expected.pooled)


def test_nothing_in_common_gives_nothing():
    correlation = rank_correlation(GAPS, COVS[:0])
    assert np.isnan([correlation.pooled, correlation.p_value]).all()
    assert np.isnan([correlation.mean_within, correlation.share_positive]).all()
