"""What the paper claims, and whether it holds here."""

from functools import cache
from typing import NamedTuple

import pandas as pd

from smoothtab.stats import (
    compare_models,
    group_summary,
    matched_gap_wins,
    mean_scores,
    pareto_front,
    rank_correlation,
    rank_summary,
)
from tools.reproduction.costs import summaries
from tools.reproduction.figures import SEARCHES, study
from tools.reproduction.text import number, table

COMPETITIVE = ["erbf", "chebytree", "xgb", "chebypoly", "rf"]  # and ebm, which was not run
SMOOTH = ["chebypoly", "chebytree", "erbf"]


class Claim(NamedTuple):
    says: str
    here: str
    holds: bool
    remark: str = ""


@cache  # the summary counts them too
def checked(figures):
    return [
        *_of_ranks(figures),
        *_of_kinds(figures),
        *_of_gaps(figures),
        *_of_cost(figures),
        *_of_conditioning(),
        *_of_erbf(figures),
        *_of_stability(),
        *_of_scale(),
    ]


def claims(figures):
    rows = [
        [claim.says, claim.here, "reproduced" if claim.holds else "**differs**", claim.remark]
        for claim in checked(figures)
    ]
    return f"""## Claims, one by one

Reproduced means: the same order or groups; shares of gap wins above 80 %; counts of tables at most
one below the paper's on the same ones; correlations at most 0.1 below; means within 0.02.

{table(["the paper says", "here", "verdict", "remark"], rows)}
Where the text of the paper is not what its own figures say:

- Its table of all datasets is wrong on eight of them: see below.
- Its table of discrete targets is plain R², not adjusted, and wrong on pol and student_performance.
- The matched-accuracy pairs are those without ebm, which the text counts in.
- erbf "matches or exceeds" xgb at every number of levels; in its table it is behind at 3.
- Tuning time "of one outer fold" is the sum over five.
- Winning configurations are medians over all folds, not over means of folds.

Found in the published results of single folds (`tests/stats/test_published.py`), and in its tables.
"""


def _of_ranks(figures):
    _, here = figures.seven()
    found, mean = compare_models(here), rank_summary(here)["mean_rank"]
    tied = any(set(COMPETITIVE) <= set(group) for group in found.groups)
    behind = any({"dt", "ridge"} & set(g) and set(COMPETITIVE) & set(g) for g in found.groups)
    spread = mean[COMPETITIVE].max() - mean[COMPETITIVE].min()
    yield Claim(
        "six competitive models are not told apart, dt and ridge are behind (Nemenyi)",
        f"five span {spread:.2f} ranks, critical difference {found.critical_difference:.2f}",
        tied and not behind,
        f"without ebm, on {len(here)} tables; on 55 the difference would be "
        f"{found.critical_difference * (len(here) / 55) ** 0.5:.2f}",
    )
    leaders = {
        tolerance: rank_summary(here, tolerance=tolerance).index[0]
        for tolerance in (0.0, 0.005, 0.01, 0.02)
    }
    yield Claim(
        "erbf has the best mean rank without a GPU, at every tie tolerance from 0 to 0.02",
        f"erbf {mean['erbf']:.2f}, xgb {mean['xgb']:.2f}; first: "
        + ", ".join(f"{leader} at {tolerance}" for tolerance, leader in leaders.items()),
        set(leaders.values()) == {"erbf"},
        "xgb is better here, when tuned as the paper describes; erbf_cv is ahead of both",
    )
    with_gpu = figures.scores_here[SEARCHES].join(figures.scores_there["tabpfn"]).dropna()
    first = rank_summary(with_gpu.drop(index=figures.shortened, errors="ignore"))["first"]
    yield Claim(
        "tabpfn is first on 41 of 54 tables",
        f"on {first['tabpfn']} of {len(with_gpu.index.difference(figures.shortened))} beside our "
        "searches",
        first["tabpfn"] > first.sum() / 2,
        "tabpfn as published",
    )


def _of_kinds(figures):
    there, here = figures.seven()
    strata = group_summary(here, figures.labels["stratum"]).xs("mean_rank", axis=1, level=1)
    leaders = strata.loc[COMPETITIVE].idxmin()
    yield Claim(
        "erbf ranks best in S1 and S3 (physics, chemistry), xgb in S4 (prices)",
        ", ".join(f"{stratum} {model}" for stratum, model in leaders.items()),
        leaders[["S1", "S3", "S4"]].tolist() == ["erbf", "erbf", "xgb"],
    )
    shifts, shifts_there = (
        _shifts(scores, figures.labels["target_kind"]) for scores in (here, there)
    )
    yield Claim(
        "on discrete targets erbf ranks worse, chebypoly and chebytree better: +1.27, −0.96, −0.42",
        ", ".join(f"{model} {shifts[model]:+.2f}" for model in ("erbf", "chebypoly", "chebytree")),
        shifts["erbf"] > 0 > max(shifts["chebypoly"], shifts["chebytree"]),
        f"erbf on the same tables as published: {shifts_there['erbf']:+.2f}; few tables",
    )


def _shifts(scores, kinds):
    """How much worse the mean rank is where targets are not continuous."""
    ranks = group_summary(scores, kinds).xs("mean_rank", axis=1, level=1)
    return ranks.drop(columns="continuous").mean(axis=1) - ranks["continuous"]


