import json
from dataclasses import replace

import pandas as pd
import pytest

from smoothtab._errors import InputError
from smoothtab.bench import load_results, run_benchmark
from smoothtab.studies import run_study
from smoothtab.studies.stability import findings, plan, table


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """Ridge and a tree, tuned by the bench."""
    folder = tmp_path_factory.mktemp("bench")
    run_benchmark(["diabetes"], ["ridge", "dt"], folder, budget="quick")
    return folder


def study(out, results=None, models=("ridge", "dt")):
    return run_study(
        "stability", out, quick=True, datasets=["diabetes"], models=models, results=results
    )


def test_hyperparameters_of_the_bench_are_those_that_tuning_here_finds(bench, tmp_path):
    given, here = study(tmp_path / "given", bench).rows, study(tmp_path / "here").rows
    columns = ["dataset", "model", "fold", "gap", "cov", "train_r2", "test_r2"]
    pd.testing.assert_frame_equal(given[columns], here[columns])
    gaps = load_results(bench).set_index(["model", "fold"])["gap"]
    assert given.set_index(["model", "fold"])["gap"].to_dict() == pytest.approx(gaps.to_dict())


def test_the_order_of_their_columns_does_not_matter(bench, wanted):
    results = load_results(bench)
    of_diabetes = wanted("diabetes", models=("ridge", "dt"))
    first, second = (
        plan(replace(of_diabetes, results=results[columns])).tasks
        for columns in (list(results), list(results)[::-1])
    )
    assert first == second
    assert [task.hash for task in first] == [task.hash for task in second]


def test_from_a_file_they_are_the_same(bench, wanted, tmp_path):
    """Beside the depths of a tree, which are whole, and a word, in one table."""
    results = load_results(bench).assign(hp_max_features=["0.5", "sqrt"] * 3)
    path = tmp_path / "results.csv"
    results.to_csv(path, index=False)
    of_diabetes = wanted("diabetes", models=("ridge", "dt"))
    there, here = (
        [dict(cell.settings)["params"] for cell in plan(replace(of_diabetes, results=given)).tasks]
        for given in (load_results(path), results)
    )
    assert [json.loads(text) for text in there] == [json.loads(text) for text in here]
    words = {json.loads(text)["max_features"] for text in there}
    depths = {type(json.loads(text).get("max_depth", 0)) for text in there}
    assert (words, depths) == ({0.5, "sqrt"}, {int})


def test_what_is_not_in_the_results_is_tuned_here(bench, tmp_path):
    results = load_results(bench).query("model == 'dt'")
    rows = study(tmp_path, results, models=["ridge"]).rows
    assert (rows["status"] == "ok").all()


def test_a_constant_varies_least(tmp_path):
    outcome = study(tmp_path, models=("mean", "dt"))
    assert outcome.table["model"].tolist() == ["mean", "dt"]
    assert outcome.table["cov"].is_monotonic_increasing


def test_results_of_other_folds_are_refused(bench, tmp_path):
    with pytest.raises(InputError, match="those of 3 folds, budget quick, but here are 5"):
        run_study("stability", tmp_path, datasets=["diabetes"], results=bench)


def test_results_without_hyperparameters_are_refused(bench, tmp_path):
    results = load_results(bench).filter(regex="^(?!hp_)")
    with pytest.raises(InputError, match="hold no hyperparameters"):
        study(tmp_path, results)


def test_of_two_models_no_correlation_is_told_and_none_that_is_not_there(tmp_path):
    outcome = study(tmp_path, models=("mean", "dt"))
    assert outcome.findings == [
        "Whether gap and variation go together cannot be told of fewer than three models."
    ]


def test_a_share_is_told_of_the_tables_that_have_a_correlation():
    cells = [("a", model, gap, gap) for model, gap in zip("mno", (0.1, 0.2, 0.3), strict=True)]
    rows = pd.DataFrame(
        [*cells, ("b", "m", 0.1, 0.1)], columns=["dataset", "model", "gap", "cov"]
    ).assign(fold=0)
    assert "positive on 100% of 1;" in findings(rows)[0]


def test_means_are_over_the_tables_that_every_model_has():
    rows = pd.DataFrame(
        [("a", "m", 0, 0.1, 1.0), ("a", "n", 0, 0.2, 2.0), ("b", "m", 0, 0.9, 9.0)],
        columns=["dataset", "model", "fold", "gap", "cov"],
    )
    found = table(rows).set_index("model")
    assert found["gap"].to_dict() == {"m": 0.1, "n": 0.2}
    assert found["n_datasets"].tolist() == [1, 1]
