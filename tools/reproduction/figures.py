"""What was published and what was measured here, on the same tables."""

import json
from pathlib import Path

import pandas as pd

from smoothtab.datasets import catalogue
from smoothtab.stats import cost_summary, dataset_labels, mean_scores

ROOT = Path(__file__).parents[2]
RESULTS, REFERENCE = ROOT / "results", ROOT.parent / "shared" / "reference"
MODELS = ["ridge", "dt", "xgb", "chebypoly", "chebytree", "erbf"]
SEARCHES = ["chebypoly_cv", "chebytree_cv", "erbf_cv"]
SMOOTH = ["chebypoly", "chebytree", "erbf"]


class Figures:
    """Means over the folds; `tables` are those that every model has, with all their rows."""

    def __init__(self):
        self.results = pd.read_parquet(RESULTS / "benchmark_a.parquet")
        self.published = pd.read_csv(REFERENCE / "per_fold_results.csv", low_memory=False)
        self.ours, self.theirs = mean_scores(self.results), mean_scores(self.published)
        self.our_gaps, self.their_gaps = (
            mean_scores(results, "gap") for results in (self.results, self.published)
        )
        self.shortened = list(self.results.loc[self.results["shortened"], "dataset"].unique())
        whole = self.ours.drop(index=self.shortened)
        self.tables = whole.index[whole[MODELS].notna().all(axis=1)]
        self.labels = {
            column: dataset_labels(self.results, column) for column in ("stratum", "target_kind")
        }
        self.paper = pd.read_csv(REFERENCE / "paper_r2adj.csv", index_col="dataset")

    def pair(self, model, as_published=None):
        """Scores there and here, on the tables of full length that have both."""
        there = self.theirs[as_published or model]
        pair = pd.DataFrame({"there": there, "here": self.ours[model]})
        return pair.drop(index=self.shortened).dropna()

    def costs(self):
        """Mean seconds there and here."""
        columns = ["tune_time", "train_time"]
        return tuple(
            cost_summary(results[results["dataset"].isin(self.tables)])[columns]
            for results in (self.published, self.results)
        )

    def missing(self):
        """Tables that could be had, by the model that was not run on them."""
        here = [name for name, entry in catalogue().items() if entry.checksum]
        scores = self.ours.reindex(here)
        return {
            model: list(scores.index[scores[model].isna()])
            for model in [*MODELS, *SEARCHES]
            if scores[model].isna().any()
        }

    def made_with(self):
        """Versions and the machine, as each row has them."""
        versions, machine = (
            json.loads(self.results[name].iloc[-1]) for name in ("versions", "machine")
        )
        return versions, machine


def study(name, kind="-table"):
    """What `smoothtab study` wrote: its table, or with kind '' all measurements."""
    folder = RESULTS / "studies" / name
    return pd.read_csv(folder / f"{name}{kind}.csv", low_memory=False)
