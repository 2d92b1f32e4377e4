"""Tables to try the models on."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from smoothtab.datasets._bundled import load_concrete_strength

if TYPE_CHECKING:
    from smoothtab.datasets._catalogue import catalogue
    from smoothtab.datasets._dataset import Dataset
    from smoothtab.datasets._entry import Entry
    from smoothtab.datasets._load import load
    from smoothtab.datasets._read_table import read_table

__all__ = ["Dataset", "Entry", "catalogue", "load", "load_concrete_strength", "read_table"]

# All but the bundled table needs pandas, which the models do without: imported when asked for.
_HOMES = {
    "Dataset": "_dataset",
    "Entry": "_entry",
    "catalogue": "_catalogue",
    "load": "_load",
    "read_table": "_read_table",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
