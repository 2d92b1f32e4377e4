"""A model of the bench fitted once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from smoothtab.bench._data import FoldData, fold_data
from smoothtab.bench._run import Row
from smoothtab.bench.candidates import assemble, get
from smoothtab.stats import r2
from smoothtab.studies._study import Cell


def data_of(cell: Cell, folder: Path | None) -> FoldData:
    """Training and test rows of the cell's fold, as the bench prepares them."""
    scale = get(cell.model).scale
    return fold_data(
        folder, cell.dataset, cell.protocol, cell.fold, scale, checksum=cell.data_checksum
    )


def scores_of_fit(model: Any, data: FoldData) -> Row:
    """R^2 of a model on the rows it is fitted to and on the test rows."""
    model.fit(data.X, data.y)
    train, test = r2(data.y, model.predict(data.X)), r2(data.y_test, model.predict(data.X_test))
    return {"train_r2": train, "test_r2": test, "gap": train - test}


def scores_of_erbf(data: FoldData, params: Mapping[str, Any], seed: int) -> Row:
    """The same of the network of the paper, by default parameters but for these."""
    sizes = {"n_train": len(data.y), "n_features": data.X.shape[1]}
    return sizes | scores_of_fit(assemble(get("erbf"), params, seed), data)
