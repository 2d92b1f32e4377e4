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


def in_a_thread(task):
    thread = Thread(target=task)
    thread.start()
    thread.join()


def test_contexts_of_two_threads_that_overlap_leave_nothing_behind():
    # Set in a thread that ends: while it lives, the thread that sets a limit keeps the others out.
    in_a_thread(lambda: threadpool_limits(2))
    before = threads()
    second_is_in, first_is_out = Event(), Event()

    def second():
        with one_thread():
            second_is_in.set()
            first_is_out.wait()

    later = Thread(target=second)

    def first():
        with one_thread():
            later.start()
            second_is_in.wait()
        first_is_out.set()

    in_a_thread(first)
    later.join()
    assert threads() == before


def test_the_thread_that_came_first_gets_its_threads_back(two_threads):
    first_is_out, second_is_in = Event(), Event()

    def second():
        with one_thread():
            second_is_in.set()
            first_is_out.wait()

    later = Thread(target=second)
    with one_thread():
        later.start()
        second_is_in.wait()
    first_is_out.set()
    later.join()
    assert set(threads()) == {2}
