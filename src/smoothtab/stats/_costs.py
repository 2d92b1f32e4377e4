"""What models cost in time and memory."""

from __future__ import annotations

import pandas as pd

from smoothtab._errors import InputError
from smoothtab.stats._scores import complete_means

_PER_FOLD = ("tune_time", "train_time", "total_time", "peak_memory")
_PER_1000 = {
    "train_per_1000": ("train_time", "n_train"),
    "predict_per_1000": ("predict_time", "n_test"),
}
_MS = 1000


def cost_summary(results: pd.DataFrame) -> pd.DataFrame:
    """Time and memory that a model takes on a fold of a dataset.

    Parameters
    ----------
    results : DataFrame
        One row per (dataset, model, fold), with some of `tune_time`, `train_time`, `predict_time`
        and `total_time` in seconds, `peak_memory` in MB, and the numbers of rows `n_train` and
        `n_test` that models are trained on and predict.

    Returns
    -------
    costs : DataFrame
        One row per model, the cheapest first, with those columns that the results allow. Means
        over the datasets of the mean over their folds: `tune_time`, `train_time`, `total_time` (s),
        `peak_memory` (MB). Medians over the datasets, as on small tables it is not the rows that
        take the time: `train_per_1000`, `predict_per_1000` (ms per 1 000 rows). Only datasets on
        which all folds of a model are ok, `n_datasets` in number.
    """
    known = {name: results[name] for name in _PER_FOLD if name in results}
    for name, (time, rows) in _PER_1000.items():
        if time in results and rows in results:
            known[name] = _MS * results[time] / (results[rows] / 1000)
    if not known:
        raise InputError(f"The results have none of the columns {', '.join(_PER_FOLD)}.")
    measured = complete_means(results.assign(**known), list(known))
    by_model = measured.groupby("model")
    costs = by_model.mean()
    medians = [name for name in _PER_1000 if name in costs]
    costs[medians] = by_model[medians].median()
    costs["n_datasets"] = measured.notna().any(axis=1).groupby("model").sum()
    return costs.sort_index().sort_values(next(iter(known)), kind="stable")
