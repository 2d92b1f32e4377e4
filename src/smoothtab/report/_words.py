"""Numbers as a reader of plain words wants them; no line breaks within them."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, isfinite, log10

Format = Callable[[float], str]

_SPACE = "\N{NO-BREAK SPACE}"


def fixed(digits: int) -> Format:
    """Numbers with so many digits behind the point."""

    def text(number: float) -> str:
        rounded = f"{number:,.{digits}f}"
        return rounded.lstrip("-") if float(rounded.replace(",", "")) == 0 else rounded

    return text


def significant(digits: int) -> Format:
    """Numbers with so many digits that count, and without a power of ten where it can be."""

    def text(number: float) -> str:
        if number == 0 or not isfinite(number):
            return f"{number:g}"
        magnitude = floor(log10(abs(number)))
        if -4 <= magnitude < 9:
            return fixed(max(0, digits - 1 - magnitude))(number)
        return f"{number:.{digits - 1}e}"

    return text


def trimmed(form: Format) -> Format:
    """Without zeros at the end."""

    def text(number: float) -> str:
        digits = form(number)
        return digits.rstrip("0").rstrip(".") if "." in digits and "e" not in digits else digits

    return text


def percent(share: float) -> str:
    """A share of one in per cent; neither 0 nor 100 unless it is."""
    for digits in 0, 1, 2:
        text = f"{100 * share:.{digits}f}"
        if 0 < float(text) < 100 or share in (0, 1):
            return f"{text}{_SPACE}%"
    bound = "under 0.01" if share < 0.5 else "over 99.99"
    return f"{bound}{_SPACE}%"


def p_value(p: float) -> str:
    """A p-value; a small one by its bound."""
    return f"<{_SPACE}0.001" if p < 0.001 else f"{p:.3f}"


def duration(seconds: float) -> str:
    """A time in the unit that reads best."""
    for most, divisor, unit in (0.1, 1e-3, "ms"), (100, 1, "s"), (6000, 60, "min"):
        if seconds < most:
            return f"{significant(2)(seconds / divisor)}{_SPACE}{unit}"
    return f"{significant(2)(seconds / 3600)}{_SPACE}h"


def count(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number:,}{_SPACE}{noun}" + ("" if number == 1 else "s")
