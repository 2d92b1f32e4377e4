"""Molecules of MoleculeNet."""

from __future__ import annotations

import pandas as pd

FOLDER = "https://deepchemdata.s3-us-west-1.amazonaws.com/datasets"


def fetch(file: str, target: str, descriptors: bool) -> tuple[pd.DataFrame, pd.Series]:
    """Descriptors of the molecules, or the numbers that stand in the file, and the target."""
    table = pd.read_csv(f"{FOLDER}/{file}")
    y = table.pop(target)
    if not descriptors:
        return table.select_dtypes("number"), y
    from smoothtab.datasets._descriptors import describe  # needs the extra chem

    return describe(table["smiles"]), y
