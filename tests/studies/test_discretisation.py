import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothtab._errors import InputError
from smoothtab.studies import run_study
from smoothtab.studies.discretisation import rounded, waves

Y = waves(300, 0.1, 0)[1]


@given(st.integers(2, 1000))
def test_rounding_gives_so_many_levels_and_moves_nothing_further_than_half_of_one(n_levels):
    levels = rounded(Y, n_levels)
    assert len(np.unique(levels)) <= n_levels
    assert np.abs(levels - Y).max() <= np.ptp(Y) / n_levels / 2 * (1 + 1e-9)


def test_rounding_to_many_levels_is_as_good_as_none(tmp_path):
    outcome = run_study(
        "discretisation",
        tmp_path,
        quick=True,
        datasets=["3", "1000000", "continuous"],
        models=["erbf"],
    )
    scores = outcome.table.set_index("levels")["erbf"]
    assert scores["1000000"] == pytest.approx(scores["continuous"], abs=1e-4)
    assert scores["3"] < scores["continuous"] - 0.05


def test_the_fewest_levels_come_first(tmp_path):
    arguments = {"quick": True, "models": ["dt"]}
    outcome = run_study("discretisation", tmp_path, datasets=["continuous", "10", "3"], **arguments)
    assert outcome.table["levels"].tolist() == ["3", "10", "continuous"]
    assert outcome.findings[0].startswith("From a continuous target to 3 levels, mean R2 of dt")
    alone = run_study("discretisation", tmp_path, datasets=["3"], **arguments)
    assert alone.findings == []


def test_levels_that_are_no_number_are_refused(tmp_path):
    for levels in ("many", "1", "-3"):
        with pytest.raises(InputError, match=f"'{levels}' is no number of levels, such as 10"):
            run_study("discretisation", tmp_path, datasets=[levels])
