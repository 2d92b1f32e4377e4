"""What a result was computed on and with."""

from __future__ import annotations

import os
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from threadpoolctl import threadpool_info

_PACKAGES = (
    *("smoothtab", "numpy", "scipy", "scikit-learn", "pandas", "optuna", "joblib"),
    *("xgboost-cpu", "interpret-core", "distributed", "tabpfn", "torch"),
)


@cache
def versions() -> dict[str, str]:
    """Of Python and of the packages that a result can depend on."""
    found = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


@cache
def machine() -> dict[str, str | int]:
    """Processor, number of cores and operating system."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "platform": platform.platform(),
    }


def most_threads() -> int:
    """Of the numeric libraries that are loaded, the largest number of threads that one may use."""
    return max((library["num_threads"] for library in threadpool_info()), default=1)


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
