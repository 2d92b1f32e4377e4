"""Tables of the Penn Machine Learning Benchmarks."""

from __future__ import annotations

import pandas as pd
from pmlb import fetch_data


def fetch(name: str) -> tuple[pd.DataFrame, pd.Series]:
    """Features and target."""
    X = fetch_data(name)
    return X, X.pop("target")
