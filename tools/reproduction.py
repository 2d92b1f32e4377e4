"""Write REPRODUCTION.md: the published figures beside those of results/, claim by claim."""

import json
from pathlib import Path

import pandas as pd

from smoothtab.datasets import catalogue
from smoothtab.stats import (
    compare_models,
    dataset_labels,
    matched_gap_wins,
    mean_scores,
    rank_summary,
)

ROOT = Path(__file__).parents[1]
RESULTS, REFERENCE = ROOT / "results", ROOT.parent / "shared" / "reference"
MODELS = ["ridge", "dt", "xgb", "chebypoly", "chebytree", "erbf"]
SEARCHES = ["chebypoly_cv", "chebytree_cv", "erbf_cv"]
SMOOTH = ["chebypoly", "chebytree", "erbf"]
SAME = 0.01  # difference of R² that counts as reproduced
THRESHOLDS = {  # pairs, and the share that smooth models win, as the paper prints them
    0.005: "67, 86.6 %",
    0.01: "108, 86.1 %",
    0.02: "167, 86.8 %",
    0.05: "252, 83.7 %",
    0.1: "307, 82.7 %",
}


def table(head, rows):
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines) + "\n"


def number(value, digits=3):
    return "" if pd.isna(value) else f"{value:.{digits}f}"


def signed(value):
    return "" if pd.isna(value) else f"{value:+.3f}"


def verdict(difference):
    if pd.isna(difference):
        return "not run"
    if abs(difference) <= SAME:
        return "reproduced"
    return "better" if difference > 0 else "worse"


# What became of each study; its folder in results/studies, and the verdict.
STUDIES = {
    "conditioning": "**The counts are reproduced, single ratios are not.** Four of the 21 tables "
    "could not be had. Some published ratios change with the order of the rows "
    "(results/studies/conditioning/noise.txt), so rounding may be part of them.",
    "convergence": "**Reproduced**: the spread over seeds stays below the paper's.",
    "initialisation": "**Not reproduced**: our `local_variance` widths need more than 30 "
    "iterations on concrete_strength, esol and superconduct; at 100 concrete's range is half. "
    "`local_ridge`, the default, is as good as published or better.",
    "discretisation": "**Reproduced**, partly by construction: the paper does not say how many "
    "rows it drew nor how it rounds, and both were chosen here so that the figures come out.",
    "stability": "**Reproduced**: models with smaller gaps predict more stably. Without xgb, on 19 "
    "tables of at most 3000 rows; the paper does not name its 29.",
    "stability-six": "The same with xgb, on ten small tables.",
    "scalability": "**Reproduced** on three of the eight tables, the others could not be had or "
    "were not run; without xgb.",
}


class Figures:
    """What was published and what was measured, on the tables that were run."""

    def __init__(self):
        self.results = pd.read_parquet(RESULTS / "benchmark_a.parquet")
        published = pd.read_csv(REFERENCE / "per_fold_results.csv", low_memory=False)
        self.published = published[published["dataset"].isin(self.results["dataset"])]
        self.ours, self.theirs = mean_scores(self.results), mean_scores(self.published)
        self.gaps = mean_scores(self.results, "gap")
        self.strata = dataset_labels(self.results, "stratum")
        self.models = [model for model in MODELS if model in self.ours]
        short = self.results[self.results["shortened"]]
        self.shortened = list(short["dataset"].unique())

    def both(self, model):
        """Scores here and there, of the tables that both have at full length."""
        pair = pd.DataFrame({"there": self.theirs[model], "here": self.ours.get(model)})
        return pair.drop(index=self.shortened, errors="ignore").dropna()


def unfinished(figures, counts):
    """What was shortened, and what was not run."""
    here = [name for name, entry in catalogue().items() if entry.checksum]
    left = [name for name in here if name not in figures.ours.index]
    lines = []
    if figures.shortened:
        lines.append(
            f"- {', '.join(figures.shortened)}: shortened to 10 000 rows, as two cores could not "
            "finish them in a session. They are listed, but not compared with published figures."
        )
    if left or counts.min() < len(here):
        lines.append(
            "- **Not finished.** xgb is still to be run on the larger tables, by the same commands."
            + (f" No result yet of {', '.join(left)}." if left else "")
        )
    return "".join(f"{line}\n" for line in lines)


def how(figures):
    results = figures.results
    versions = json.loads(results["versions"].iloc[-1])
    machine = json.loads(results["machine"].iloc[-1])
    counts = results.query("status == 'ok'").groupby("model", sort=False)["dataset"].nunique()
    told = ", ".join(
        f"{model} on {counts[model]}" for model in [*MODELS, *SEARCHES] if model in counts
    )
    return f"""# Reproduction

Written by `python tools/reproduction.py`; do not edit. The published figures are those of single
folds where they exist (the paper's own table differs from them on eight tables, see below).

- 44 of the paper's 55 tables could be had. Tables per model: {told}.
{unfinished(figures, counts)}- {machine["processor"]}, {machine["cores"]} cores;
  one thread per task; {", ".join(f"{name} {version}" for name, version in versions.items())}.
- Commands: [results/README.md](results/README.md).
"""


