"""The chosen model, tuned and fitted on all rows, from raw columns to predictions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer
from threadpoolctl import threadpool_limits

from smoothtab._moments import Array
from smoothtab.bench._prepare import prepare
from smoothtab.bench._protocol import Protocol
from smoothtab.bench._task import seed_of
from smoothtab.bench._tuning import tune
from smoothtab.bench.candidates import assemble, get, innermost
from smoothtab.bench.preprocess import FoldPreprocessor
from smoothtab.datasets import Dataset
from smoothtab.selection._known_columns import KnownColumns


def fit_final(dataset: Dataset, model: str, protocol: Protocol) -> Pipeline:
    """One pipeline, preprocessing included, made as the bench makes what it measures.

    Long tables are tuned on the rows that the bench uses, then all are fitted.
    """
    candidate = get(model)
    seed = seed_of(dataset.name, model, "final")
    table = prepare(
        dataset, max_samples=protocol.max_samples, filter_features=protocol.select
    ).dataset
    preprocessor = FoldPreprocessor(
        scale=candidate.scale,
        select=protocol.select,
        max_features=protocol.max_features,
        random_state=seed,
    )
    with threadpool_limits(limits=1):
        X = np.asarray(preprocessor.fit_transform(table.X, table.y), dtype=np.float64)
        tuned = tune(candidate, X, table.y, protocol, seed, seed)
        pipeline = Pipeline(
            [
                ("columns", _known_columns(table.X)),
                ("preprocess", preprocessor),
                ("values", FunctionTransformer(np.asarray, feature_names_out="one-to-one")),
                ("model", assemble(candidate, tuned.params, seed)),
            ]
        )
        return pipeline.fit(dataset.X, dataset.y)


def used_columns(pipeline: Pipeline) -> list[str]:
    """Names of the columns that the model is given."""
    return list(pipeline[:-1].get_feature_names_out())


def has_gradient(pipeline: Pipeline) -> bool:
    """Whether the prediction can be differentiated."""
    model = pipeline["model"]
    return hasattr(model, "predict_gradient") or isinstance(innermost(model), Ridge)


def predict_gradient(pipeline: Pipeline, X: pd.DataFrame) -> pd.DataFrame:
    """Derivatives of the prediction by the numeric columns that the model is given.

    In units of the target per unit of the column; NaN where the value is missing.
    """
    gradient = _gradient(pipeline["model"], pipeline[:-1].transform(X))
    if pipeline["preprocess"].scale:
        gradient = gradient / pipeline["preprocess"]._scaler.scale_
    table = pd.DataFrame(gradient, X.index, used_columns(pipeline))
    table = table.drop(columns=pipeline["columns"].categorical, errors="ignore")
    return table.where(X[table.columns].notna())


def _gradient(model: Any, X: Array) -> Array:
    if hasattr(model, "predict_gradient"):
        return model.predict_gradient(X)
    plane = innermost(model)
    raw = plane.predict(X)
    is_clipped = (raw < model.lower_) | (raw > model.upper_)
    return np.where(is_clipped[:, None], 0.0, plane.coef_)


def _known_columns(X: pd.DataFrame) -> KnownColumns:
    categorical = X.select_dtypes("category").columns
    return KnownColumns(X.columns.tolist(), categorical.tolist())