def _of_gaps(figures):
    scores, (gaps_there, gaps) = figures.seven()[1], figures.seven("gaps")
    wins = matched_gap_wins(scores, gaps)
    yield Claim(
        "smooth models have the tighter gap at matched accuracy: 87 % of 167 pairs, "
        "83 to 87 % at five thresholds",
        f"{wins.at[0.02, 'share']:.0%} of {wins.at[0.02, 'pairs']}, "
        f"{wins['share'].min():.0%} to {wins['share'].max():.0%}",
        wins["share"].min() > 0.8,
    )
    ranks, ranks_there = (
        rank_summary(each[COMPETITIVE], ascending=True)["mean_rank"] for each in (gaps, gaps_there)
    )
    yield Claim(
        "of the competitive models chebypoly has the smallest gap and xgb the largest",
        f"{ranks.index[0]}, {ranks.index[-1]}",
        [*ranks.index[[0, -1]]] == ["chebypoly", "xgb"],
        f"on these tables as published: {ranks_there.index[0]}, {ranks_there.index[-1]}",
    )
    both = pd.DataFrame({"accuracy": scores.mean(), "gap": gaps.mean()})
    front = pareto_front(both, higher=["accuracy"], lower=["gap"]).sort_values("gap").index
    yield Claim(
        "the Pareto front of accuracy and gap runs from ridge through chebypoly to erbf",
        " – ".join(front),
        [*front] == ["ridge", "chebypoly", "erbf"],
    )


def _of_cost(figures):
    seconds = summaries(figures)[1]["tune_time"].reindex(COMPETITIVE).dropna().sort_values()
    yield Claim(
        "chebypoly and chebytree are the cheapest competitive models to tune",
        ", ".join(f"{model} {value:.1f} s" for model, value in seconds.items()),
        set(seconds.index[:2]) == {"chebypoly", "chebytree"},
    )


def _of_conditioning():
    ratios = study("conditioning")
    for column, there in (("main effects", 17), ("with interactions", 16)):
        printed = ratios[f"paper {column}"]
        better, same = ratios[column] > 1, (ratios[column] > 1) == (printed > 1)
        yield Claim(
            f"Chebyshev is better conditioned, {column}: on {there} of 21 tables",
            f"on {better.sum()} of {len(ratios)}",
            better.sum() >= (printed > 1).sum() - 1,
            f"the count only: the paper has {(printed > 1).sum()} on these {len(ratios)}, and the "
            f"same side is ahead on {same.sum()} of them",
        )


def _of_erbf(figures):
    seeds, begun = study("convergence"), study("initialisation")
    spread, worst, reach = (
        seeds["r2_std"].max(),
        seeds["r2_std_largest"].max(),
        begun["range"].max(),
    )
    yield Claim(
        "erbf varies over seeds by at most 0.012 (standard deviation of R²)",
        f"{number(spread)}; in the worst fold {number(worst)}",
        spread <= 0.012,
        "mean over the folds; the paper does not say which",
    )
    yield Claim(
        "erbf varies over initialisations by less than 0.025",
        f"up to {number(reach)}; after 100 iterations {number(begun['range_after_100'].max())}",
        reach < 0.025,
        "see initialisation",
    )
    levels = study("discretisation")
    yield Claim(
        "erbf matches or exceeds xgb at every number of levels of the target",
        f"ahead at {(levels['erbf'] > levels['xgb']).sum()} of {len(levels)}",
        (levels["erbf"] > levels["xgb"] - 0.005).all(),
        "rows and rounding were chosen so that the published figures come out",
    )
    ordinal = study("ordinal").set_index("dataset")[["erbf", "xgb"]].dropna()
    there = mean_scores(figures.published, "test_r2").loc[ordinal.index]
    ahead, ahead_there = ((scores["erbf"] > scores["xgb"]).sum() for scores in (ordinal, there))
    yield Claim(
        f"erbf is ahead of xgb on some discrete targets: {ahead_there} of these {len(ordinal)} in "
        "the published folds",
        f"on {ahead}",
        ahead >= ahead_there,
        "xgb is better here",
    )


def _of_stability():
    rows = study("stability", "")
    gaps, variation = mean_scores(rows, "gap"), mean_scores(rows, "cov")
    for title, left_out, within, pooled in (
        ("gap and variation correlate", [], 0.61, 0.477),
        ("the same without rf", ["rf"], 0.71, 0.50),
    ):
        found = rank_correlation(gaps.drop(columns=left_out), variation.drop(columns=left_out))
        yield Claim(
            f"{title}: {within} within tables, {pooled} pooled",
            f"{found.mean_within:.2f}, {found.pooled:.3f}",
            min(found.mean_within - within, found.pooled - pooled) > -0.1,
            f"{found.within.count()} tables, {rows['fold'].nunique()} of 5 folds; positive on "
            f"{found.share_positive:.0%} of them",
        )
    means = variation.dropna().mean()
    yield Claim(
        "a forest is steadier than a tree: variation 0.038 and 0.095",
        f"{means['rf']:.3f} and {means['dt']:.3f}",
        means["rf"] < means["dt"] / 2,
    )


def _of_scale():
    scores = study("scalability").set_index("dataset")
    here = scores.get("xgb", pd.Series(index=scores.index, dtype=float))
    pair = scores[["chebytree"]].assign(xgb=here.fillna(scores["paper xgb"])).dropna()
    means, apart = pair.mean(), (pair["chebytree"] - pair["xgb"]).abs().max()
    yield Claim(
        "on whole tables chebytree is as good as xgb: means 0.765 and 0.769 of eight",
        f"{means['chebytree']:.3f} and {means['xgb']:.3f} of {len(pair)}",
        abs(means["chebytree"] - means["xgb"]) < 0.02,
        f"up to {apart:.3f} apart on one table; xgb as published on {here.isna().sum()}",
    )