def claims():
    rows = [
        ["six models are tied", "see Ranks", "erbf is ahead of more of them here"],
        ["smooth models: tighter gap at matched accuracy, 87 %", "see below", "reproduced"],
        ["best conditioned by Chebyshev: 17 of 21 tables", "14 of 17", "reproduced"],
        ["the same with interactions: 16 of 21", "13 of 17", "reproduced"],
        ["spread over seeds at most 0.012", "0.006", "reproduced"],
        ["range over initialisations below 0.025", "up to 0.064", "not reproduced"],
        ["gap and stability correlate: 0.61 within, 0.477 pooled", "0.79, 0.521", "reproduced"],
        ["ridge, dt, xgb on single folds, at the published settings", "last bit", "reproduced"],
        ["xgb's accuracy", "higher when tuned as described", "published xgb is tuned too little"],
        ["the paper's table, on eight tables", "see below", "wrong; its published folds are right"],
        ["ebm counts as smooth in the gap threshold table", "only without it", "text is wrong"],
        ["tuning time is that of one outer fold", "sum over five folds", "caption is wrong"],
        ["winning configurations average folds", "medians fit, means do not", "caption is wrong"],
    ]
    return f"""## Claims, one by one

{table(["the paper says", "here", "verdict"], rows)}
The last three were found in the published per-fold results (`tests/stats/test_published.py`).
"""


def accuracy(figures):
    rows = []
    for model in figures.models:
        pair = figures.both(model)
        difference = pair["here"] - pair["there"]
        told = difference.map(verdict)
        n = [f"{(told == word).sum()}" for word in ("reproduced", "better", "worse")]
        rows.append([model, len(pair), *(number(pair[c].mean()) for c in ("there", "here"))])
        rows[-1] += [signed(difference.mean()), *n]
    head = ["model", "tables", "published", "here", "difference", "reproduced", "better", "worse"]
    searches = []
    for model in SEARCHES:
        plain = model.removesuffix("_cv")
        pair = pd.DataFrame({"there": figures.theirs[plain], "here": figures.ours.get(model)})
        pair = pair.drop(index=figures.shortened, errors="ignore").dropna()
        difference = pair["here"] - pair["there"]
        share = f"{(difference >= -0.005).mean():.0%}"
        means = (number(pair[column].mean()) for column in ("there", "here"))
        searches.append([model, len(pair), *means, signed(difference.mean()), share])
    columns = ["search", "tables", "published plain form", "here", "difference"]
    return f"""## Accuracy

Mean adjusted R² over the tables. Reproduced: within {SAME} on a table.

{table(head, rows)}
The models' own searches, beside the published models tuned by Optuna:

{table([*columns, "better or within 0.005"], searches)}
**Why xgb is better here.** At the published hyperparameters and seed our fits give the published
R² to the last bit (`python -m perf.bench`). But the published learning rates lie at the upper end
of their range (median 0.295 of at most 0.3) with some 25 rounds: what is best for few rounds. Tuned
with the 2 000 rounds and the patience that the paper describes, smaller rates and more rounds win.
"""


def each_table(figures):
    rows = []
    for name in figures.ours.index:
        mark = " (shortened)" if name in figures.shortened else ""
        row = [name + mark]
        for model in figures.models:
            there, here = figures.theirs.at[name, model], figures.ours.at[name, model]
            row.append(f"{number(there)} → {number(here)}")
        rows.append(row)
    return f"""## Each table

Adjusted R², published → here.

{table(["table", *figures.models], rows)}"""


def ranks(figures):
    names = [*figures.models, "rf"]
    here = (
        figures.ours[figures.models]
        .join(figures.theirs["rf"])
        .drop(index=figures.shortened)
        .dropna()
    )
    there = figures.theirs.loc[here.index, names]
    parts = []
    for title, scores in (("published", there), ("here", here)):
        summary, tests = rank_summary(scores), compare_models(scores)
        told = [[m, number(r.mean_rank, 2), int(r["first"])] for m, r in summary.iterrows()]
        groups = "; ".join("{" + ", ".join(group) + "}" for group in tests.groups)
        parts.append(
            f"**{title}**: critical difference {number(tests.critical_difference, 2)}, "
            f"not told apart: {groups}\n\n{table(['model', 'mean rank', 'first'], told)}"
        )
    return f"""## Ranks

Seven models on {len(here)} tables; rf is the published one in both.

{parts[0]}
{parts[1]}"""


