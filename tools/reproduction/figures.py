"""What was published and what was measured here, on the same tables."""

import json
from pathlib import Path

import pandas as pd

from smoothtab.datasets import catalogue
from smoothtab.stats import dataset_labels, mean_scores

ROOT = Path(__file__).parents[2]
RESULTS, REFERENCE = ROOT / "results", ROOT.parent / "shared" / "reference"
MODELS = ["ridge", "dt", "xgb", "chebypoly", "chebytree", "erbf"]
SEARCHES = ["chebypoly_cv", "chebytree_cv", "erbf_cv"]
SEVEN = [*MODELS, "rf"]  # rf was not run here


class Figures:
    """Results by fold and their means; `tables` are those that every model has, at full length."""

    def __init__(self):
        self.results = pd.read_parquet(RESULTS / "benchmark_a.parquet")
        self.published = pd.read_csv(REFERENCE / "per_fold_results.csv", low_memory=False)
        self.scores_here, self.scores_there = self._means("test_r2_adj")
        self.gaps_here, self.gaps_there = self._means("gap")
        self.shortened = list(self.results.loc[self.results["shortened"], "dataset"].unique())
        whole = self.scores_here.drop(index=self.shortened)
        self.tables = whole.index[whole[MODELS].notna().all(axis=1)]
        self.labels = {
            column: dataset_labels(self.results, column) for column in ("stratum", "target_kind")
        }
        # The paper's own table; on tables whose features were selected it is wrong.
        self.paper = pd.read_csv(REFERENCE / "paper_r2adj.csv", index_col="dataset")
        self.misaligned = pd.read_csv(RESULTS / "misaligned_selection.csv")

    def seven(self, metric="scores"):
        """Scores or gaps of seven models on `tables`, there and here; rf is the published one."""
        there = getattr(self, f"{metric}_there").loc[self.tables, SEVEN]
        here = getattr(self, f"{metric}_here").loc[self.tables, MODELS].join(there["rf"])
        return there, here

    def pair(self, model, as_published=None):
        """Scores there and here, on the tables of full length that have both."""
        there = self.scores_there[as_published or model]
        pair = pd.DataFrame({"there": there, "here": self.scores_here[model]})
        return pair.drop(index=self.shortened).dropna()

    def differences(self, model):
        """Here less there, one row for each table and a column for each fold."""
        here, there = (
            results[results["model"] == model].pivot(
                index="dataset", columns="fold", values="test_r2_adj"
            )
            for results in (self.results, self.published)
        )
        return (here - there).loc[self.pair(model).index]

    def not_run(self):
        """Tables that could be had, by the model that was not run on them."""
        here = [name for name, entry in catalogue().items() if entry.checksum]
        scores = self.scores_here.reindex(here)[[*MODELS, *SEARCHES]]
        return {model: list(scores.index[scores[model].isna()]) for model in scores}

    def made_with(self):
        """Versions and the machine, as each row has them."""
        return (json.loads(self.results[name].iloc[-1]) for name in ("versions", "machine"))

    def _means(self, metric):
        return mean_scores(self.results, metric), mean_scores(self.published, metric)


def study(name, kind="-table"):
    """What `smoothtab study` wrote: its table, or with kind '' all measurements."""
    folder = RESULTS / "studies" / name
    return pd.read_csv(folder / f"{name}{kind}.csv", low_memory=False)
