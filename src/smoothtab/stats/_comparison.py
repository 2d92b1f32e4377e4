"""Whether the difference between models is more than chance."""

# Not with autorank.autorank, which the paper used, though the tests show that on its grounds it
# gives the same: it ranks once more what it gets, so that models tied by a tolerance or together
# in the worst place change their ranks; and it prints, warns, and imports a plotting library.

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import binomtest, chi2, studentized_range

from smoothtab._errors import InputError
from smoothtab._moments import Array
from smoothtab.stats._pairs import FEWEST_DATASETS, wilcoxon_holm
from smoothtab.stats._ranks import rank


@dataclass(frozen=True, eq=False)
class Comparison:
    """What tests say of the ranks of models.

    Parameters
    ----------
    mean_ranks : Series
        Of each model, the best first.
    n_datasets : int
        Number of datasets on which at least one model ran.
    alpha : float
        Level of significance.
    p_value : float
        How likely mean ranks differ so much by chance: by the Friedman test or, of two models, the
        sign test. NaN where there is too little to test.
    critical_difference : float
        Of the Nemenyi test: mean ranks that differ by no more are not significantly different. NaN
        where there is too little to test.
    groups : tuple of tuple of str
        Models between which no significant difference was found: neighbours by mean rank within
        the critical difference, as many as possible, the best first. Every model is in at least
        one group, possibly alone. All are in one where nothing was tested, and where `p_value` is
        not below `alpha`.
    wilcoxon : DataFrame
        Models x models, in the order of the mean ranks: p-values of the Wilcoxon signed-rank test
        over the datasets on which both ran, corrected by Holm for the number of pairs. NaN on the
        diagonal, and where there are fewer than five such datasets.
    remark : str
        A sentence on why nothing was tested; empty otherwise.
    """

    mean_ranks: pd.Series
    n_datasets: int
    alpha: float
    p_value: float
    critical_difference: float
    groups: tuple[tuple[str, ...], ...]
    wilcoxon: pd.DataFrame
    remark: str = ""


def compare_models(
    scores: pd.DataFrame,
    *,
    alpha: float = 0.05,
    tolerance: float = 0.0,
    ascending: bool = False,
) -> Comparison:
    """Test whether models differ in rank: Friedman, then Nemenyi; Wilcoxon of pairs beside it.

    Parameters
    ----------
    scores : DataFrame
        Datasets x models. NaN where a model could not run: it gets the worst rank.
    alpha : float, default=0.05
        Level of significance.
    tolerance : float, default=0.0
        Two models are tied where their scores are equal or differ by less than this.
    ascending : bool, default=False
        Whether less is better.

    Returns
    -------
    comparison : Comparison
        Statistics, and which models are not told apart. With fewer than five datasets or two
        models nothing is tested, and `remark` says so.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.stats import compare_models
    >>> steps = pd.Series(range(12)) / 100
    >>> comparison = compare_models(pd.DataFrame({"erbf": 0.9 - steps, "dt": 0.7 + steps / 9}))
    >>> comparison.groups
    (('erbf',), ('dt',))
    >>> comparison.critical_difference
    0.566
    """
    if not 0 < alpha < 1:
        raise InputError(f"alpha must be between 0 and 1, but is {alpha}.")
    ranks = rank(scores, tolerance=tolerance, ascending=ascending).dropna()
    mean_ranks = ranks.mean().rename_axis("model").rename("mean_rank")
    mean_ranks = mean_ranks.sort_index().sort_values(kind="stable")
    n, k = ranks.shape
    p_value = difference = float("nan")
    groups: tuple[tuple[str, ...], ...] = (tuple(mean_ranks.index),) if k else ()
    remark = _too_few(n, k)
    if not remark:
        p_value = _sign_test(ranks) if k == 2 else _friedman(ranks.to_numpy())
        difference = _nemenyi(n, k, alpha)
        if p_value < alpha:
            groups = _groups(mean_ranks, difference)
    pairs = wilcoxon_holm(scores[mean_ranks.index], tolerance)
    return Comparison(mean_ranks, n, alpha, p_value, difference, groups, pairs, remark)


def _too_few(n: int, k: int) -> str:
    """Why there is nothing to test, or nothing."""
    if k < 2:
        return "It takes at least two models to compare."
    if n < FEWEST_DATASETS:
        return f"It takes at least {FEWEST_DATASETS} datasets to tell models apart, not {n}."
    return ""


def _friedman(ranks: Array) -> float:
    """P-value; of any ranks, however they are tied, as what chance does to them is known."""
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    n_models, spread = ranks.shape[1], np.sum(centred**2)
    if spread == 0:
        return 1.0
    statistic = (n_models - 1) * np.sum(centred.sum(axis=0) ** 2) / spread
    return float(chi2.sf(statistic, n_models - 1))


def _sign_test(ranks: pd.DataFrame) -> float:
    """The Friedman test of two models, exactly."""
    first, second = ranks.to_numpy().T
    wins, losses = np.sum(first < second), np.sum(first > second)
    return float(binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0


def _nemenyi(n: int, k: int, alpha: float) -> float:
    """Critical difference of mean ranks over n datasets of k models."""
    quantile = studentized_range.isf(alpha, k, np.inf) / np.sqrt(2)
    return float(quantile * np.sqrt(k * (k + 1) / (6 * n)))


def _groups(mean_ranks: pd.Series, difference: float) -> tuple[tuple[str, ...], ...]:
    """Longest runs of models whose mean ranks, from low to high, lie within a difference."""
    ends = np.searchsorted(mean_ranks, mean_ranks + difference, side="right")
    starts = np.unique(ends, return_index=True)[1]
    return tuple(tuple(mean_ranks.index[start : ends[start]]) for start in starts)
