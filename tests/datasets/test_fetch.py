"""Every kind of source that needs a network, played by a local web server, well and badly."""

import gc
import gzip
import hashlib
import io
import json
import sys
import tarfile

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets._base import RemoteFileMetadata

from smoothtab._errors import InputError
from smoothtab.datasets import Entry
from smoothtab.datasets._cache import read
from smoothtab.datasets._fetch import fetch, fetch_into

pytestmark = pytest.mark.filterwarnings(
    "ignore:unclosed:ResourceWarning"  # ucimlrepo leaves its sockets to the garbage collector
)


@pytest.fixture(scope="module", autouse=True)
def collect_sockets():
    """Before other tests meet them."""
    yield
    gc.collect()


NUMBERS = pd.DataFrame(
    {"a": [1.5, 2.5, 3.0, 0.1], "b": [1, 2, 3, 5], "target": [0.3, 0.2, 0.1, 0.7]}
)
LABELS = NUMBERS.assign(b=["x", "y", "x", "y"])


def entry(n, d, **source):
    return Entry("small", "S1", "continuous", n, d, source, "here", "none")


def play_openml(source, monkeypatch):
    rows = LABELS.to_csv(index=False, header=False)
    header = "@relation small\n@attribute a real\n@attribute b {x,y}\n@attribute target real\n"
    arff = f"{header}@data\n{rows}".encode()
    feature = {"is_ignore": "false", "is_row_identifier": "false", "number_of_missing_values": "0"}
    kinds = {"a": "numeric", "b": "nominal", "target": "numeric"}
    pages = {
        "data/7": {
            "data_set_description": {
                "name": "small",
                "version": "1",
                "status": "active",
                "format": "ARFF",
                "description": "Small.",
                "url": f"{source.url}/small.arff",
                "md5_checksum": hashlib.md5(arff).hexdigest(),
            }
        },
        "data/features/7": {
            "data_features": {
                "feature": [
                    {
                        "index": str(i),
                        "name": name,
                        "data_type": kind,
                        "is_target": str(name == "target").lower(),
                        **feature,
                    }
                    for i, (name, kind) in enumerate(kinds.items())
                ]
            }
        },
        "data/qualities/7": {
            "data_qualities": {"quality": [{"name": "NumberOfInstances", "value": "4"}]}
        },
    }
    source.pages = {f"/{path}": json.dumps(page).encode() for path, page in pages.items()}
    source.pages["/small.arff"] = arff
    for name, path in [("INFO", ""), ("FEATURES", "features/"), ("QUALITIES", "qualities/")]:
        monkeypatch.setattr(
            f"sklearn.datasets._openml._DATA_{name}", f"{source.url}/data/{path}{{}}"
        )
    return entry(4, 2, kind="openml", id=7), LABELS


def play_uci(source, monkeypatch):
    roles = {"a": "Feature", "b": "Feature", "other": "Target", "target": "Target"}
    description = {
        "uci_id": 7,
        "name": "small",
        "data_url": f"{source.url}/small.csv",
        "variables": [{"name": name, "role": role} for name, role in roles.items()],
        "additional_info": None,
        "intro_paper": None,
    }
    source.pages = {
        "/api?id=7": json.dumps({"status": 200, "data": description}).encode(),
        "/small.csv": LABELS.assign(other=0).to_csv(index=False).encode(),
    }
    monkeypatch.setattr("ucimlrepo.fetch.API_BASE_URL", f"{source.url}/api")
    renamed = LABELS.rename(columns={"a": "first", "b": "second"})
    return entry(4, 2, kind="uci", id=7, target="target", columns=["first", "second"]), renamed


def play_pmlb(source, monkeypatch):
    table = gzip.compress(NUMBERS.to_csv(index=False, sep="\t").encode())
    source.pages = {"/529_pollen/529_pollen.tsv.gz": table}
    monkeypatch.setattr("pmlb.pmlb.GITHUB_URL", source.url)
    return entry(4, 2, kind="pmlb", name="529_pollen"), NUMBERS


def play_hugging_face(source, monkeypatch):
    source.pages = {
        "/datasets/we/small/resolve/main/train/small.txt": b"1.5 1 .3\n2.5 2 .2\n3 3 .1\n.1 5 .7\n"
    }
    template = source.url + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", template)
    numbered = NUMBERS.set_axis(["x0", "x1", "target"], axis=1)
    where = {"repository": "we/small", "file": "train/small.txt"}
    return entry(4, 2, kind="hugging_face", **where), numbered


