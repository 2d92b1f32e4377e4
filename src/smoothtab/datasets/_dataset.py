"""A table to learn from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from smoothtab.datasets._checksum import content_checksum

TARGET = "target"  # name of the last column of a stored table


@dataclass(frozen=True, eq=False)
class Dataset:
    """A table: features, target, and what is known of them.

    Parameters
    ----------
    name : str
        Name of the table.
    X : DataFrame of shape (n_rows, n_features)
        Features in the published order, numbered from 0; categorical columns have the pandas
        type ``category``, all others are numbers.
    y : ndarray of shape (n_rows,)
        Target, in double precision, without missing values.
    stratum : str or None, default=None
        Domain, 'S1' to 'S4'; None for a table of your own.
    target_kind : str or None, default=None
        'continuous' or 'discrete'; None for a table of your own.
    n_rows_dropped : int, default=0
        Rows of the file that are not here because they have no target.
    """

    name: str
    X: pd.DataFrame
    y: NDArray[np.float64]
    stratum: str | None = None
    target_kind: str | None = None
    n_rows_dropped: int = 0

    def __post_init__(self) -> None:
        """Check that rows and targets go together."""
        if self.y.shape != (len(self.X),) or self.y.dtype != np.float64:
            raise ValueError(
                f"y must hold one double for each of the {len(self.X)} rows of X, "
                f"got {self.y.dtype} of shape {self.y.shape}."
            )

    @cached_property
    def checksum(self) -> str:
        """Of the content: names, values and their order."""
        return content_checksum(self.X, self.y)
