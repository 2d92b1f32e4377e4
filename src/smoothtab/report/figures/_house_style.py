"""How all figures look: colours of text and grid, sizes of letters."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager

Look = dict[str, Any]

INK = "#222222"
QUIET = "#666666"
FAINT = "#e3e3e3"
SMALL = 8

_HOUSE_STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#999999",
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.labelpad": 5,
    "axes.labelsize": 9,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 9,
    "grid.color": FAINT,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "text.parse_math": False,  # a name is not a formula
    "xtick.color": "#999999",
    "xtick.labelcolor": INK,
    "xtick.labelsize": SMALL,
    "xtick.major.size": 3,
    "ytick.color": "#999999",
    "ytick.labelcolor": INK,
    "ytick.labelsize": SMALL,
    "ytick.major.size": 3,
}

# The first comes with matplotlib. The others are asked for the letters that it does not have.
_FONTS = (
    "DejaVu Sans",
    "Noto Sans CJK SC",
    "PingFang SC",
    "Microsoft YaHei",
    "Arial Unicode MS",
)

# Letters fitted to pixels would have another width at each resolution.
TRUE_WIDTHS: dict[Any, Any] = {"text.hinting": "none"}

_P = ParamSpec("_P")


def in_house_style(draw: Callable[_P, Figure]) -> Callable[_P, Figure]:
    """The same figure whatever the user's matplotlib is set to, and those settings untouched."""

    @wraps(draw)
    def drawn(*args: _P.args, **kwargs: _P.kwargs) -> Figure:
        with style.context(["default", _HOUSE_STYLE, TRUE_WIDTHS, {"font.family": _fonts()}]):
            return draw(*args, **kwargs)

    return drawn


def _fonts() -> list[str]:
    installed = set(fontManager.get_font_names())
    return [name for name in _FONTS if name in installed]
