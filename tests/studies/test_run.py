from contextlib import contextmanager

import pandas as pd
import pytest

from smoothtab._errors import InputError
from smoothtab.studies import NAMES, run_study

# One that measures cells of its own, and one that runs the bench.
SMALL = {
    "conditioning": {"datasets": ["friedman1"]},
    "configurations": {"datasets": ["diabetes"], "models": ["ridge", "dt"]},
}


@contextmanager
def killed_after(n):
    """To be watched by: the run is ended as soon as so many rows are stored."""
    seen = []

    def show(row):
        seen.append(row)
        if len(seen) == n:
            raise KeyboardInterrupt

    yield show


@pytest.mark.parametrize("name", SMALL)
def test_killed_in_between_it_goes_on_and_ends_with_the_same_table(name, tmp_path):
    arguments = {"quick": True, **SMALL[name]}
    whole = run_study(name, tmp_path / "whole", **arguments)
    with pytest.raises(KeyboardInterrupt):
        run_study(name, tmp_path / "parts", watch=lambda *_: killed_after(1), **arguments)
    cells = tmp_path / "parts" / "cells"
    (first,) = (path for path in cells.glob("*--*.json"))
    stored = first.stat().st_mtime_ns
    parts = run_study(name, tmp_path / "parts", **arguments)
    pd.testing.assert_frame_equal(parts.table, whole.table)
    assert first.stat().st_mtime_ns == stored
    assert len(parts.rows) == len(whole.rows) > 1


def test_a_finished_study_measures_nothing_again(tmp_path):
    arguments = {"quick": True, **SMALL["conditioning"]}
    first = run_study("conditioning", tmp_path, **arguments)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    again = run_study("conditioning", tmp_path, mode="load", **arguments)
    pd.testing.assert_frame_equal(first.rows, again.rows)
    assert files == {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}


def test_a_table_that_cannot_be_had_is_told_and_the_rest_goes_on(tmp_path):
    outcome = run_study("conditioning", tmp_path, datasets=["no_such_table", "friedman1"])
    assert list(outcome.skipped) == ["no_such_table"]
    assert outcome.table["dataset"].tolist() == ["friedman1"]
    assert outcome.remarks[0].startswith("no_such_table is left out: There is no table")
    assert f"- {outcome.remarks[0]}\n" in (tmp_path / "conditioning-table.md").read_text()


def test_without_any_table_there_is_nothing_to_measure(tmp_path):
    with pytest.raises(InputError, match=r"nothing to measure: .* no table 'no_such_table'"):
        run_study("conditioning", tmp_path, datasets=["no_such_table"])


def test_quick_and_full_measurements_are_not_mixed(tmp_path):
    run_study("conditioning", tmp_path, quick=True, datasets=["friedman1"])
    with pytest.raises(InputError, match="holds results of another protocol"):
        run_study("conditioning", tmp_path, datasets=["friedman1"])


@pytest.mark.parametrize(
    ("name", "model", "sentence"),
    [
        ("convergence", "ridge", "The study convergence measures erbf, not 'ridge'"),
        ("stability", "rigde", "There is no candidate 'rigde'. Did you mean 'ridge'?"),
    ],
)
def test_a_model_that_cannot_be_measured_is_refused(name, model, sentence, tmp_path):
    with pytest.raises(InputError) as error:
        run_study(name, tmp_path, models=[model])
    assert sentence in str(error.value)


def test_a_name_counts_once_and_one_may_stand_alone(tmp_path):
    twice = {"datasets": "friedman1", "models": ["main effects", "main effects"]}
    outcome = run_study("conditioning", tmp_path, quick=True, **twice)
    assert len(outcome.rows) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"results": pd.DataFrame()}, "The study conditioning takes no results of the bench"),
        ({"mode": "lod"}, "There is no mode 'lod'.* Did you mean 'load'"),
        ({"mode": "load"}, "Nothing of conditioning is measured yet"),
    ],
)
def test_what_cannot_be_is_one_sentence(arguments, sentence, tmp_path):
    with pytest.raises(InputError, match=sentence):
        run_study("conditioning", tmp_path, quick=True, datasets=["friedman1"], **arguments)


def test_results_that_are_no_results_are_refused(tmp_path):
    with pytest.raises(InputError, match="no column 'fold'"):
        run_study("ordinal", tmp_path, results=pd.DataFrame({"dataset": ["pol"], "model": "dt"}))


def test_an_unknown_study_has_a_hint(tmp_path):
    with pytest.raises(InputError, match=r"no study 'convergense'\. Did you mean 'convergence'"):
        run_study("convergense", tmp_path)
    assert len(NAMES) == 8
