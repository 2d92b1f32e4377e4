"""The diagram of Demšar: mean ranks on a line, models that are not told apart joined by bars."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from smoothtab.report.figures._axes import number
from smoothtab.report.figures._bracket import draw_critical_difference
from smoothtab.report.figures._canvas import finish, mark, new_axes, write
from smoothtab.report.figures._house_style import INK, QUIET, in_house_style
from smoothtab.report.figures._models import ModelStyle, shown, styles_of
from smoothtab.stats import Comparison

# Inches, from the line of ranks; down is positive.
_WIDTH = 4.6
_CD_BAR = -0.42
_FIRST_BAR = 0.12
_BETWEEN_BARS = 0.09
_BETWEEN_NAMES = 0.22


@in_house_style
def critical_difference_diagram(
    comparison: Comparison, *, models: Sequence[str] | None = None, title: str = ""
) -> Figure:
    """Mean ranks on a line; bars join models between which no significant difference was found.

    Parameters
    ----------
    comparison : Comparison
        What `smoothtab.stats.compare_models` returns.
    models : sequence of str or None, default=None
        All models, in an order that gives each its colour and marker. None takes those drawn, in
        alphabetical order.
    title : str, default=""
        Above the figure.

    Returns
    -------
    figure : Figure
        To be shown or saved.

    References
    ----------
    J. Demšar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine
    Learning Research 7 (2006) 1-30.
    """
    ranks = comparison.mean_ranks.dropna()
    styles = styles_of(ranks.index, models)
    bars = _stacked(comparison, ranks)
    first_name = _FIRST_BAR + _BETWEEN_BARS * max((level + 1 for *_, level in bars), default=0)
    half = (len(ranks) + 1) // 2
    ax = _rank_line(len(ranks), first_name + _BETWEEN_NAMES * half)
    for start, end, level in bars:
        y = _FIRST_BAR + _BETWEEN_BARS * level
        ax.plot([start, end], [y, y], "o-", color=INK, lw=3.5, ms=3.5, mew=0, label="group")
    for place, (model, mean_rank) in enumerate(ranks.items()):
        left = place < half
        row = place if left else len(ranks) - 1 - place
        y = first_name + _BETWEEN_NAMES * (row + 0.5)
        _hang(ax, model, mean_rank, y, styles[model], left=left)
    if isfinite(comparison.critical_difference):
        draw_critical_difference(ax, 1, comparison.critical_difference, _CD_BAR)
    return finish(ax, title, _note(comparison))


def _stacked(comparison: Comparison, ranks: pd.Series) -> list[tuple[float, float, int]]:
    """Start, end and level of the bar of each group of two or more; those that touch are stacked.

    Nothing was tested where there is a remark.
    """
    ends_of_levels: list[float] = []
    bars = []
    tested = () if comparison.remark else comparison.groups
    groups = [ranks[list(group)] for group in tested if len(group) > 1]
    for start, end in sorted((group.min(), group.max()) for group in groups):
        free = [level for level, taken in enumerate(ends_of_levels) if taken < start]
        level = free[0] if free else len(ends_of_levels)
        ends_of_levels[level : level + 1] = [end]
        bars.append((start, end, level))
    return bars


def _rank_line(n_models: int, height: float) -> Axes:
    """Ranks along a line at the top; y is in inches below it."""
    ax = new_axes(_WIDTH, height)
    ax.set(xlim=(1, max(2, n_models)), ylim=(height, 0), yticks=[])
    ax.grid(False)
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.spines["top"].set(visible=True, color=INK)
    ax.xaxis.tick_top()
    ax.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    return ax


def _hang(
    ax: Axes, model: str, mean_rank: float, y: float, style: ModelStyle, *, left: bool
) -> None:
    """A line from the mean rank down and out to the name."""
    edge = ax.get_xlim()[0 if left else 1]
    words = [shown(model), number(mean_rank, 2)]
    ax.plot([mean_rank, mean_rank, edge], [0, y, y], color=QUIET, lw=0.9, clip_on=False, zorder=1)
    ax.plot(mean_rank, 0, "o", color=INK, ms=3, clip_on=False, label=model)
    mark(ax, edge, y, style, 6, clip_on=False)
    if left:
        write(ax, "   ".join(words), (edge, y), right=-8, ha="right", va="center")
    else:
        write(ax, "   ".join(reversed(words)), (edge, y), right=8, va="center")


def _note(comparison: Comparison) -> str:
    if comparison.remark:
        return comparison.remark
    p = comparison.p_value
    test = "sign test" if len(comparison.mean_ranks) == 2 else "Friedman test"
    chance = "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
    return (
        f"Mean ranks over {comparison.n_datasets} datasets ({test}: {chance}). "
        "Bars join models that are not significantly different "
        f"(CD: critical difference of the Nemenyi test at level {comparison.alpha:g})."
    )
