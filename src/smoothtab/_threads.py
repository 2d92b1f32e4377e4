"""One thread for numeric work that goes in small blocks.

Products of a few hundred rows by a few dozen columns finish before a second thread has woken up;
with the threads that BLAS and OpenMP start by default they take several times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock, local

from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    """Libraries that are loaded; looking for them takes longer than a small fit."""
    return ThreadpoolController()


# BLAS keeps one limit for the process, OpenMP one for each thread. So the outermost context of each
# thread sets both and lifts both, back to what held before the first of all contexts opened: what
# it finds itself may be another thread's limit of 1.
_lock = Lock()
_n_threads_inside = 0
_usual: dict[str, int] = {}
_this_thread = local()


@contextmanager
def one_thread() -> Iterator[None]:
    """Context in which BLAS and OpenMP use a single thread."""
    depth = getattr(_this_thread, "depth", 0)
    if depth == 0:
        _enter()
    _this_thread.depth = depth + 1
    try:
        yield
    finally:
        _this_thread.depth = depth
        if depth == 0:
            _leave()


def _enter() -> None:
    global _n_threads_inside, _usual
    with _lock:
        if _n_threads_inside == 0:
            _usual = {library["prefix"]: library["num_threads"] for library in _controller().info()}
        _n_threads_inside += 1
        _controller().limit(limits=1)


def _leave() -> None:
    global _n_threads_inside
    with _lock:
        _n_threads_inside -= 1
        _controller().limit(limits=_usual)
