"""Which of the measured models to take, and why.

The paper's logic: accuracy first; where it is tied by the noise of the folds, the tighter gap, or
what the user asked for.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import pandas as pd

from smoothtab._errors import InputError, did_you_mean
from smoothtab.stats import behind_best, cost_summary

PREFERENCES = {
    "gap": "the smallest gap between training and test rows",
    "accuracy": "the highest R2",
    "speed": "the shortest time to tune and train",
    "smooth": "no steps, and derivatives",
}


@dataclass(frozen=True)
class Advice:
    """A model, and the reasons sentence by sentence."""

    best: str
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.reasons)


def leaderboard(results: pd.DataFrame, smooth: Collection[str], n_folds: int) -> pd.DataFrame:
    """One row for each model that finished all folds, best first; empty if there is none.

    Parameters
    ----------
    results : DataFrame
        Of one table.
    smooth : collection of str
        Models whose prediction has no steps.
    n_folds : int
        Number of folds.
    """
    results = results[results["status"] == "ok"].sort_values(["model", "fold"])
    results = results[results["model"].map(results["model"].value_counts()) == n_folds]
    if results.empty:
        return pd.DataFrame()
    scores = results.pivot(index="fold", columns="model", values="test_r2")
    means = results.groupby("model")[["gap", "test_mae", "test_rmse"]].mean()
    costs = cost_summary(results)
    table = pd.DataFrame({"r2": scores.mean(), "r2_sd": scores.std()})
    table = table.join(behind_best(scores)).join(means)
    table["fit_seconds"] = costs["tune_time"] + costs["train_time"]
    table["predict_ms_per_1000"] = costs["predict_per_1000"]
    table["smooth"] = table.index.isin(list(smooth))
    return table.sort_values("r2", ascending=False, kind="stable")


def advise(board: pd.DataFrame, prefer: str) -> Advice:
    """The model to take, by a leaderboard and a preference."""
    check_preference(prefer)
    best, tied = str(board.index[0]), board[board["tied"]]
    reasons = _lead(board)
    if prefer == "smooth" and not tied["smooth"].any():
        return _smooth_at_a_price(board, reasons)
    if len(tied) == 1 or prefer == "accuracy":
        return Advice(best, (*reasons, _alone(best, board, tied)))
    reasons.append(f"Within the noise of the folds {_listed(tied.index[1:])} as accurate.")
    if prefer == "smooth":
        tied = tied[tied["smooth"]]
    best = str(tied["fit_seconds" if prefer == "speed" else "gap"].idxmin())
    reasons.append(_reason(tied, best, prefer))
    if (price := tied.loc[best, "behind"]) > 0:
        reasons.append(f"That gives up {price:.2g} of R2, less than the noise of the folds.")
    return Advice(best, tuple(reasons))


def check_preference(prefer: str) -> None:
    """InputError unless there is such a preference."""
    if prefer not in PREFERENCES:
        hint = did_you_mean(prefer, PREFERENCES)
        raise InputError(f"There is no preference {prefer!r}, only {', '.join(PREFERENCES)}.{hint}")


def _lead(board: pd.DataFrame) -> list[str]:
    top = board.iloc[0]
    reasons = [f"{top.name} has the highest R2, {top['r2']:.3f} ± {top['r2_sd']:.3f}."]
    if top["r2"] <= 0:
        reasons.append(
            "That is no better than to predict the mean of the target always: in these columns "
            "nothing was found that tells more."
        )
    return reasons


def _alone(best: str, board: pd.DataFrame, tied: pd.DataFrame) -> str:
    if len(board) == 1:
        return f"No other model was measured: take {best}."
    if len(tied) == 1:
        return f"No other model comes as close as the noise of the folds: take {best}."
    return f"Accuracy alone was asked for: take {best}."


def _reason(tied: pd.DataFrame, best: str, prefer: str) -> str:
    row, among = tied.loc[best], "Of the smooth ones of these" if prefer == "smooth" else "Of these"
    if prefer == "speed":
        return (
            f"{among} {best} is tuned and trained fastest, in {row['fit_seconds']:.2g} s: take it."
        )
    kind = ", and its prediction has no steps" if prefer != "smooth" and row["smooth"] else ""
    return (
        f"{among} {best} has the smallest gap between training and test rows, "
        f"{row['gap']:.3f}{kind}: take it."
    )


def _smooth_at_a_price(board: pd.DataFrame, reasons: list[str]) -> Advice:
    smooth = board[board["smooth"]]
    if smooth.empty:
        best = str(board.index[0])
        return Advice(best, (*reasons, f"No smooth model was measured: take {best}."))
    best, price = str(smooth.index[0]), smooth["behind"].iloc[0]
    reasons.append(
        f"No smooth model is as accurate. The best of them is {best}: taking it gives up "
        f"{price:.2g} of R2."
    )
    return Advice(best, tuple(reasons))


def _listed(models: pd.Index) -> str:
    *first, last = map(str, models)
    return f"{', '.join(first)} and {last} are" if first else f"{last} is"