def against_rivals(figures):
    paper = pd.read_csv(REFERENCE / "paper_r2adj.csv", index_col="dataset")
    rivals = figures.theirs[["tabpfn", "xgb", "rf"]].join(paper["ebm"])
    ours = figures.ours[SEARCHES].drop(index=figures.shortened).dropna()
    scores = ours.join(rivals, how="inner")
    summary, tests = rank_summary(scores), compare_models(scores)
    rows = [
        [m, number(r.mean_rank, 2), int(r["first"]), number(r["mean"])]
        for m, r in summary.iterrows()
    ]
    strata = stratum_table(scores, figures.strata)
    best = ours.max(axis=1)
    gaps = [
        [
            name,
            ours.loc[name].idxmax(),
            number(best[name]),
            *(signed(best[name] - rivals.at[name, rival]) for rival in ("xgb", "tabpfn")),
        ]
        for name in best.index
    ]
    ahead = {
        rival: (best > rivals.loc[best.index, rival]).sum() for rival in ("xgb", "rf", "tabpfn")
    }
    groups = "; ".join("{" + ", ".join(group) + "}" for group in tests.groups)
    return f"""## Our three models against the published rivals

The models' own searches, run here, beside the published xgb, rf, tabpfn (same folds) and ebm (the
paper's table, three digits), on {len(scores)} tables. The best of the three beats the published xgb
on {ahead["xgb"]}, rf on {ahead["rf"]} and tabpfn on {ahead["tabpfn"]} of them. (Taking the best of
three by its test score flatters it; each alone is in the ranks.)

{table(["model", "mean rank", "first", "mean adjusted R²"], rows)}
Critical difference {number(tests.critical_difference, 2)}; not told apart: {groups}.

Mean rank by stratum:

{strata}
How far the best of the three is from xgb and from tabpfn:

{table(["table", "best of ours", "adjusted R²", "less xgb", "less tabpfn"], gaps)}"""


def stratum_table(scores, strata):
    parts = {
        label: rank_summary(scores.loc[strata.reindex(scores.index) == label])["mean_rank"]
        for label in sorted(strata.dropna().unique())
    }
    frame = pd.DataFrame(parts)
    rows = [[model, *(number(value, 2) for value in line)] for model, line in frame.iterrows()]
    return table(["model", *frame.columns], rows)


def gap(figures):
    here = matched_gap_wins(
        figures.ours, figures.gaps, group=SMOOTH, others=["xgb"], thresholds=list(THRESHOLDS)
    )
    all_theirs = pd.read_csv(REFERENCE / "per_fold_results.csv", low_memory=False)
    scores, gaps = mean_scores(all_theirs), mean_scores(all_theirs, "gap")
    published = matched_gap_wins(
        scores, gaps, group=SMOOTH, others=["xgb", "rf"], thresholds=list(THRESHOLDS)
    )
    rows = [
        [limit, printed, told(published, limit), told(here, limit)]
        for limit, printed in THRESHOLDS.items()
    ]
    head = ["adjusted R² within", "paper: pairs, won", "from its folds", "here, against xgb"]
    return f"""## Claim: the smooth models have the tighter gap at matched accuracy

{table(head, rows)}
The paper says that ebm counts among the smooth models; its pairs come out without ebm only.
"""


def told(wins, limit):
    line = wins.loc[limit]
    return f"{int(line['pairs'])}, {100 * line['share']:.1f} %"


def misaligned():
    found = pd.read_csv(RESULTS / "misaligned_selection.csv")
    rows = [
        [
            r.dataset,
            *map(number, (r.paper, r.by_label, r.by_position, r.published_folds)),
            f"{r.by_label_kept:g} / {r.by_position_kept:g}",
        ]
        for r in found.itertuples()
    ]
    head = ["table", "paper", "by label", "by position", "published folds", "columns kept"]
    return f"""## Where the paper's table is wrong

On eight tables the paper's figures are not those of its published folds. Ridge on the published
folds, with the features selected by a target that goes with the rows by label, and by position
(`python tools/misaligned_selection.py`). Two of the eight tables could not be had.

{table(head, rows)}
By label a row gets the target of another one, so the filter keeps columns at random: that gives the
paper's figures. By position it gives those of the published folds.
"""


def studies():
    parts = [
        "## Studies\n\nThe tables that `smoothtab study NAME` wrote; rows in results/studies.\n"
    ]
    for name, verdict_ in STUDIES.items():
        (text,) = (RESULTS / "studies" / name).glob("*-table.md")
        parts.append(f"### {name}\n\n{verdict_}\n\n{text.read_text(encoding='utf-8')}")
    return "\n".join(parts)


def main():
    figures = Figures()
    sections = [how, accuracy, ranks, against_rivals, gap]
    parts = [section(figures) for section in sections]
    parts.insert(1, claims())
    parts += [misaligned(), studies(), each_table(figures)]
    (ROOT / "REPRODUCTION.md").write_text("\n".join(part for part in parts if part), "utf-8")


if __name__ == "__main__":
    main()
