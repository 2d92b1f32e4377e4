"""One cell of the benchmark: a model on a fold of a table."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from urllib.parse import quote

from smoothtab.bench._protocol import Protocol

_LONGEST = 60  # characters: names of files have 255 at most, and not all are letters
_FORMAT = 1  # of results; raised when the meaning of a stored number changes


@dataclass(frozen=True)
class Task:
    """All that is needed to run one cell, now or again.

    Parameters
    ----------
    dataset, model : str
        Names of the table and of the candidate.
    fold : int
        Number of the outer fold.
    protocol : Protocol
        How it is measured.
    data_checksum, signature : str
        Of the content of the table, and what else decides the result on the candidate's side.
    """

    dataset: str
    model: str
    fold: int
    protocol: Protocol
    data_checksum: str
    signature: str

    @property
    def key(self) -> str:
        """Name of the cell, fit for a file name."""
        return "--".join(quote(str(part), safe=" ")[:_LONGEST] for part in self.cell)

    @property
    def cell(self) -> tuple[str, str, int]:
        """Table, model and fold."""
        return self.dataset, self.model, self.fold

    @cached_property
    def hash(self) -> str:
        """Of everything that determines the result."""
        text = json.dumps([_FORMAT, asdict(self)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def seed_of(*what: str | int) -> int:
    """A seed that belongs to what is named: the same everywhere, unrelated to all others."""
    digest = hashlib.sha256(json.dumps(what).encode()).digest()
    return int.from_bytes(digest[:4], "little") >> 1  # 31 bits: some libraries take no more
