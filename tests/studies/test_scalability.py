import pandas as pd
import pytest

from smoothtab.bench._data import prepared
from smoothtab.studies import run_study
from smoothtab.studies.scalability import findings, plan


def test_all_features_are_used(tmp_path):
    outcome = run_study("scalability", tmp_path, quick=True, models=["ridge"])
    assert outcome.table["n_features"].tolist() == [100]
    assert outcome.findings[0].startswith("Mean adjusted R2 over 1 tables: ridge 0.7")


def test_a_model_that_was_not_run_on_a_table_is_a_gap_and_the_others_stay(tmp_path):
    arguments = {"quick": True, "datasets": ["diabetes", "friedman1"]}
    run_study("scalability", tmp_path, models=["ridge"], **arguments)
    run_study("scalability", tmp_path, models=["dt"], **{**arguments, "datasets": "diabetes"})
    outcome = run_study("scalability", tmp_path, models=["ridge", "dt"], mode="load", **arguments)
    table = outcome.table.set_index("dataset")
    assert table[["ridge", "dt"]].isna().to_numpy().tolist() == [[False, False], [False, True]]
    assert outcome.remarks == ["3 of 12 measurements are missing: the same command makes them."]


def test_without_a_table_that_all_models_have_no_mean_is_told():
    rows = pd.DataFrame(
        [("a", "ridge", 0, 0.5), ("b", "dt", 0, 0.6)],
        columns=["dataset", "model", "fold", "test_r2_adj"],
    )
    assert findings(rows) == ["No table has results of all models."]


@pytest.mark.parametrize("quick", [False, True])
def test_all_rows_are_used(quick, wanted):
    task = plan(wanted("diabetes", models=("ridge",), quick=quick)).tasks[0]
    assert task.protocol.max_samples is None
    assert len(prepared(None, "diabetes", task.protocol).dataset.y) == 442
