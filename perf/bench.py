"""The bench: its results beside the published ones, what it costs itself, and a second worker.

Runs `smoothtab bench run` as a user does, once with one process and once with two, in new folders.
"""

import argparse
import subprocess
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from perf import tables
from perf.markdown import table, verdict
from perf.timing import timed
from smoothtab.bench import BUDGETS, load_results
from smoothtab.bench._data import fold_data
from smoothtab.bench._tuning import tune
from smoothtab.bench.candidates import assemble, get
from smoothtab.stats import r2

TABLES = ("friedman1", "diabetes", "concrete_strength")
SMOOTH = ("chebypoly", "chebytree", "erbf")
MODELS = ("ridge", "dt", *SMOOTH, "xgb")
TIMES = ["tune_time", "train_time", "predict_time"]
LONG = 1000
PUBLISHED_SEED, N_SEEDS = 42, 10
PARAMETERS = {
    "ridge": {"alpha": float},
    "dt": {"max_depth": int, "min_samples_leaf": float, "min_samples_split": float},
    "xgb": {
        "max_depth": int,
        **dict.fromkeys(("learning_rate", "subsample", "colsample_bytree"), float),
        **dict.fromkeys(("reg_lambda", "min_child_weight"), float),
    },
}
MOST_OVERHEAD, LEAST_SPEEDUP = 0.03, 1.8


def run(out, jobs, names, models):
    """Seconds of the whole command."""
    command = [sys.executable, "-c", "from smoothtab.cli import main; main()", "bench", "run"]
    command += ["--datasets", *names, "--models", *models, "--budget", "paper"]
    command += ["--folder", tables.DATA, "--out", out, "--jobs", jobs]
    seconds, _ = timed(lambda: subprocess.run([*map(str, command)], check=True, stdout=sys.stderr))
    return seconds


def beside_published(results):
    """One line for each table and model: mean test R² here and there."""
    theirs = tables.published().groupby(["dataset", "model"])["test_r2"].mean()
    rows = []
    for (name, model), ours in results.groupby(["dataset", "model"], sort=False):
        here, there = ours["test_r2"].mean(), theirs[name, model]
        limit = 0.01 if ours["n_rows"].iloc[0] >= LONG else 0.03
        met = here >= there - 0.005 if model in SMOOTH else abs(here - there) <= limit
        wanted = "≥ -0.005" if model in SMOOTH else f"± {limit}"
        difference = f"{here - there:+.4f}"
        rows.append([name, model, f"{there:.4f}", f"{here:.4f}", difference, wanted, verdict(met)])
    return table(["table", "model", "published", "here", "difference", "wanted", "verdict"], rows)


def at_published_parameters(names):
    """One line for each table and model: published hyperparameters, fitted as the bench does."""
    rows = []
    for name, model in product(names, ("ridge", "dt", "xgb")):
        candidate, protocol = get(model), BUDGETS["paper"]
        published = tables.published().query("dataset == @name and model == @model")
        largest = 0.0
        for _, line in published.iterrows():
            params = {key: kind(line[f"hp_{key}"]) for key, kind in PARAMETERS[model].items()}
            fold = fold_data(tables.DATA, name, protocol, int(line["fold"]), candidate.scale)
            fitted = assemble(candidate, params, PUBLISHED_SEED).fit(fold.X, fold.y)
            here = r2(fold.y_test, fitted.predict(fold.X_test))
            largest = max(largest, abs(here - line["test_r2"]))
        rows.append([name, model, f"{largest:.0e}"])
    return table(["table", "model", "largest difference of a fold"], rows)


def tuned_again(name, model):
    """Mean test R² of the outer folds when the seeds of tuning and model are others."""
    candidate, protocol, scores = get(model), BUDGETS["paper"], []
    for seed in range(N_SEEDS):
        scores.append([])
        for number in range(protocol.n_folds):
            fold = fold_data(tables.DATA, name, protocol, number, candidate.scale)
            tuned = tune(candidate, fold.X, fold.y, protocol, seed, seed)
            fitted = assemble(candidate, tuned.params, seed).fit(fold.X, fold.y)
            scores[-1].append(r2(fold.y_test, fitted.predict(fold.X_test)))
    means = np.mean(scores, axis=1)
    return [name, model, f"{means.min():.4f}", f"{means.mean():.4f}", f"{means.max():.4f}"]


def main(names, models):
    with TemporaryDirectory() as folder:
        alone, together = Path(folder, "1"), Path(folder, "2")
        seconds = {1: run(alone, 1, names, models), 2: run(together, 2, names, models)}
        results, others = load_results(alone), load_results(together)
    own = 1 - results[TIMES].to_numpy().sum() / seconds[1]
    speedup = seconds[1] / seconds[2]
    same = (results["test_r2"] == others["test_r2"]).all()
    print("## Bench: results beside the published ones\n")
    print("Mean test R² of the five outer folds, paper budget.\n")
    print(beside_published(results))
    print("\nAt the published hyperparameters and seed, fitted as the bench does:\n")
    print(at_published_parameters(names))
    print(f"\nMean test R² when tuned with {N_SEEDS} other seeds, as is a matter of chance:\n")
    again = [tuned_again(name, model) for name, model in product(names, ("dt", "chebypoly"))]
    print(table(["table", "model", "least", "mean", "largest"], again))
    print("\n## Bench: cost of the harness\n")
    rows = [
        ["all but tuning, training and prediction", f"{own:.1%}", f"≤ {MOST_OVERHEAD:.0%}"],
        ["two processes beside one", f"{speedup:.2f} times", f"≥ {LEAST_SPEEDUP}"],
        ["R² of both runs equal to the last bit", "yes" if same else "no", "yes"],
    ]
    met = [own <= MOST_OVERHEAD, speedup >= LEAST_SPEEDUP, same]
    rows = [[*row, verdict(one)] for row, one in zip(rows, met, strict=True)]
    print(f"{len(results)} tasks, {seconds[1]:.0f} s with one process.\n")
    print(table(["what", "measured", "wanted", "verdict"], rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", nargs="+", metavar="NAME", default=TABLES)
    parser.add_argument("--models", nargs="+", metavar="NAME", default=MODELS)
    arguments = parser.parse_args()
    tables.require()
    main(arguments.tables, arguments.models)
