"""What the figures were measured on."""

import os
import platform
from importlib.metadata import version
from pathlib import Path

import scipy.linalg  # noqa: F401  so that its BLAS is loaded too
from threadpoolctl import threadpool_info

PACKAGES = ("smoothtab", "numpy", "scipy", "scikit-learn", "erbf", "poly-basis-ml", "optuna")


def processor():
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores"


def versions():
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"Python {platform.python_version()}, {packages}"


def kernels():
    """Which kernels every BLAS that is loaded picked, and its number of threads."""
    return ", ".join(
        sorted(
            f"{pool['internal_api']} {pool['version']} {pool.get('architecture', '')} "
            f"({pool['num_threads']} thread)"
            for pool in threadpool_info()
            if pool["user_api"] == "blas"
        )
    )
