import os
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from smoothtab.cli import main
from smoothtab.datasets import load, read_table

SHARED = Path(__file__).parents[3] / "shared" / "data"
NOWHERE = "http://127.0.0.1:9"  # no proxy listens there, so that no source can be reached


@pytest.fixture
def datasets(monkeypatch, capsys):
    """One command, in this process: what it printed and its exit code."""

    def datasets(*arguments, folder):
        for variable in ("https_proxy", "http_proxy"):
            monkeypatch.setenv(variable, NOWHERE)
        monkeypatch.setenv("no_proxy", "")
        monkeypatch.setenv("SMOOTHTAB_DATA", str(folder))
        monkeypatch.setattr(sys, "argv", ["smoothtab", "datasets", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        printed = capsys.readouterr()
        return SimpleNamespace(code=end.value.code, stdout=printed.out, stderr=printed.err)

    return datasets


@pytest.fixture
def here(datasets, tmp_path):
    """A folder with two tables that need no network."""
    datasets("fetch", "synthetic_step", "diabetes", folder=tmp_path)
    return tmp_path


def test_what_can_be_had_is_fetched_and_the_rest_is_one_line_each(datasets, tmp_path):
    names = ("synthetic_step", "pmlb_503_wind", "diabetes")
    done = datasets("fetch", *names, folder=tmp_path)
    step, wind, diabetes, summary = done.stdout.splitlines()
    assert step == "synthetic_step: fetched from generated, values as published"
    assert wind.startswith("pmlb_503_wind could not be had from PMLB (")
    assert diabetes == "diabetes: fetched from scikit-learn, values as published"
    assert summary == f"2 of 3 tables are in {tmp_path}."
    assert (done.code, done.stderr) == (1, "")


def test_an_unknown_name_stops_before_anything_is_fetched(datasets, tmp_path):
    done = datasets("fetch", "diabetes", "no_such", folder=tmp_path)
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr == "Error: There is no table 'no_such'.\n"
    assert not any(tmp_path.iterdir())


def test_what_is_here_is_not_fetched_again(datasets, here):
    before = {path: path.stat().st_mtime_ns for path in here.iterdir()}
    done = datasets("fetch", "diabetes", folder=here)
    assert (done.code, done.stdout) == (0, f"1 of 1 tables are in {here}.\n")
    assert {path: path.stat().st_mtime_ns for path in here.iterdir()} == before


def test_list_marks_what_is_here(datasets, here):
    done = datasets("list", folder=here)
    assert done.code == 0
    lines = done.stdout.splitlines()
    marked = [line.split()[1] for line in lines[:-1] if line.startswith("+")]
    assert marked == ["diabetes", "synthetic_step"]
    assert lines[-1] == f"+  in {here}: 2 of 55"
    assert max(len(line) for line in lines[:-1]) <= 80


def test_show_tells_of_a_table_that_is_here_and_of_one_that_is_not(datasets, here):
    shown = datasets("show", "synthetic_step", folder=here).stdout
    assert "domain    S4, economics and pricing" in shown
    assert "content   values as published" in shown
    assert len(shown.partition("\n\n")[2].splitlines()) == 9
    other = datasets("show", "sulfur", folder=here).stdout
    assert f"folder    not in {here}; smoothtab datasets fetch sulfur" in other
    assert "checksum  none" in other


def test_a_damaged_table_is_found_and_left_as_it_is(datasets, here):
    assert datasets("verify", folder=here).code == 0
    damaged = here / "diabetes.parquet"
    content = bytearray(damaged.read_bytes())
    content[len(content) // 2] ^= 255
    damaged.write_bytes(content)
    for command in ("verify", "fetch"):
        done = datasets(command, *["diabetes"] * (command == "fetch"), folder=here)
        assert done.code == 1
        assert done.stdout.startswith(f"{damaged} is damaged or was altered: ")
    assert damaged.read_bytes() == content


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_an_exported_table_is_read_again_as_it_was(datasets, here, ending):
    file = here / f"mine.{ending}"
    assert datasets("export", "diabetes", str(file), folder=here).code == 0
    mine, published = read_table(file, "target"), load("diabetes", folder=here)
    assert mine.checksum == published.checksum


@pytest.mark.parametrize("file", ["mine.xlsx", "nowhere/mine.csv"])
def test_what_cannot_be_written_is_one_sentence(datasets, here, file):
    done = datasets("export", "diabetes", str(here / file), folder=here)
    assert done.code == 2
    assert done.stderr.count("\n") == 1 and file in done.stderr


def test_verify_of_nothing_is_an_error(datasets, tmp_path):
    done = datasets("verify", folder=tmp_path)
    assert done.code == 2
    assert done.stderr.startswith(f"Error: There is no table in {tmp_path}.")


def test_sources_that_hang_do_not_keep_the_command_from_ending(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nobody = f"http://127.0.0.1:{silent.getsockname()[1]}"
        names = ("pmlb_503_wind", "sulfur", "power_plant")
        code = "from smoothtab.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", code, "datasets", "fetch", *names, "--time-limit", "0.5"],
            env={**os.environ, "SMOOTHTAB_DATA": str(tmp_path), "https_proxy": nobody},
            capture_output=True,
            text=True,
            timeout=60,
        )
    *lines, _ = done.stdout.splitlines()
    assert [line.partition(" could")[0] for line in lines] == [*names]
    assert all(line.endswith("(no answer within 0.5 seconds).") for line in lines)
    assert (done.returncode, done.stderr) == (1, "")


def test_all_tables_of_the_benchmark_are_good():
    if not (SHARED / "pol.parquet").exists():
        pytest.skip("the benchmark's tables are not beside this checkout (../shared/data)")
    code = "from smoothtab.cli import main; main()"
    command = [sys.executable, "-c", code, "datasets", "verify", "--folder", str(SHARED)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout.startswith(f"44 of 44 tables in {SHARED} are good.\n11 are not there")
    assert (done.returncode, done.stderr) == (0, "")
