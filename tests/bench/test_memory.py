import threading

import numpy as np
import pytest

from smoothtab.bench._memory import PeakMemory


def test_memory_that_was_given_back_is_seen():
    with PeakMemory() as memory:
        np.ones(100 * 2**17).sum()  # 100 megabytes for some ten milliseconds
    assert 90 < memory.megabytes < 150


def test_what_was_there_before_does_not_count():
    before = np.ones(100 * 2**17)
    with PeakMemory() as memory:
        before.sum()
    assert memory.megabytes < 20


def test_watching_ends_with_the_work_even_if_it_fails():
    before = threading.active_count()
    with pytest.raises(RuntimeError), PeakMemory():
        assert threading.active_count() == before + 1
        raise RuntimeError
    assert threading.active_count() == before
