"""What a user should know of how a comparison was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from smoothtab._moments import Array
from smoothtab.bench import Prepared, Protocol
from smoothtab.bench.candidates import get
from smoothtab.datasets._dataset import TARGET

_MOST_NAMES = 5
_SMALL = 1e-3  # standard deviation
_MANY_COPIES = 0.05  # of the rows
_FEW, _NEARLY_ALL = 0.02, 0.95  # of the rows; of their squared distances from the median


def on_table(table: Prepared, models: Sequence[str], protocol: Protocol) -> list[str]:
    """What is made of the table."""
    X, y = table.dataset.X, table.dataset.y
    return [
        *_on_columns(table.dropped, X.shape[1], protocol.max_features),
        *_on_rows(len(y), models, protocol.max_samples),
        *_on_copies(X.assign(**{TARGET: y})),
        *_on_target(y),
        *_on_outliers(X),
    ]


def on_models(models: Sequence[str], results: pd.DataFrame, board: pd.DataFrame) -> list[str]:
    """Which models are not on the leaderboard, and why."""
    bad = results[results["status"] != "ok"].drop_duplicates("model").set_index("model")
    why: dict[str, list[str]] = {}
    for name in models:
        if name not in board.index:
            reason = bad["reason"][name] if name in bad.index else "Not all folds were finished."
            why.setdefault(reason, []).append(name)
    return [f"Not compared: {', '.join(names)}. {reason}" for reason, names in why.items()]


def _on_columns(dropped: Mapping[str, str], n_left: int, most: int | None) -> Iterator[str]:
    if dropped:
        told = [f"{name} ({fault})" for name, fault in dropped.items()]
        yield f"Columns that say too little are left out: {_some(told)}."
    if most is not None and n_left > most:
        yield f"Of {n_left} columns {most} at most are used, those that tell most of the target."


def _on_rows(n_rows: int, models: Sequence[str], most: int | None) -> list[str]:
    if most is None or n_rows <= most:
        return []
    all_fit = all(get(name).scalable for name in models)
    kind = "models that can be fitted to all of them" if all_fit else "models"
    return [
        f"Of the {n_rows:,} rows {most:,}, drawn at random, serve to compare {kind} "
        f"({', '.join(models)}). The advised one is then fitted to all."
    ]


def _on_copies(rows: pd.DataFrame) -> Iterator[str]:
    """On wine_quality copies are all that XGBoost is ahead by (REPRODUCTION.md)."""
    if (share := float(rows.duplicated(keep=False).mean())) > _MANY_COPIES:
        yield (
            f"{share:.0%} of the rows occur more than once, target and all. A model that learns "
            "rows by heart, as boosted trees and forests do, knows those on which it is tested: "
            "if they are the same thing measured once, leave the copies out."
        )


def _on_target(y: Array) -> Iterator[str]:
    """Trees, above all those of XGBoost, stop where what is left to gain is small as such."""
    if (spread := float(y.std())) < _SMALL:
        yield (
            f"The target varies by only {spread:.1g} (standard deviation), and xgb, rf and dt take "
            "such small differences for none: give it in another unit for a fair comparison."
        )
    if _is_about_few(y):
        yield (
            f"Nearly all variation of the target is in {_FEW:.0%} of the rows (it goes from "
            f"{y.min():.4g} to {y.max():.4g}): R2 is about these few. See whether they are right, "
            "or whether the logarithm of the target suits better."
        )


def _on_outliers(X: pd.DataFrame) -> Iterator[str]:
    numeric = X.select_dtypes("number")
    names = [name for name in numeric if _is_about_few(numeric[name].dropna().to_numpy())]
    if names:
        yield (
            f"Nearly all variation of some columns is in {_FEW:.0%} of the rows: "
            f"{_some(names)}. Smooth models suffer from that: see whether such values are right, "
            "or whether their logarithms suit better."
        )


def _is_about_few(values: Array) -> bool:
    distance = np.sort((values - np.median(values)) ** 2)
    few = distance[-max(1, int(_FEW * len(values))) :]
    return bool(few.sum() > _NEARLY_ALL * distance.sum())


def _some(names: list[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
