import signal
import subprocess
import sys

import psutil
import pytest

from smoothtab.bench import _orphans

# A child that would be busy for ever, and a parent that starts it and tells its number.
CHILD = """
import runpy, sys
runpy.run_path(sys.argv[2])["end_with"](int(sys.argv[1]))
print(flush=True)
while True:
    pass
"""
PARENT = """
import os, subprocess, sys, time
command = [sys.executable, "-c", sys.argv[1], str(os.getpid()), sys.argv[2]]
child = subprocess.Popen(command, stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
time.sleep(60)
"""


def test_a_process_ends_soon_after_its_parent_was_killed():
    command = [sys.executable, "-c", PARENT, CHILD, _orphans.__file__]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        child = psutil.Process(int(parent.stdout.readline()))
        try:
            with pytest.raises(psutil.TimeoutExpired):
                child.wait(1.5)  # while its parent lives, it does
            parent.send_signal(signal.SIGKILL)
            psutil.wait_procs([child], timeout=10)
            assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
        finally:
            psutil.wait_procs([child], timeout=0)
            if child.is_running():
                child.kill()


def test_a_process_whose_parent_is_gone_already_ends_at_once():
    with subprocess.Popen(["true"]) as gone:
        pass
    command = [sys.executable, "-c", CHILD, str(gone.pid), _orphans.__file__]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, timeout=30)
    assert done.returncode == 1
