"""Texts that become files of a folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from smoothtab._errors import InputError
from smoothtab._files import whole_file


def write_texts(out: str | os.PathLike[str], texts: Mapping[str, str]) -> list[Path]:
    """Write each text to the file of that name, all of it or nothing; make the folder."""
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            with whole_file(folder / name) as path:
                path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise InputError(
            f"Nothing can be written to {folder} ({error.strerror}): name another folder."
        ) from error
    return [folder / name for name in texts]
