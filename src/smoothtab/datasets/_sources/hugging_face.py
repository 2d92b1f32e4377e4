"""Tables that are files in a dataset repository of Hugging Face."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import pandas as pd
from huggingface_hub import hf_hub_download
from huggingface_hub.utils.tqdm import disable_progress_bars


def fetch(repository: str, file: str) -> tuple[pd.DataFrame, pd.Series]:
    """Features and target, which is the last column; text files without a header are numbered."""
    with TemporaryDirectory() as folder, _quiet():
        path = hf_hub_download(repository, file, repo_type="dataset", cache_dir=folder, token=False)
        if file.endswith(".csv"):
            table = pd.read_csv(path)
        else:
            table = pd.read_csv(path, sep=r"\s+", header=None).rename(columns="x{}".format)
    return table.iloc[:, :-1], table.iloc[:, -1]


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the library's progress bars and its remarks on every attempt."""
    logger = logging.getLogger("huggingface_hub")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with disable_progress_bars():
            yield
    finally:
        logger.setLevel(level)
