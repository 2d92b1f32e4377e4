"""Tables to try the models on."""

from smoothtab.datasets._bundled import load_concrete_strength

__all__ = ["load_concrete_strength"]
