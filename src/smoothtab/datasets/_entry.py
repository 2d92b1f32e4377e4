"""What is known of one table of the paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothtab.datasets._checksum import content_checksum
from smoothtab.datasets._dataset import Dataset

STRATA = {
    "S1": "engineering and simulation",
    "S2": "behavioural and social",
    "S3": "physics, chemistry and life sciences",
    "S4": "economics and pricing",
}

# Name and page of each kind of source, filled in with what the source is asked for.
_SOURCES = {
    "openml": ("OpenML {id}", "https://www.openml.org/d/{id}"),
    "uci": ("UCI {id}", "https://archive.ics.uci.edu/dataset/{id}"),
    "pmlb": ("PMLB", "https://epistasislab.github.io/pmlb/profile/{name}.html"),
    "hugging_face": ("Hugging Face", "https://huggingface.co/datasets/{repository}"),
    "moleculenet": ("MoleculeNet", "https://moleculenet.org"),
    "scikit_learn": (
        "scikit-learn",
        "https://scikit-learn.org/stable/modules/generated/sklearn.datasets.{function}.html",
    ),
    "bundled": ("this package", "https://archive.ics.uci.edu/dataset/165"),
    "generated": ("generated", "https://arxiv.org/abs/2602.22422"),
}


@dataclass(frozen=True)
class Entry:
    """What the catalogue says of one table.

    Parameters
    ----------
    name : str
        Name of the table.
    stratum : str
        Domain, 'S1' to 'S4'.
    target_kind : str
        'continuous' or 'discrete'.
    n, d : int
        Rows and features, as published.
    source : dict
        Kind of the source and what it is asked for.
    origin, licence : str
        Where the table comes from and on what terms, as far as known.
    n_prepared, d_prepared : int or None, default=None
        Rows and features after the published preprocessing, where they differ.
    checksum, rounded_checksum : str or None, default=None
        Of the content of a copy that gives the published scores, and of the same in single
        precision; None where no such copy could be had.
    remark : str or None, default=None
        What else a user should know.
    """

    name: str
    stratum: str
    target_kind: str
    n: int
    d: int
    source: dict[str, Any]
    origin: str
    licence: str
    n_prepared: int | None = None
    d_prepared: int | None = None
    checksum: str | None = None
    rounded_checksum: str | None = None
    remark: str | None = None

    @property
    def source_name(self) -> str:
        """The source in two words."""
        return _SOURCES[self.source["kind"]][0].format(**self.source)

    @property
    def home(self) -> str:
        """The page of the source that describes the table."""
        return _SOURCES[self.source["kind"]][1].format(**self.source)

    @property
    def is_local(self) -> bool:
        """Whether the table can be had without a network."""
        kind, function = self.source["kind"], self.source.get("function")
        return kind in ("bundled", "generated") or function == "load_diabetes"

    def matches(self, dataset: Dataset) -> bool | None:
        """Whether values are those of the published copy, but for rounding; None if not known."""
        if self.checksum is None:
            return None
        return dataset.checksum == self.checksum or (
            content_checksum(dataset.X, dataset.y, np.float32) == self.rounded_checksum
        )
