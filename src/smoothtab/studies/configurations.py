"""Which hyperparameters the search settles on."""

from __future__ import annotations

import numpy as np
import pandas as pd

from smoothtab.bench.candidates._registry import tuned
from smoothtab.datasets import catalogue
from smoothtab.stats import winning_configurations
from smoothtab.studies._study import Study, require_hyperparameters
from smoothtab.studies.ordinal import plan

_SHOWN = ["kind", "n_datasets", "median", "q1", "q3", "choices"]


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """One row for each hyperparameter, and for each property of the fitted models."""
    require_hyperparameters(rows)
    found = winning_configurations(rows)
    found["choices"] = found["choices"].map(_told)
    # ERBF has an n_rbf that is tuned, and one that came of it.
    both = found.duplicated(["model", "parameter"], keep=False) & (found["kind"] == "fitted")
    what = found["model"] + np.where(both, " fitted ", " ") + found["parameter"]
    return found.drop(columns=["model", "parameter"]).assign(what=what)[["what", *_SHOWN]]


def findings(rows: pd.DataFrame) -> list[str]:
    """From how much this was made."""
    n_models, n_tables = rows["model"].nunique(), rows["dataset"].nunique()
    return [f"Configurations of {n_models} models on {n_tables} tables."]


def _told(choices: tuple[tuple[str, float], ...]) -> str | None:
    return "; ".join(f"{choice} {share:.0%}" for choice, share in choices) or None


STUDY = Study(
    "configurations",
    "List which hyperparameters the search settles on, over all tables.",
    datasets=tuple(catalogue()),
    models=tuned(),
    quick_datasets=("concrete_strength", "diabetes"),
    quick_models=("ridge", "dt", "chebypoly", "chebytree"),
    plan=plan,
    table=table,
    findings=findings,
    views=True,
)
