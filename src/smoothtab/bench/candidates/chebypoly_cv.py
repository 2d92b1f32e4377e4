"""Ridge regression on Chebyshev polynomials, chosen by its own search at its defaults."""

from __future__ import annotations

from typing import Any

from smoothtab import ChebyshevRegressorCV
from smoothtab.bench.candidates._candidate import Candidate
from smoothtab.bench.candidates.chebypoly import CANDIDATE as PLAIN


def search(seed: int) -> Any:
    """What finds the parameters."""
    return ChebyshevRegressorCV(random_state=seed)


CANDIDATE = Candidate(
    "chebypoly_cv",
    PLAIN.build,
    search=search,
    describe=PLAIN.describe,
    smooth=PLAIN.smooth,
    scalable=PLAIN.scalable,
)
