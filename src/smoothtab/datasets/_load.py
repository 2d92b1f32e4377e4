"""One table by its name."""

from __future__ import annotations

import os
import warnings

from smoothtab._errors import InputError, did_you_mean
from smoothtab.datasets import _cache
from smoothtab.datasets._catalogue import catalogue
from smoothtab.datasets._dataset import Dataset
from smoothtab.datasets._fetch import fetch, fetch_into


def load(
    name: str, *, folder: str | os.PathLike[str] | None = None, download: bool = True
) -> Dataset:
    """Load a table by its name.

    Parameters
    ----------
    name : str
        A name of :func:`catalogue`, or of another table in the folder.
    folder : path or None, default=None
        Where tables are kept: ``NAME.parquet``, with the target in the last column. None means
        the folder that the environment variable ``SMOOTHTAB_DATA`` names and, without it, the
        user's cache.
    download : bool, default=True
        Whether to ask the table's source where the folder does not have it, and keep it there.

    Returns
    -------
    dataset : Dataset
        The same rows in the same order, wherever they come from. A warning tells if they are
        not those of the copy that gave the published scores.
    """
    place, entry = _cache.data_folder(folder), catalogue().get(name)
    if _cache.holds(place, name):
        dataset = _cache.read(place, name)
    elif entry is None:
        hint = did_you_mean(name, catalogue())
        raise InputError(f"There is no table {name!r}, neither published nor in {place}.{hint}")
    elif entry.is_local:
        dataset = fetch(entry)
    elif download:
        dataset = fetch_into(place, entry)
    else:
        raise InputError(f"{name} is not in {place}, and downloading it was not allowed.")
    if entry and entry.matches(dataset) is False:
        warnings.warn(
            f"The values of {name} from {entry.source_name} are not those of the copy that gives "
            "the published scores.",
            stacklevel=2,
        )
    return dataset
