"""The command line as a user starts it: a process of its own."""

import os
import signal
import subprocess
import sys

import pandas as pd
import pytest

from smoothtab.cli import main


@pytest.fixture
def study(monkeypatch, capsys):
    """One command, in this process: what it printed and its exit code."""

    def study(*arguments):
        monkeypatch.setattr(sys, "argv", ["smoothtab", "study", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        printed = capsys.readouterr()
        return end.value.code, printed.out, printed.err

    return study


def test_a_study_prints_its_findings_and_leaves_table_and_figure(tmp_path):
    code = "from smoothtab.cli import main; main()"
    arguments = ["conditioning", "--quick", "--datasets", "friedman1", "diabetes", "--jobs", "1"]
    done = subprocess.run(
        [sys.executable, "-c", code, "study", *arguments, "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("1/4 friedman1, main effects, fold 0: ")
    assert lines[-3].startswith("Main effects: Chebyshev polynomials are better conditioned than")
    assert lines[-1] == f"Measurements, table and figure are in {tmp_path}."
    assert len(pd.read_csv(tmp_path / "conditioning-table.csv")) == 2
    assert (tmp_path / "conditioning.pdf").stat().st_size > 1000


def test_ended_from_the_keyboard_it_says_how_to_go_on(tmp_path):
    heed = "import signal as s; s.signal(s.SIGINT, s.default_int_handler)"
    code = f"{heed}; from smoothtab.cli import main; main()"
    arguments = ["convergence", "--datasets", "concrete_strength", "diabetes", "--jobs", "1"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, "study", *arguments, "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    first = process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    out, _ = process.communicate(timeout=60)
    assert first.startswith("1/50 concrete_strength, erbf, fold 0: ")
    assert process.returncode == 130
    assert out.splitlines()[-1] == "Stopped. The same command goes on from there."
    assert list((tmp_path / "cells").glob("*--*.json"))


def test_a_table_that_cannot_be_had_is_one_line(study, tmp_path):
    arguments = ("--datasets", "no_such", "friedman1", "--quiet", "--jobs", 1, "--out", tmp_path)
    code, out, err = study("conditioning", *arguments)
    assert (code, err) == (0, "")
    (line,) = out.splitlines()
    assert line.startswith("no_such is left out: There is no table 'no_such'")


def test_what_is_wrong_is_one_sentence_and_exit_code_2(study, tmp_path):
    code, _, err = study("convergence", "--models", "ridge", "--out", tmp_path)
    assert code == 2
    assert err == "Error: The study convergence measures erbf, not 'ridge'.\n"


def test_help_says_what_a_study_does_and_how_to_start_it(study):
    code, out, _ = study("stability", "--help")
    assert code == 0
    assert "bootstrap" in out
    assert "smoothtab study stability --quick --out stability" in " ".join(out.split())
