"""How many rows a kernel works on at a time."""

from __future__ import annotations

from collections.abc import Iterator

from sklearn import get_config

# Blocks of about this many bytes stay in a core's second-level cache.
_CACHE_BYTES = 2**21


def working_memory_bytes() -> float:
    """Return the memory that scikit-learn's configuration allows for temporary arrays."""
    return float(get_config()["working_memory"]) * 2**20


def row_blocks(n_rows: int, n_columns: int, least: int = 64) -> Iterator[slice]:
    """Slices that cut rows of `n_columns` doubles into blocks that fit the cache.

    However long a row is, a block has `least` rows: shorter ones would not pay for themselves.
    """
    rows = int(min(_CACHE_BYTES, working_memory_bytes()) // (8 * max(n_columns, 1)))
    step = max(rows, least)
    return (slice(begin, min(begin + step, n_rows)) for begin in range(0, n_rows, step))
