from contextlib import contextmanager
from threading import Thread

import numpy as np
import pandas as pd
import pytest

from smoothtab import compare, load_model
from smoothtab._errors import InputError
from smoothtab.bench.candidates import get
from smoothtab.datasets import Dataset
from smoothtab.selection._compare import LONG, MODELS, _models

RNG = np.random.default_rng(0)
X = pd.DataFrame(RNG.normal(size=(60, 2)), columns=["a", "b"])
Y = (X["a"] + X["b"] ** 2).to_numpy() + 0.1 * RNG.normal(size=60)
FAST = ["ridge", "chebypoly_cv"]


def fast(X=X, y=Y, **options):
    return compare(X, y, **{"models": FAST, "n_jobs": 1, **options})


@pytest.fixture
def seen():
    """A watch that notes which tasks were to come, and each result; it may stop after some."""

    class Watch:
        def __init__(self):
            self.planned, self.rows, self.most = [], [], np.inf

        @contextmanager
        def __call__(self, models, n_jobs):
            self.planned.append(models)
            yield self.note

        def note(self, row):
            self.rows.append(row)
            if len(self.rows) == self.most:
                raise KeyboardInterrupt

    return Watch()


def test_everything_is_in_the_folder(comparison, folder, table):
    assert sorted(path.name for path in folder.iterdir()) == ["model", "report.html", "results"]
    loaded = load_model(folder / "model")
    np.testing.assert_array_equal(
        loaded.predict(table[0])["prediction"], comparison.model.predict(table[0])
    )


def test_the_advised_model_is_the_one_that_is_fitted_and_does_as_it_was_measured(comparison, table):
    assert comparison.best in comparison.leaderboard.index
    assert comparison.saved.card["model"] == comparison.best
    row = comparison.leaderboard.loc[comparison.best]
    assert comparison.model.score(*table) == pytest.approx(row["r2"], abs=0.1)


def test_called_again_nothing_is_run_and_the_same_comes_of_it(tmp_path, seen):
    first = fast(out=tmp_path, watch=seen)
    second = fast(out=tmp_path, watch=seen)
    assert [len(models) for models in seen.planned] == [6, 0]
    pd.testing.assert_frame_equal(first.leaderboard, second.leaderboard)
    assert first.advice == second.advice
    np.testing.assert_array_equal(first.model.predict(X), second.model.predict(X))


def test_stopped_it_goes_on_and_ends_as_if_it_had_not(tmp_path, seen):
    seen.most = 2
    with pytest.raises(KeyboardInterrupt):
        fast(out=tmp_path, watch=seen)
    later = fast(out=tmp_path, watch=seen)
    assert [len(models) for models in seen.planned] == [6, 4]
    times = ["fit_seconds", "predict_ms_per_1000"]
    expected = fast().leaderboard.drop(columns=times)
    pd.testing.assert_frame_equal(later.leaderboard.drop(columns=times), expected)


def test_other_tables_and_budgets_in_one_folder_do_not_meet(tmp_path, seen):
    def r2(**options):
        return fast(**{"out": tmp_path, "watch": seen, **options}).leaderboard["r2"].to_dict()

    first = r2()
    assert r2(y=Y[::-1].copy()) != first
    assert r2(X=X[["a"]]) != first
    assert r2(budget="standard") != first
    assert r2() == first
    assert [len(models) for models in seen.planned] == [6, 6, 6, 10, 0]


def test_models_may_be_one_name_or_have_one_twice():
    assert list(fast(models="ridge").leaderboard.index) == ["ridge"]
    assert list(fast(models=["ridge", "ridge"]).leaderboard.index) == ["ridge"]


def test_long_tables_get_only_models_that_can_be_fitted_to_them():
    assert tuple(_models(None, LONG)) == MODELS
    scalable = _models(None, LONG + 1)
    assert {"ridge", "xgb", "chebypoly_cv"} <= set(scalable) < set(MODELS)
    assert all(get(name).scalable for name in scalable)
    assert _models(["rf"], LONG + 1) == ["rf"]


def test_no_time_for_any_model_is_one_sentence(tmp_path):
    with pytest.raises(InputError, match=r"No model could be measured. The time limit of 0.01 s"):
        fast(time_limit=0.01, out=tmp_path)
    assert fast(out=tmp_path).remarks == ()


@pytest.mark.slow
def test_a_time_limit_leaves_the_models_that_are_done():
    X = RNG.normal(size=(1500, 8))
    y = np.sin(X[:, 0]) + X[:, 1] * X[:, 2]
    found = compare(X, y, models=["ridge", "dt", "rf", "ebm"], time_limit=12, n_jobs=2)
    assert {"ridge", "dt"} <= set(found.leaderboard.index)
    assert "ebm" not in found.leaderboard.index
    assert found.remarks[0] == "The time limit of 12 s ended the comparison early."
    assert found.remarks[1].endswith("ebm. Not all folds were finished.")


