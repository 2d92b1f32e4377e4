import numpy as np
import pandas as pd

from smoothtab.report._coverage import coverage, failures, with_missing


def small():
    """Two tables of two folds and two models; b failed twice, and one of its rows is missing."""
    return pd.DataFrame(
        [
            ("pol", "a", 0, "ok", None, None),
            ("pol", "a", 1, "ok", None, None),
            ("esol", "a", 0, "ok", None, None),
            ("esol", "a", 1, "ok", None, None),
            ("pol", "b", 0, "failed", "E: no", "first"),
            ("pol", "b", 1, "failed", "E: no", "second"),
            ("esol", "b", 0, "timeout", None, None),
        ],
        columns=["dataset", "model", "fold", "status", "reason", "traceback"],
    )


def test_every_cell_is_counted_once():
    found = coverage(with_missing(small()))
    assert [row["model"] for row in found] == ["a", "b"]
    assert found[0] == dict(model="a", ok=4, failed=0, timeout=0, unavailable=0, missing=0)
    assert found[1] == dict(model="b", ok=0, failed=2, timeout=1, unavailable=0, missing=1)


def test_failures_are_told_by_reason_with_one_traceback():
    failed, late, missing = failures(with_missing(small()))
    assert (failed["n"], failed["datasets"], failed["reason"]) == (2, ["pol"], "E: no")
    assert failed["traceback"] == "first"
    assert (late["status"], late["reason"]) == ("timeout", "No reason is given.")
    assert (missing["status"], missing["n"], missing["datasets"]) == ("missing", 1, ["esol"])


def test_a_table_without_status_holds_good_rows_only():
    cells = with_missing(small()[["dataset", "model", "fold"]])
    assert (cells["status"] == "ok").sum() == 7
    assert [row["status"] for row in failures(cells)] == ["missing"]


def test_a_status_that_nobody_knows_is_counted_too():
    results = small().replace({"status": {"timeout": "melted"}})
    assert coverage(with_missing(results))[1]["melted"] == 1


def test_tracebacks_are_few_and_short_enough_for_a_page():
    n = 30
    results = pd.DataFrame(
        {
            "dataset": "pol",
            "model": "a",
            "fold": np.arange(n),
            "status": "failed",
            "reason": [f"number {i}" for i in range(n)],
            "traceback": "x" * 10**5 + "the end",
        }
    )
    found = failures(with_missing(results))
    assert len(found) == n
    shown = [row["traceback"] for row in found if row["traceback"]]
    assert sum(map(len, shown)) < 10**5
    assert all(text.endswith("the end") for text in shown)
