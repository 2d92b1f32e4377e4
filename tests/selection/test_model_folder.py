import json
import os
import pickle
import shutil
import subprocess
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest
import skops.io as sio
from sklearn.linear_model import Ridge
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer

from smoothtab import load_model
from smoothtab._errors import InputError
from smoothtab.bench import BUDGETS
from smoothtab.datasets import Dataset
from smoothtab.selection import SavedModel
from smoothtab.selection._final import fit_final, used_columns


class Evil(Ridge):
    """Makes a folder where it is unpickled."""

    def __init__(self, folder=None):
        super().__init__()
        self.folder = folder

    def __reduce__(self):
        return os.mkdir, (str(self.folder),)


@pytest.fixture
def model(folder, comparison, tmp_path):
    """A copy of a folder with a model, to be spoilt."""
    return shutil.copytree(folder / "model", tmp_path / "model")


@pytest.fixture(scope="module")
def wide():
    """A model that uses some of its thirty columns, and rows for it."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(200, 30))).add_prefix("x").assign(word="u")
    X.loc[::3, "word"] = "v"
    y = X["x0"] + X["x1"] ** 2
    dataset = Dataset("wide", X.astype({"word": "category"}), y.to_numpy())
    return SavedModel(fit_final(dataset, "chebypoly_cv", BUDGETS["quick"]), {"model": "it"}), X


def test_it_predicts_as_before_to_the_last_bit_in_a_new_process(folder, comparison, table):
    code = (
        "import sys, pickle, smoothtab\n"
        f"table = pickle.loads({pickle.dumps(table[0])!r})\n"
        f"model = smoothtab.load_model({str(folder / 'model')!r})\n"
        "sys.stdout.buffer.write(model.predict(table)['prediction'].to_numpy().tobytes())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert done.stdout == comparison.model.predict(table[0]).tobytes(), done.stderr


def test_saved_and_loaded_again_the_files_say_the_same(model, tmp_path):
    again = load_model(model).save(tmp_path / "again")
    assert sorted(path.name for path in again.iterdir()) == ["card.json", "card.md", "model.skops"]
    for name in ("card.json", "card.md"):
        assert (again / name).read_bytes() == (model / name).read_bytes()


def test_derivatives_stand_beside_the_predictions(comparison, table):
    X, _ = table
    rows = X.set_axis(np.arange(len(X)) // 2)
    out = comparison.saved.predict(rows, gradients=True)
    assert list(out) == ["prediction", "outside", "d_area", "d_garden", "d_year"]
    assert out.index.equals(rows.index)
    np.testing.assert_array_equal(out["prediction"], comparison.model.predict(X))


def test_training_rows_are_inside_and_what_is_beyond_them_is_told(comparison, table):
    X, _ = table
    assert (comparison.saved.predict(X)["outside"] == "").all()
    beyond = X.head(1).assign(area=X["area"].max() + 1, zone=9)
    assert comparison.saved.predict(beyond)["outside"].tolist() == ["area; zone"]


def test_columns_that_the_model_is_not_given_may_be_missing_or_hold_anything(wide):
    model, X = wide
    used = used_columns(model.pipeline)
    assert {"x0", "x1"} < set(used) < set(X)
    idle = [name for name in X if name not in used]
    expected = model.predict(X)
    strange = X.assign(**{name: "strange" if name != "word" else 7.0 for name in idle})
    for rows in (X[used], X[used[::-1]], strange):
        pd.testing.assert_frame_equal(model.predict(rows), expected)
    with pytest.raises(InputError, match="no column 'x1', which the model needs"):
        model.predict(X.drop(columns="x1"))


def test_a_model_without_gradients_says_so(table):
    dataset = Dataset("d", table[0][["area"]], table[1])
    model = SavedModel(fit_final(dataset, "dt", BUDGETS["quick"]), {"model": "dt"})
    with pytest.raises(InputError, match=r"dt has no gradients: .* --prefer smooth"):
        model.predict(table[0], gradients=True)


# What is not a model of ours


def with_regressor(comparison, regressor):
    """The pipeline with something else in it."""
    *steps, (name, model) = comparison.model.steps
    other = type(model)(regressor).set_params(n_sigmas=model.n_sigmas)
    other.regressor_, other.lower_, other.upper_ = regressor, model.lower_, model.upper_
    return SavedModel(Pipeline([*steps, (name, other)]), comparison.saved.card)


def test_a_type_that_no_model_needs_is_not_loaded(model, comparison):
    evil = Pipeline([*comparison.model.steps[:1], ("evil", FunctionTransformer(os.system))])
    sio.dump(evil, model / "model.skops")
    with pytest.raises(
        InputError, match=r"holds what no model of smoothtab needs \(posix.system\)"
    ):
        load_model(model)
    with pytest.raises(InputError, match="it is not loaded"):
        load_model(model, allow_pickle=True)


def test_a_pickle_does_not_run_unless_it_is_allowed(comparison, tmp_path):
    place = with_regressor(comparison, Evil(tmp_path / "harm")).save(tmp_path / "model")
    assert (place / "model.pkl").exists()
    assert not (place / "model.skops").exists()
    with pytest.raises(InputError, match=r"is a pickle, .*\(--allow-pickle\)"):
        load_model(place)
    assert not (tmp_path / "harm").exists()
    load_model(place, allow_pickle=True)
    assert (tmp_path / "harm").exists()


def test_a_pickle_beside_a_model_is_not_looked_at(model, tmp_path):
    (model / "model.pkl").write_bytes(pickle.dumps(Evil(tmp_path / "harm")))
    load_model(model, allow_pickle=True)
    assert not (tmp_path / "harm").exists()


def test_what_another_model_was_saved_as_before_does_not_stay(model, comparison, tmp_path):
    with_regressor(comparison, Evil(tmp_path / "harm")).save(model)
    comparison.save(model)
    assert sorted(path.name for path in model.iterdir()) == ["card.json", "card.md", "model.skops"]


def test_trees_that_lead_nowhere_are_not_loaded(table, tmp_path):
    dataset = Dataset("d", table[0][["area"]], table[1])
    pipeline = fit_final(dataset, "dt", BUDGETS["quick"])
    tree = pipeline["model"].regressor_.tree_
    state = tree.__getstate__()
    state["nodes"]["feature"][0] = 10**6
    tree.__setstate__(state)
    place = SavedModel(pipeline, {**CARD, "model": "dt"}).save(tmp_path)
    with pytest.raises(InputError, match="a tree in it leads nowhere"):
        load_model(place)


CARD = {
    **{"model": "dt", "table": "d", "n_rows": 1, "made": "today", "r2": 0.1, "r2_sd": 0.1},
    **{"gap": 0.1, "mae": 1.0, "n_folds": 3, "budget": "quick", "reasons": [], "versions": {}},
    **{"target_range": [0, 1], "ranges": {}, "categories": {}},
}


@pytest.mark.parametrize("name", ["model.skops", "card.json"])
@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b"\xff\xfe", b"PK\x03\x04 nothing"], ids=repr
)
def test_other_content_is_one_sentence(model, name, content):
    (model / name).write_bytes(content)
    with pytest.raises(
        InputError, match=r"The model in .* cannot be read \(\w+: .*\): it is damaged"
    ):
        load_model(model)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_file_that_was_cut_is_one_sentence(model, share):
    content = (model / "model.skops").read_bytes()
    (model / "model.skops").write_bytes(content[: int(share * len(content))])
    with pytest.raises(InputError, match="cannot be read"):
        load_model(model)


@pytest.mark.parametrize(
    "alter",
    [
        lambda schema: {},
        lambda schema: {**schema, "__class__": "Nothing"},
        lambda schema: {**schema, "content": None},
        lambda schema: {**schema, "__loader__": "NoNode"},
    ],
)
def test_an_altered_scheme_is_one_sentence(model, alter):
    with zipfile.ZipFile(model / "model.skops") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["schema.json"] = json.dumps(alter(json.loads(parts["schema.json"]))).encode()
    with zipfile.ZipFile(model / "model.skops", "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    with pytest.raises(InputError):
        load_model(model)


def test_a_model_of_another_kind_is_one_sentence(model):
    sio.dump(Ridge().fit([[0.0], [1.0]], [0.0, 1.0]), model / "model.skops")
    with pytest.raises(InputError, match="it is not a model of smoothtab compare"):
        load_model(model)


def test_a_folder_without_a_model_is_one_sentence(tmp_path, model):
    (model / "model.skops").unlink()
    for place in (tmp_path / "nowhere", tmp_path, model, model / "card.md"):
        with pytest.raises(InputError, match="There is no model in"):
            load_model(place)


def test_a_folder_that_cannot_be_written_is_one_sentence(comparison, model):
    with pytest.raises(InputError, match=r"cannot be written to .*: name another folder"):
        comparison.save(model / "card.md")
