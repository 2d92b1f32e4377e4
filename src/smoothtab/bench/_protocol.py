"""How the tasks of a run are measured."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from smoothtab._errors import InputError, did_you_mean

OUTER_SEED = 42  # published: shuffles the outer folds
_LONG = 1000


@dataclass(frozen=True)
class Protocol:
    """What is the same for all tasks of a run; by default as published.

    Parameters
    ----------
    budget : str, default='paper'
        Name of the budget.
    n_folds : int, default=5
        Outer folds.
    trials : float, default=1.0
        Share of the published number of trials that the tuning of each candidate gets.
    max_samples : int or None, default=50_000
        Of a longer table so many rows are drawn, always the same ones. None uses all.
    max_features : int or None, default=50
        So many features are kept in each fold at most. None keeps all.
    select : bool, default=True
        Whether features that say nothing, or little about y, are left out.
    """

    budget: str = "paper"
    n_folds: int = 5
    trials: float = 1.0
    max_samples: int | None = 50_000
    max_features: int | None = 50
    select: bool = True

    def n_trials(self, published: int) -> int:
        """Trials for a candidate of so many published ones; at least 3 if it is tuned at all."""
        return min(published, max(3, ceil(self.trials * published)))

    def n_inner_folds(self, n_rows: int) -> int:
        """Folds within an outer training set of so many rows."""
        return 3 if n_rows >= _LONG else 5


BUDGETS = {
    "quick": Protocol("quick", n_folds=3, trials=0.15),
    "standard": Protocol("standard", trials=0.4),
    "paper": Protocol(),
}


def protocol(budget: str) -> Protocol:
    """The protocol of that name."""
    if budget not in BUDGETS:
        known = ", ".join(BUDGETS)
        raise InputError(
            f"There is no budget {budget!r}, only {known}.{did_you_mean(budget, BUDGETS)}"
        )
    return BUDGETS[budget]
