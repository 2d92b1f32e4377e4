"""Limits and numbers of axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import boxplot_stats
from matplotlib.ticker import Formatter, LogLocator, MaxNLocator, NullLocator

from smoothtab._moments import Array

# Values beyond the whiskers are cut off where they would make the axis longer by more than this.
_LONGEST_TAIL = 1.5
_MOST_TICKS = 6


def number(value: float, decimals: int) -> str:
    """A number in a figure: a true minus, thin spaces between thousands."""
    text = f"{value:z,.{decimals}f}" if abs(value) < 1e7 else f"{value:.0e}"
    return text.replace(",", "\N{THIN SPACE}").replace("-", "\N{MINUS SIGN}")


class Numbers(Formatter):
    """Numbers at ticks, with as many decimals as it takes, all the same unless `each`."""

    def __init__(self, *, each: bool = False) -> None:
        self.each = each

    def __call__(self, value: float, _: int | None = None) -> str:
        """One of them alone."""
        return number(value, _decimals(value))

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """All of them together."""
        most = max(map(_decimals, values), default=0)
        return [number(value, _decimals(value) if self.each else most) for value in values]


def _decimals(value: float) -> int:
    """Of a round number, whatever its last bits say."""
    return len(f"{value:.9f}".rstrip("0").partition(".")[2])


def without_tails(values: Array) -> tuple[float, float]:
    """Limits that hold the box and whiskers of each column, and single values beyond if not far."""
    columns = [column[np.isfinite(column)] for column in values.T if np.isfinite(column).any()]
    if not columns:
        return 0.0, 1.0
    boxes = boxplot_stats(columns)
    low, high = min(box["whislo"] for box in boxes), max(box["whishi"] for box in boxes)
    least, most = min(map(np.min, columns)), max(map(np.max, columns))
    longest = _LONGEST_TAIL * (high - low) or np.inf
    return (
        float(least if low - least <= longest else low),
        float(most if most - high <= longest else high),
    )


def linear(
    ax: Axes, direction: Literal["x", "y"], low: float, high: float, *, margin: float = 0.04
) -> None:
    """An axis that holds both values and has some room around them, a share of their distance."""
    span = max(high - low, 0.1 * max(abs(low), abs(high)), 1e-6)
    middle, half = (low + high) / 2, (0.5 + margin) * span
    ax.set(**{f"{direction}lim": (middle - half, middle + half)})
    axis = getattr(ax, f"{direction}axis")
    axis.set_major_locator(MaxNLocator(_MOST_TICKS))
    axis.set_major_formatter(Numbers())


def logarithmic(
    ax: Axes, direction: Literal["x", "y"], low: float, high: float, *, margin: float = 0.06
) -> None:
    """The same of values above zero."""
    ratio = max(high / low, 10.0)  # so that at least two numbers are in sight
    middle, half = (low * high) ** 0.5, ratio ** (0.5 + margin)
    ax.set(**{f"{direction}scale": "log", f"{direction}lim": (middle / half, middle * half)})
    subs = (1, 2, 5) if ratio < 50 else (1, 3) if ratio < 1000 else (1,)
    axis = getattr(ax, f"{direction}axis")
    axis.set_major_locator(LogLocator(subs=subs, numticks=7))
    axis.set_major_formatter(Numbers(each=True))
    axis.set_minor_locator(NullLocator())
