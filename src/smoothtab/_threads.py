"""One thread for numeric work that goes in small blocks.

Products of a few hundred rows by a few dozen columns finish before a second thread has woken up;
with the threads that BLAS and OpenMP start by default they take several times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    """Libraries that are loaded; looking for them takes longer than a small fit."""
    return ThreadpoolController()


# The limit holds for the whole process. The first context to open sets it and the last one to
# close lifts it, so that fits in several threads do not lift it for each other.
_lock = Lock()
_open_contexts = 0
_limiter: Any = None


@contextmanager
def one_thread() -> Iterator[None]:
    """Context in which BLAS and OpenMP use a single thread."""
    global _open_contexts, _limiter
    with _lock:
        if _open_contexts == 0:
            _limiter = _controller().limit(limits=1)
        _open_contexts += 1
    try:
        yield
    finally:
        with _lock:
            _open_contexts -= 1
            if _open_contexts == 0:
                _limiter.restore_original_limits()
