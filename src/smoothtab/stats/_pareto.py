"""What cannot be improved in one respect without loss in another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from smoothtab.stats._scores import numbers, require_columns


def pareto_front(
    table: pd.DataFrame, *, higher: Sequence[str] = (), lower: Sequence[str] = ()
) -> pd.DataFrame:
    """Find the rows that no other row beats.

    A row beats another if it is at least as good in every column named, and better in one.

    Parameters
    ----------
    table : DataFrame
        One row per model.
    higher, lower : sequence of str
        Columns in which more, or less, is better.

    Returns
    -------
    front : DataFrame
        The rows that are not beaten, in their order. Rows without a value in one of the columns
        are not among them.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.stats import pareto_front
    >>> models = pd.DataFrame({"r2": [0.7, 0.8, 0.6], "gap": [0.02, 0.10, 0.05]}, ["a", "b", "c"])
    >>> pareto_front(models, higher=["r2"], lower=["gap"])
        r2   gap
    a  0.7  0.02
    b  0.8  0.10
    """
    require_columns(table, [*higher, *lower])
    complete = table.dropna(subset=[*higher, *lower])
    values = np.hstack([numbers(complete[[*higher]]), -numbers(complete[[*lower]])])
    own, other = values[:, None], values[None]
    as_good, better = np.all(other >= own, axis=2), np.any(other > own, axis=2)
    return complete[~np.any(as_good & better, axis=1)]
