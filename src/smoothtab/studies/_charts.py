"""The figures of the studies, in the style of the report."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothtab.report.figures._axes import linear, logarithmic
from smoothtab.report.figures._canvas import finish, mark, new_axes
from smoothtab.report.figures._house_style import QUIET, in_house_style
from smoothtab.report.figures._models import model_styles
from smoothtab.report.figures._rows import row_axes

_WIDTH, _HEIGHT = 4.2, 3.0  # inches
_MARKER = 5.5  # points


@in_house_style
def dots(
    values: Mapping[str, pd.Series], *, label: str, line: float, log: bool = False, note: str = ""
) -> Figure:
    """A row for each dataset and a kind of marker for each name; a line where nothing differs."""
    rows = list(dict.fromkeys(name for series in values.values() for name in series.index))
    together = np.concatenate([[line], *(series.to_numpy(float) for series in values.values())])
    ax = row_axes(rows)
    (logarithmic if log else linear)(ax, "x", together.min(), together.max())
    ax.axvline(line, color=QUIET, lw=1, zorder=1)
    for (name, series), style in zip(values.items(), model_styles(values).values(), strict=True):
        heights = [rows.index(row) for row in series.index]
        mark(ax, series.to_numpy(float), heights, style, _MARKER, label=name, alpha=0.85)
    ax.set_xlabel(label)
    _legend(ax, len(values))
    return finish(ax, "", note)


@in_house_style
def curves(scores: pd.DataFrame, *, label: str, below: str) -> Figure:
    """A line for each column over the rows, in equal steps."""
    ax = new_axes(_WIDTH, _HEIGHT)
    linear(ax, "y", scores.min(axis=None), scores.max(axis=None))
    for model, style in model_styles(scores).items():
        mark(ax, range(len(scores)), scores[model], style, _MARKER, ls="-", lw=1.4, label=model)
    ax.set_xticks(range(len(scores)), [str(name) for name in scores.index])
    ax.set(xlabel=below, ylabel=label)
    _legend(ax, scores.shape[1])
    return finish(ax)


@in_house_style
def scatter(x: pd.DataFrame, y: pd.DataFrame, *, label: str, beside: str, note: str) -> Figure:
    """A marker for each row and column of two tables, on logarithmic axes."""
    hidden = int(((x <= 0) | (y <= 0)).sum().sum())
    both = (x > 0) & (y > 0)
    x, y = x.where(both), y.where(both)
    ax = new_axes(_WIDTH, _HEIGHT)
    logarithmic(ax, "x", x.min(axis=None), x.max(axis=None))
    logarithmic(ax, "y", y.min(axis=None), y.max(axis=None))
    for model, style in model_styles(x).items():
        mark(ax, x[model], y[model], style, _MARKER, label=model, alpha=0.85)
    ax.set(xlabel=label, ylabel=beside)
    _legend(ax, x.shape[1])
    return finish(ax, "", note + (f" Not shown: {hidden} not above zero." if hidden else ""))


def _legend(ax: Axes, n_names: int) -> None:
    """At the right, where there is something to tell apart."""
    if n_names > 1:
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, borderaxespad=0)