def test_a_model_that_cannot_run_is_left_out_with_its_reason(monkeypatch):
    monkeypatch.delenv("SMOOTHTAB_TABPFN_WEIGHTS", raising=False)
    found = fast(models=["ridge", "tabpfn"])
    assert found.best == "ridge"
    assert found.remarks[0].startswith("Not compared: tabpfn. tabpfn needs")
    with pytest.raises(
        InputError, match=r"No model could be measured. Not compared: tabpfn. tabpfn"
    ):
        fast(models=["tabpfn"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"models": ["rigde"]}, r"no candidate 'rigde'. Did you mean 'ridge'\?"),
        ({"budget": "quik"}, r"no budget 'quik', .* mean 'quick'\?"),
        ({"prefer": "smoth"}, r"no preference 'smoth', .* mean 'smooth'\?"),
        ({"y": Y[:-1]}, "one number for each of the 60 rows"),
        ({"X": X.assign(a=1, b=np.nan)}, "No feature of table can be used"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_written(tmp_path, options, message):
    with pytest.raises(InputError, match=message):
        fast(**options, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_too_few_rows_are_one_sentence():
    with pytest.raises(InputError, match="table has 7 rows: 3 folds need 12 at least"):
        fast(X.head(7), Y[:7])


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "inner"):
        with pytest.raises(InputError, match=r"Nothing can be written to .*: name another folder"):
            fast(out=place)


def test_nothing_is_printed_and_any_thread_will_do(capfd):
    found = []
    thread = Thread(target=lambda: found.append(fast()))
    thread.start()
    thread.join()
    assert found[0].best in FAST
    assert capfd.readouterr() == ("", "")


def test_the_table_of_a_notebook_escapes_what_it_shows():
    found = fast(X.assign(**{"<script>alert(1)</script>": 1}))
    page = found._repr_html_()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script" not in page
    assert all(name in page for name in FAST)


@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_the_unit_of_the_target_does_not_matter_to_smooth_models(factor):
    found, scaled = fast(), fast(y=Y * factor)
    for name in ("r2", "gap"):
        np.testing.assert_allclose(scaled.leaderboard[name], found.leaderboard[name], atol=1e-6)
    errors = scaled.leaderboard["test_mae"] / factor
    np.testing.assert_allclose(errors, found.leaderboard["test_mae"], rtol=1e-4)
    assert bool(scaled.remarks) == (factor < 1)


def test_whole_numbers_and_a_target_that_is_constant_in_a_fold_will_do():
    y = np.zeros(60, dtype=int)
    y[[5, 40]] = [1, 3]
    found = fast(y=y)
    assert np.isfinite(found.leaderboard["r2"]).all()


STRANGE = ["target", "target_", "[a]<b>{c}", 'say "hi", twice', "two\nlines", "x" * 200, "表😀", ""]


def test_columns_may_have_any_name(tmp_path):
    table = pd.DataFrame(RNG.normal(size=(60, len(STRANGE))), columns=STRANGE)
    table["words"] = np.where(table["表😀"] > 0, "é;ü", "<b>")
    found = compare(table, table["target"] + Y, models=["ridge", "xgb"], n_jobs=1, out=tmp_path)
    out = load_model(tmp_path / "model").predict(table)
    np.testing.assert_array_equal(out["prediction"], found.model.predict(table))
    assert list(found.saved.card["ranges"]) == STRANGE


def test_arrays_and_lists_are_as_good_as_tables():
    of_array, of_list = fast(X.to_numpy()), fast(X.to_numpy().tolist(), Y.tolist())
    rows = X.to_numpy()[:5]
    expected = fast(X.set_axis(["x0", "x1"], axis=1)).model.predict(rows)
    np.testing.assert_array_equal(of_array.model.predict(rows), expected)
    np.testing.assert_array_equal(of_list.model.predict(rows.tolist()), expected)
    np.testing.assert_array_equal(of_array.saved.predict(rows)["prediction"], expected)


def test_a_dataset_brings_its_target_and_its_name():
    found = fast(Dataset("mine", X, Y), None)
    assert found.saved.card["table"] == "mine"


@pytest.mark.slow
def test_outliers_among_the_features_do_little_harm():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(1000, 6))
    y = X[:, 0] + np.sin(2 * X[:, 1]) + 0.1 * rng.normal(size=1000)
    far = np.where(rng.random(X.shape) < 0.01, 1000 * X, X)
    models = ["ridge", "xgb", "chebypoly_cv", "chebytree_cv", "erbf_cv"]
    assert compare(far, y, models=models, n_jobs=2).leaderboard["r2"].iloc[0] > 0.85
