import csv
import json
from importlib.resources import files

import pandas as pd
import pytest

from smoothtab._errors import InputError
from smoothtab.datasets import catalogue
from smoothtab.studies import NAMES, Outcome, run_study
from smoothtab.studies._outcome import beside_published
from smoothtab.studies._registry import get


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """A study and the folder of its files."""
    out = tmp_path_factory.mktemp("study")
    return run_study("conditioning", out, quick=True, datasets=["friedman1"]), out


def test_files_hold_what_python_gives(outcome):
    found, out = outcome
    table = pd.read_csv(out / "conditioning-table.csv")
    pd.testing.assert_frame_equal(table, found.table, check_dtype=False)
    tidy = pd.read_csv(out / "conditioning.csv")
    assert tidy["ratio"].tolist() == pytest.approx(found.rows["ratio"].tolist())
    assert {path.suffix for path in out.glob("conditioning.*")} == {".csv", ".pdf", ".png", ".svg"}


def test_where_it_was_measured_is_told_once(outcome):
    found, out = outcome
    about = json.loads((out / "conditioning-about.json").read_text())
    assert about["findings"] == found.findings
    assert len(about["versions"]) == 1 and "smoothtab" in about["versions"][0]
    assert about["budget"] == ["quick"]


def test_the_page_has_the_findings_below_the_table(outcome):
    found, out = outcome
    page = (out / "conditioning-table.md").read_text()
    assert page.endswith("".join(f"- {sentence}\n" for sentence in found.findings))
    assert "| friedman1 | S1 | 5 | 14.8 | 12.8 | True | 12.6 | 1.7 |" in page


def test_measurements_that_failed_are_counted_and_not_in_the_table():
    columns = ["dataset", "model", "fold", "status", "reason", "gap", "cov"]
    rows = pd.DataFrame(
        [
            ("pol", "ridge", 0, "ok", None, 0.1, 0.2),
            ("pol", "dt", 0, "failed", "It was too wide.", None, None),
        ],
        columns=columns,
    )
    found = Outcome(get("stability"), rows)
    assert found.remarks == ["1 of 2 measurements did not end well: It was too wide."]
    assert found.table["model"].tolist() == ["ridge"]
    with pytest.raises(
        InputError, match=r"No fold of stability is measured .* well\. 1 of 1 .* wide"
    ):
        _ = Outcome(get("stability"), rows[1:]).table


def test_a_fold_that_is_not_measured_wholly_does_not_count():
    """Else the mean over three seeds of one fold and one of another would pass for the range."""
    rows = pd.DataFrame(
        [("a", fold, seed, "ok", 0.5 + fold, 0.0) for fold in (0, 1) for seed in (0, 1, 2)][:4],
        columns=["dataset", "fold", "seed", "status", "test_r2", "gap"],
    )
    found = Outcome(get("convergence"), rows, {}, 6, {("a", 0): 3, ("a", 1): 3})
    assert found.table["r2"].tolist() == [0.5]
    assert found.table["n_folds"].tolist() == [1]
    assert found.remarks == ["2 of 6 measurements are missing: the same command makes them."]
    with pytest.raises(InputError, match=r"No fold of convergence is .* 4 of 6 .* missing"):
        _ = Outcome(get("convergence"), rows[:2], {}, 6, found.per_fold).table


@pytest.mark.parametrize("name", ["convergence", "discretisation"])
def test_nor_does_one_of_which_a_measurement_failed(name):
    rows = pd.DataFrame(
        [("3", fold, "erbf", seed, "ok", 0.5 + fold, 0.0) for fold in (0, 1) for seed in (0, 1)],
        columns=["dataset", "fold", "model", "seed", "status", "test_r2", "gap"],
    )
    rows.loc[3, ["status", "test_r2"]] = "failed", None
    found = Outcome(get(name), rows, {}, 4, {("3", 0): 2, ("3", 1): 2})
    assert found.table.iloc[0, 1] == 0.5
    assert found.remarks == ["1 of 4 measurements did not end well: The results do not say why."]


def test_rows_that_the_paper_does_not_have_stay_without_its_values():
    table = pd.DataFrame({"model": ["ridge", "mean"], "gap": [0.1, 0.0]})
    found = beside_published("stability", table)
    assert found["paper gap"].tolist()[0] == 0.009
    assert found["paper gap"].isna().tolist() == [False, True]
    assert found["gap"].tolist() == [0.1, 0.0]


def test_published_rows_are_of_known_studies_tables_and_models():
    text = files("smoothtab.studies").joinpath("published.csv").read_text(encoding="utf-8")
    published = list(csv.DictReader(text.splitlines()))
    assert {row["study"] for row in published} == {*NAMES}
    for row in published:
        study = get(row["study"])
        known = {*study.datasets, *study.models}
        assert row["row"] in known or row["row"].partition(" ")[0] in known
    for name in NAMES:
        assert {*get(name).datasets} <= {*catalogue()} or name == "discretisation"
