import pandas as pd
import pytest

from smoothtab._errors import InputError
from smoothtab.studies import run_study


def test_a_parameter_that_is_both_tuned_and_fitted_stands_beside_both_published_values(tmp_path):
    results = pd.DataFrame(
        {
            "dataset": ["pol", "esol"],
            "model": "erbf",
            "fold": 0,
            "hp_n_rbf": ["auto", 30],
            "hp_center_init": "kmeans",
            "fitted_n_rbf": [40, 30],
        }
    )
    found = run_study("configurations", tmp_path, results=results).table.set_index("what")
    assert found.loc["erbf fitted n_rbf", ["median", "paper median"]].tolist() == [35, 60]
    assert found.loc["erbf n_rbf", "paper median"] == 67
    assert found.loc["erbf center_init", "choices"] == "kmeans 100%"


def test_results_without_hyperparameters_are_refused(tmp_path):
    results = pd.DataFrame({"dataset": ["pol"], "model": "erbf", "fold": 0})
    with pytest.raises(InputError, match="hold no hyperparameters"):
        run_study("configurations", tmp_path, results=results)
