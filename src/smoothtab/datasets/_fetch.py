"""Tables from where they were published."""

from __future__ import annotations

import warnings
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from textwrap import shorten

import numpy as np
import pandas as pd

import smoothtab
from smoothtab._errors import InputError
from smoothtab.datasets import _cache
from smoothtab.datasets._columns import tidy
from smoothtab.datasets._dataset import Dataset
from smoothtab.datasets._entry import Entry
from smoothtab.datasets._time_limit import within

TIME_LIMIT = 300.0  # seconds for one table


def fetch(entry: Entry, time_limit: float = TIME_LIMIT) -> Dataset:
    """A table from its source; InputError, whatever goes wrong there."""
    try:
        with warnings.catch_warnings():  # retries, remarks on versions: the checks below decide
            warnings.simplefilter("ignore")
            dataset = within(time_limit, lambda: _ask(entry))
    except ModuleNotFoundError as error:
        extra = "chem" if error.name == "rdkit" else "bench"
        raise InputError(
            f"{entry.name} needs the package {error.name}: pip install 'smoothtab[{extra}]'"
        ) from error
    except TimeoutError as error:
        raise _failure(entry, f"no answer within {time_limit:g} seconds") from error
    except Exception as error:  # there is no end to what a source and its library can raise
        raise _failure(entry, f"{type(error).__name__}: {error}") from error
    if dataset.X.shape != (entry.n, entry.d):
        n, d = dataset.X.shape
        raise _failure(entry, f"{n} rows and {d} features came, not {entry.n} and {entry.d}")
    return dataset


def fetch_into(folder: Path, entry: Entry, time_limit: float = TIME_LIMIT) -> Dataset:
    """A table from its source, stored; what the folder holds stays as it is if that fails."""
    _cache.require_writable(folder)
    dataset = fetch(entry, time_limit)
    provenance = {
        "source": entry.source_name,
        "home": entry.home,
        "licence": entry.licence,
        "fetched": datetime.now(UTC).isoformat(timespec="seconds"),
        "smoothtab": smoothtab.__version__,
    }
    _cache.write(folder, dataset, provenance)
    return dataset


def _ask(entry: Entry) -> Dataset:
    arguments = dict(entry.source)
    source = import_module(f"smoothtab.datasets._sources.{arguments.pop('kind')}")
    X, y = source.fetch(**arguments)
    target = pd.to_numeric(y).to_numpy(np.float64)
    return Dataset(entry.name, tidy(X), target, entry.stratum, entry.target_kind)


def _failure(entry: Entry, reason: str) -> InputError:
    short = shorten(reason, 160, placeholder=" ...")  # one line of it will do
    return InputError(f"{entry.name} could not be had from {entry.source_name} ({short}).")
