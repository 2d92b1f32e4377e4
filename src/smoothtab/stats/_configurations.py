"""Which hyperparameters the search settles on, and what the fitted models are like."""

from __future__ import annotations

import numpy as np
import pandas as pd

from smoothtab.stats._scores import require_columns

_KINDS = {"hp": "tuned", "fitted": "fitted"}
_KEY = ["model", "kind", "parameter"]
_FEW = 5
_A_NUMBER = "a number"


def winning_configurations(results: pd.DataFrame) -> pd.DataFrame:
    """Summarise the hyperparameters and fitted properties of each model over the datasets.

    Parameters
    ----------
    results : DataFrame
        One row per (dataset, model, fold), with chosen hyperparameters in columns ``hp_<name>`` and
        properties of the fitted models in ``fitted_<name>``.

    Returns
    -------
    configurations : DataFrame
        One row per `model`, `kind` ("tuned" or "fitted") and `parameter`; `n_datasets` is on how
        many there is a value. Of numbers `median`, `q1` and `q3` over the datasets of the median
        over the folds. Of text, truth values and numbers of at most five different values also
        `choices`: pairs of a choice, as text, and the share of the datasets on which most folds
        take it, the most common first. Beside text, numbers of more different values are one
        choice, "a number". Of choices as common as each other the one that sorts first comes first.

    Examples
    --------
    >>> import pandas as pd
    >>> from smoothtab.stats import winning_configurations
    >>> results = pd.DataFrame(
    ...     {"dataset": ["pol", "esol"], "model": "dt", "hp_depth": [3, 5], "hp_loss": ["l1", "l2"]}
    ... )
    >>> winning_configurations(results)[["parameter", "median", "choices"]]
      parameter  median                 choices
    0     depth     4.0  ((3, 0.5), (5, 0.5))
    1      loss     NaN  ((l1, 0.5), (l2, 0.5))
    """
    values = _one_row_per_value(results)
    parameters = values.groupby(_KEY)
    table = parameters[["dataset"]].nunique().set_axis(["n_datasets"], axis=1)
    numbers = values.groupby([*_KEY, "dataset"])["number"].median().groupby(_KEY)
    for name, share in {"median": 0.5, "q1": 0.25, "q3": 0.75}.items():
        table[name] = numbers.quantile(share)
    table["choices"] = _majorities(values).groupby(_KEY)["choice"].agg(_shares)
    return table.reset_index().sort_values(_KEY, ascending=[True, False, True], ignore_index=True)


def _one_row_per_value(results: pd.DataFrame) -> pd.DataFrame:
    """What each parameter of a model is in each fold that is ok, and as a number if it is one."""
    require_columns(results, ["dataset", "model"])
    ok = results[results["status"] == "ok"] if "status" in results else results
    columns = [name for name in ok if name.partition("_")[0] in _KINDS]
    values = ok.melt(["dataset", "model"], columns, "column", "value").dropna(subset="value")
    values["kind"] = [_KINDS[column.partition("_")[0]] for column in values["column"]]
    values["parameter"] = [column.partition("_")[2] for column in values["column"]]
    value = values["value"].astype(object)
    is_truth = value.map(type).isin([bool, np.bool_])
    values["number"] = pd.to_numeric(value.mask(is_truth), errors="coerce").astype(float)
    return values


def _majorities(values: pd.DataFrame) -> pd.DataFrame:
    """The choice that most folds take, on each dataset; numbers that vary a lot are one choice."""
    number = values["number"]
    many = values.groupby(_KEY)["number"].transform("nunique") > _FEW
    text = number.map("{:g}".format).mask(many, _A_NUMBER)
    values = values.assign(choice=text.where(number.notna(), values["value"].map(str)))
    counts = values.groupby([*_KEY, "dataset", "choice"]).size().rename("n_folds").reset_index()
    counts = counts.sort_values("n_folds", ascending=False, kind="stable")
    return counts.drop_duplicates([*_KEY, "dataset"])


def _shares(choices: pd.Series) -> tuple[tuple[str, float], ...]:
    """Of the datasets, the largest first; nothing if there are only numbers."""
    if (choices == _A_NUMBER).all():
        return ()
    shares = choices.value_counts(normalize=True).sort_index()
    return tuple(shares.sort_values(ascending=False, kind="stable").items())
