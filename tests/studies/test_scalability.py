import pytest

from smoothtab.bench._data import prepared
from smoothtab.studies import run_study
from smoothtab.studies.scalability import plan


def test_all_features_are_used(tmp_path):
    outcome = run_study("scalability", tmp_path, quick=True, models=["ridge"])
    assert outcome.table["n_features"].tolist() == [100]
    assert outcome.findings[0].startswith("Mean adjusted R2 over 1 tables: ridge 0.7")


@pytest.mark.parametrize("quick", [False, True])
def test_all_rows_are_used(quick, wanted):
    task = plan(wanted("diabetes", models=("ridge",), quick=quick)).tasks[0]
    assert task.protocol.max_samples is None
    assert len(prepared(None, "diabetes", task.protocol).dataset.y) == 442
