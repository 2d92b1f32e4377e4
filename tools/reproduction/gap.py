"""The generalisation gap: its ranks, and at matched accuracy."""

from smoothtab.stats import matched_gap_wins, rank_summary
from tools.reproduction.text import both, table

PAPER = {  # pairs, and the share that smooth models win, as the paper prints them
    0.005: (67, 0.866),
    0.01: (108, 0.861),
    0.02: (167, 0.868),
    0.05: (252, 0.837),
    0.1: (307, 0.827),
}


def gap(figures):
    scores_there, scores_here = figures.seven()
    gaps_there, gaps_here = figures.seven("gaps")
    wins = [
        matched_gap_wins(figures.scores_there, figures.gaps_there),
        matched_gap_wins(scores_there, gaps_there),
        matched_gap_wins(scores_here, gaps_here),
        *(matched_gap_wins(scores_here, gaps_here, others=[rival]) for rival in ("xgb", "rf")),
    ]
    rows = [
        [limit, _told(*printed), *(_told(*found.loc[limit, ["pairs", "share"]]) for found in wins)]
        for limit, printed in PAPER.items()
    ]
    head = ["adjusted R² within", "paper", "its folds, all tables", "these tables", "here"]
    return f"""## Generalisation gap

Training R² less test R², on the tables of the ranks, published → here; rf is the published one.

{_ranks(gaps_there, gaps_here)}
**At matched accuracy**: chebypoly, chebytree or erbf beside xgb or rf on one table, where their
adjusted R² is as good as equal. The number of such pairs, and how often the smooth model has the
smaller gap. The paper says that ebm counts among the smooth models; its pairs come out without
ebm only.

{table([*head, "of these, xgb", "rf"], rows)}"""


def _ranks(*gaps):
    there, here = (rank_summary(each, ascending=True) for each in gaps)
    columns = {"mean_rank": 2, "mean": 3, "median": 3}
    rows = [
        [model, *(both(there.at[model, name], row[name], n) for name, n in columns.items())]
        for model, row in here.iterrows()
    ]
    return table(["model", "mean rank", "mean gap", "median"], rows)


def _told(pairs, share):
    return f"{int(pairs)}, {100 * share:.1f} %"
