"""Tree with Chebyshev polynomials in its leaves, chosen by its own search at its defaults."""

from __future__ import annotations

from typing import Any

from smoothtab import ChebyshevModelTreeRegressorCV
from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates.chebytree import CANDIDATE as PLAIN


def search(seed: int) -> Any:
    """What finds the parameters."""
    return ChebyshevModelTreeRegressorCV(random_state=seed)


CANDIDATE = Candidate(
    "chebytree_cv",
    PLAIN.build,
    search=search,
    describe=PLAIN.describe,
    smooth=PLAIN.smooth,
    scalable=PLAIN.scalable,
)
