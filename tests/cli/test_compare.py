import json
import os
import signal
import subprocess
import sys
from time import monotonic, sleep
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from smoothtab import compare as compare_models
from smoothtab.cli import main
from smoothtab.datasets import read_table
from smoothtab.selection import PREFERENCES

RNG = np.random.default_rng(0)
N = 60
TABLE = pd.DataFrame(
    {
        "id": range(N),
        "area": RNG.uniform(40, 200, N).round(1),
        "zone": RNG.integers(1, 4, N),
        "heating": RNG.choice(["gas", "oil"], N),
        "price": RNG.normal(size=N),
    }
).assign(price=lambda t: t["area"] ** 1.5 + 100 * (t["zone"] == 2) + t["price"])
FAST = ("--models", "ridge", "chebypoly_cv", "--jobs", "1")
# Whoever started the tests may have made them deaf to Ctrl-C.
HEED = "import signal as s; s.signal(s.SIGINT, s.default_int_handler)"
COMMAND = [sys.executable, "-c", f"{HEED}; from smoothtab.cli import main; main()"]


@pytest.fixture
def smoothtab(monkeypatch, capsys, tmp_path):
    """One command in this process and an empty folder: what it printed and its exit code."""
    monkeypatch.chdir(tmp_path)
    TABLE.to_csv("houses.csv", index=False)

    def smoothtab(*arguments):
        monkeypatch.setattr(sys, "argv", ["smoothtab", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        printed = capsys.readouterr()
        return SimpleNamespace(code=end.value.code, out=printed.out, err=printed.err)

    return smoothtab


@pytest.fixture
def compare(smoothtab):
    """smoothtab compare with what a short test needs."""

    def compare(*arguments, data="houses.csv", target="price"):
        return smoothtab("compare", data, "--target", target, *FAST, *arguments)

    return compare


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    TABLE.to_csv(folder / "houses.csv", index=False)
    houses = read_table(folder / "houses.csv", "price", drop="id", categorical="zone")
    return compare_models(houses, models=["chebypoly_cv"], n_jobs=1).save(folder / "model")


def test_it_ends_with_where_model_and_report_are(compare, tmp_path):
    done = compare("--drop", "id")
    assert (done.code, done.err) == (0, "")
    first, *_, model, report = done.out.splitlines()
    assert first.replace("\N{NO-BREAK SPACE}", " ") == "60 rows, 3 columns to predict price from."
    assert (model.split()[1], report.split()[1]) == (
        "smoothtab-houses/model",
        "smoothtab-houses/report.html",
    )
    assert (tmp_path / "smoothtab-houses" / "report.html").exists()
    assert "take chebypoly_cv" in done.out


def test_json_is_one_document_and_nothing_else(compare):
    done = compare("--json", "--out", "out")
    assert (done.code, done.err) == (0, "")
    found = json.loads(done.out)
    assert found["best"] in {row["model"] for row in found["leaderboard"]}
    assert found["leaderboard"][0]["tied"] is True
    assert (found["model"], found["report"]) == ("out/model", "out/report.html")
    assert found["best"] in found["reasons"][-1]


def test_what_is_piped_is_plain_and_whole(compare, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    done = compare()
    assert "\x1b" not in done.out
    assert "…" not in done.out
    header = next(line for line in done.out.splitlines() if line.startswith("model "))
    assert header.split() == ["model", "R2", "±", "folds", "gap", "error", "fit", "predict", "1000"]


def test_a_second_run_goes_on_from_the_first(compare):
    compare()
    assert "fold 0" not in compare("--prefer", "speed").out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"data": "house.csv"}, "house.csv: there is no such file."),
        ({"data": "."}, ".: is a folder, not a file."),
        ({"target": "prices"}, "no column 'prices'. Did you mean 'price'?"),
        ({"target": "heating"}, "the target 'heating' must hold numbers, but row 1 has"),
    ],
)
def test_a_table_that_cannot_be_used_is_one_sentence(compare, options, message):
    done = compare(**options)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Error: ")
    assert message in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--models", "ebn"], "no candidate 'ebn'. Did you mean 'ebm'?"),
        (["--budget", "papers"], "Did you mean 'paper'?"),
        (["--prefer", "speedy"], f"only {', '.join(PREFERENCES)}. Did you mean 'speed'?"),
        (["--drop", "ids"], "no column 'ids'. Did you mean 'id'?"),
        (["--out", "houses.csv"], "Nothing can be written to houses.csv"),
        (["--jobs", "0"], "--jobs"),
        (["--time-limit", "soon"], "--time-limit"),
    ],
)
def test_an_option_that_cannot_be_used_is_said_with_exit_code_2(compare, arguments, message):
    done = compare(*arguments)
    assert done.code == 2
    assert message in " ".join(done.err.replace("│", " ").split())
    assert "Traceback" not in done.err


