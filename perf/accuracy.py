"""Test R² on real tables beside the published results of the tuned models and of XGBoost.

A line of accuracy.csv is one finished fit; what is there for the present code is not run again.
"""

import argparse
import csv
import sys
from hashlib import md5
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from joblib import Parallel, delayed

import smoothtab
from perf import tables
from perf.markdown import table, verdict
from perf.timing import timed
from smoothtab import ChebyshevModelTreeRegressorCV, ChebyshevRegressorCV, ERBFRegressorCV

STORE = Path(__file__).with_suffix(".csv")
SOURCES = Path(smoothtab.__file__).parent
KEY = ["table", "fold", "family", "space"]
COLUMNS = [*KEY, "n", "d", "test_r2", "seconds", "chosen", "code"]


class Family(NamedTuple):
    """What is measured of one model.

    Spaces are searches with other settings. Aims: least mean difference from the published
    scores in each space, and of how many tables the first space is better or within 0.005.
    """

    search: type
    folder: str
    published: str
    most_rows: int
    spaces: dict
    aims: dict
    share: float
    remark: str


FAMILIES = {
    "erbf": Family(
        ERBFRegressorCV,
        "erbf",
        "erbf",
        10_000,
        {
            "default": {},
            "paper": {"n_rbf": (20, 40, 80), "width_optim_iters": 30, "linear_term": False},
        },
        {"default": 0.008, "paper": 0.0},
        0.85,
        "Paper: 20, 40 or 80 centres, 30 iterations, no linear term.",
    ),
    "chebypoly": Family(
        ChebyshevRegressorCV,
        "chebyshev",
        "chebypoly",
        20_000,
        {
            "paper": {},
            "tensor": {"interactions": (None, "product", "tensor"), "tensor_degree": (3, 4, 6)},
        },
        {"paper": 0.0, "tensor": 0.02},
        0.9,
        "Tensor: tensor interactions of degree 3, 4 and 6 are allowed too.",
    ),
    "chebytree": Family(
        ChebyshevModelTreeRegressorCV,
        "chebyshev",
        "chebytree",
        20_000,
        {
            "default": {},
            "thorough": {
                "min_samples_leaf": (0.015, 0.05, 0.1),
                "alphas": tuple(10 ** (0.5 * k) for k in range(-6, 7)),
                "cv": 5,
            },
        },
        {"default": 0.0},
        0.9,
        "Thorough: three leaf sizes, 13 penalties, 5 folds.",
    ),
}


def code_of(family):
    """Hash of all that decides the result."""
    folder = FAMILIES[family].folder
    files = sorted([*SOURCES.glob("_[a-z]*.py"), *(SOURCES / folder).glob("_[a-z]*.py")])
    return md5(b"".join(path.read_bytes() for path in files)).hexdigest()[:8]


def run(name, number, family, space):
    """One line of the store."""
    fold = tables.fold(name, number)
    search, spaces = FAMILIES[family].search, FAMILIES[family].spaces
    seconds, model = timed(lambda: search(**spaces[space], random_state=0).fit(fold.X, fold.y))
    n, d = len(fold.X) + len(fold.X_test), fold.X.shape[1]
    score = tables.score(model, fold)
    chosen = " ".join(f"{key}={value}" for key, value in sorted(model.best_params_.items()))
    measured = [n, d, f"{score:.6f}", f"{seconds:.2f}", chosen]
    return [name, number, family, space, *measured, code_of(family)]


def stored():
    """Finished fits of the present code."""
    if not STORE.exists():
        return pd.DataFrame(columns=COLUMNS)
    lines = pd.read_csv(STORE, dtype={"code": str})
    return lines[lines["code"] == lines["family"].map(code_of)]


def complete(families, only_tables, numbers, jobs):
    """Run what the store does not have."""
    lines = stored()
    lines.to_csv(STORE, index=False, lineterminator="\n")
    done = set(lines[KEY].itertuples(index=False, name=None))
    tasks = [
        task
        for family in families
        for name in only_tables or tables.names(FAMILIES[family].most_rows)
        for task in product([name], numbers, [family], FAMILIES[family].spaces)
        if task not in done
    ]
    lines = Parallel(jobs, return_as="generator_unordered")(delayed(run)(*task) for task in tasks)
    with STORE.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for i, line in enumerate(lines, 1):
            writer.writerow(line)
            file.flush()
            print(f"{i}/{len(tasks)}", *line[:8], file=sys.stderr, flush=True)


def compared(family):
    """Mean R² of each table over the folds that all have."""
    ours = stored().query("family == @family")
    ours = ours.pivot(index=["table", "fold"], columns="space", values="test_r2")
    theirs = tables.published().rename(columns={"dataset": "table"})
    theirs = theirs[theirs["model"].isin([FAMILIES[family].published, "xgb"])]
    theirs = theirs.pivot(index=["table", "fold"], columns="model", values="test_r2")
    order = [*FAMILIES[family].spaces, FAMILIES[family].published, "xgb"]
    both = ours.join(theirs, how="inner").reindex(columns=order).dropna()
    return both.groupby("table").mean(), len(both)


def aims_table(family, means):
    """What was wanted of a family, and what was measured."""
    about, published = FAMILIES[family], means[FAMILIES[family].published]
    rows = []
    for space, least in about.aims.items():
        gain = (means[space] - published).mean()
        rows.append([f"mean difference, {space}", f"{gain:+.4f}", least, verdict(gain >= least)])
    for space in about.spaces:
        share = (means[space] - published >= -0.005).mean()
        wanted = about.share if space == next(iter(about.spaces)) else ""
        met = verdict(share >= wanted) if wanted else ""
        rows.append([f"better or within 0.005, {space}", f"{share:.0%}", wanted, met])
        beat = (means[space] > means["xgb"]).sum()
        rows.append([f"better than XGBoost, {space}", f"{beat} of {len(means)}", "", ""])
    beat = (published > means["xgb"]).sum()
    rows.append(["better than XGBoost, published", f"{beat} of {len(means)}", "", ""])
    return table([f"against published {about.published}", "measured", "wanted", "verdict"], rows)


def summarise(family):
    about = FAMILIES[family]
    means, n_folds = compared(family)
    if means.empty:
        sys.exit(f"No fold of {family} has been run in all spaces yet.")
    print(f"## Accuracy on real tables: {about.search.__name__}\n")
    print(
        f"Test R², {n_folds} outer folds of {len(means)} tables of at most {about.most_rows} rows,"
        f" beside the published results ({about.published} and XGBoost tuned by Optuna) on the same"
        f" folds. {about.remark} As in the published runs, features of tables with 25 columns or"
        " more were selected before splitting, and predictions were clipped to the range of the"
        " training targets and 3 standard deviations beyond.\n"
    )
    print(aims_table(family, means) + "\n")
    best = means[list(about.spaces)].max(axis=1) - means[about.published]
    rows = [[name, *(f"{score:.4f}" for score in line)] for name, *line in means.itertuples()]
    for row, difference in zip(rows, best, strict=True):
        row.append(f"{difference:+.4f}")
    print(table(["table", *means, "best less published"], rows) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=list(FAMILIES))
    parser.add_argument("--tables", nargs="+", metavar="NAME", help="only these")
    parser.add_argument("--folds", nargs="+", type=int, metavar="NUMBER", help="only these")
    arguments = parser.parse_args()
    tables.require()
    folds = arguments.folds or range(tables.N_FOLDS)
    complete(arguments.families, arguments.tables, folds, arguments.jobs)
    for family in arguments.families:
        summarise(family)
