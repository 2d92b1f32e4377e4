import pandas as pd
import pytest

from smoothtab._errors import InputError
from smoothtab.studies import run_study

SCORES = {"erbf": (0.4, 0.5), "xgb": (0.3, 0.6), "rf": (0.5, 0.1), "dt": (0.2, 0.2)}


@pytest.fixture
def results():
    """Two tables of the study, and one that is not."""
    return pd.DataFrame(
        {"dataset": name, "model": model, "fold": 0, "n_rows": 1000, "test_r2": score}
        for model, scores in SCORES.items()
        for name, score in zip(("pmlb_1028_SWD", "abalone", "sulfur"), (*scores, 0.9), strict=True)
    )


def test_erbf_and_xgb_stand_beside_the_best_other(results, tmp_path):
    found = run_study("ordinal", tmp_path, results=results).table.set_index("dataset")
    assert list(found.index) == ["pmlb_1028_SWD", "abalone"]
    assert found["other"].tolist() == ["rf", "dt"]
    assert found["best_other"].tolist() == [0.5, 0.2]
    assert found["paper erbf"].tolist() == [0.413, 0.557]


def test_ranks_and_wins_are_told(results, tmp_path):
    told = run_study("ordinal", tmp_path, results=results).findings
    assert told[0].startswith("The mean rank of erbf among 4 models is 2.00 on the 2 tables that")
    assert told[1].startswith("erbf is more accurate than xgb on 1 of 2.")


def test_a_table_that_a_model_does_not_have_is_no_win_and_no_rank(results, tmp_path):
    less = results[(results["model"] != "xgb") | (results["dataset"] != "pmlb_1028_SWD")]
    told = run_study("ordinal", tmp_path, results=less).findings
    assert told[0].startswith("The mean rank of erbf among 4 models is 2.00 on the 1 tables that")
    assert told[1].startswith("erbf is more accurate than xgb on 0 of 1.")


def test_only_models_of_the_paper_are_looked_at_unless_named(results, tmp_path):
    more = pd.concat([results, results.query("model == 'rf'").assign(model="erbf_cv")])
    found = run_study("ordinal", tmp_path / "all", results=more)
    assert "erbf_cv" not in set(found.rows["model"])
    (remark,) = found.remarks
    assert remark.endswith(" are left out: not in the results.")
    assert {"pol", "ebm"} < set(remark.partition(" are")[0].split(", "))
    named = run_study("ordinal", tmp_path / "one", models=["erbf_cv"], results=more)
    assert set(named.rows["model"]) == {"erbf_cv"}


def test_without_erbf_there_is_nothing_to_tell(results, tmp_path):
    outcome = run_study("ordinal", tmp_path, models=["rf", "dt"], results=results)
    assert outcome.findings == []
    assert set(outcome.rows["model"]) == {"rf", "dt"}


def test_results_without_these_tables_are_refused(results, tmp_path):
    with pytest.raises(InputError, match="nothing on the tables of the study ordinal"):
        run_study("ordinal", tmp_path, results=results.query("dataset == 'sulfur'"))


def test_without_results_the_bench_runs(tmp_path):
    outcome = run_study(
        "ordinal", tmp_path, quick=True, datasets=["diabetes"], models=["ridge", "dt"]
    )
    assert (outcome.rows["status"] == "ok").all()
    assert outcome.table["other"].tolist() == ["ridge"]
