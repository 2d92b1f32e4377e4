"""How much of a score is due to rows that occur twice: results/copied_rows.csv.

In some tables the same row, with the same target, is there several times, and in a random split a
test row may have a copy among the training rows. Models that were tuned by the bench are fitted
again as they were, and scored on all test rows and on those that have no copy.
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.model_selection import KFold

from smoothtab.bench import BUDGETS
from smoothtab.bench._data import fold_data, prepared
from smoothtab.bench._protocol import OUTER_SEED
from smoothtab.bench.candidates import assemble, get
from smoothtab.stats import r2
from smoothtab.studies.stability import chosen

RESULTS = Path(__file__).parents[1] / "results"
MODELS = ["xgb", "erbf_cv", "chebytree_cv", "chebypoly_cv"]
LEAST, MOST = 0.02, 0.5  # shares; beyond the latter the rows are too alike to leave any out
PROTOCOL = BUDGETS["paper"]


def copied(name):
    """Of each fold, which test rows have a copy among the training rows."""
    dataset = prepared(None, name, PROTOCOL).dataset
    rows = pd.util.hash_pandas_object(dataset.X.assign(target=dataset.y), index=False).to_numpy()
    folds = KFold(PROTOCOL.n_folds, shuffle=True, random_state=OUTER_SEED).split(rows)
    return [np.isin(rows[test], rows[train]) for train, test in folds]


def scores(kept, copies):
    """R² of a model of the run, fitted again, on all test rows and on those without a copy."""
    candidate = get(kept["model"])
    fold = fold_data(None, kept["dataset"], PROTOCOL, kept["fold"], candidate.scale)
    model = assemble(candidate, json.loads(chosen(kept)), kept["seed"]).fit(fold.X, fold.y)
    prediction = model.predict(fold.X_test)
    again = r2(fold.y_test, prediction)
    if not np.isclose(again, kept["test_r2"], atol=1e-6):
        raise SystemExit(f"{kept['dataset']}, {kept['model']}: {again} is not {kept['test_r2']}.")
    new = ~copies[kept["fold"]]
    return {"all_rows": again, "new_rows": r2(fold.y_test[new], prediction[new])}


def main():
    results = pd.read_parquet(RESULTS / "benchmark_a.parquet").query("not shortened")
    found = []
    for name in results["dataset"].unique():
        copies = copied(name)
        share = np.mean([fold.mean() for fold in copies])
        if not LEAST < share < MOST:
            continue
        rows = results.query("dataset == @name and model in @MODELS and status == 'ok'")
        for _, kept in rows.iterrows():
            cell = {"dataset": name, "model": kept["model"], "fold": kept["fold"], "share": share}
            found.append(cell | scores(kept, copies))
    columns = ["share", "all_rows", "new_rows"]
    table = pd.DataFrame(found).groupby(["dataset", "model"])[columns].mean().round(4)
    print(table)
    table.to_csv(RESULTS / "copied_rows.csv")


if __name__ == "__main__":
    main()
