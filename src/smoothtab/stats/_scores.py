"""From one row per (dataset, model, fold) to a table of datasets x models."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from smoothtab._errors import InputError, did_you_mean
from smoothtab._moments import Array


def require_columns(table: pd.DataFrame, names: Iterable[str]) -> None:
    """InputError where one of them is not there."""
    for name in names:
        if name not in table:
            raise InputError(
                f"The table has no column {name!r}.{did_you_mean(name, map(str, table.columns))}"
            )


def numbers(scores: pd.DataFrame) -> Array:
    """The values of a table of datasets x models."""
    try:
        return scores.to_numpy(float, na_value=float("nan"))
    except (TypeError, ValueError) as error:
        raise InputError(
            "A table of scores has one row per dataset and one column of numbers per model, "
            f"but in this one is something else: {error}."
        ) from error


def complete_means(results: pd.DataFrame, metrics: list[str]) -> pd.DataFrame:
    """Means over the folds, for each (dataset, model); NaN where a fold is not ok or not there."""
    require_columns(results, ["dataset", "model", "fold", *metrics])
    folds = results.set_index(["dataset", "model", "fold"])
    if not folds.index.is_unique:
        dataset, model, fold = folds.index[folds.index.duplicated()][0]
        raise InputError(
            f"The results have more than one row for {dataset}, {model}, fold {fold}: keep one."
        )
    values = folds[metrics].astype(float)
    if "status" in folds:
        values = values.where(folds["status"] == "ok")
    by_pair = values.groupby(["dataset", "model"], sort=False)
    n_folds = results.groupby("dataset", sort=False)["fold"].nunique()
    complete = by_pair.count().eq(n_folds, axis=0, level="dataset")
    return by_pair.mean().where(complete)


def mean_scores(results: pd.DataFrame, metric: str = "test_r2_adj") -> pd.DataFrame:
    """Mean of a metric over the folds, for each dataset and model.

    Parameters
    ----------
    results : DataFrame
        One row per (dataset, model, fold), with the columns `dataset`, `model`, `fold`, `metric`
        and, unless every row is ok, `status`.
    metric : str, default="test_r2_adj"
        Column to average.

    Returns
    -------
    scores : DataFrame
        Datasets x models, both in the order in which the results name them. NaN where a model has
        no complete set of folds: it must be ok and have a value of the metric in every fold that
        the results have of the dataset, be it of another model or of a run that failed.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.stats import mean_scores
    >>> results = pd.DataFrame(
    ...     {
    ...         "dataset": ["pol"] * 4,
    ...         "model": ["erbf", "erbf", "rf", "rf"],
    ...         "fold": [0, 1, 0, 1],
    ...         "status": ["ok", "ok", "ok", "timeout"],
    ...         "test_r2_adj": [0.4, 0.6, 0.5, None],
    ...     }
    ... )
    >>> mean_scores(results)
    model    erbf  rf
    dataset
    pol       0.5 NaN
    """
    scores = complete_means(results, [metric])[metric].unstack("model")
    return scores.reindex(
        index=pd.Index(results["dataset"].unique(), name="dataset"),
        columns=pd.Index(results["model"].unique(), name="model"),
    )


def dataset_labels(results: pd.DataFrame, column: str) -> pd.Series:
    """What the results say of each dataset, such as its stratum.

    Parameters
    ----------
    results : DataFrame
        With the columns `dataset` and `column`.
    column : str
        Column that says the same in all rows of a dataset, such as `stratum` or `target_kind`.

    Returns
    -------
    labels : Series
        One label per dataset; missing where the results do not say.
    """
    require_columns(results, ["dataset", column])
    return results.groupby("dataset", sort=False)[column].first()
