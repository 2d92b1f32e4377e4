from threading import Event, Thread

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from smoothtab._threads import one_thread


def threads():
    return [library["num_threads"] for library in threadpool_info()]


@pytest.fixture
def two_threads():
    with threadpool_limits(2):
        if set(threads()) != {2}:
            pytest.skip("the libraries loaded do not take two threads here")
        yield


def test_one_thread_inside_and_as_before_outside(two_threads):
    with one_thread():
        assert set(threads()) == {1}
    assert set(threads()) == {2}


def test_nested_contexts_end_with_the_outermost(two_threads):
    with one_thread():
        with one_thread():
            assert set(threads()) == {1}
        assert set(threads()) == {1}
    assert set(threads()) == {2}


def test_an_error_inside_restores_the_threads(two_threads):
    with pytest.raises(ZeroDivisionError), one_thread():
        _ = 1 / 0
    assert set(threads()) == {2}


def test_contexts_of_two_threads_that_overlap_leave_nothing_behind():
    before = threads()
    if set(before) == {1}:
        pytest.skip("the libraries loaded have one thread here")
    second_is_in, first_is_out = Event(), Event()

    def first():
        with one_thread():
            second.start()
            second_is_in.wait()
        first_is_out.set()

    def later():
        with one_thread():
            second_is_in.set()
            first_is_out.wait()

    second = Thread(target=later)
    outer = Thread(target=first)
    outer.start()
    outer.join()
    second.join()
    assert threads() == before
