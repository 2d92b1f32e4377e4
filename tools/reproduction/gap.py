"""The generalisation gap: its ranks, and at matched accuracy."""

from smoothtab.stats import matched_gap_wins, rank_summary
from tools.reproduction.accuracy import RANKED
from tools.reproduction.figures import MODELS, SMOOTH
from tools.reproduction.text import both, table

PAPER = {  # pairs, and the share that smooth models win, as the paper prints them
    0.005: (67, 0.866),
    0.01: (108, 0.861),
    0.02: (167, 0.868),
    0.05: (252, 0.837),
    0.1: (307, 0.827),
}


def gap(figures):
    theirs, ours = wins_published(figures), wins_here(figures)
    rows = [
        [limit, _told(*printed), _told(*theirs.loc[limit]), _told(*ours.loc[limit])]
        for limit, printed in PAPER.items()
    ]
    head = ["adjusted R² within", "paper: pairs, won", "from its folds", "here"]
    return f"""## Generalisation gap

Training R² less test R², on the tables of the ranks, published → here; rf is the published one.

{_ranks(figures)}
The smooth models (chebypoly, chebytree, erbf) beside xgb and rf (the published one), where their
accuracy is as good as equal; here on {len(figures.tables)} tables:

{table(head, rows)}
The paper says that ebm counts among the smooth models; its pairs come out without ebm only.
"""


def wins_published(figures):
    return _wins(figures.theirs, figures.their_gaps)


def wins_here(figures):
    """Against xgb as tuned here, and the published rf."""
    return _wins(*_here(figures))


def _here(figures):
    return (
        ours.loc[figures.tables, MODELS].join(theirs["rf"])
        for ours, theirs in (
            (figures.ours, figures.theirs),
            (figures.our_gaps, figures.their_gaps),
        )
    )


def _wins(scores, gaps):
    wins = matched_gap_wins(
        scores, gaps, group=SMOOTH, others=["xgb", "rf"], thresholds=list(PAPER)
    )
    return wins[["pairs", "share"]]


def _ranks(figures):
    _, our_gaps = _here(figures)
    there, here = (
        rank_summary(gaps, ascending=True)
        for gaps in (figures.their_gaps.loc[figures.tables, RANKED], our_gaps)
    )
    rows = [
        [
            model,
            both(there.at[model, "mean_rank"], row["mean_rank"], 2),
            both(there.at[model, "mean"], row["mean"]),
            both(there.at[model, "median"], row["median"]),
        ]
        for model, row in here.iterrows()
    ]
    return table(["model", "mean rank", "mean gap", "median"], rows)


def _told(pairs, share):
    return f"{int(pairs)}, {100 * share:.1f} %"