def play_moleculenet(source, monkeypatch):
    source.pages = {"/small.csv": NUMBERS.assign(smiles="C").to_csv(index=False).encode()}
    monkeypatch.setattr("smoothtab.datasets._sources.moleculenet.FOLDER", source.url)
    where = {"file": "small.csv", "target": "target", "descriptors": False}
    return entry(4, 2, kind="moleculenet", **where), NUMBERS


def play_scikit_learn(source, monkeypatch):
    places = b"-122.0,37.5,41.0,880.0,129.0,322.0,126.0,8.25,452600.0\n"
    packed = io.BytesIO()
    with tarfile.open(mode="w:gz", fileobj=packed) as archive:
        member = tarfile.TarInfo("CaliforniaHousing/cal_housing.data")
        member.size = 2 * len(places)
        archive.addfile(member, io.BytesIO(2 * places))
    content = packed.getvalue()
    source.pages = {"/cal_housing.tgz": content}
    remote = RemoteFileMetadata(
        "cal_housing.tgz", f"{source.url}/cal_housing.tgz", hashlib.sha256(content).hexdigest()
    )
    monkeypatch.setattr("sklearn.datasets._california_housing.ARCHIVE", remote)
    names = "MedInc HouseAge AveRooms AveBedrms Population AveOccup Latitude Longitude target"
    row = [8.25, 41.0, 880 / 126, 129 / 126, 322.0, 322 / 126, 37.5, -122.0, 4.526]
    expected = pd.DataFrame([row, row], columns=names.split())
    return entry(2, 8, kind="scikit_learn", function="fetch_california_housing"), expected


PLAYS = [
    play_openml,
    play_uci,
    play_pmlb,
    play_hugging_face,
    play_moleculenet,
    play_scikit_learn,
]
every_source = pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.__name__[5:])


@every_source
def test_a_good_answer_becomes_a_dataset(play, source, monkeypatch):
    small, expected = play(source, monkeypatch)
    dataset = fetch(small, time_limit=30)
    X, y = expected.drop(columns="target"), expected["target"]
    assert list(dataset.X) == list(X)
    assert (dataset.X.astype(object) == X.astype(object)).all(axis=None)
    np.testing.assert_array_equal(dataset.y, y)
    kinds = [column.dtype == "category" for _, column in dataset.X.items()]
    assert kinds == [not pd.api.types.is_numeric_dtype(dtype) for dtype in X.dtypes]
    assert (dataset.stratum, dataset.target_kind) == ("S1", "continuous")


@every_source
@pytest.mark.parametrize("fault", ["missing", "garbage", "cut", "slow"])
def test_a_bad_answer_is_one_sentence_and_changes_nothing(
    play, fault, source, monkeypatch, tmp_path
):
    small, _ = play(source, monkeypatch)
    source.fault = fault
    before = {"kept.parquet": b"as it was"}
    (tmp_path / "kept.parquet").write_bytes(before["kept.parquet"])
    with pytest.raises(InputError) as caught:
        fetch_into(tmp_path, small, time_limit=0.5 if fault == "slow" else 30)
    message = str(caught.value)
    assert message.startswith(f"small could not be had from {small.source_name} (")
    assert "\n" not in message and len(message) < 260
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_what_was_fetched_is_kept_with_its_provenance(source, monkeypatch, tmp_path):
    small, _ = play_uci(source, monkeypatch)
    fetched = fetch_into(tmp_path / "new", small)
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        "small.json",
        "small.parquet",
    ]
    facts = json.loads((tmp_path / "new" / "small.json").read_text())
    assert facts["source"] == "UCI 7" and facts["checksum"] == fetched.checksum
    assert read(tmp_path / "new", "small").checksum == fetched.checksum


def test_a_table_of_another_size_is_refused(source, monkeypatch):
    small, _ = play_moleculenet(source, monkeypatch)
    source.pages = {
        path: page.replace(b"1.5,1,0.3,C\n", b"") for path, page in source.pages.items()
    }
    with pytest.raises(InputError, match="3 rows and 2 features came, not 4 and 2"):
        fetch(small)


def test_nothing_is_fetched_where_nothing_can_be_stored(source, monkeypatch, tmp_path):
    small, _ = play_uci(source, monkeypatch)
    source.fault = "slow"
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="SMOOTHTAB_DATA name a folder that can be written"):
        fetch_into(tmp_path / "file" / "folder", small)


def test_a_package_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ucimlrepo", None)
    monkeypatch.delitem(sys.modules, "smoothtab.datasets._sources.uci", raising=False)
    with pytest.raises(InputError, match=r"small needs the package ucimlrepo: pip install 'smoo"):
        fetch(entry(4, 2, kind="uci", id=7))
