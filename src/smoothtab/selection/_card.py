"""What a user should know of a fitted model, for programs and in words."""

from __future__ import annotations

from datetime import date
from typing import Any

import pandas as pd
from sklearn.pipeline import Pipeline

from smoothtab.bench._machine import versions
from smoothtab.bench._protocol import Protocol
from smoothtab.datasets import Dataset
from smoothtab.selection._advice import Advice
from smoothtab.selection._final import used_columns

_MOST_CATEGORIES = 8


def card_of(
    dataset: Dataset, board: pd.DataFrame, advice: Advice, protocol: Protocol, pipeline: Pipeline
) -> dict[str, Any]:
    """The card of the advised model."""
    row, used, columns = board.loc[advice.best], used_columns(pipeline), pipeline["columns"]
    return {
        "model": advice.best,
        "table": dataset.name,
        "n_rows": len(dataset.y),
        "made": date.today().isoformat(),
        "r2": float(row["r2"]),
        "r2_sd": float(row["r2_sd"]),
        "gap": float(row["gap"]),
        "mae": float(row["test_mae"]),
        "n_folds": protocol.n_folds,
        "budget": protocol.budget,
        "reasons": list(advice.reasons),
        "target_range": [float(dataset.y.min()), float(dataset.y.max())],
        "ranges": {name: columns.ranges_[name] for name in used if name in columns.ranges_},
        "categories": {name: columns.labels_[name] for name in used if name in columns.labels_},
        "versions": versions(),
    }


def in_words(card: dict[str, Any]) -> str:
    """The card for people, in Markdown."""
    held = {name: f"{low:.6g} to {high:.6g}" for name, (low, high) in card["ranges"].items()}
    held |= {name: _some(labels) for name, labels in card["categories"].items()}
    columns = "\n".join(f"- {' '.join(name.split())}: {what}" for name, what in held.items())
    packages = ", ".join(f"{name} {version}" for name, version in card["versions"].items())
    low, high = card["target_range"]
    return f"""# {card["model"]} for {card["table"]}

Fitted to the {card["n_rows"]:,} rows of {card["table"]} on {card["made"]}.

## What to expect

On rows it has not seen: R2 {card["r2"]:.3f} ± {card["r2_sd"]:.3f} (mean and standard deviation over
the folds), a mean absolute error of {card["mae"]:.4g}. R2 on training rows is higher by
{card["gap"]:.3f}.

Measured by nested cross-validation: {card["n_folds"]} outer folds, hyperparameters chosen within
each training set, budget {card["budget"]}.

## Why this model

{" ".join(card["reasons"])}

## Where it holds

The target went from {low:.6g} to {high:.6g} in the training rows, and the columns that are used:

{columns}

Predictions for rows outside of this are extrapolations; smoothtab predict marks them.

## Made with

{packages}
"""


def _some(labels: list[Any]) -> str:
    shown = ", ".join(map(str, labels[:_MOST_CATEGORIES]))
    more = len(labels) - _MOST_CATEGORIES
    return shown + (f" and {more} more" if more > 0 else "")
