"""What rounding of the target costs, all else the same.

The paper does not say how many rows there are, nor how values are rounded. With 1000 rows,
features between 0 and 1, noise of variance 0.01 and intervals of equal width its figures come out.
"""

from __future__ import annotations

from itertools import product
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from sklearn.model_selection import KFold

from smoothtab._errors import InputError
from smoothtab._moments import Array
from smoothtab.bench._data import FoldData
from smoothtab.bench._protocol import OUTER_SEED
from smoothtab.bench._run import Row
from smoothtab.bench.candidates import get
from smoothtab.studies._fit import scores_of_fit
from smoothtab.studies._study import Cell, Cells, Study, Wanted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CONTINUOUS = "continuous"
_SETTINGS = (("n_rows", 1000), ("noise", 0.1), ("seed", 42))


def plan(wanted: Wanted) -> Cells:
    """Every number of levels and every model, on every fold."""
    for levels in wanted.datasets:
        if levels != CONTINUOUS and not (levels.isdecimal() and int(levels) > 1):
            raise InputError(f"{levels!r} is no number of levels, such as 10, nor {CONTINUOUS!r}.")
    cells = [
        Cell(levels, model, fold, wanted.protocol, "", get(model).signature, _SETTINGS)
        for levels, fold, model in product(
            wanted.datasets, range(wanted.protocol.n_folds), wanted.models
        )
    ]
    return Cells(wanted, cells, measure, {})


def measure(cell: Cell, folder: Path | None) -> Row:
    """Scores of a model as its package has it, on a fold of the rounded target."""
    settings = dict(cell.settings)
    X, y = waves(**settings)
    y = rounded(y, int(cell.dataset)) if cell.dataset != CONTINUOUS else y
    folds = KFold(cell.protocol.n_folds, shuffle=True, random_state=OUTER_SEED)
    train, test = list(folds.split(X))[cell.fold]
    model = get(cell.model).build(settings["seed"])
    return scores_of_fit(model, FoldData(X[train], y[train], X[test], y[test]))


def waves(n_rows: int, noise: float, seed: int) -> tuple[Array, Array]:
    """A sine and a cosine with noise of this deviation, and three features that say nothing."""
    rng = np.random.RandomState(seed)
    X = rng.rand(n_rows, 5)
    y = np.sin(2 * np.pi * X[:, 0]) + np.cos(3 * np.pi * X[:, 1])
    return X, y + noise * rng.randn(n_rows)


def rounded(y: Array, n_levels: int) -> Array:
    """Middles of so many intervals of equal width."""
    low, width = y.min(), np.ptp(y) / n_levels
    level = np.minimum(np.floor((y - low) / width), n_levels - 1)
    return low + (level + 0.5) * width


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Mean R^2 of each model for each number of levels, the fewest first."""
    scores = rows.pivot_table("test_r2", "dataset", "model", sort=False)
    levels = sorted(scores.index, key=lambda name: inf if name == CONTINUOUS else int(name))
    return scores.loc[levels].rename_axis("levels").reset_index()


def findings(rows: pd.DataFrame) -> list[str]:
    """What the coarsest rounding costs each model."""
    scores = table(rows).set_index("levels")
    first, last = scores.index[0], scores.index[-1]
    finest = "a continuous target" if last == CONTINUOUS else f"{last} levels"
    return [
        f"From {finest} to {first} levels, mean R2 of {model} goes from "
        f"{scores.loc[last, model]:.3f} to {scores.loc[first, model]:.3f}."
        for model in scores
        if first != last
    ]


def figure(rows: pd.DataFrame) -> Figure:
    """R^2 against the number of levels."""
    from smoothtab.studies._charts import curves  # loading matplotlib takes a while

    scores = table(rows).set_index("levels")
    return curves(scores, label="Mean test R²", below="Levels of the target")


STUDY = Study(
    "discretisation",
    "Round a smooth target to ever fewer levels: what does it cost ERBF, XGBoost and a tree?",
    datasets=("3", "5", "7", "10", "15", "21", "50", "100", CONTINUOUS),
    models=("erbf", "xgb", "dt"),
    quick_datasets=("3", "10", CONTINUOUS),
    quick_models=("erbf", "dt"),
    plan=plan,
    table=table,
    findings=findings,
    figure=figure,
    whole_folds=True,
)
