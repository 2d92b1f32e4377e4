"""Peak memory of a piece of work."""

from __future__ import annotations

from threading import Event, Thread
from types import TracebackType

import psutil

_SECONDS = 0.01
_MEGABYTE = 2**20


class PeakMemory:
    """Context that watches this process; `megabytes` says how far it grew."""

    def __enter__(self) -> PeakMemory:
        """Start to watch."""
        self._process, self._ended = psutil.Process(), Event()
        self._start = self._peak = self._now()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop."""
        self._ended.set()
        self._thread.join()

    @property
    def megabytes(self) -> float:
        """Largest resident size seen since the start, beyond that at the start."""
        self._look()
        return (self._peak - self._start) / _MEGABYTE

    def _watch(self) -> None:
        while not self._ended.wait(_SECONDS):
            self._look()

    def _look(self) -> None:
        self._peak = max(self._peak, self._now())

    def _now(self) -> int:
        return int(self._process.memory_info().rss)
