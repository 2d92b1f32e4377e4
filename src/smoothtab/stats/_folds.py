"""Models compared over the folds of one dataset."""

from __future__ import annotations

from math import sqrt

import pandas as pd


def behind_best(scores: pd.DataFrame) -> pd.DataFrame:
    """How far each model is behind the best one, and whether that is within the folds' noise.

    Parameters
    ----------
    scores : DataFrame
        Folds x models; more is better. A model without a score in every fold is not compared.

    Returns
    -------
    table : DataFrame
        One row per model. `behind`, mean difference from the model of the highest mean;
        `standard_error` of that difference; `tied`, whether the former does not exceed the latter.

    Notes
    -----
    Differences are taken fold by fold. Their standard error has Nadeau and Bengio's correction for
    training sets that share rows. To take models within one standard error of the best for equal
    is the rule of Breiman and others for trees: lenient, as it should be where the next question is
    which of them to prefer.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.stats import behind_best
    >>> behind_best(pd.DataFrame({"a": [0.8, 0.9], "b": [0.79, 0.86], "c": [0.5, 0.6]}))
        behind  standard_error  tied
    a    0.000           0.000  True
    b    0.025           0.026  True
    c    0.300           0.000 False
    """
    complete = scores.dropna(axis=1)
    if complete.empty:
        return pd.DataFrame(
            {"behind": float("nan"), "standard_error": float("nan"), "tied": False}, scores.columns
        )
    difference = complete.rsub(complete[complete.mean().idxmax()], axis=0)
    k = len(scores)
    overlap = 1 / (k - 1) if k > 1 else 0.0  # rows for testing to rows for training
    table = pd.DataFrame(
        {
            "behind": difference.mean(),
            "standard_error": sqrt(1 / k + overlap) * difference.std(),
        }
    )
    table["tied"] = table["behind"] <= table["standard_error"].fillna(0.0)
    return table.reindex(scores.columns).assign(tied=lambda t: t["tied"].eq(True))
