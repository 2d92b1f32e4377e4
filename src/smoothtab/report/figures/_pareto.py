"""What accuracy costs, and the models that no other beats in both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib import patheffects
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Annotation

from smoothtab._moments import Array
from smoothtab.report.figures._axes import linear, logarithmic
from smoothtab.report.figures._canvas import figure_of, finish, mark, new_axes, sizes_of, write
from smoothtab.report.figures._house_style import QUIET, Look, in_house_style
from smoothtab.report.figures._labels import place
from smoothtab.report.figures._models import left_out, shown, styles_of
from smoothtab.stats import pareto_front

_WIDTH, _HEIGHT, _ROOM = 4.4, 3.4, 2.2  # inches
_MARKER = 8.0  # points
_MARGIN = 0.1  # of the axes
_STEP, _EDGE = 5, 4  # pixels
_NOTE = "The line joins the models that no other beats in both respects."


@in_house_style
def pareto_chart(
    accuracy: pd.Series,
    cost: pd.Series,
    *,
    log: bool = False,
    accuracy_label: str = "Mean adjusted R²",
    cost_label: str = "Mean gap (training R² − test R²)",
    models: Sequence[str] | None = None,
    title: str = "",
) -> Figure:
    """Accuracy of each model against what it costs, and the front of those that no other beats.

    Parameters
    ----------
    accuracy : Series
        Of each model; more is better.
    cost : Series
        Of each model, such as its gap or its time; less is better.
    log : bool, default=False
        Whether the costs are on a logarithmic axis.
    accuracy_label, cost_label : str
        What they are, with their unit, on the axes.
    models : sequence of str or None, default=None
        All models, in an order that gives each its colour and marker. None takes those drawn, in
        alphabetical order.
    title : str, default=""
        Above the figure.

    Returns
    -------
    figure : Figure
        To be shown or saved. Models without one of the values, or with one that a logarithmic
        axis does not have, are named below it.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.report.figures import pareto_chart
    >>> accuracy = pd.Series({"erbf": 0.9, "rf": 0.8, "ridge": 0.6})
    >>> time = pd.Series({"erbf": 20.0, "rf": 40.0, "ridge": 0.1})
    >>> figure = pareto_chart(accuracy, time, log=True, cost_label="Mean time (s)")
    """
    table = pd.DataFrame({"accuracy": accuracy, "cost": cost}).astype(float)
    drawn = table[np.isfinite(table).all(axis=1) & ((table["cost"] > 0) | (not log))]
    styles = styles_of(table.index, models)
    ax = new_axes(_WIDTH, _HEIGHT)
    ax.set_xlabel(f"{cost_label}  (← better)")
    ax.set_ylabel(f"{accuracy_label}  (better →)")
    if len(drawn):
        front = pareto_front(drawn, higher=["accuracy"], lower=["cost"])
        front = front.sort_values(["cost", "accuracy"])
        names = _write_names(ax, drawn)
        _set_limits(ax, drawn, log)
        _draw_front(ax, front)
        for model, of in drawn.iterrows():
            mark(ax, of["cost"], of["accuracy"], styles[model], _MARKER, label=model)
        _place_names(ax, names, _along_front(ax, front))
    return finish(ax, title, _NOTE + left_out(table.index.difference(drawn.index)))


def _write_names(ax: Axes, drawn: pd.DataFrame) -> list[Annotation]:
    """Each at its marker for the moment; the axes grow where names are long or many."""
    halo = [patheffects.withStroke(linewidth=2, foreground="white")]
    look: Look = {"ha": "center", "va": "center", "path_effects": halo}
    names = [
        write(ax, shown(model), (of["cost"], of["accuracy"]), **look)
        for model, of in drawn.iterrows()
    ]
    figure = figure_of(ax)
    widest, line = sizes_of(ax, names).max(axis=0) / figure.dpi
    height = max(_HEIGHT, _ROOM + 1.2 * line * len(names))
    figure.set_size_inches(max(_WIDTH, _ROOM + widest), height)
    return names


def _set_limits(ax: Axes, drawn: pd.DataFrame, log: bool) -> None:
    scale = logarithmic if log else linear
    scale(ax, "x", drawn["cost"].min(), drawn["cost"].max(), margin=_MARGIN)
    linear(ax, "y", drawn["accuracy"].min(), drawn["accuracy"].max(), margin=_MARGIN)


def _draw_front(ax: Axes, front: pd.DataFrame) -> None:
    look: Look = {"drawstyle": "steps-post", "color": QUIET, "lw": 1.4, "zorder": 1.5}
    ax.plot(front["cost"], front["accuracy"], label="front", **look)


def _along_front(ax: Axes, front: pd.DataFrame) -> Array:
    """Pixels on the step line, close to each other."""
    x, y = np.repeat(ax.transData.transform(front[["cost", "accuracy"]]), 2, axis=0).T
    x, y = x[1:], y[:-1]  # to the next cost first, then to its accuracy
    way = np.append(0, np.cumsum(np.hypot(np.diff(x), np.diff(y))))
    steps = np.arange(0, way[-1], _STEP)
    return np.column_stack([np.interp(steps, way, x), np.interp(steps, way, y)])


def _place_names(ax: Axes, names: list[Annotation], front: Array) -> None:
    """Beside the markers; a thin line leads to a name that had to go further away."""
    points = np.array([name.xy for name in names])
    pixels = ax.transData.transform(points)
    points_per_pixel = 72 / figure_of(ax).dpi
    radius = 0.9 * _MARKER / points_per_pixel
    centres, ends = place(
        pixels, sizes_of(ax, names) + 2, ax.bbox.padded(-_EDGE).extents, radius, front
    )
    tips = ax.transData.inverted().transform(ends)
    for i, name in enumerate(names):
        name.set_position(tuple((centres[i] - pixels[i]) * points_per_pixel))
        if np.hypot(*(ends[i] - pixels[i])) > 1.3 * radius:
            ax.plot(*np.array([points[i], tips[i]]).T, color=QUIET, lw=0.6, zorder=1.6)
