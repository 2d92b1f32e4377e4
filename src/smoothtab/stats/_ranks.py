"""Who is best on each dataset, and over all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from smoothtab._errors import InputError
from smoothtab.stats._scores import numbers


def rank(scores: pd.DataFrame, *, tolerance: float = 0.0, ascending: bool = False) -> pd.DataFrame:
    """Rank the models on each dataset, 1 for the best.

    Parameters
    ----------
    scores : DataFrame
        Datasets x models. NaN where a model could not run.
    tolerance : float, default=0.0
        Two models are tied where their scores are equal or differ by less than this.
    ascending : bool, default=False
        Whether less is better.

    Returns
    -------
    ranks : DataFrame
        Same rows and columns. A model's rank is 1 + the number of models better than it + half
        the number tied with it. Models that could not run get the worst rank, the number of
        models; where none could run, there is nothing to rank: all are NaN.

    Notes
    -----
    If all that are tied with one another are tied with the same others, this is the average of the
    ranks that they share. It is also defined where A is tied with B, and B with C, but A is better
    than C: then B lies between the two. Neither a long chain of small differences nor where a
    group is taken to begin makes equals of A and C.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.stats import rank
    >>> scores = pd.DataFrame({"erbf": [0.90, 0.4], "rf": [0.89, 0.6], "ebm": [0.5, None]})
    >>> rank(scores)
       erbf   rf  ebm
    0   1.0  2.0  3.0
    1   2.0  1.0  3.0
    >>> rank(scores, tolerance=0.02)
       erbf   rf  ebm
    0   1.5  1.5  3.0
    1   2.0  1.0  3.0
    """
    ran, lost, won = _duels(scores, tolerance, ascending)
    n_ran, n_models = ran.sum(axis=1, keepdims=True), ran.shape[1]
    # Of n_ran - 1 duels, those neither lost nor won are ties: 1 + lost + ties / 2.
    ranks = np.where(ran, (n_ran + 1 + lost - won) / 2, n_models)
    return pd.DataFrame(np.where(n_ran > 0, ranks, np.nan), scores.index, scores.columns)


def rank_summary(
    scores: pd.DataFrame, *, tolerance: float = 0.0, ascending: bool = False
) -> pd.DataFrame:
    """Mean ranks of the models, their spread, and how often each comes first or second.

    Parameters
    ----------
    scores : DataFrame
        Datasets x models. NaN where a model could not run.
    tolerance : float, default=0.0
        Two models are tied where their scores are equal or differ by less than this.
    ascending : bool, default=False
        Whether less is better.

    Returns
    -------
    summary : DataFrame
        One row per model, the best mean rank first. Of the ranks: `mean_rank`, the quartiles
        `rank_q1` and `rank_q3`, and on how many datasets no model, or just one, is better than it:
        `first` and `second`. Of the scores, over the `n_datasets` on which the model ran:
        `median`, `mean` and `std`.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.stats import rank_summary
    >>> scores = pd.DataFrame({"erbf": [0.9, 0.4], "rf": [0.7, 0.6], "dt": [0.5, None]})
    >>> rank_summary(scores)[["first", "second", "mean_rank", "mean", "n_datasets"]]
           first  second  mean_rank  mean  n_datasets
    model
    erbf       1       1        1.5  0.65           2
    rf         1       1        1.5  0.65           2
    dt         0       0        3.0  0.50           1
    """
    ranks = rank(scores, tolerance=tolerance, ascending=ascending)
    ran, lost, _ = _duels(scores, tolerance, ascending)
    values = scores.astype(float)
    columns = {
        "first": np.sum(ran & (lost == 0), axis=0),
        "second": np.sum(ran & (lost == 1), axis=0),
        "mean_rank": ranks.mean(),
        "rank_q1": ranks.quantile(0.25),
        "rank_q3": ranks.quantile(0.75),
        "median": values.median(),
        "mean": values.mean(),
        "std": values.std(),
        "n_datasets": ran.sum(axis=0),
    }
    summary = pd.DataFrame(columns, index=scores.columns).rename_axis("model")
    return summary.sort_index().sort_values("mean_rank", kind="stable")


def group_summary(
    scores: pd.DataFrame,
    labels: pd.Series,
    *,
    tolerance: float = 0.0,
    ascending: bool = False,
) -> pd.DataFrame:
    """Mean rank and mean score of the models on each kind of dataset.

    Parameters
    ----------
    scores : DataFrame
        Datasets x models. NaN where a model could not run.
    labels : Series
        A label for each dataset, such as its stratum. Datasets without one are left out.
    tolerance : float, default=0.0
        Two models are tied where their scores are equal or differ by less than this.
    ascending : bool, default=False
        Whether less is better.

    Returns
    -------
    summary : DataFrame
        One row per model, the best mean rank over all datasets first. For each label, in
        alphabetical order, the columns ``(label, "mean")``, ``(label, "mean_rank")`` and
        ``(label, "n_datasets")``, the number of datasets of that label on which any model ran.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.stats import group_summary
    >>> scores = pd.DataFrame({"erbf": [0.9, 0.4], "rf": [0.7, 0.6]}, ["pol", "esol"])
    >>> group_summary(scores, pd.Series({"pol": "S2", "esol": "S3"}))["S2"]
           mean  mean_rank  n_datasets
    model
    erbf    0.9        1.0           1
    rf      0.7        2.0           1
    """
    labels = labels.reindex(scores.index)
    ranks = rank(scores, tolerance=tolerance, ascending=ascending)
    best_first = rank_summary(scores, tolerance=tolerance, ascending=ascending).index
    of_label = ranks.groupby(labels)
    parts = {
        "mean": scores.astype(float).groupby(labels).mean().T,
        "mean_rank": of_label.mean().T,
        "n_datasets": of_label.count().T,
    }
    return pd.concat(parts, axis=1).swaplevel(axis=1).sort_index(axis=1).reindex(best_first)


def _duels(
    scores: pd.DataFrame, tolerance: float, ascending: bool
) -> tuple[NDArray[np.bool_], NDArray[Any], NDArray[Any]]:
    """Which models ran on each dataset, how many are better, and how many they are better than."""
    if not tolerance >= 0:
        raise InputError(f"The tolerance of ranks must be at least 0, but is {tolerance}.")
    values = numbers(scores)
    own, other = values[:, :, None], values[:, None, :]
    if ascending:
        own, other = other, own
    lost = (other > own) & (other - tolerance >= own)  # infinite scores are not subtracted
    return ~np.isnan(values), lost.sum(axis=2), lost.sum(axis=1)