def test_dates_are_refused_with_what_to_do(compare):
    TABLE.assign(sold=pd.date_range("2026-01-01", periods=N)).to_csv("sold.csv", index=False)
    done = compare(data="sold.csv")
    assert done.code == 2
    assert "column 'sold' holds dates, such as '2026-01-01'" in done.err
    assert "(--drop sold)" in done.err
    assert compare("--drop", "sold", data="sold.csv").code == 0


def test_too_few_rows_are_one_sentence(compare):
    TABLE.head(5).to_csv("few.csv", index=False)
    done = compare(data="few.csv")
    assert (done.code, done.err) == (2, "Error: few has 5 rows: 3 folds need 12 at least.\n")


# predict


def test_predictions_are_csv_with_what_lies_outside(smoothtab, model):
    strange = TABLE.head(3).assign(area=[50.0, 1e4, 60.0], zone=[1, 2, "x"])
    strange[strange.columns[::-1]].to_csv("new.csv")
    done = smoothtab("predict", model, "new.csv")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "prediction,outside"
    assert [line.partition(",")[2] for line in lines[1:]] == ["", "area", "zone"]


def test_predictions_go_to_a_file_with_derivatives(smoothtab, model):
    done = smoothtab("predict", model, "houses.csv", "--gradients", "--out", "new/p.csv")
    assert done.code == 2
    assert done.err.startswith("Error: new/p.csv cannot be written (No such file or directory)")
    done = smoothtab("predict", model, "houses.csv", "--gradients", "--out", "p.csv")
    assert (done.code, done.err) == (0, "")
    assert done.out == "60 predictions, 0 of them outside the training rows: p.csv\n"
    assert list(pd.read_csv("p.csv")) == ["prediction", "outside", "d_area"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "new.csv: there is no such file."),
        ("", "new.csv: the file is empty."),
        ("area,zone,heating\n", "new.csv: there are no rows."),
        ("area,zone\n50,1\n", "There is no column 'heating'"),
        ("area,zone,heating\n50,1,gas\nbig,1,gas\n", "'area' must hold numbers, as in"),
    ],
)
def test_rows_that_cannot_be_predicted_are_one_sentence(
    smoothtab, model, tmp_path, content, message
):
    if content is not None:
        (tmp_path / "new.csv").write_text(content)
    done = smoothtab("predict", model, "new.csv")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Error: ")
    assert message in done.err


def test_a_folder_without_a_model_is_one_sentence(smoothtab):
    done = smoothtab("predict", ".", "houses.csv")
    assert done.code == 2
    assert done.err.startswith("Error: There is no model in .: smoothtab compare writes one")


@pytest.mark.parametrize("command", ["compare", "predict"])
def test_help_has_an_example(smoothtab, command):
    done = smoothtab(command, "--help")
    assert done.code == 0
    assert f"smoothtab {command} " in done.out.partition("Arguments")[0]


# Ended from outside


def leaderboard(out):
    """What a comparison that was started anew says, but for times."""
    done = subprocess.run(
        [*COMMAND, *LONG, "--out", out, "--json"], capture_output=True, text=True, check=True
    )
    rows = json.loads(done.stdout)["leaderboard"]
    return [
        {k: v for k, v in row.items() if "_ms_" not in k and "_seconds" not in k} for row in rows
    ]


LONG = ["compare", "long.csv", "--target", "y", "--models", "ridge", "erbf_cv", "--jobs", "2"]


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_ended_it_goes_on_and_leaves_no_process_behind(tmp_path, monkeypatch, end):
    monkeypatch.chdir(tmp_path)
    X = RNG.normal(size=(1500, 6))
    pd.DataFrame(X).add_prefix("x").assign(y=np.sin(X[:, 0]) + X[:, 1]).to_csv(
        "long.csv", index=False
    )
    child = subprocess.Popen(
        [*COMMAND, *LONG, "--out", "ended"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    child.stdout.readline()
    child.stdout.readline()  # one result is there
    os.killpg(child.pid, end) if end == signal.SIGINT else child.kill()
    _, err = child.communicate(timeout=30)
    if end == signal.SIGINT:
        assert (child.returncode, err) == (130, "Stopped. The same command goes on from there.\n")
    wait_for_the_end_of(child.pid)
    assert leaderboard("ended") == leaderboard("whole")


def wait_for_the_end_of(group):
    end = monotonic() + 20
    while monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        sleep(0.2)
    raise AssertionError("a process goes on")
