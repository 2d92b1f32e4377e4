"""What the paper claims, and whether it holds here."""

from smoothtab.stats import compare_models, mean_scores, rank_correlation, rank_summary
from tools.reproduction.accuracy import rank_scores
from tools.reproduction.figures import study
from tools.reproduction.gap import wins_here
from tools.reproduction.text import number, table

COMPETITIVE = {"erbf", "chebytree", "xgb", "chebypoly", "rf"}  # and ebm, which was not run


def claims(figures):
    made = [
        *_of_ranks(figures),
        *_of_gaps(figures),
        *_of_conditioning(),
        *_of_erbf(),
        *_of_stability(),
    ]
    rows = [
        [says, here, "reproduced" if holds else "**not reproduced**"] for says, here, holds in made
    ]
    return f"""## Claims, one by one

{table(["the paper says", "here", "verdict"], rows)}
Where the text of the paper is not what its own figures say:

- Its table of all datasets is wrong on eight of them, its published folds are right: see below.
- The matched-accuracy pairs are those without ebm, which the text counts in.
- Tuning time "of one outer fold" is the sum over five.
- Winning configurations are medians over all folds, not over means of folds.
- xgb is tuned less than the text says, and better when tuned as it says: see Accuracy.

These were found in the published results of single folds (`tests/stats/test_published.py`).
"""


def _of_ranks(figures):
    _, here = rank_scores(figures)
    groups = compare_models(here).groups
    tied = max((set(group) & COMPETITIVE for group in groups), key=len)
    apart = COMPETITIVE - tied
    yield (
        "the competitive models are tied (Nemenyi)",
        f"{len(tied)} of {len(COMPETITIVE)}" + (f", without {', '.join(apart)}" if apart else ""),
        not apart,
    )
    ranks = rank_summary(here)["mean_rank"]
    yield (
        "erbf has the best mean rank without a GPU",
        f"erbf {ranks['erbf']:.2f}, {ranks.index[0]} {ranks.iloc[0]:.2f}",
        ranks.index[0] == "erbf",
    )
    by_kind = {
        kind: rank_summary(part)["mean_rank"]["erbf"]
        for kind, part in here.groupby(figures.labels["target_kind"].reindex(here.index))
    }
    yield (
        "erbf ranks worse on non-continuous targets: 2.88, 4.15",
        ", ".join(f"{kind} {value:.2f}" for kind, value in by_kind.items()),
        max(by_kind, key=by_kind.get) != "continuous",
    )


def _of_gaps(figures):
    pairs, share = wins_here(figures).loc[0.02]
    yield (
        "smooth models have the tighter gap at matched accuracy: 87 % of 167 pairs",
        f"{share:.0%} of {pairs:.0f}",
        share >= 0.8,
    )
    gaps = figures.our_gaps.loc[figures.tables, sorted(COMPETITIVE - {"rf"})]
    mean = rank_summary(gaps, ascending=True)["mean_rank"]
    yield (
        "of the competitive models xgb has the largest gap, chebypoly the smallest",
        f"{mean.index[-1]}, {mean.index[0]}",
        (mean.index[-1], mean.index[0]) == ("xgb", "chebypoly"),
    )


def _of_conditioning():
    ratios = study("conditioning")
    for column, there in (("main effects", 17), ("with interactions", 16)):
        better = (ratios[column] > 1).sum()
        yield (
            f"Chebyshev is better conditioned, {column}: {there} of 21 tables",
            f"{better} of {len(ratios)}",
            abs(better / len(ratios) - there / 21) < 0.1,
        )


def _of_erbf():
    seeds, begun = study("convergence"), study("initialisation")
    spread, reach = seeds["r2_std"].max(), begun["range"].max()
    yield "erbf varies over seeds by at most 0.012", number(spread), spread <= 0.012
    yield (
        "erbf varies over initialisations by less than 0.025",
        f"up to {number(reach)}; after 100 iterations {number(begun['range_after_100'].max())}",
        reach < 0.025,
    )
    levels = study("discretisation").set_index("levels")
    behind = levels.index[levels["erbf"] < levels["xgb"]]
    yield (
        "erbf falls behind xgb at 3 levels of the target only",
        f"behind at {', '.join(behind)}" if len(behind) else "behind at none",
        list(behind) == ["3"],
    )
    ordinal = study("ordinal")
    ahead = (ordinal["erbf"] > ordinal["xgb"]).sum()
    there = (ordinal["paper erbf"] > ordinal["paper xgb"]).sum()
    yield (
        f"erbf is ahead of xgb on {there} of the {len(ordinal)} discrete targets that were run",
        f"on {ahead}",
        ahead >= there,
    )


def _of_stability():
    rows = study("stability", "")
    gaps, variation = mean_scores(rows, "gap"), mean_scores(rows, "cov")
    for title, left_out, within, pooled in (
        ("gap and variation correlate", [], 0.61, 0.477),
        ("the same without rf", ["rf"], 0.71, 0.50),
    ):
        if not set(left_out) <= set(gaps):
            continue
        found = rank_correlation(gaps.drop(columns=left_out), variation.drop(columns=left_out))
        yield (
            f"{title}: {within} within tables, {pooled} pooled",
            f"{found.mean_within:.2f}, {found.pooled:.3f}",
            found.mean_within > within - 0.1 and found.pooled > pooled - 0.1,
        )
