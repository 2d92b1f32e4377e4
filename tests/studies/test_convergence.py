import pandas as pd
import pytest

from smoothtab.bench._run import run
from smoothtab.studies.convergence import findings, measure, plan, table


@pytest.fixture
def cells(wanted):
    return plan(wanted("diabetes", models=("erbf",))).tasks


def test_the_same_cell_gives_the_same_row_and_another_seed_another(cells):
    first, again, other = (run(cell, None, measure) for cell in (cells[0], cells[0], cells[1]))
    assert first["status"] == "ok"
    assert first["test_r2"] == again["test_r2"] != other["test_r2"]
    assert first["hash"] == again["hash"] != other["hash"]


@pytest.fixture
def rows():
    """Fold 0: 0.1 and 0.3, deviation 0.1 sqrt 2. Fold 1: 0.8 and 0.8, no deviation."""
    return pd.DataFrame(
        {
            "dataset": "a",
            "fold": [0, 0, 1, 1],
            "seed": [0, 1, 0, 1],
            "test_r2": [0.1, 0.3, 0.8, 0.8],
            "gap": [0.0, 0.0, 0.1, 0.1],
        }
    )


def test_deviations_are_over_seeds_and_within_folds(rows):
    found = table(rows).iloc[0]
    assert found["r2"] == pytest.approx(0.5)
    assert found["r2_std_largest"] == pytest.approx(0.1 * 2**0.5)
    assert found["r2_std"] == pytest.approx(0.05 * 2**0.5)
    assert found["gap_std"] == 0 and found["n_folds"] == 2


def test_the_worst_table_is_named(rows):
    steady = rows.assign(dataset="b", test_r2=0.5)
    told = findings(pd.concat([steady, rows]))
    assert "over 2 seeds is at most 0.071 (a;" in told[0]
    assert "0.141 in the worst fold (a)" in told[0]
