"""Tables that scikit-learn ships or fetches itself."""

from __future__ import annotations

from tempfile import TemporaryDirectory

import pandas as pd
from sklearn import datasets


def fetch(function: str) -> tuple[pd.DataFrame, pd.Series]:
    """What that function of scikit-learn returns."""
    with TemporaryDirectory() as folder:
        where = {"data_home": folder} if function.startswith("fetch_") else {}
        bunch = getattr(datasets, function)(as_frame=True, **where)
    return bunch.data, bunch.target
