"""The stability study with the models that were tuned here, and rf as it was published.

rf was not tuned here: its hyperparameters are those of the published results.

python tools/stability_with_rf.py OUT [--jobs 2] [--mode load]
"""

import argparse
from functools import partial
from pathlib import Path

import pandas as pd

from smoothtab.bench import load_results
from smoothtab.cli._progress import watched
from smoothtab.studies import run_study
from smoothtab.studies.stability import STUDY

ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT.parent / "shared" / "reference" / "per_fold_results.csv"
MODELS = ["ridge", "dt", "xgb", "chebypoly", "chebytree", "erbf", "rf"]
N_FOLDS = 5


def hyperparameters():
    """Of the tables on which all the models were tuned."""
    ours = load_results(ROOT / "results" / "benchmark_a.parquet").query("model in @MODELS")
    theirs = load_results(PUBLISHED).query("model == 'rf'")
    n_tuned = ours[ours["status"] == "ok"].groupby("dataset").size()
    tuned = n_tuned.index[n_tuned == N_FOLDS * (len(MODELS) - 1)]
    chosen = [part.filter(regex="^(dataset|model|fold|hp_.*)$") for part in (ours, theirs)]
    results = pd.concat(chosen, ignore_index=True)
    return results[results["dataset"].isin(tuned)]


def main(out, mode, jobs):
    results = hyperparameters()
    here = set(results["dataset"])
    outcome = run_study(
        "stability",
        out,
        datasets=[name for name in STUDY.datasets if name in here],
        models=MODELS,
        results=results,
        n_jobs=jobs,
        mode=mode,
        watch=partial(watched, quiet=False),
    )
    print(*outcome.findings, *outcome.remarks, sep="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--mode", default="retry", help="load: only what is there")
    parser.add_argument("--jobs", type=int, default=2)
    main(**vars(parser.parse_args()))
