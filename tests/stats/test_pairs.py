import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import wilcoxon
from statsmodels.stats.multitest import multipletests

from smoothtab.stats._pairs import _holm, wilcoxon_holm


def random_scores(n, k, seed=0):
    noise = np.random.default_rng(seed).normal(size=(n, k))
    return pd.DataFrame(noise - np.linspace(0, 1, k), columns=[f"m{j}" for j in range(k)])


def two(differences):
    return pd.DataFrame({"a": differences, "b": 0.0})


def test_as_in_scipy_and_statsmodels():
    for n in (20, 60):
        scores = random_scores(n, 4)
        pairs = [(i, j) for i in range(4) for j in range(i)]
        p_values = [wilcoxon(scores[f"m{i}"], scores[f"m{j}"]).pvalue for i, j in pairs]
        found = wilcoxon_holm(scores, 0.0)
        assert_allclose(
            [found.loc[f"m{i}", f"m{j}"] for i, j in pairs],
            multipletests(p_values, method="holm")[1],
        )
        assert_array_equal(found, found.T)
        assert np.isnan(np.diag(found)).all()


@given(st.lists(st.integers(-3, 3), min_size=5, max_size=7).filter(any))
def test_ties_are_counted_as_scipy_counts_them(differences):
    expected = wilcoxon(differences).pvalue
    assert wilcoxon_holm(two(differences), 0.0).loc["a", "b"] == pytest.approx(expected)


def test_models_that_are_always_equal_are_not_told_apart():
    assert wilcoxon_holm(two([0] * 9), 0.0).loc["a", "b"] == 1


def test_differences_below_the_tolerance_are_none():
    differences = np.array([0.01, -0.01, 0.3, 0.4, 0.5, 0.6, -0.7])
    kept = np.where(np.abs(differences) < 0.3, 0, differences)
    expected = wilcoxon_holm(two(kept), 0.0)
    pd.testing.assert_frame_equal(wilcoxon_holm(two(differences), 0.3), expected)


def test_datasets_on_which_one_did_not_run_are_left_out():
    scores = random_scores(9, 2)
    gaps = pd.concat([scores, pd.DataFrame({"m0": [1.0] * 9})])
    pd.testing.assert_frame_equal(wilcoxon_holm(gaps, 0.0), wilcoxon_holm(scores, 0.0))
    assert np.isnan(wilcoxon_holm(gaps[5:], 0.0).loc["m0", "m1"])  # on four both ran


def test_holm_passes_over_what_was_not_tested():
    corrected = _holm(np.array([0.02, np.nan, 0.01, 0.9]))
    assert_allclose(corrected, [0.04, np.nan, 0.03, 0.9])
