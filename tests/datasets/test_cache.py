import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothtab._errors import InputError
from smoothtab.datasets import Dataset
from smoothtab.datasets._cache import data_folder, holds, read, write


def small(**columns):
    columns = {
        "a": [1, 2, 3],
        "b": [0.5, np.nan, 1.5],
        "c": pd.Categorical(["u", "v", None]),
        **columns,
    }
    return Dataset("small", pd.DataFrame(columns), np.array([1.0, 2.0, 3.0]))


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A folder that holds the small table, and its two files as they should be."""
    folder = tmp_path_factory.mktemp("tables")
    write(folder, small(), {"source": "here"})
    return folder, {path: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def restored(stored):
    folder, files = stored
    for path, content in files.items():
        path.write_bytes(content)
    return folder


def test_what_was_stored_is_read(restored):
    dataset = read(restored, "small")
    pd.testing.assert_frame_equal(dataset.X, small().X)
    np.testing.assert_array_equal(dataset.y, small().y)
    assert dataset.checksum == small().checksum
    assert json.loads((restored / "small.json").read_text())["source"] == "here"


@given(st.data())
def test_a_damaged_table_is_never_used_in_silence(stored, data):
    folder, files = stored
    path = folder / "small.parquet"
    content = bytearray(files[path])
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    try:
        dataset = read(folder, "small")
    except InputError as error:
        assert str(path) in str(error) and "smoothtab datasets fetch small" in str(error)
    else:
        assert dataset.checksum == small().checksum  # bytes that hold no value


@pytest.mark.parametrize("share", [0, 0.3, 0.7, 0.99])
@pytest.mark.parametrize("name", ["small.parquet", "small.json"])
def test_half_a_file_is_no_file(restored, name, share):
    content = (restored / name).read_bytes()
    (restored / name).write_bytes(content[: int(share * len(content))])
    with pytest.raises(InputError, match=r"small\.parquet is damaged or was altered"):
        read(restored, "small")


@pytest.mark.parametrize(
    "other",
    [small(b=[0.5, np.nan, 1.6]), small(a=[3, 2, 1]), small(c=["u", "v", "v"]), small(d=0)],
    ids=["a value", "the order", "a label", "a column"],
)
def test_an_altered_table_is_told(restored, other):
    other.X.assign(target=other.y).to_parquet(restored / "small.parquet")
    with pytest.raises(InputError, match="has another checksum than it should"):
        read(restored, "small")


def test_the_catalogue_knows_the_checksum_of_a_table_without_provenance(tmp_path, shared_tables):
    table = pd.read_parquet(shared_tables / "pmlb_522_pm10.parquet")
    table.to_parquet(tmp_path / "pmlb_522_pm10.parquet")
    read(tmp_path, "pmlb_522_pm10")
    table.iloc[0, 0] += 1e-12
    table.to_parquet(tmp_path / "pmlb_522_pm10.parquet")
    with pytest.raises(InputError, match="has another checksum"):
        read(tmp_path, "pmlb_522_pm10")


def test_a_table_whose_checksum_nobody_knows_must_have_the_published_size(tmp_path):
    pd.DataFrame({"x": [1.0], "target": [2.0]}).to_parquet(tmp_path / "sulfur.parquet")
    with pytest.raises(InputError, match=r"has \(1, 1\) rows and features, not \(10081, 6\)"):
        read(tmp_path, "sulfur")


def test_a_table_of_your_own_needs_no_provenance(tmp_path):
    pd.DataFrame({"x": [1.0], "target": [2.0]}).to_parquet(tmp_path / "mine.parquet")
    assert read(tmp_path, "mine").stratum is None


def test_the_target_must_be_last(tmp_path):
    pd.DataFrame({"target": [2.0], "x": [1.0]}).to_parquet(tmp_path / "mine.parquet")
    with pytest.raises(InputError, match="its last column is not called target"):
        read(tmp_path, "mine")


def test_a_feature_called_target_would_be_lost(tmp_path):
    with pytest.raises(InputError, match="small has a feature called 'target'"):
        write(tmp_path, small(target=0), {})
    assert not any(tmp_path.iterdir())


def test_a_table_that_cannot_be_written_leaves_what_was_there(restored, stored):
    with pytest.raises(pa.ArrowException):
        write(restored, small(d=[1, "one", 1.5]), {})
    assert {path: path.read_bytes() for path in restored.iterdir()} == stored[1]


def test_the_folder_is_chosen_by_argument_then_variable_then_platform(monkeypatch, tmp_path):
    monkeypatch.setenv("SMOOTHTAB_DATA", str(tmp_path / "variable"))
    assert data_folder(tmp_path / "argument").name == "argument"
    assert data_folder().name == "variable"
    monkeypatch.delenv("SMOOTHTAB_DATA")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert "smoothtab" in str(data_folder())
    assert not holds(data_folder(), "small")
