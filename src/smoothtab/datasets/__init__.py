"""Tables to try the models on."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from smoothtab.datasets._bundled import load_concrete_strength

if TYPE_CHECKING:
    from smoothtab.datasets._dataset import Dataset
    from smoothtab.datasets._load import load

__all__ = ["Dataset", "load", "load_concrete_strength"]

# All but the bundled table needs pandas, which the models do without: imported when asked for.
_HOMES = {"Dataset": "_dataset", "load": "_load"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
