"""Whose gap is tighter where the accuracy is the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

SMOOTH = ("erbf", "chebypoly", "chebytree", "ebm")
TREE_ENSEMBLES = ("xgb", "rf")
THRESHOLDS = (0.005, 0.01, 0.02, 0.05, 0.1)


def matched_gap_wins(
    scores: pd.DataFrame,
    gaps: pd.DataFrame,
    *,
    group: Sequence[str] = SMOOTH,
    others: Sequence[str] = TREE_ENSEMBLES,
    thresholds: Sequence[float] = THRESHOLDS,
) -> pd.DataFrame:
    """How often models of one group have the smaller gap than those of another, as accurate ones.

    A pair is a model of each group on one dataset, with scores that differ by at most a threshold.

    Parameters
    ----------
    scores, gaps : DataFrame
        Datasets x models. Pairs of which one of them is NaN are left out.
    group, others : sequence of str
        Names of models; those that the tables do not have are left out.
    thresholds : sequence of float
        Greatest difference between scores that are as good as equal.

    Returns
    -------
    wins : DataFrame
        One row per threshold: the number of `pairs`, of `wins` (the gap is smaller in `group`),
        and the `share` of wins (NaN without pairs).

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.stats import matched_gap_wins
    >>> scores = pd.DataFrame({"erbf": [0.90, 0.8], "rf": [0.89, 0.6]})
    >>> gaps = pd.DataFrame({"erbf": [0.01, 0.1], "rf": [0.05, 0.2]})
    >>> matched_gap_wins(scores, gaps, thresholds=[0.02, 0.5])
               pairs  wins  share
    threshold
    0.02           1     1    1.0
    0.50           2     2    1.0
    """
    gaps = gaps.reindex(scores.index)
    models = scores.columns.intersection(gaps.columns)
    duels = [(ours, theirs) for ours in group for theirs in others if {ours, theirs} <= {*models}]
    empty = pd.Series(dtype=float)
    apart = pd.concat([empty, *((scores[a] - scores[b]).abs() for a, b in duels)])
    tighter = pd.concat([empty, *(gaps[b] - gaps[a] for a, b in duels)])
    matched = {level: (apart <= level) & tighter.notna() for level in thresholds}
    wins = pd.DataFrame(
        {
            "pairs": {level: which.sum() for level, which in matched.items()},
            "wins": {level: (which & (tighter > 0)).sum() for level, which in matched.items()},
        }
    )
    wins["share"] = wins["wins"] / wins["pairs"].replace(0, np.nan)
    return wins.rename_axis("threshold")
