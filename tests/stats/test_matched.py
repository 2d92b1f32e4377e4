import numpy as np
import pandas as pd
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab.stats import matched_gap_wins

# Accuracy and gap of two smooth models and a tree ensemble:
#
#           erbf  chebypoly  rf        erbf  chebypoly  rf
#   one     .80   .70        .75       .01   .02        .05
#   two     .50   -          .50       .03   -          .03
#   three   .90   .60        .91       .20   .01        .10
#
# Pairs apart by at most .02: erbf with rf on two (an equal gap is no win) and three (lost).
# By at most .05: those of one as well, both won. By at most .5: chebypoly on three as well, won.
SCORES = pd.DataFrame(
    {"erbf": [0.8, 0.5, 0.9], "chebypoly": [0.7, np.nan, 0.6], "rf": [0.75, 0.5, 0.91]},
    ["one", "two", "three"],
)
GAPS = pd.DataFrame(
    {"erbf": [0.01, 0.03, 0.2], "chebypoly": [0.02, np.nan, 0.01], "rf": [0.05, 0.03, 0.1]},
    ["one", "two", "three"],
)


def test_by_hand():
    wins = matched_gap_wins(SCORES, GAPS, thresholds=[0.001, 0.02, 0.051, 0.5])
    assert_array_equal(wins["pairs"], [1, 2, 4, 5])
    assert_array_equal(wins["wins"], [0, 0, 2, 3])
    assert_allclose(wins["share"], [0, 0, 0.5, 0.6])


def test_what_one_wins_the_other_loses():
    one = matched_gap_wins(SCORES, GAPS, group=["chebypoly"], others=["rf"])
    other = matched_gap_wins(SCORES, GAPS, group=["rf"], others=["chebypoly"])
    assert_array_equal(one["pairs"], other["pairs"])
    assert_array_equal(one["wins"] + other["wins"], one["pairs"])


def test_tables_in_another_order_are_matched_by_name():
    wins = matched_gap_wins(SCORES, GAPS.iloc[::-1, ::-1])
    pd.testing.assert_frame_equal(wins, matched_gap_wins(SCORES, GAPS))


def test_models_that_are_not_there_make_no_pairs():
    wins = matched_gap_wins(SCORES, GAPS, group=["ebm"])
    assert_array_equal(wins["pairs"], 0)
    assert wins["share"].isna().all()
