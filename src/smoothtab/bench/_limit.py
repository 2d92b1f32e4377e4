"""A task that is ended when its time is up."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from smoothtab.bench._orphans import end_with
from smoothtab.bench._run import Row, row_of, run
from smoothtab.bench._task import Task

_KILLED = 9  # the signal by which a user, or a system out of memory, ends a process
_MOST_TRIES = 3


def run_within(task: Task, folder: Path | None, seconds: float | None) -> Row:
    """As `run`, in a process of its own: nothing else can stop a fit that is under way.

    That process takes a few seconds to start. They do not count. Where somebody kills it, the task
    is run again.
    """
    for _ in range(_MOST_TRIES):
        outcome = _ask(task, folder, seconds)
        if outcome != -_KILLED:
            break
    if isinstance(outcome, int):
        reason = f"Its process ended by itself, with code {outcome}."
        return row_of(task, status="failed", reason=reason)
    return outcome


def _ask(task: Task, folder: Path | None, seconds: float | None) -> Row | int:
    """The row, or else the exit code of the process."""
    with subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import _answer; _answer({os.getpid()})"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for its parent, which ends it
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        try:
            child.stdout.readline()  # it is ready
            out, _ = child.communicate(pickle.dumps((task, folder)), timeout=seconds)
        except subprocess.TimeoutExpired:
            reason = f"It did not end within {seconds:g} s."
            return row_of(task, status="timeout", reason=reason, total_time=seconds)
        finally:
            child.kill()
    if child.returncode != 0 or not out:
        return child.returncode
    row: Row = pickle.loads(out)
    return row


def _answer(parent: int) -> None:
    """What that process does."""
    end_with(parent)
    # Whatever a model prints, be it from below Python, is not the answer.
    # Where the parent was killed, nobody is there to ask or to answer.
    with suppress(BrokenPipeError, EOFError), os.fdopen(os.dup(1), "wb") as answer:
        os.dup2(2, 1)
        answer.write(b"ready\n")
        answer.flush()
        pickle.dump(run(*pickle.load(sys.stdin.buffer)), answer)
