"""Our three models beside the published rivals."""

import pandas as pd

from tools.reproduction.figures import RESULTS, SEARCHES
from tools.reproduction.text import both, number, ranking, ranks_by, signed, table

RIVALS = ["xgb", "rf", "tabpfn"]


def against_rivals(figures):
    ours = figures.scores_here[SEARCHES].drop(index=figures.shortened).dropna()
    scores = ours.join(figures.scores_there[RIVALS], how="inner")
    return f"""## Our three models against the published rivals

Run here, beside the published results on the same folds of {len(scores)} tables.

With their own searches, which go beyond the paper:

{ranking(scores)}
{ranks_by(figures.labels["stratum"], scores)}
{_plain(figures, scores.index)}
{_tuned_here(figures)}
{_beside_ebm(figures, ours)}
{_distances(figures, ours)}
{_copies()}"""


def _plain(figures, tables):
    names = [model.removesuffix("_cv") for model in SEARCHES]
    scores = figures.scores_here.loc[tables, names].join(figures.scores_there[RIVALS])
    return f"""\
As the paper tunes them:

{ranking(scores)}"""


def _tuned_here(figures):
    scores = figures.scores_here.loc[figures.tables, [*SEARCHES, "xgb"]]
    return f"""\
Beside xgb as tuned here, which is better than the published one:

{ranking(scores)}"""


def _beside_ebm(figures, ours):
    wrong = figures.misaligned["dataset"]
    scores = ours.join(figures.paper["ebm"]).drop(index=wrong, errors="ignore").dropna()
    return f"""\
Beside ebm, of which there is only the paper's table, where that is right. The published ebm has
no interactions.

{ranking(scores)}
{ranks_by(figures.labels["stratum"], scores)}"""


def _distances(figures, ours):
    best = ours.max(axis=1)
    rivals = figures.scores_there.loc[best.index, ["xgb", "tabpfn"]].rename(
        columns={"xgb": "published xgb"}
    )
    rivals.insert(1, "xgb here", figures.scores_here["xgb"])
    minus = rivals.rsub(best, axis=0)
    rows = [
        [name, ours.loc[name].idxmax(), number(best[name]), *map(signed, line)]
        for name, line in minus.iterrows()
    ]
    return f"""\
How far the best of the three is from xgb and from tabpfn on each table. Taking the best of three
by its test score flatters it; `erbf_cv` needs no picking:

{_counts(minus, ours["erbf_cv"], rivals)}
{table(["table", "best of ours", "adjusted R²", *(f"minus {name}" for name in minus)], rows)}"""


def _copies():
    found = pd.read_csv(RESULTS / "copied_rows.csv")
    scores = found.pivot(index="dataset", columns="model", values=["all_rows", "new_rows"])
    shares = found.groupby("dataset")["share"].first()
    models = list(found["model"].unique())
    rows = [
        [name, f"{shares[name]:.0%}", *(both(*line.xs(model, level="model")) for model in models)]
        for name, line in scores.iterrows()
    ]
    return f"""\
**Rows that occur twice.** In some tables test rows have a copy, target and all, among the
training rows; trees learn these by heart. R² of the models of this run on all test rows → on
those without a copy (`python tools/copied_rows.py`): on wine_quality it is the copies that xgb is
ahead by.

{table(["table", "test rows with a copy", *models], rows)}"""


def _counts(minus, erbf, rivals):
    alone = rivals.rsub(erbf, axis=0)
    rows = [
        [
            name,
            difference.count(),
            *((way[name] > limit).sum() for way in (minus, alone) for limit in (0, 0.01)),
            (alone[name] < -0.01).sum(),
            signed(alone[name].median()),
        ]
        for name, difference in minus.items()
    ]
    head = [
        *("beside", "tables", "best of three ahead", "by more than 0.01", "erbf_cv ahead"),
        *("by more than 0.01", "behind by more than 0.01", "its median difference"),
    ]
    return table(head, rows)
