import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from smoothtab.stats import behind_best

scores_of_any_kind = arrays(
    float, st.tuples(st.integers(2, 6), st.integers(1, 5)), elements=st.floats(-2, 1, width=16)
).map(lambda values: pd.DataFrame(values).add_prefix("m"))


def test_by_hand():
    # differences from a: 0.1, 0.2 and 0.3, of mean 0.2 and standard deviation 0.1
    scores = pd.DataFrame({"a": [0.9, 0.9, 0.9], "b": [0.8, 0.7, 0.6]})
    table = behind_best(scores)
    assert table["behind"].tolist() == pytest.approx([0, 0.2])
    assert table["standard_error"].tolist() == pytest.approx([0, 0.1 * np.sqrt(1 / 3 + 1 / 2)])
    assert table["tied"].tolist() == [True, False]


@given(scores_of_any_kind)
def test_the_best_is_tied_and_nobody_is_ahead_of_it(scores):
    table = behind_best(scores)
    best = scores.mean().idxmax()
    assert table.loc[best].tolist() == [0, 0, True]
    assert (table["behind"] >= -1e-12).all()
    assert list(table.index) == list(scores)


@given(scores_of_any_kind, st.randoms())
def test_the_order_of_folds_and_models_does_not_matter(scores, random):
    folds, models = list(scores.index), list(scores)
    random.shuffle(folds)
    random.shuffle(models)
    best = scores.mean().sort_values()
    if len(best) > 1 and best.iloc[-1] - best.iloc[-2] < 1e-9:
        return  # which of two equals is first is a matter of order
    expected, table = behind_best(scores), behind_best(scores.loc[folds, models])
    numeric = ["behind", "standard_error"]
    pd.testing.assert_frame_equal(table.loc[list(scores), numeric], expected[numeric], atol=1e-12)


@given(scores_of_any_kind, st.floats(0.1, 10), st.floats(-1, 1))
def test_it_is_in_the_unit_of_the_scores(scores, factor, shift):
    table, other = behind_best(scores), behind_best(scores * factor + shift)
    close = {"rtol": 1e-6, "atol": 1e-9}
    np.testing.assert_allclose(other["behind"], factor * table["behind"], **close)
    np.testing.assert_allclose(other["standard_error"], factor * table["standard_error"], **close)


def test_a_model_that_lacks_a_fold_is_not_compared():
    table = behind_best(pd.DataFrame({"a": [0.5, 0.6], "b": [0.9, np.nan]}))
    assert table["tied"].tolist() == [True, False]
    assert table.loc["b", ["behind", "standard_error"]].isna().all()


def test_nothing_is_compared_where_no_model_has_all_folds():
    table = behind_best(pd.DataFrame({"a": [np.nan, 0.6], "b": [0.9, np.nan]}))
    assert not table["tied"].any()
    assert table["behind"].isna().all()


def test_one_fold_says_nothing_of_noise():
    table = behind_best(pd.DataFrame({"a": [0.5], "b": [0.6]}))
    assert table["tied"].tolist() == [False, True]
    assert table["standard_error"].isna().all()
