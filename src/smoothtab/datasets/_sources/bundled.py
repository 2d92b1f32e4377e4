"""The table that comes with the package."""

from __future__ import annotations

import pandas as pd

from smoothtab.datasets._bundled import load_concrete_strength


def fetch() -> tuple[pd.DataFrame, pd.Series]:
    """Features and target."""
    table = load_concrete_strength()
    return pd.DataFrame(table.data, columns=table.feature_names), pd.Series(table.target)
