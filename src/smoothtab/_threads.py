"""One thread for numeric work that goes in small blocks.

Products of a few hundred rows by a few dozen columns finish before a second thread has woken up;
with the threads that BLAS and OpenMP start by default they take several times as long.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    """Libraries that are loaded; looking for them takes longer than a small fit."""
    return ThreadpoolController()


def one_thread() -> AbstractContextManager[Any]:
    """Context in which BLAS and OpenMP use a single thread."""
    limited: AbstractContextManager[Any] = _controller().limit(limits=1)
    return limited
