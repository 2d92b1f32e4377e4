import json
import os
import subprocess
import sys

import pytest

from smoothtab._errors import InputError
from smoothtab.bench.candidates import candidates, get

PAPER = ["ridge", "dt", "rf", "xgb", "ebm", "erbf", "chebypoly", "chebytree", "tabpfn"]
OURS = [*PAPER, "erbf_cv", "chebypoly_cv", "chebytree_cv", "mean"]

TOY = """
from sklearn.neighbors import KNeighborsRegressor
from smoothtab.bench.candidates import Candidate, Int

def build(seed, **params):
    return KNeighborsRegressor(**params)

CANDIDATE = Candidate("knn", build, space={"n_neighbors": Int(1, 9)}, n_trials=3, scale=True)
"""

POINTS = """
[smoothtab.candidates]
knn = toy_candidates:CANDIDATE
function = toy_candidates:build
misnamed = toy_candidates:CANDIDATE
absent = toy_candidates_of_yesterday:CANDIDATE
raising = toy_raises:CANDIDATE
ridge = toy_candidates:CANDIDATE
"""

REPORT = """
import json, sys
from smoothtab.bench.candidates import Unavailable, assemble, candidates, get
found = candidates()
heavy = [name for name in ("interpret", "tabpfn", "torch", "xgboost") if name in sys.modules]
reasons = {}
for name in list(found)[len(found) - 6:]:
    try:
        found[name].build(0)
    except Unavailable as error:
        reasons[name] = str(error)
X = [[0.0], [1.0], [2.0]]
prediction = assemble(get("knn"), {"n_neighbors": 1}, 0).fit(X, [5, 6, 7]).predict(X)
signatures = {name: candidate.signature for name, candidate in found.items()}
print(json.dumps([signatures, heavy, reasons, list(prediction)]))
"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """What another process finds, with a package installed that adds candidates."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "toy_candidates.py").write_text(TOY)
    (folder / "toy_raises.py").write_text("raise ValueError('no licence\\nsecond line')")
    facts = folder / "toy_candidates-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-candidates\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(POINTS)
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", REPORT],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_those_of_the_paper_come_first_and_in_its_order():
    names = [name for name in candidates() if name in OURS]
    assert names == [name for name in OURS if name in names]
    assert set(OURS) - set(names) <= {"tabpfn"}
    assert all(candidate.name == name for name, candidate in candidates().items())


def test_one_by_name():
    assert get("ridge") is candidates()["ridge"]
    with pytest.raises(InputError, match=r"no candidate 'chebitree'\. Did you mean 'chebytree'"):
        get("chebitree")
    with pytest.raises(InputError, match=r"no candidate 'q'\. There are ridge, dt, rf, "):
        get("q")


def test_the_caller_may_change_the_dict():
    candidates().clear()
    assert "ridge" in candidates()


def test_signatures_are_the_same_in_another_process(elsewhere):
    signatures = elsewhere[0]
    for name in OURS:
        if name in candidates():
            assert signatures[name] == candidates()[name].signature


def test_slow_packages_are_imported_only_when_needed(elsewhere):
    assert elsewhere[1] == []


def test_another_package_adds_a_candidate(elsewhere):
    signatures, _, reasons, prediction = elsewhere
    assert "toy_candidates.build" in signatures["knn"]
    assert prediction == [5, 6, 7]
    assert "knn" not in reasons


def test_a_broken_entry_point_says_what_is_wrong_and_does_not_stop_the_others(elsewhere):
    signatures, _, reasons, _ = elsewhere
    beginning = "The candidate '{}' of toy-candidates cannot be used: "
    expected = {
        "function": "toy_candidates:build is not a Candidate of this name.",
        "misnamed": "toy_candidates:CANDIDATE is not a Candidate of this name.",
        "absent": "loading toy_candidates_of_yesterday:CANDIDATE failed (ModuleNotFoundError: "
        "No module named 'toy_candidates_of_yesterday').",
        "raising": "loading toy_raises:CANDIDATE failed (ValueError: no licence).",
    }
    for name, problem in expected.items():
        assert reasons[name] == beginning.format(name) + problem
    assert reasons["toy-candidates.ridge"] == (
        beginning.format("ridge") + "its name is taken: give it another one."
    )
    assert "smoothtab" in signatures["ridge"]
