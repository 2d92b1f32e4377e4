"""Test R² on real tables beside the published results of tuned erbf and XGBoost.

A line of accuracy.csv is one finished fit; what is there for the present code is not run again.
"""

import argparse
import csv
import sys
from hashlib import md5
from itertools import product
from pathlib import Path
from time import perf_counter

import pandas as pd
from joblib import Parallel, delayed

import smoothtab
from perf import tables
from perf.markdown import table, verdict
from smoothtab import ERBFRegressorCV

STORE = Path(__file__).with_suffix(".csv")
SOURCES = Path(smoothtab.__file__).parent
CODE = md5(b"".join(path.read_bytes() for path in sorted(SOURCES.rglob("*.py")))).hexdigest()[:8]
KEY = ["table", "fold", "space"]
COLUMNS = [*KEY, "n", "d", "test_r2", "seconds", "n_rbf", "alpha", "code"]
SPACES = {
    "default": {},
    "paper": {"n_rbf": (20, 40, 80), "width_optim_iters": 30, "linear_term": False},
}


def run(name, number, space):
    """One line of the store."""
    fold = tables.fold(name, number)
    start = perf_counter()
    model = ERBFRegressorCV(**SPACES[space], random_state=0).fit(fold.X, fold.y)
    seconds = perf_counter() - start
    score = tables.score(model, fold)
    n_rbf, alpha = model.best_params_["n_rbf"], model.alpha_
    n, d = len(fold.X) + len(fold.X_test), fold.X.shape[1]
    return [
        name,
        number,
        space,
        n,
        d,
        f"{score:.6f}",
        f"{seconds:.2f}",
        n_rbf,
        f"{alpha:.4g}",
        CODE,
    ]


def stored():
    """Finished fits of the present code."""
    if not STORE.exists():
        return pd.DataFrame(columns=COLUMNS)
    lines = pd.read_csv(STORE, dtype={"code": str})
    return lines[lines["code"] == CODE]


def complete(names, numbers, jobs):
    """Run what the store does not have."""
    lines = stored()
    lines.to_csv(STORE, index=False, lineterminator="\n")
    done = set(lines[KEY].itertuples(index=False, name=None))
    tasks = [task for task in product(names, numbers, SPACES) if task not in done]
    lines = Parallel(jobs, return_as="generator_unordered")(delayed(run)(*task) for task in tasks)
    with STORE.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for i, line in enumerate(lines, 1):
            writer.writerow(line)
            file.flush()
            print(f"{i}/{len(tasks)}", *line, file=sys.stderr, flush=True)


def compared(names):
    """Mean R² of each table over the folds that all four have."""
    ours = stored().query("table in @names")
    ours = ours.pivot(index=["table", "fold"], columns="space", values="test_r2")
    theirs = tables.published().rename(columns={"dataset": "table"})
    theirs = theirs[theirs["model"].isin(["erbf", "xgb"])]
    theirs = theirs.pivot(index=["table", "fold"], columns="model", values="test_r2")
    both = ours.join(theirs, how="inner").reindex(columns=[*SPACES, "erbf", "xgb"]).dropna()
    return both.groupby("table").mean(), len(both)


def summarise(names):
    means, n_folds = compared(names)
    if means.empty:
        sys.exit("No fold has been run in both spaces yet.")
    gain, paper_gain = means["default"] - means["erbf"], means["paper"] - means["erbf"]
    share = (gain >= -0.005).mean()
    beat, published_beat = (means["default"] > means["xgb"]), (means["erbf"] > means["xgb"])
    print("## Accuracy on real tables\n")
    print(
        f"Test R² of `ERBFRegressorCV`, {n_folds} outer folds of {len(means)} tables of at most"
        f" {tables.MOST_ROWS} rows, beside the published results (erbf and XGBoost tuned by"
        " Optuna) on the same folds. Paper's space: 20, 40 or 80 centres, 30 iterations, no linear"
        " term. As in the published runs, features of tables with 25 columns or more were selected"
        " before splitting, and predictions were clipped to the range of the training targets and"
        " 3 standard deviations beyond.\n"
    )
    aims = [
        ["mean difference", f"{gain.mean():+.4f}", "≥ 0.008", verdict(gain.mean() >= 0.008)],
        [
            "mean difference, paper's space",
            f"{paper_gain.mean():+.4f}",
            "≥ 0",
            verdict(paper_gain.mean() >= 0),
        ],
        ["better or within 0.005", f"{share:.0%}", "≥ 85 %", verdict(share >= 0.85)],
        ["better than XGBoost", f"{beat.sum()} of {len(means)}", "", ""],
        ["published erbf better than XGBoost", f"{published_beat.sum()} of {len(means)}", "", ""],
    ]
    print(table(["against published erbf", "measured", "wanted", "verdict"], aims) + "\n")
    head = ["table", "smoothtab", "paper's space", "published erbf", "published xgb"]
    rows = [[name, *(f"{score:.4f}" for score in line)] for name, *line in means.itertuples()]
    for row, difference in zip(rows, gain, strict=True):
        row += [f"{difference:+.4f}", verdict(difference >= -0.005)]
    print(table([*head, "difference", "verdict"], rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tables", nargs="+", metavar="NAME", help="only these")
    parser.add_argument("--folds", nargs="+", type=int, metavar="NUMBER", help="only these")
    arguments = parser.parse_args()
    tables.require()
    names = arguments.tables or tables.small_tables()
    complete(names, arguments.folds or range(tables.N_FOLDS), arguments.jobs)
    summarise(names)
