"""What there is of the results, and what is missing."""

from __future__ import annotations

import pandas as pd

from smoothtab.report._plain import Record, plain, records

STATUSES = ("ok", "failed", "timeout", "unavailable", "missing")
_MOST_TRACEBACKS, _LONGEST_TRACEBACK = 20, 4000


def with_missing(results: pd.DataFrame) -> pd.DataFrame:
    """One row per cell, with `status` and `reason`: also the cells that the results do not have."""
    cells = results[["dataset", "fold"]].drop_duplicates()
    every = cells.merge(results[["model"]].drop_duplicates(), how="cross")
    there = pd.DataFrame(
        {
            **results[["dataset", "fold", "model"]],
            "status": results.get("status", "ok"),
            "reason": results.get("reason"),
            "traceback": results.get("traceback"),
        }
    )
    table = every.merge(there, how="left", on=["dataset", "fold", "model"])
    return table.fillna({"status": "missing"})


def coverage(cells: pd.DataFrame) -> list[Record]:
    """How many results of each model there are, by status."""
    counts = pd.crosstab(cells["model"], cells["status"]).reindex(cells["model"].unique())
    others = [name for name in counts if name not in STATUSES]
    return records(counts.reindex(columns=[*STATUSES, *others], fill_value=0))


def failures(cells: pd.DataFrame) -> list[Record]:
    """What did not end well, one record for each model, status and reason."""
    bad = cells[cells["status"] != "ok"]
    groups = bad.groupby(["model", "status", "reason"], sort=False, dropna=False)
    found = [
        {
            "model": model,
            "status": status,
            "reason": _reason(status, reason),
            "n": len(rows),
            "datasets": list(rows["dataset"].unique()),
            "traceback": _last(rows["traceback"], position),
        }
        for position, ((model, status, reason), rows) in enumerate(groups)
    ]
    return [plain(record) for record in found]


def _reason(status: str, reason: object) -> str:
    if isinstance(reason, str) and reason:
        return reason
    return "The results have no such row." if status == "missing" else "No reason is given."


def _last(tracebacks: pd.Series, position: int) -> str | None:
    """The end of the first traceback, of as many failures as a page can hold."""
    known = tracebacks.dropna()
    if known.empty or position >= _MOST_TRACEBACKS:
        return None
    return str(known.iloc[0])[-_LONGEST_TRACEBACK:]
