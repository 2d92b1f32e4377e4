"""Which model for a table: measured on the bench, advised in words, refitted and kept."""

from smoothtab.selection._advice import PREFERENCES
from smoothtab.selection._compare import ModelComparison, compare
from smoothtab.selection._model_folder import SavedModel, load_model

__all__ = ["PREFERENCES", "ModelComparison", "SavedModel", "compare", "load_model"]
