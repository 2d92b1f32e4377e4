"""The stability study with the models that were tuned here, and rf as it was published.

To tune rf takes days on two cores, so that its hyperparameters are those of the published results.

python tools/stability_with_rf.py OUT [--mode load]
"""

import argparse
from functools import partial
from pathlib import Path

import pandas as pd

from smoothtab.bench import load_results
from smoothtab.cli._progress import watched
from smoothtab.studies import run_study
from smoothtab.studies._registry import get

ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT.parent / "shared" / "reference" / "per_fold_results.csv"
MODELS = ["ridge", "dt", "xgb", "chebypoly", "chebytree", "erbf", "rf"]


def hyperparameters():
    ours = load_results(ROOT / "results" / "benchmark_a.parquet")
    theirs = load_results(PUBLISHED).query("model == 'rf'")
    chosen = [part.filter(regex="^(dataset|model|fold|hp_.*)$") for part in (ours, theirs)]
    return pd.concat(chosen, ignore_index=True).query("model in @MODELS")


def main(out, mode):
    results = hyperparameters()
    tables = [name for name in get("stability").datasets if name in set(results["dataset"])]
    outcome = run_study(
        "stability",
        out,
        datasets=tables,
        models=MODELS,
        results=results,
        n_jobs=2,
        mode=mode,
        watch=partial(watched, quiet=False),
    )
    print(*outcome.findings, *outcome.remarks, sep="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--mode", default="retry", help="load: only what is there")
    main(**vars(parser.parse_args()))
