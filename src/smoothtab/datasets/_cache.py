"""The folder in which tables are kept."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Where tables are kept: the folder SMOOTHTAB_DATA names, or the user's cache."""
    named = os.environ.get("SMOOTHTAB_DATA")
    return Path(named) if named else platformdirs.user_cache_path("smoothtab")
