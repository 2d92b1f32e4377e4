"""Calls that may hang."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, call: Callable[[], Result]) -> Result:
    """What `call` returns; TimeoutError where that takes longer.

    The call then goes on in its thread, which does not keep the program from ending. Most of the
    libraries that fetch tables have no time limit of their own.
    """
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(call())
        except BaseException as error:
            outcome.set_exception(error)

    Thread(target=run, daemon=True).start()
    return outcome.result(timeout=seconds)
