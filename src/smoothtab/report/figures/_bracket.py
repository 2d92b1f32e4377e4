"""The critical difference, drawn to scale."""

from __future__ import annotations

from matplotlib.axes import Axes

from smoothtab.report.figures._axes import number
from smoothtab.report.figures._canvas import write
from smoothtab.report.figures._house_style import INK, SMALL, Look


def draw_critical_difference(ax: Axes, start: float, length: float, y: float) -> None:
    """A bar with ends along the ranks, and its length above it."""
    look: Look = {"color": INK, "lw": 1.5, "marker": "|", "ms": 7, "mew": 1.5, "clip_on": False}
    ax.plot([start, start + length], [y, y], label="critical difference", **look)
    write(ax, f"CD {number(length, 2)}", (start, y), up=5, size=SMALL)
