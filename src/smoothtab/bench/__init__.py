"""Candidate models measured against each other on real tables."""

from smoothtab.bench.preprocess import FoldPreprocessor, Prepared, prepare

__all__ = ["FoldPreprocessor", "Prepared", "prepare"]
