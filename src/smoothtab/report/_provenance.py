"""How the run was made: with what, on what, when, and from which data."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd

from smoothtab.report._plain import Record, plain

_MOST_SEEDS = 10


def provenance(results: pd.DataFrame) -> Record:
    """What the results say of their origin; what they do not say is None or empty."""
    finished = _known(results, "finished")
    seeds = _known(results, "seed")
    return plain(
        {
            "versions": _variants(results, "versions"),
            "machines": _variants(results, "machine"),
            "threads": _distinct(results, "threads"),
            "budgets": _distinct(results, "budget"),
            "n_seeds": seeds.nunique(),
            "seeds": list(seeds.unique()[:_MOST_SEEDS]) if seeds.nunique() <= _MOST_SEEDS else [],
            "first": None if finished.empty else str(finished.astype(str).min()),
            "last": None if finished.empty else str(finished.astype(str).max()),
        }
    )


def _known(results: pd.DataFrame, column: str) -> pd.Series:
    return results[column].dropna() if column in results else pd.Series(dtype=object)


def _distinct(results: pd.DataFrame, column: str) -> list[Any]:
    return list(_known(results, column).unique())


def _variants(results: pd.DataFrame, column: str) -> list[Record]:
    """Each different JSON text of a column, and how many results were made with it."""
    counts = _known(results, column).astype(str).value_counts()
    return [{"n": n, "facts": _facts(text)} for text, n in counts.items()]


def _facts(text: str) -> Record:
    """The pairs that the text holds; the text itself where it is not such JSON."""
    try:
        facts = json.loads(text)
    except ValueError:
        return {"text": text}
    return facts if isinstance(facts, dict) else {"text": text}
