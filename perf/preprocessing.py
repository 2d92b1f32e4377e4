"""Preprocessing of the bench: ridge beside its published results, then time and memory."""

import argparse
import sys

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold

from perf import peak, tables
from perf.markdown import table, verdict
from perf.timing import timed
from smoothtab.bench import FoldPreprocessor, prepare
from smoothtab.datasets import Dataset, load

SEED = 42  # of the published runs
SPLITTER = KFold(tables.N_FOLDS, shuffle=True, random_state=SEED)
SMALL = 1000
HEAD = ["table", "rows", "features", "kept", "published", "here", "difference"]
HEAD += ["not cross-fitted", "limit", "verdict"]

# A long table, and what is wanted of time and memory.
N, D_NUMERIC, D_CATEGORICAL = 188_000, 65, 65
MOST_SECONDS_OF_ALL, MOST_SECONDS, MOST_MEGABYTES = 300, 60, 4096


def fold_of(dataset, train, test, cross_fitted=True):
    """One outer fold for ridge."""
    X_train, y_train, X_test = dataset.X.iloc[train], dataset.y[train], dataset.X.iloc[test]
    preprocessor = FoldPreprocessor(scale=True, random_state=SEED)
    if cross_fitted:
        fitted = preprocessor.fit_transform(X_train, y_train)
    else:
        fitted = preprocessor.fit(X_train, y_train).transform(X_train)
    tested = preprocessor.transform(X_test)
    return tables.Fold(fitted.to_numpy(), y_train, tested.to_numpy(), dataset.y[test])


def all_folds(dataset, **how):
    return [fold_of(dataset, *split, **how) for split in SPLITTER.split(dataset.X)]


def ridge_scores(folds, alphas):
    """R² on the test rows of each fold."""
    models = [Ridge(alpha).fit(fold.X, fold.y) for fold, alpha in zip(folds, alphas, strict=True)]
    return np.array([tables.score(*pair) for pair in zip(models, folds, strict=True)])


def compare(name):
    """Seconds that all folds of a table take, and its line of the report."""
    published = tables.published().query("model == 'ridge' and dataset == @name")
    alphas, theirs = published.sort_values("fold")[["hp_alpha", "test_r2"]].to_numpy().T
    original = load(name, folder=tables.DATA, download=False)
    seconds, folds = timed(lambda: all_folds(prepare(original).dataset))
    ours = ridge_scores(folds, alphas)
    dataset, as_published = prepare(original).dataset, ""
    if has_categories := dataset.X.select_dtypes("category").shape[1] > 0:
        scores = ridge_scores(all_folds(dataset, cross_fitted=False), alphas)
        as_published = f"{abs(scores - theirs).max():.0e}"
    n, d = dataset.X.shape
    limit = 1e-6 if d < tables.WIDE and not has_categories else 0.05 if n < SMALL else 0.03
    difference = abs(ours - theirs).max()
    kept = {min(fold.X.shape[1] for fold in folds), max(fold.X.shape[1] for fold in folds)}
    features = f"{d}", "-".join(map(str, sorted(kept)))
    means = f"{theirs.mean():.4f}", f"{ours.mean():.4f}"
    end = f"{difference:.0e}", as_published, f"{limit:g}", verdict(difference <= limit)
    return seconds, [name, n, *features, *means, *end]


def compare_all(names):
    """Print the report; seconds that all tables took."""
    total, rows = 0.0, []
    for name in names:
        seconds, row = compare(name)
        print(*row, f"{seconds:.1f} s", file=sys.stderr, flush=True)
        total += seconds
        rows.append(row)
    print("## Preprocessing: ridge beside its published results\n")
    print(
        "Mean test R² of the outer folds, each at its published penalty, and the largest difference"
        f" of a fold. Numeric tables of less than {tables.WIDE} features are to agree to 1e-6. In"
        " others the published runs selected features before splitting, or encoded the training"
        " rows by `fit` and then `transform`, so that their own y leaks into them; they are to"
        f" agree to 0.03, below {SMALL} rows to 0.05. The column beside the difference tells what"
        " it is if we encode as they did.\n"
    )
    print(table(HEAD, rows) + "\n")
    missed = [row[0] for row in rows if row[-1] == "missed"]
    print(
        f"{len(rows) - len(missed)} of {len(rows)} within the limit; missed: {missed or 'none'}.\n"
    )
    return total


def long_table():
    """Numbers and categories with gaps; all have a share in y, most of them a small one."""
    rng = np.random.default_rng(0)
    columns, y = {}, rng.normal(size=N)
    for i in range(D_NUMERIC):
        x = rng.normal(size=N)
        y += x / (1 + i)
        x[rng.random(N) < 0.05] = np.nan
        columns[f"number {i}"] = x
    for i in range(D_CATEGORICAL):
        categories = [f"category {k}" for k in range((2, 5, 20, 300)[i % 4])]
        code = rng.integers(0, len(categories), N)
        y += rng.normal(size=len(categories))[code] / (1 + i)
        code[rng.random(N) < 0.05] = -1
        columns[f"category {i}"] = pd.Categorical.from_codes(code, categories)
    return Dataset("long", pd.DataFrame(columns), y)


def prepare_long(original, max_samples):
    """The whole table, then one fold of it."""
    dataset = prepare(original, max_samples=max_samples).dataset
    return fold_of(dataset, *next(SPLITTER.split(dataset.X)))


def measure(seconds_of_all):
    """Print time and memory beside what is wanted."""
    met = verdict(seconds_of_all <= MOST_SECONDS_OF_ALL)
    rows = [
        ["all folds of these tables", f"{seconds_of_all:.0f} s", f"{MOST_SECONDS_OF_ALL} s", met]
    ]
    original = long_table()
    for rows_used in 50_000, N:
        seconds, _ = timed(lambda most=rows_used: prepare_long(original, most))
        megabytes = peak.in_a_child("perf.preprocessing", rows_used) or np.inf
        met = seconds <= MOST_SECONDS and megabytes <= MOST_MEGABYTES
        what = f"{N} x {original.X.shape[1]}, {rows_used} rows used, one fold"
        wanted = f"{MOST_SECONDS} s, {MOST_MEGABYTES} MB"
        rows.append([what, f"{seconds:.0f} s, {megabytes:.0f} MB", wanted, verdict(met)])
    print("## Preprocessing: time and memory\n")
    print("One process on one thread. Peak resident size less the size just before.\n")
    print(table(["what", "measured", "wanted", "verdict"], rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", nargs="+", metavar="NAME", help="only these")
    parser.add_argument("--child", type=int, help="rows to use; measure memory in this process")
    arguments = parser.parse_args()
    if arguments.child:
        original = long_table()
        print(peak.megabytes_of(lambda: prepare_long(original, arguments.child)))
    else:
        tables.require()
        measure(compare_all(arguments.tables or tables.names(most_rows=np.inf)))
