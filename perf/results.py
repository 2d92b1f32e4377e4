"""Run every measurement and write what it prints to RESULTS.md."""

import subprocess
import sys
from datetime import date
from pathlib import Path

from perf import machine

RESULTS = Path(__file__).with_name("RESULTS.md")
SCRIPTS = (
    "erbf_speed",
    "erbf_memory",
    "erbf_search",
    "chebyshev_speed",
    "chebyshev_memory",
    "chebyshev_search",
    "accuracy",
    "preprocessing",
    "bench",
    "compare",
)


def section(script):
    """What a script prints, or that it stopped; its progress and errors go to the terminal."""
    done = subprocess.run(
        [sys.executable, "-m", f"perf.{script}"], stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        return f"## Not measured: {script}\n\n`python -m perf.{script}` stopped; it says why.\n"
    return f"{done.stdout}\nCommand: `python -m perf.{script}`\n"


def head():
    return (
        "# Results\n\n"
        f"Written by `make perf` on {date.today()}; do not edit.\n\n"
        f"- {machine.processor()}\n- {machine.versions()}\n- BLAS: {machine.kernels()}\n"
    )


if __name__ == "__main__":
    parts = [head(), *(section(script) for script in SCRIPTS)]
    RESULTS.write_text("\n".join(parts), encoding="utf-8")
    sys.exit(any("Not measured" in part for part in parts))
