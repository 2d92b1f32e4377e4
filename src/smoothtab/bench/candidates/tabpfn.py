"""TabPFN, a transformer trained in advance, with weights from a file of the user's."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from smoothtab.bench.candidates._candidate import Candidate, Unavailable

_WEIGHTS = "SMOOTHTAB_TABPFN_WEIGHTS"
_WHAT_TO_DO = (
    f"let {_WEIGHTS} name a checkpoint of its regressor, such as "
    "tabpfn-v2.5-regressor-v2.5_default.ckpt from https://huggingface.co/Prior-Labs/tabpfn_2_5"
)


def build(seed: int, model_path: str | os.PathLike[str] | None = None, **params: Any) -> Any:
    """Regressor on the processor, with the checkpoint `model_path`, else the one of the user."""
    try:
        import torch
        from tabpfn import TabPFNRegressor
    except ModuleNotFoundError as error:
        raise Unavailable(
            f"tabpfn needs the package {error.name}: pip install 'smoothtab[tabpfn]'."
        ) from error
    path = model_path or os.environ.get(_WEIGHTS)
    if not path:
        raise Unavailable(f"tabpfn needs weights: {_WHAT_TO_DO}.")
    torch.set_num_threads(1)  # a limit set before torch was loaded does not hold for it
    return TabPFNRegressor(model_path=_load(Path(path)), device="cpu", random_state=seed, **params)


def _load(path: Path) -> Any:
    """Model in memory. Given a path, the package would fetch what it does not find there."""
    from tabpfn import ModelSpecs
    from tabpfn.model_loading import load_model

    try:
        model, criterion, architecture, settings = load_model(path=path, estimator_type="regressor")
    except Exception as error:  # there is no end to what a damaged file can raise
        reason = type(error).__name__
        raise Unavailable(f"tabpfn cannot use {path} ({reason}): {_WHAT_TO_DO}.") from error
    # It may take its time: without a GPU, the package would refuse more than 1000 rows.
    settings = replace(settings, MAX_CPU_SAMPLES=sys.maxsize)
    return ModelSpecs(model, architecture, settings, criterion)


def describe(fitted: Any) -> dict[str, float]:
    """Number of weights, and how many variants of the table are averaged over."""
    n_params = sum(weights.numel() for weights in fitted.model_.parameters())
    return {"n_params": n_params, "n_estimators": fitted.n_estimators_}


def checksum() -> str:
    """Of the weights of the user; empty where there are none."""
    path = Path(os.environ.get(_WEIGHTS, ""))
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


CANDIDATE = Candidate("tabpfn", build, scale=True, describe=describe, depends_on=checksum)
