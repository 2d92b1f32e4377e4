"""Mean ranks of the models, their spread, and what difference counts."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nan

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from smoothtab.report.figures._axes import number
from smoothtab.report.figures._bracket import draw_critical_difference
from smoothtab.report.figures._canvas import finish, mark
from smoothtab.report.figures._house_style import in_house_style
from smoothtab.report.figures._models import ModelStyle, styles_of
from smoothtab.report.figures._rows import remark, row_axes

_BAND = "#f1f1f1"
_HEAD = -0.85  # row
_NOTE = "Marker: mean rank. Bar: the middle half of the ranks."
_NOTE_ON_BAND = " Shaded: not significantly worse than the best (CD: critical difference)."


@in_house_style
def rank_chart(
    summary: pd.DataFrame,
    *,
    critical_difference: float = nan,
    models: Sequence[str] | None = None,
    label: str = "Rank (1 is best)",
    title: str = "",
) -> Figure:
    """Mean rank of each model, the middle half of its ranks, and how often it came first or second.

    Parameters
    ----------
    summary : DataFrame
        What `smoothtab.stats.rank_summary` returns; the models are drawn in its order.
    critical_difference : float, default=nan
        Mean ranks that differ by less are not significantly different, as
        `smoothtab.stats.compare_models` says. NaN draws none.
    models : sequence of str or None, default=None
        All models, in an order that gives each its colour and marker. None takes those drawn, in
        alphabetical order.
    label : str, default="Rank (1 is best)"
        What is ranked, on the axis.
    title : str, default=""
        Above the figure.

    Returns
    -------
    figure : Figure
        To be shown or saved.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.report.figures import rank_chart
    >>> from smoothtab.stats import rank_summary
    >>> scores = pd.DataFrame({"erbf": [0.9, 0.8, 0.7], "rf": [0.8, 0.9, 0.6]})
    >>> figure = rank_chart(rank_summary(scores), label="Rank by R² (1 is best)")
    >>> figure.axes[0].get_xlabel()
    'Rank by R² (1 is best)'
    """
    styles = styles_of(summary.index, models)
    ax = row_axes(list(summary.index), head=1.0)
    remark(ax, _HEAD, "mean (first / second)")
    for row, (model, ranks) in enumerate(summary.iterrows()):
        _draw_row(ax, row, model, ranks, styles[model])
    note, last = _NOTE, max(2.0, len(summary))
    best = summary["mean_rank"].min()
    if isfinite(critical_difference) and isfinite(best):
        ax.axvspan(best, best + critical_difference, color=_BAND, lw=0, zorder=0)
        draw_critical_difference(ax, best, critical_difference, _HEAD)
        note, last = _NOTE + _NOTE_ON_BAND, max(last, best + critical_difference)
    room = 0.03 * (last - 1)
    ax.set_xlim(1 - room, last + room)
    ax.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    ax.set_xlabel(label)
    return finish(ax, title, note)


def _draw_row(ax: Axes, row: int, model: str, ranks: pd.Series, style: ModelStyle) -> None:
    mean = ranks["mean_rank"]
    if not isfinite(mean):
        remark(ax, row, "not ranked")
        return
    middle_half = [ranks["rank_q1"], ranks["rank_q3"]]
    ax.plot(middle_half, [row, row], color=style.colour, alpha=0.35, lw=6, solid_capstyle="butt")
    mark(ax, mean, row, style, 7, label=model)
    remark(ax, row, f"{number(mean, 2)}  ({ranks['first']:.0f} / {ranks['second']:.0f})")
