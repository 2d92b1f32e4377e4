"""Candidate models measured against each other on real tables."""

from smoothtab.bench._benchmark import run_benchmark
from smoothtab.bench._clipping import ClippedRegressor
from smoothtab.bench._early_stopping import EarlyStoppingRegressor
from smoothtab.bench._protocol import BUDGETS, Protocol
from smoothtab.bench._store import load_results
from smoothtab.bench.preprocess import FoldPreprocessor, Prepared, prepare

__all__ = [
    "BUDGETS",
    "ClippedRegressor",
    "EarlyStoppingRegressor",
    "FoldPreprocessor",
    "Prepared",
    "Protocol",
    "load_results",
    "prepare",
    "run_benchmark",
]
