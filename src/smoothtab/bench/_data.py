"""What the models of one outer fold learn from and are tested on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from sklearn.model_selection import KFold

from smoothtab._errors import InputError
from smoothtab._moments import Array
from smoothtab.bench._prepare import Prepared, prepare
from smoothtab.bench._protocol import OUTER_SEED, Protocol
from smoothtab.bench._task import seed_of
from smoothtab.bench.preprocess import FoldPreprocessor
from smoothtab.datasets import load

_LEAST_ROWS = 4  # per outer fold


@dataclass(frozen=True)
class FoldData:
    """One outer fold after its preprocessing."""

    X: Array
    y: Array
    X_test: Array
    y_test: Array


# A worker goes from task to task: those beside each other are on the same table and fold.
@lru_cache(maxsize=1)
def prepared(
    folder: Path | None, name: str, protocol: Protocol, checksum: str | None = None
) -> Prepared:
    """A table of the folder, after what is done to the whole of it; the one of that checksum."""
    dataset = load(name, folder=folder)
    if checksum not in (None, dataset.checksum):
        raise InputError(f"{name} is another table here, or was changed, since the run began.")
    n, least = len(dataset.y), _LEAST_ROWS * protocol.n_folds
    if n < least:
        raise InputError(f"{name} has {n} rows: {protocol.n_folds} folds need {least} at least.")
    return prepare(dataset, max_samples=protocol.max_samples, filter_features=protocol.select)


@lru_cache(maxsize=2)  # standardised and not
def fold_data(
    folder: Path | None,
    name: str,
    protocol: Protocol,
    number: int,
    scale: bool,
    checksum: str | None = None,
) -> FoldData:
    """Rows of an outer fold as numbers, by what its training rows say."""
    dataset = prepared(folder, name, protocol, checksum).dataset
    splitter = KFold(protocol.n_folds, shuffle=True, random_state=OUTER_SEED)
    train, test = list(splitter.split(dataset.X))[number]
    preprocessor = FoldPreprocessor(
        scale=scale,
        select=protocol.select,
        max_features=protocol.max_features,
        random_state=seed_of(name, number, "preprocessing"),
    )
    X = preprocessor.fit_transform(dataset.X.iloc[train], dataset.y[train])
    X_test = preprocessor.transform(dataset.X.iloc[test])
    return FoldData(_contiguous(X), dataset.y[train], _contiguous(X_test), dataset.y[test])


def _contiguous(table: object) -> Array:
    return np.ascontiguousarray(table, dtype=np.float64)
