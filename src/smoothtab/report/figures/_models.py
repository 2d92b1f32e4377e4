"""How a model looks in every figure, and how names are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pandas as pd

from smoothtab._errors import InputError, did_you_mean

# The colours of Okabe and Ito but yellow, which is hardly seen on white. Seven colours and twelve
# markers have no common factor, so that 84 models look different.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#333333")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", "p", ">", "h", "d")

_LONGEST_NAME = 40


@dataclass(frozen=True)
class ModelStyle:
    """How a model is drawn.

    Parameters
    ----------
    colour : str
        Such as "#0072B2", told apart also by those who are colour-blind.
    marker : str
        As matplotlib names it; in grey it tells models apart.
    """

    colour: str
    marker: str


def model_styles(models: Iterable[str]) -> dict[str, ModelStyle]:
    """How each model is drawn, by its place among all of them.

    Parameters
    ----------
    models : iterable of str
        Names of all models.

    Returns
    -------
    styles : dict of str to ModelStyle
        Up to 84 models differ in colour, marker or both.

    Examples
    --------
    >>> from smoothtab.report.figures import model_styles
    >>> model_styles(["erbf", "rf"])["rf"]
    ModelStyle(colour='#D55E00', marker='s')
    """
    return {
        model: ModelStyle(_COLOURS[place % len(_COLOURS)], _MARKERS[place % len(_MARKERS)])
        for place, model in enumerate(dict.fromkeys(models))
    }


def styles_of(drawn: Iterable[str], models: Sequence[str] | None) -> dict[str, ModelStyle]:
    """Styles by place among `models`, else among those drawn, in alphabetical order."""
    drawn = list(drawn)
    styles = model_styles(sorted(drawn, key=str) if models is None else models)
    for model in drawn:
        if model not in styles:
            hint = did_you_mean(str(model), map(str, styles))
            raise InputError(f"{model!r} is to be drawn but is not among `models`.{hint}")
    return styles


def shown(name: object) -> str:
    """A name on one line, without its middle where it is very long."""
    line = " ".join(str(name).split())
    if len(line) <= _LONGEST_NAME:
        return line
    tail = _LONGEST_NAME // 3
    return f"{line[: _LONGEST_NAME - tail - 1]}…{line[-tail:]}"


def left_out(models: Iterable[str]) -> str:
    """What to say below a figure of the models that are not in it."""
    names = ", ".join(map(shown, models))
    return f" Without a value: {names}." if names else ""


def rows_of(scores: pd.DataFrame) -> str:
    """What a row of the scores is."""
    return shown(scores.index.name or "dataset")
