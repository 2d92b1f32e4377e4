import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from smoothtab.cli import _console, _progress
from smoothtab.cli._progress import TimeLeft, told, watched

MODELS = st.sampled_from(["ridge", "xgb", "erbf"])
SECONDS = st.none() | st.floats(0, 1e5)


def row(model, seconds=1.0, **more):
    cell = {"dataset": "pol", "model": model, "fold": 3, "status": "ok", "test_r2": 0.5}
    return {**cell, "total_time": seconds, **more}


# How long it takes


@given(st.lists(st.tuples(MODELS, SECONDS), min_size=1), st.integers(1, 8))
def test_time_left_is_never_negative_and_none_at_the_end(tasks, n_at_once):
    left = TimeLeft([model for model, _ in tasks], n_at_once)
    assert left.seconds is None
    assert str(left) == ""
    for model, seconds in tasks:
        left.add(row(model, seconds))
        assert left.seconds >= 0
        assert "-" not in str(left)
    assert left.seconds == 0
    assert str(left) == "0:00:00 left"


@given(st.lists(MODELS, min_size=2), st.floats(0.1, 1e4), st.integers(1, 8), st.data())
def test_time_left_is_exact_where_all_tasks_take_the_same(models, seconds, n_at_once, data):
    left = TimeLeft(models, n_at_once)
    n_done = data.draw(st.integers(1, len(models) - 1))
    for model in models[:n_done]:
        left.add(row(model, seconds))
    expected = (len(models) - n_done) * seconds / n_at_once
    assert left.seconds == pytest.approx(expected)


def test_each_model_goes_by_its_own_time():
    left = TimeLeft(["fast"] * 10 + ["slow"] * 10, 1)
    left.add(row("fast", 1.0))
    assert left.seconds == 19  # as far as is known
    left.add(row("slow", 100.0))
    assert left.seconds == 9 * 1 + 9 * 100


def test_a_task_without_a_time_is_no_reason_to_stop():
    left = TimeLeft(["ridge"] * 2, 1)
    crashed = row("ridge")
    del crashed["total_time"]
    left.add(crashed)
    assert left.seconds == 0


# What is said


def test_a_result_is_one_line():
    assert told(row("ridge", 2.04)) == "pol, ridge, fold 3: R2 0.500, 2.0 s"
    failed = row("ridge", status="failed", reason="ValueError: no.")
    assert told(failed) == "pol, ridge, fold 3: failed. ValueError: no."


def test_where_nobody_is_watching_each_result_is_a_line(capsys):
    with watched(["ridge", "xgb", "xgb"], 1, False) as show:
        for model in ("ridge", "xgb", "xgb"):
            show(row(model, 30.0))
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "1/3 pol, ridge, fold 3: R2 0.500, 30.0 s; 0:01:00 left",
        "2/3 pol, xgb, fold 3: R2 0.500, 30.0 s; 0:00:30 left",
        "3/3 pol, xgb, fold 3: R2 0.500, 30.0 s; 0:00:00 left",
    ]


def test_quiet_says_nothing(capsys):
    with watched(["ridge"], 1, True) as show:
        show(row("ridge", status="failed", reason="no."))
    assert capsys.readouterr() == ("", "")


@pytest.fixture
def terminal(monkeypatch):
    """What a terminal of a hundred columns is told."""
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=100, color_system=None)
    for module in (_console, _progress):
        monkeypatch.setattr(module, "console", console)
    return written


def test_a_terminal_shows_a_bar_for_each_model_and_one_for_all(terminal):
    with watched(["ridge", "xgb", "xgb"], 1, False) as show:
        show(row("ridge", 30.0))
        show(row("xgb", 30.0, status="failed", reason="no [bold]reason[/bold] at all."))
    shown = terminal.getvalue()
    assert "pol, xgb, fold 3: failed. no [bold]reason[/bold] at all." in shown
    bars = dict(re.findall(r"(ridge|xgb|all) +━+ +(\d/\d .*?) +\d", shown))
    assert bars == {"ridge": "1/1 pol", "xgb": "1/2 pol", "all": "2/3 0:00:30 left"}


def test_bars_go_away_even_if_it_was_stopped(terminal):
    with pytest.raises(KeyboardInterrupt), watched(["ridge"], 1, False):
        raise KeyboardInterrupt
    assert terminal.getvalue().endswith("\x1b[2K")  # the last line is cleared
    assert "\x1b[?25h" in terminal.getvalue()  # and the cursor is back
