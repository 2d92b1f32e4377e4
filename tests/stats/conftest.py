"""Published results, where they are at hand, and small tables of any content."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

SHARED = Path(__file__).parents[3] / "shared" / "reference"


def read(name):
    if not (SHARED / name).exists():
        pytest.skip(
            f"the published results are not beside this checkout (../shared/reference/{name})"
        )
    return pd.read_csv(SHARED / name)


@pytest.fixture(scope="session")
def published():
    """Results of seven models and tabpfn by fold, their columns named as the bench does."""
    results = read("per_fold_results.csv")
    n_test = results["n_samples_final"] // 5
    results = results.assign(n_test=n_test, n_train=results["n_samples_final"] - n_test)
    return results.rename(columns=lambda name: name.replace("mi_", "fitted_", 1))


@pytest.fixture(scope="session")
def paper_ranks():
    """Ranks of the eight models that need no GPU."""
    return read("paper_ranks.csv").set_index("dataset").drop(columns="stratum")


@pytest.fixture(scope="session")
def rounded():
    """The paper's adjusted R^2 of nine models, to three digits."""
    return read("paper_r2adj.csv").set_index("dataset").drop(columns="stratum")


@pytest.fixture(scope="session")
def strata():
    return read("paper_r2adj.csv").set_index("dataset")["stratum"]


@pytest.fixture(scope="session")
def exact():
    """Means of the results by fold, which differ from the paper's on eight datasets."""
    return read("dataset_model_r2adj.csv").set_index("dataset").drop(columns="stratum")


@pytest.fixture(scope="session")
def paper_scores(rounded, exact, paper_ranks):
    """The paper's adjusted R^2, as exactly as all that is published tells.

    With all digits where results by fold round to the three digits printed. What three digits do
    not tell apart is in the order of the paper's ranks.
    """
    exact = exact.reindex_like(rounded)
    scores = exact.where((exact - rounded).abs() < 0.00051, rounded)
    for dataset, ranks in paper_ranks.iterrows():
        best_first = ranks.sort_values().index
        apart = 1e-9 * np.arange(len(best_first))
        scores.loc[dataset, best_first] = scores.loc[dataset, best_first].cummin() - apart
    return scores
