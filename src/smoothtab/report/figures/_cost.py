"""How costs grow with the number of rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothtab.report.figures._axes import logarithmic
from smoothtab.report.figures._canvas import figure_of, finish, mark, new_axes, write
from smoothtab.report.figures._house_style import QUIET, Look, in_house_style
from smoothtab.report.figures._labels import spread
from smoothtab.report.figures._models import ModelStyle, left_out, shown, styles_of

_WIDTH, _HEIGHT = 4.4, 3.4  # inches
_LINE = 0.2
_RIGHT = 1.03  # of the width
_MARKER = 5.5  # points
_MOST_STEPS = 6


@in_house_style
def cost_chart(
    costs: pd.DataFrame,
    n_rows: pd.Series,
    *,
    models: Sequence[str] | None = None,
    label: str = "Time per fold, with tuning (s)",
    rows_label: str = "Rows of the dataset",
    title: str = "",
) -> Figure:
    """Costs of each model against the number of rows, both on logarithmic axes.

    Each dataset is a faint dot; the line goes through the medians of datasets of similar size.

    Parameters
    ----------
    costs : DataFrame
        Datasets x models, such as ``mean_scores(results, "total_time")``. What is NaN or not above
        zero is not drawn.
    n_rows : Series
        Number of rows of each dataset, such as ``dataset_labels(results, "n_rows")``.
    models : sequence of str or None, default=None
        All models, in an order that gives each its colour and marker. None takes those drawn, in
        alphabetical order.
    label, rows_label : str
        What the costs and the numbers of rows are, with their unit, on the axes.
    title : str, default=""
        Above the figure.

    Returns
    -------
    figure : Figure
        To be shown or saved.
    """
    styles = styles_of(costs.columns, models)
    rows = n_rows.reindex(costs.index).astype(float)
    costs = costs[rows > 0].where(lambda cost: (cost > 0) & np.isfinite(cost))
    rows = rows[costs.index]
    drawn = costs.dropna(axis=1, how="all")
    ax = new_axes(_WIDTH, max(_HEIGHT, _LINE * drawn.shape[1]))
    ax.set_xlabel(rows_label)
    ax.set_ylabel(label)
    if drawn.size:
        logarithmic(ax, "x", rows.min(), rows.max())
        logarithmic(ax, "y", drawn.min(axis=None), drawn.max(axis=None))
        medians = _medians(drawn, rows)
        for model in drawn:
            _draw_model(ax, rows, drawn[model], medians[model].dropna(), styles[model])
        _write_names(ax, medians, styles)
    note = "Line: medians of datasets of similar size. Dots: single datasets."
    return finish(ax, title, note + left_out(costs.columns.difference(drawn.columns)))


def _medians(costs: pd.DataFrame, rows: pd.Series) -> pd.DataFrame:
    """Of groups of about as many datasets each, by their median number of rows."""
    place = rows.rank(method="min") - 1  # datasets of one size stay together
    group = place * min(_MOST_STEPS, len(rows)) // len(rows)
    return costs.groupby(group).median().set_axis(rows.groupby(group).median())


def _draw_model(
    ax: Axes, rows: pd.Series, costs: pd.Series, medians: pd.Series, style: ModelStyle
) -> None:
    ax.plot(rows, costs, "o", color=style.colour, ms=2.2, alpha=0.3, mew=0)
    mark(ax, medians.index, medians, style, _MARKER, ls="-", lw=1.4, label=costs.name)


def _write_names(ax: Axes, medians: pd.DataFrame, styles: dict[str, ModelStyle]) -> None:
    """At the right, each as near to the end of its line as the others let it."""
    ends = [(line.last_valid_index(), line.dropna().iloc[-1]) for _, line in medians.items()]
    tips = ax.transAxes.inverted().transform(ax.transData.transform(ends))
    gap = _LINE / figure_of(ax).get_figheight()
    heights = spread(tips[:, 1], gap, 0.0, 1.0)
    look: Look = {"transform": ax.transAxes, "clip_on": False}
    for model, (x, y), height in zip(medians, tips, heights, strict=True):
        ax.plot([x, 1, _RIGHT], [y, height, height], color=QUIET, lw=0.6, zorder=1, **look)
        mark(ax, _RIGHT, height, styles[model], _MARKER, **look)
        at = (_RIGHT, height)
        write(ax, shown(model), at, right=7, va="center", xycoords="axes fraction")
