"""Figures in files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from matplotlib import style
from matplotlib.figure import Figure

from smoothtab._errors import InputError
from smoothtab._files import whole_file

# What differs from run to run is left out: the same figure gives the same file.
_METADATA = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {}}
_SETTINGS: dict[Any, Any] = {
    "pdf.fonttype": 42,  # letters stay letters; publishers refuse the other kind
    "svg.hashsalt": "smoothtab",
}
_DOTS_PER_INCH = 200


def save(figure: Figure, path: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write a figure.

    Parameters
    ----------
    figure : Figure
        What to write.
    path : str or path
        Where to. Its ending says how: .pdf, .svg or .png. Without an ending all three are written.

    Returns
    -------
    paths : tuple of Path
        The files that were written.

    Examples
    --------
    >>> from smoothtab.report.figures import save
    >>> save(figure, "figures/ranks.pdf")  # doctest: +SKIP
    (PosixPath('figures/ranks.pdf'),)
    """
    path = Path(path)
    kinds = [path.suffix[1:].lower()] if path.suffix else list(_METADATA)
    if kinds[0] not in _METADATA:
        raise InputError(
            f"A figure cannot be written to {path.name!r}: "
            "let the name end in .pdf, .svg or .png, or leave out the ending to get all three."
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    paths = tuple(path.with_suffix(f".{kind}") if not path.suffix else path for kind in kinds)
    for target, kind in zip(paths, kinds, strict=True):
        with whole_file(target) as temporary, style.context(["default", _SETTINGS]):
            figure.savefig(temporary, format=kind, dpi=_DOTS_PER_INCH, metadata=_METADATA[kind])
    return paths
