"""smoothtab compare as a user runs it: how long it takes, and how much memory.

All candidates that need no GPU, on Friedman's first function with noise, with one process for each
core.
"""

import argparse
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import numpy as np
import psutil
from sklearn.datasets import make_friedman1

from perf.markdown import table, verdict

# budget, rows, columns, most seconds on two cores
RUNS = {
    "quick": ("quick", 2000, 10, 60),
    "standard": ("standard", 2000, 10, 300),
    "long": ("quick", 300_000, 10, 300),
}


def write_table(path, n, d):
    X, y = make_friedman1(n, d, noise=1.0, random_state=0)
    header = ",".join([*(f"x{i}" for i in range(d)), "y"])
    np.savetxt(path, np.column_stack([X, y]), delimiter=",", header=header, comments="")


def run(path, budget):
    """Seconds of the clock and of the processors, and megabytes of all processes at once."""
    command = [sys.executable, "-c", "from smoothtab.cli import main; main()", "compare", path]
    command += ["--target", "y", "--budget", budget, "--out", path.with_name("out")]
    before, start = _seconds_of_children(), perf_counter()
    process, peak = psutil.Popen([*map(str, command)], stdout=sys.stderr), 0
    while process.poll() is None:
        peak = max(peak, _memory(process))
        sleep(0.1)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return perf_counter() - start, _seconds_of_children() - before, peak / 2**20


def _seconds_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _memory(process):
    total = 0
    try:
        for one in [process, *process.children(recursive=True)]:
            total += one.memory_info().rss
    except psutil.Error:  # it has just ended
        pass
    return total


def main(names):
    rows = []
    for name in names:
        budget, n, d, most = RUNS[name]
        with TemporaryDirectory() as folder:
            path = Path(folder, "friedman.csv")
            write_table(path, n, d)
            seconds, used, megabytes = run(path, budget)
        measured = [f"{seconds:.0f} s", f"{used:.0f} s", f"{megabytes:.0f} MB"]
        rows.append([budget, f"{n:,} x {d}", *measured, f"≤ {most} s", verdict(seconds <= most)])
    print(f"## smoothtab compare, on {psutil.cpu_count()} cores\n")
    head = [
        "budget",
        "table",
        "time",
        "of processors",
        "memory, all processes",
        "wanted",
        "verdict",
    ]
    print(table(head, rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", nargs="+", choices=RUNS, default=list(RUNS))
    main(parser.parse_args().runs)
