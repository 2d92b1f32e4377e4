import gc
import os
import socket
import time
from functools import partial

import pandas as pd
import psutil
import pytest
from distributed import LocalCluster

from smoothtab._errors import InputError
from smoothtab.bench import run_benchmark
from smoothtab.bench._engines import in_processes, in_this_process, on_cluster
from smoothtab.bench._run import run

POWERS = {2**n for n in range(20)}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A real cluster of two worker processes."""
    extra = os.path.join(os.path.dirname(__file__), "extra")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(extra)
        patch.setenv("EXTRA_FILE", str(died := tmp_path_factory.mktemp("mortal") / "died"))
        patch.setenv("OMP_NUM_THREADS", "1")
        with LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster:
            cluster.died = died
            yield cluster


def processes_gone(processes, seconds=10):
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]


def test_every_item_has_its_outcome():
    assert set(in_this_process(partial(pow, 2), range(20))) == POWERS
    assert list(in_processes(2)(partial(pow, 2), [])) == []


def test_scores_are_the_same_to_the_last_bit_wherever_tasks_run(cluster, tables, quick, tmp_path):
    what = ["plain"], ["ridge", "dt", "mean"]
    results = [
        run_benchmark(*what, tmp_path / str(n), budget=quick, folder=tables, **where)
        for n, where in enumerate([{}, {"n_jobs": 2}, {"scheduler": cluster.scheduler_address}])
    ]
    times = ["tune_time", "train_time", "predict_time", "total_time", "peak_memory", "finished"]
    here, processes, workers = (frame.drop(columns=times) for frame in results)
    assert len(here) == 9
    assert (here["status"] == "ok").all()
    pd.testing.assert_frame_equal(processes, here, check_exact=True)
    pd.testing.assert_frame_equal(workers, here, check_exact=True)


def test_a_task_whose_worker_was_killed_is_run_again_by_a_cluster(cluster, extra, tables, task_of):
    tasks = [task_of("mortal"), task_of("mean")]
    rows = list(on_cluster(cluster.scheduler_address)(partial(run, folder=tables), tasks))
    assert {row["model"]: row["status"] for row in rows} == {"mean": "ok", "mortal": "ok"}
    assert cluster.died.exists()


@pytest.mark.slow
def test_processes_end_at_once_when_nobody_wants_more():
    before = set(psutil.Process().children())
    outcomes = in_processes(2)(time.sleep, [0, 60, 60, 60])
    next(outcomes)
    started = set(psutil.Process().children(recursive=True)) - before
    workers = [process for process in started if "LokyProcess" in " ".join(process.cmdline())]
    assert len(workers) == 2
    outcomes.close()
    assert processes_gone(workers)


def test_what_is_not_done_in_time_is_left_undone():
    start = time.monotonic()
    with pytest.raises(TimeoutError):
        list(in_processes(2, 0.5)(time.sleep, [60, 60, 60]))
    assert time.monotonic() - start < 20


@pytest.mark.slow  # Dask tries for ten seconds
def test_a_scheduler_that_does_not_answer_is_one_sentence():
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = "tcp://{}:{}".format(*nobody.getsockname())
        with pytest.raises(InputError, match=f"^No Dask scheduler answers at {address}: "):
            list(on_cluster(address)(abs, [1]))


@pytest.mark.parametrize("address", ["nonsense", "ftp://127.0.0.1:1", "tcp://127.0.0.1:port"])
def test_an_address_that_is_none_is_one_sentence(address):
    gc.collect()  # Dask hangs where a client that failed goes while another one starts
    with pytest.raises(InputError, match=f"^No Dask scheduler answers at {address}: "):
        list(on_cluster(address)(abs, [1]))


@pytest.mark.slow
def test_a_cluster_started_here_ends_with_the_run():
    before = set(psutil.Process().children())
    outcomes = on_cluster(n_workers=2)(partial(pow, 2), range(20))
    first = next(outcomes)
    started = set(psutil.Process().children()) - before
    workers = [process for process in started if "spawn_main" in " ".join(process.cmdline())]
    assert len(workers) == 2
    assert {first, *outcomes} == POWERS
    assert processes_gone(workers)
