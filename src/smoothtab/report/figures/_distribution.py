"""Scores of each model over the datasets: a box, and a dot for each dataset."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cbook import boxplot_stats
from matplotlib.figure import Figure
from matplotlib.markers import CARETLEFTBASE, CARETRIGHTBASE

from smoothtab._moments import Array
from smoothtab.report.figures._axes import linear, number, without_tails
from smoothtab.report.figures._canvas import finish, mark
from smoothtab.report.figures._house_style import INK, QUIET, Look, in_house_style
from smoothtab.report.figures._models import ModelStyle, rows_of, styles_of
from smoothtab.report.figures._rows import remark, row_axes
from smoothtab.stats import rank_summary

_GOLDEN = (5**0.5 - 1) / 2
_MOST_LISTED = 2


@in_house_style
def distribution_chart(
    scores: pd.DataFrame,
    *,
    ascending: bool = False,
    models: Sequence[str] | None = None,
    label: str = "Adjusted R²",
    title: str = "",
) -> Figure:
    """Scores of each model over the datasets, the best mean rank at the top.

    Tails so long that they would squash the rest are cut off; the figure then says, for each
    model, which scores are not shown.

    Parameters
    ----------
    scores : DataFrame
        Datasets x models. NaN where a model could not run.
    ascending : bool, default=False
        Whether less is better.
    models : sequence of str or None, default=None
        All models, in an order that gives each its colour and marker. None takes those drawn, in
        alphabetical order.
    label : str, default="Adjusted R²"
        Name of the score, on the axis.
    title : str, default=""
        Above the figure.

    Returns
    -------
    figure : Figure
        To be shown or saved.
    """
    styles = styles_of(scores.columns, models)
    order = list(rank_summary(scores, ascending=ascending).index)
    limits = without_tails(scores.to_numpy(dtype=float))
    ax = row_axes(order)
    linear(ax, "x", *limits)
    for row, model in enumerate(order):
        values = scores[model].to_numpy(dtype=float)
        _draw_row(ax, row, model, values, limits, styles[model])
    ax.set_xlabel(label)
    return finish(ax, title, f"Box: median and middle half. Each marker is a {rows_of(scores)}.")


def _draw_row(
    ax: Axes,
    row: int,
    model: str,
    values: Array,
    limits: tuple[float, float],
    style: ModelStyle,
) -> None:
    present = np.sort(values[np.isfinite(values)])
    if present.size:
        _draw_box(ax, row, present, style)
    low, high = limits
    inside = present[(present >= low) & (present <= high)]
    heights = row + 0.5 * ((0.5 + _GOLDEN * np.arange(len(inside))) % 1 - 0.5)
    mark(ax, inside, heights, style, 3.2, alpha=0.75, mew=0, label=model)
    cut = present[(present < low) | (present > high)]
    left, right = ax.get_xlim()
    for beyond, edge, arrow in (
        (cut < low, left, CARETLEFTBASE),
        (cut > high, right, CARETRIGHTBASE),
    ):
        if beyond.any():
            ax.plot(edge, row, marker=arrow, color=QUIET, ms=5, mew=0, clip_on=False)
    remark(ax, row, _words(cut, len(values) - len(present)))


def _draw_box(ax: Axes, row: int, values: Array, style: ModelStyle) -> None:
    box = boxplot_stats(values)[0]
    look: Look = {"color": style.colour + "33", "ec": QUIET, "lw": 0.8, "zorder": 1.6}
    ax.barh(row, box["q3"] - box["q1"], 0.62, left=box["q1"], **look)
    ax.plot([box["whislo"], box["whishi"]], [row, row], color=QUIET, lw=0.8, zorder=1.5)
    ax.plot([box["med"]] * 2, [row - 0.31, row + 0.31], color=INK, lw=2, solid_capstyle="butt")


def _words(cut: Array, n_missing: int) -> str:
    """What is not in the row."""
    words = []
    if 0 < len(cut) <= _MOST_LISTED:
        words.append("not shown: " + ", ".join(number(value, 2) for value in cut))
    elif len(cut):
        words.append(f"not shown: {len(cut)} from {number(cut[0], 2)} to {number(cut[-1], 2)}")
    if n_missing:
        words.append(f"{n_missing} missing")
    return "; ".join(words)
