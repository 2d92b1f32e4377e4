"""Network of Gaussian basis functions, chosen by its own search at its defaults."""

from __future__ import annotations

from typing import Any

from smoothtab import ERBFRegressorCV
from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates.erbf import CANDIDATE as PLAIN


def search(seed: int) -> Any:
    """What finds the parameters."""
    return ERBFRegressorCV(random_state=seed)


CANDIDATE = Candidate(
    "erbf_cv",
    PLAIN.build,
    search=search,
    describe=PLAIN.describe,
    smooth=PLAIN.smooth,
    scalable=True,
)
