"""Accuracy: means, ranks, kinds of tables, and each table."""

import numpy as np

from smoothtab.stats import compare_models, group_summary, rank_summary
from tools.reproduction.figures import MODELS, SEARCHES
from tools.reproduction.text import both, grouped, number, signed, table

SAME = 0.01  # difference of R² that counts as reproduced
RANKED = [*MODELS, "rf"]


def means(figures):
    rows = []
    for model in MODELS:
        pair = figures.pair(model)
        difference = pair["here"] - pair["there"]
        counts = [
            (difference.abs() <= SAME).sum(),
            (difference > SAME).sum(),
            (difference < -SAME).sum(),
        ]
        rows.append([model, len(pair), *map(number, pair.mean()), signed(difference.mean())])
        rows[-1] += counts
    head = ["model", "tables", "published", "here", "difference", "reproduced", "better", "worse"]
    searches = []
    for model in SEARCHES:
        pair = figures.pair(model, model.removesuffix("_cv"))
        difference = pair["here"] - pair["there"]
        share = f"{(difference >= -0.005).mean():.0%}"
        searches.append([model, len(pair), *map(number, pair.mean())])
        searches[-1] += [signed(difference.mean()), share]
    columns = ["search", "tables", "published plain form", "here", "difference"]
    return f"""## Accuracy

Mean adjusted R² over the tables. Reproduced: within {SAME} on a table.

{table(head, rows)}
The models' own searches, beside the published models tuned by Optuna:

{table([*columns, "better or within 0.005"], searches)}
**Why xgb is better here.** At the published hyperparameters and seed our fits give the published
R² to the last bit (`python -m perf.bench`). But the published learning rates lie at the upper end
of their range (median {number(figures.published["hp_learning_rate"].median())} of at most 0.3) with
a median of {figures.published["mi_best_iteration"].median():.0f} rounds: what is best for few \
rounds. Tuned with the 2 000 rounds and the
patience that the paper describes, smaller rates and more rounds win: medians
{number(figures.results["hp_learning_rate"].median())} and \
{figures.results["fitted_best_iteration"].median():.0f}.

{worse(figures)}"""


def worse(figures):
    """Every cell that is worse, and whether five folds can tell."""
    columns = ["dataset", "fold", "model", "test_r2_adj"]
    folds = figures.published[columns].merge(
        figures.results[columns], on=columns[:3], suffixes=("_there", "_here")
    )
    folds["less"] = folds["test_r2_adj_here"] - folds["test_r2_adj_there"]
    by_cell = folds.groupby(["model", "dataset"])["less"].agg(["mean", "sem"])
    by_cell = by_cell[by_cell["mean"] < -SAME].drop(figures.shortened, level="dataset")
    rows = [
        [
            model,
            dataset,
            signed(cell["mean"]),
            number(cell["sem"]),
            "no" if abs(cell["mean"]) < 2 * cell["sem"] else "yes",
        ]
        for (model, dataset), cell in by_cell.iterrows()
        if model in MODELS
    ]
    head = ["model", "table", "difference", "its standard error", "more than twice that"]
    return f"""Where ours is worse. Both searches draw at random; small tables differ by chance:

{table(head, rows)}"""


def rank_scores(figures):
    """Of seven models on the same tables, there and here; rf is the published one in both."""
    there = figures.theirs.loc[figures.tables, RANKED]
    here = figures.ours.loc[figures.tables, MODELS].join(there["rf"])
    return there, here


def ranks(figures):
    scores = rank_scores(figures)
    there, here = (rank_summary(each) for each in scores)
    rows = [
        [
            model,
            both(there.at[model, "mean_rank"], row["mean_rank"], 2),
            both(there.at[model, "first"], row["first"], 0),
            both(there.at[model, "mean"], row["mean"]),
            both(there.at[model, "median"], row["median"]),
        ]
        for model, row in here.iterrows()
    ]
    tests = [compare_models(each) for each in scores]
    told = "\n".join(
        f"- {title}: critical difference {number(test.critical_difference, 2)}, not told apart "
        f"{grouped(test.groups)}"
        for title, test in zip(("published", "here"), tests, strict=True)
    )
    kinds = "\n".join(
        f"By {column.replace('_', ' ')}, mean rank:\n\n{_by_label(scores, labels)}"
        for column, labels in figures.labels.items()
    )
    return f"""## Ranks

Seven models on the {len(figures.tables)} tables that all have with all their rows, published →
here; rf is the published one in both.

{table(["model", "mean rank", "first", "mean adjusted R²", "median"], rows)}
{told}

{kinds}"""


def _by_label(scores, labels):
    there, here = (group_summary(each, labels) for each in scores)
    names = here.columns.unique(level=0)
    rows = [
        [
            model,
            *(
                both(there.loc[model, (n, "mean_rank")], here.loc[model, (n, "mean_rank")], 2)
                for n in names
            ),
        ]
        for model in here.index
    ]
    head = [f"{n} ({here[n, 'n_datasets'].max():.0f})" for n in names]
    return table(["model", *head], rows)


def each_table(figures):
    rows = []
    for name in figures.ours.index:
        mark = " (shortened)" if name in figures.shortened else ""
        row = [name + mark]
        for model in MODELS:
            there, here = figures.theirs.at[name, model], figures.ours.at[name, model]
            row.append(both(there, here) + ("" if mark else _mark(here - there)))
        rows.append(row)
    return f"""## Each table

Adjusted R², published → here. Without a mark it is reproduced (within {SAME}); ▲ better, ▼ worse.

{table(["table", *MODELS], rows)}"""


def _mark(difference):
    if np.isnan(difference) or abs(difference) <= SAME:
        return ""
    return " ▲" if difference > 0 else " ▼"
