"""Tables of OpenML."""

from __future__ import annotations

from tempfile import TemporaryDirectory

import pandas as pd
from sklearn.datasets import fetch_openml


def fetch(id: int) -> tuple[pd.DataFrame, pd.Series]:
    """Features and default target of the dataset of that number."""
    with TemporaryDirectory() as folder:  # or the file would be downloaded twice
        bunch = fetch_openml(data_id=id, as_frame=True, data_home=folder)
    return bunch.data, bunch.target
