"""Peak memory of one fit beyond its input, in a process of its own."""

import resource
import subprocess
import sys


def megabytes_of(task):
    """Run in the child: largest resident size during the task less the size just before it."""
    import psutil

    before = psutil.Process().memory_info().rss
    task()
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return max(peak - before, 0) / 2**20


def in_a_child(module, *arguments):
    """What `python -m module --child ...` prints, as a number, or None if it did not survive."""
    command = [sys.executable, "-m", module, "--child", *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    return float(done.stdout) if done.returncode == 0 else None
