"""Charts with a row for each model: its name at the left, remarks at the right."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from smoothtab.report.figures._canvas import new_axes, write
from smoothtab.report.figures._house_style import QUIET, SMALL, Look
from smoothtab.report.figures._models import shown

_WIDTH = 4.2  # inches
_ROW = 0.27
_BETWEEN = 8.0  # points


def row_axes(names: Sequence[str], *, head: float = 0.0) -> Axes:
    """Axes with the rows 0, 1, ... from the top, under a head as high as so many rows."""
    top = -0.6 - head
    ax = new_axes(_WIDTH, _ROW * (len(names) - 0.4 - top))
    ax.set_ylim(len(names) - 0.4, top)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    for row, name in enumerate(names):
        look: Look = {"xycoords": ax.get_yaxis_transform(), "ha": "right", "va": "center"}
        write(ax, shown(name), (0, row), right=-_BETWEEN, **look)
    return ax


def remark(ax: Axes, row: float, text: str) -> None:
    """Quiet text at the right of a row."""
    look: Look = {
        "xycoords": ax.get_yaxis_transform(),
        "va": "center",
        "color": QUIET,
        "size": SMALL,
    }
    write(ax, text, (1, row), right=_BETWEEN, **look)
