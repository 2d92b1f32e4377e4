"""The command line as a user starts it: a process of its own."""

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
