import threading
import time

import pytest

from smoothtab.datasets._time_limit import within


def test_the_result_or_the_error_of_the_call_comes_back():
    assert within(10, lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        within(10, lambda: 1 / 0)


def test_a_call_that_hangs_is_left_behind():
    end = threading.Event()
    begin = time.perf_counter()
    with pytest.raises(TimeoutError):
        within(0.05, end.wait)
    assert time.perf_counter() - begin < 5
    end.set()
