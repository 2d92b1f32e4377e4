"""What is done to a whole table, before it is split and without a look at y."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from smoothtab._errors import InputError
from smoothtab.datasets import Dataset

_MOST_MISSING, _MOST_REPEATED = 0.5, 0.95
_SEED = 42  # of the published runs: decides which rows of a long table are used


@dataclass(frozen=True)
class Prepared:
    """A table after what is done to the whole of it.

    Parameters
    ----------
    dataset : Dataset
        What is left.
    dropped : mapping of str to str
        Names of the features that are not, and why.
    n_rows_original, n_features_original : int
        What there was before.
    """

    dataset: Dataset
    dropped: Mapping[str, str]
    n_rows_original: int
    n_features_original: int


def prepare(
    dataset: Dataset, *, max_samples: int | None = 50_000, filter_features: bool = True
) -> Prepared:
    """Leave out features that say nothing, and rows above a number, without a look at y.

    Parameters
    ----------
    dataset : Dataset
        A table.
    max_samples : int or None, default=50_000
        Of a longer table so many rows are drawn at random, always the same ones. None keeps all.
    filter_features : bool, default=True
        Whether to leave out features of which more than half the values are missing, or of whose
        present values more than 95 % are the same.

    Returns
    -------
    prepared : Prepared
        The table, and what was left out.
    """
    X, y = dataset.X, dataset.y
    faults = {name: _fault(X[name]) for name in X} if filter_features else {}
    dropped = {name: fault for name, fault in faults.items() if fault}
    if len(dropped) == X.shape[1]:
        raise InputError(f"No feature of {dataset.name} can be used: {dropped}.")
    X = X.drop(columns=list(dropped))
    if max_samples is not None and len(y) > max_samples:
        rows = np.random.RandomState(_SEED).choice(len(y), max_samples, replace=False)
        X, y = X.iloc[rows].reset_index(drop=True), y[rows]
    return Prepared(replace(dataset, X=X, y=y), dropped, *dataset.X.shape)


def _fault(column: pd.Series) -> str | None:
    """Why a feature is of no use, or None."""
    missing = column.isna().mean()
    if missing > _MOST_MISSING:
        return f"{missing:.1%} of the values are missing"
    repeated = column.value_counts(normalize=True).max()
    return f"{repeated:.1%} of the values are the same" if repeated > _MOST_REPEATED else None
