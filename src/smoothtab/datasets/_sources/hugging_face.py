"""Tables that are files in a dataset repository of Hugging Face."""

from __future__ import annotations

from tempfile import TemporaryDirectory

import pandas as pd
from huggingface_hub import hf_hub_download
from huggingface_hub.utils.tqdm import disable_progress_bars


def fetch(repository: str, file: str) -> tuple[pd.DataFrame, pd.Series]:
    """Features and target, which is the last column; text files without a header are numbered."""
    with TemporaryDirectory() as folder, disable_progress_bars():
        path = hf_hub_download(repository, file, repo_type="dataset", cache_dir=folder, token=False)
        if file.endswith(".csv"):
            table = pd.read_csv(path)
        else:
            table = pd.read_csv(path, sep=r"\s+", header=None).rename(columns="x{}".format)
    return table.iloc[:, :-1], table.iloc[:, -1]
