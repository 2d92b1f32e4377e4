"""Every score: datasets x models."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Colormap, ListedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from smoothtab._moments import Array
from smoothtab.report.figures._axes import Numbers, number, without_tails
from smoothtab.report.figures._canvas import figure_of, finish, new_axes, sizes_of, write
from smoothtab.report.figures._house_style import FAINT, in_house_style
from smoothtab.report.figures._models import rows_of, shown
from smoothtab.stats import rank, rank_summary

_CELL_WIDTH, _CELL_HEIGHT = 0.46, 0.175  # inches
_BAR_WIDTH, _BAR_HEIGHT, _BAR_DISTANCE = 1.8, 0.1, 0.22
_SIZE = 7  # points
_DARK = 0.18  # white is read better than black on what is less bright


@in_house_style
def heat_map(
    scores: pd.DataFrame,
    *,
    ascending: bool = False,
    decimals: int = 2,
    label: str = "Adjusted R²",
    title: str = "",
) -> Figure:
    """Every score, with the best of each row in bold; the best mean rank at the left.

    Parameters
    ----------
    scores : DataFrame
        Datasets x models; the datasets are drawn in its order. NaN where a model could not run.
    ascending : bool, default=False
        Whether less is better, as of ranks.
    decimals : int, default=2
        Of the numbers written.
    label : str, default="Adjusted R²"
        Name of the score, at the scale of colours.
    title : str, default=""
        Above the figure.

    Returns
    -------
    figure : Figure
        To be shown or saved.
    """
    scores = scores[rank_summary(scores, ascending=ascending).index]
    values = scores.to_numpy(dtype=float)
    low, high = without_tails(values)
    norm, shades = Normalize(low, high), _colour_map(ascending)
    colours = ScalarMappable(norm, shades)
    ax = _grid(max(1, len(scores)), max(1, scores.shape[1]))
    ax.pcolormesh(np.ma.masked_invalid(values), cmap=shades, norm=norm, ec="white", lw=0.6)
    _write_numbers(ax, values, _best(scores, ascending), colours, decimals)
    _write_names(ax, scores)
    if np.isfinite(values).any():
        _draw_colour_bar(ax, colours, f"{label} (darker is better)")
    return finish(ax, title, _note(values, low, high, rows_of(scores)))


def _colour_map(ascending: bool) -> Colormap:
    """Dark is good, but not so dark that numbers are hard to read."""
    shades = colormaps["GnBu"](np.linspace(0.08, 0.85, 256))
    return ListedColormap(shades[::-1] if ascending else shades)


def _best(scores: pd.DataFrame, ascending: bool) -> Array:
    ranks = rank(scores, ascending=ascending)
    best = ranks.eq(ranks.min(axis=1), axis=0) & scores.notna()
    return best.to_numpy(dtype=bool)


def _grid(n_rows: int, n_columns: int) -> Axes:
    ax = new_axes(_CELL_WIDTH * n_columns, _CELL_HEIGHT * n_rows)
    ax.set(xlim=(0, n_columns), ylim=(n_rows, 0), xticks=[], yticks=[], facecolor=FAINT)
    ax.spines[:].set_visible(False)
    return ax


def _write_numbers(
    ax: Axes, values: Array, best: Array, colours: ScalarMappable, decimals: int
) -> None:
    brightness = colours.to_rgba(values)[..., :3] ** 2.2 @ [0.2126, 0.7152, 0.0722]
    for (row, column), value in np.ndenumerate(values):
        missing = not np.isfinite(value)
        ax.text(
            column + 0.5,
            row + 0.52,
            "–" if missing else number(value, decimals),
            color="white" if brightness[row, column] < _DARK and not missing else "black",
            weight="bold" if best[row, column] else "normal",
            size=_SIZE,
            ha="center",
            va="center",
        )


def _write_names(ax: Axes, scores: pd.DataFrame) -> None:
    for row, dataset in enumerate(scores.index):
        at = (0, row + 0.52)
        write(ax, shown(dataset), at, right=-5, ha="right", va="center", size=_SIZE + 0.5)
    heads = [
        write(ax, shown(model), (column + 0.5, 0), up=5, ha="center", va="bottom", size=_SIZE + 1)
        for column, model in enumerate(scores.columns)
    ]
    if heads and sizes_of(ax, heads)[:, 0].max() > 0.95 * _CELL_WIDTH * figure_of(ax).dpi:
        for head in heads:
            head.set_rotation(90)


def _draw_colour_bar(ax: Axes, colours: ScalarMappable, label: str) -> None:
    """Below the cells, at their left."""
    figure = figure_of(ax)
    width, height = figure.get_size_inches()
    low = -(_BAR_DISTANCE + _BAR_HEIGHT) / height
    bar = figure.add_axes((0, low, _BAR_WIDTH / width, _BAR_HEIGHT / height))
    figure.colorbar(colours, cax=bar, orientation="horizontal").outline.set_visible(False)
    bar.xaxis.set_major_locator(MaxNLocator(4))
    bar.xaxis.set_major_formatter(Numbers())
    bar.tick_params(labelsize=_SIZE)
    bar.set_xlabel(label, size=_SIZE + 1, loc="left")


def _note(values: Array, low: float, high: float, kind: str) -> str:
    note = f"Bold: best of the {kind}."
    if not np.isfinite(values).all():
        note += " –: no result."
    if (values < low).any():
        note += f" Everything under {number(low, 2)} has the same colour."
    if (values > high).any():
        note += f" Everything over {number(high, 2)} has the same colour."
    return note
