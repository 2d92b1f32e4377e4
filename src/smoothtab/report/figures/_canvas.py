"""Axes of a fixed size, and a figure that is as large as all that stands on and beside them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox
from numpy.typing import ArrayLike

from smoothtab._moments import Array
from smoothtab.report.figures._house_style import INK, QUIET, SMALL, TRUE_WIDTHS
from smoothtab.report.figures._models import ModelStyle

_PAD = 0.08  # inches
_GAP = 0.12
_WIDTH_OF_LETTER = 0.55  # of its height, about
_SHORTEST_LINE = 50  # letters


class Sheet(Figure):
    """A figure in which text is as wide on any screen as it is in print."""

    def draw(self, renderer: RendererBase) -> None:
        """Draw all that is on it."""
        with rc_context(TRUE_WIDTHS):
            super().draw(renderer)

    def get_tightbbox(self, *args: Any, **kwargs: Any) -> Bbox:
        """The box around all that is on it, in inches."""
        with rc_context(TRUE_WIDTHS):
            return super().get_tightbbox(*args, **kwargs)


def new_axes(width: float, height: float) -> Axes:
    """Axes of that size in inches, on a sheet of their own."""
    return Sheet(figsize=(width, height)).add_axes((0, 0, 1, 1))


def figure_of(ax: Axes) -> Figure:
    """The figure on which the axes are."""
    assert isinstance(ax.figure, Figure)
    return ax.figure


def mark(ax: Axes, x: ArrayLike, y: ArrayLike, style: ModelStyle, size: float, **look: Any) -> None:
    """Markers of a model."""
    look = {"ls": "none", "mec": INK, "mew": 0.6, **look}
    ax.plot(x, y, marker=style.marker, color=style.colour, ms=size, **look)


def write(
    ax: Axes, text: str, at: tuple[Any, Any], *, right: float = 0, up: float = 0, **look: Any
) -> Annotation:
    """Text, so many points from where it belongs."""
    look = {"textcoords": "offset points", "annotation_clip": False, **look}
    return ax.annotate(text, at, xytext=(right, up), **look)


def sizes_of(ax: Axes, texts: Sequence[Text]) -> Array:
    """Widths and heights in pixels, of shape (n, 2)."""
    renderer = _renderer(figure_of(ax))
    return np.array([text.get_window_extent(renderer).size for text in texts])


def finish(ax: Axes, title: str = "", note: str = "") -> Figure:
    """Put the title above and the note below all that is drawn, and cut the figure to size."""
    figure = figure_of(ax)
    renderer = _renderer(figure)
    drawn = figure.get_tightbbox(renderer)
    head = _lines(figure, title, drawn.width, 10, weight="bold")
    foot = _lines(figure, note, drawn.width, SMALL, color=QUIET)
    head_width, head_height = _size(head, renderer)
    foot_width, foot_height = _size(foot, renderer)
    width = max(drawn.width, head_width, foot_width) + 2 * _PAD
    height = head_height + drawn.height + foot_height + 2 * _PAD
    _move(figure, _PAD - drawn.x0, _PAD + foot_height - drawn.y0, width, height)
    head.set_position((_PAD / width, 1 - _PAD / height))
    foot.set_position((_PAD / width, (_PAD + foot_height - _GAP) / height))
    return figure


def _renderer(figure: Figure) -> RendererAgg:
    return FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]


def _lines(figure: Figure, text: str, width: float, size: float, **look: Any) -> Text:
    letters = int(width * 72 / (_WIDTH_OF_LETTER * size))
    text = textwrap.fill(text, max(_SHORTEST_LINE, letters))
    return figure.text(0, 0, text, va="top", linespacing=1.35, size=size, **look)


def _size(text: Text, renderer: RendererAgg) -> tuple[float, float]:
    """Width and height in inches, with a gap where there is text."""
    if not text.get_text():
        return 0.0, 0.0
    box = text.get_window_extent(renderer)
    return box.width / renderer.dpi, box.height / renderer.dpi + _GAP


def _move(figure: Figure, right: float, up: float, width: float, height: float) -> None:
    """Another size of the figure, with its axes as large as they were but elsewhere."""
    old_width, old_height = figure.get_size_inches()
    figure.set_size_inches(width, height)
    for ax in figure.axes:
        x, y, w, h = ax.get_position().bounds
        left, bottom = x * old_width + right, y * old_height + up
        ax.set_position(
            (left / width, bottom / height, w * old_width / width, h * old_height / height)
        )
