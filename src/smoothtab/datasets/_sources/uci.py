"""Tables of the UCI Machine Learning Repository."""

from __future__ import annotations

import pandas as pd
from ucimlrepo import fetch_ucirepo


def fetch(
    id: int, target: str | None = None, columns: list[str] | None = None
) -> tuple[pd.DataFrame, pd.Series]:
    """Features, under other names if given, and one of the targets; else the first."""
    data = fetch_ucirepo(id=id).data
    X = data.features.set_axis(columns, axis=1) if columns else data.features
    return X, data.targets[target or data.targets.columns[0]]
