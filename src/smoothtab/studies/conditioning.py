"""Condition numbers of Chebyshev polynomials and of powers, on real tables.

Both bases span the same space, so that they have the same rank; where a feature has fewer than six
different values it is not full, and a condition number in the strict sense would be rounding error
divided by rounding error. What is compared is the ratio of the largest singular value to the
smallest one that counts.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy.linalg import svdvals

from smoothtab import ChebyshevExpander
from smoothtab._moments import Array
from smoothtab.bench import FoldPreprocessor
from smoothtab.bench._benchmark import checksums_of
from smoothtab.bench._data import prepared
from smoothtab.bench._run import Row
from smoothtab.bench._selection import mutual_information
from smoothtab.bench._task import seed_of
from smoothtab.studies._study import Cell, Cells, Study, Wanted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAIN, INTERACTIONS = "main effects", "with interactions"
_INTERACTIONS = {MAIN: None, INTERACTIONS: "product"}
_MOST_ROWS = 5000
_MOST_FEATURES = 10
_DEGREE = 5
_SIGNATURE = f"conditioning {_MOST_ROWS} rows {_MOST_FEATURES} features"


def plan(wanted: Wanted) -> Cells:
    """Every table, without and with interactions."""
    checksums, skipped = checksums_of(wanted.datasets, wanted.folder)
    cells = [
        Cell(name, model, 0, wanted.protocol, checksum, _SIGNATURE, (("degree", _DEGREE),))
        for (name, checksum), model in product(checksums.items(), wanted.models)
    ]
    return Cells(wanted, cells, measure, skipped)


def measure(cell: Cell, folder: Path | None) -> Row:
    """Condition numbers of both bases on a table."""
    X = _features(cell, folder)
    chebyshev, powers = designs(X, interactions=_INTERACTIONS[cell.model], **dict(cell.settings))
    of_chebyshev, of_powers, rank = conditions(chebyshev, powers)
    return {
        "stratum": prepared(
            folder, cell.dataset, cell.protocol, cell.data_checksum
        ).dataset.stratum,
        "n_rows": len(X),
        "n_features": X.shape[1],
        "n_columns": chebyshev.shape[1],
        "rank": rank,
        "chebyshev": of_chebyshev,
        "powers": of_powers,
        "ratio": of_powers / of_chebyshev,
    }


def designs(X: Array, degree: int, interactions: str | None) -> tuple[Array, Array]:
    """Columns of Chebyshev polynomials and of powers: a constant, main effects, products."""
    chebyshev = ChebyshevExpander(degree, interactions=interactions).fit_transform(X)
    n_main = 1 + degree * X.shape[1]
    scaled = chebyshev[:, 1 : 1 + X.shape[1]]
    powers = [scaled**power for power in range(1, degree + 1)]
    return chebyshev, np.hstack([chebyshev[:, :1], *powers, chebyshev[:, n_main:]])


def conditions(chebyshev: Array, powers: Array) -> tuple[float, float, int]:
    """Condition number of each on the space that it spans, and the dimension of that space."""
    first, second = svdvals(chebyshev), svdvals(powers)
    rounding = first[0] * max(chebyshev.shape) * np.finfo(float).eps
    rank = int((first > rounding).sum())
    return float(first[0] / first[rank - 1]), float(second[0] / second[rank - 1]), rank


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Of each table the ratio of the condition numbers, powers to Chebyshev."""
    about = rows.groupby("dataset", sort=False)[["stratum", "n_features"]].first()
    ratios = rows.pivot(index="dataset", columns="model", values="ratio")
    full = (rows["rank"] == rows["n_columns"]).groupby(rows["dataset"]).all().rename("full_rank")
    return about.join(ratios).join(full).reset_index()


def findings(rows: pd.DataFrame) -> list[str]:
    """On how many tables Chebyshev polynomials are better."""
    return [
        f"{name.capitalize()}: Chebyshev polynomials are better conditioned than powers on "
        f"{(ratios > 1).sum()} of {len(ratios)} tables; the geometric mean of the ratios is "
        f"{np.exp(np.log(ratios).mean()):.1f}. The paper: {_PUBLISHED[str(name)]}."
        for name, ratios in rows.groupby("model")["ratio"]
    ]


def figure(rows: pd.DataFrame) -> Figure:
    """The ratios."""
    from smoothtab.studies._charts import dots  # loading matplotlib takes a while

    ratios = {name: group.set_index("dataset")["ratio"] for name, group in rows.groupby("model")}
    label = "Condition number of powers / of Chebyshev polynomials"
    return dots(ratios, label=label, line=1.0, log=True)


def _features(cell: Cell, folder: Path | None) -> Array:
    """Numbers of the features that say most of y, in no more rows than are fast to decompose."""
    dataset = prepared(folder, cell.dataset, cell.protocol, cell.data_checksum).dataset
    seed = seed_of(cell.dataset, "conditioning")
    n = len(dataset.y)
    rows = np.sort(np.random.default_rng(seed).choice(n, min(n, _MOST_ROWS), replace=False))
    y = dataset.y[rows]
    encoder = FoldPreprocessor(select=False, max_features=None, random_state=seed)
    X = encoder.fit_transform(dataset.X.iloc[rows], y).to_numpy(float)
    best = np.argsort(-mutual_information(X, y, seed), kind="stable")[:_MOST_FEATURES]
    return X[:, np.sort(best)]


_PUBLISHED = {
    MAIN: "17 of 21, 6.2",
    INTERACTIONS: "16 of 21, 2.2",
}

STUDY = Study(
    "conditioning",
    "Compare condition numbers of Chebyshev polynomials and of powers on the tables of the paper.",
    datasets=(
        *("concrete_strength", "power_plant", "airfoil_noise", "energy_efficiency_heating"),
        *("friedman1", "cpu_act", "elevators", "pmlb_225_puma8NH"),
        *("abalone", "esol", "lipophilicity", "qsar_fish_toxicity", "superconduct", "sulfur"),
        *("wine_quality", "analcatdata_supreme", "pol"),
        *("california_housing", "diamonds", "house_sales", "MiamiHousing2016"),
    ),
    models=tuple(_INTERACTIONS),
    quick_datasets=("concrete_strength", "friedman1", "diabetes"),
    quick_models=tuple(_INTERACTIONS),
    plan=plan,
    table=table,
    findings=findings,
    figure=figure,
    whole_folds=True,
    any_model=False,
)
