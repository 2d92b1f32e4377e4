"""One table by its name."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from smoothtab._errors import InputError
from smoothtab.datasets._cache import data_folder
from smoothtab.datasets._dataset import TARGET, Dataset


def load(name, *, folder=None, download=True):
    """Load a table by its name.

    Parameters
    ----------
    name : str
        Name of the table.
    folder : path or None, default=None
        Where tables are kept. None means the folder that the environment variable
        ``SMOOTHTAB_DATA`` names and, without it, the user's cache.
    download : bool, default=True
        Whether to ask the table's source where the folder has no copy.

    Returns
    -------
    dataset : Dataset
        The same rows in the same order, wherever they come from.
    """
    path = Path(folder or data_folder()) / f"{name}.parquet"
    if not path.exists():
        raise InputError(f"No table {name} in {path.parent}.")
    table = pd.read_parquet(path)
    return Dataset(name, table.drop(columns=TARGET), table[TARGET].to_numpy(float))
