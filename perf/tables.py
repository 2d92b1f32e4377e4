"""Real tables, prepared and split as in the published runs.

They are not part of the repository: the folder beside it, or SMOOTHTAB_DATA, has them. Run this
file to see that ridge regression at the published penalty gives the published scores (to 0.003
for student_performance, where something in the published preparation is not known).
"""

import os
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
from sklearn.feature_selection import mutual_info_regression
from sklearn.linear_model import Ridge
from sklearn.metrics import r2_score
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, TargetEncoder

SHARED = Path(__file__).parents[2] / "shared"
DATA = Path(os.environ.get("SMOOTHTAB_DATA", SHARED / "data"))
PUBLISHED = SHARED / "reference" / "per_fold_results.csv"
N_FOLDS = 5
MOST_ROWS = 10_000

# The published runs selected features, with y and before splitting, in tables this wide.
WIDE, MOST_SELECTED = 25, 50


class Fold(NamedTuple):
    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray


def require():
    """Stop where there is nothing to measure on."""
    if not any(DATA.glob("*.parquet")):
        sys.exit("No tables in ../shared/data, and SMOOTHTAB_DATA names no folder that has them.")
    if not PUBLISHED.exists():
        sys.exit("No published results in ../shared/reference/per_fold_results.csv.")


def names(most_rows=MOST_ROWS):
    """Names of the tables of at most so many rows."""
    paths = sorted(DATA.glob("*.parquet"))
    return [path.stem for path in paths if pq.read_metadata(path).num_rows <= most_rows]


@cache
def published():
    """Published results of all models, one row for each fold of each table."""
    return pd.read_csv(PUBLISHED, low_memory=False)


@cache
def load(name):
    """Features and target after what was done to the whole table."""
    X = pd.read_parquet(DATA / f"{name}.parquet")
    y = X.pop("target").to_numpy(float)
    X = X[[c for c in X if X[c].value_counts(normalize=True).iloc[0] <= 0.95]]
    return (select(X, y) if X.shape[1] >= WIDE else X), y


def select(X, y):
    """Categorical columns, and numeric ones that tell something about y.

    A rank correlation below 0.05 leaves a column out, unless it is among the lowest 30 % by rank
    correlation and, of those, among the 30 % that have most mutual information with y.
    """
    numeric = X.select_dtypes("number")
    rank = numeric.rank().corrwith(pd.Series(y).rank()).abs()
    information = pd.Series(
        mutual_info_regression(numeric.to_numpy(float), y, random_state=42), numeric.columns
    )
    low = rank[rank <= rank.quantile(0.3)].index
    rescued = information[low].nlargest(int(0.3 * len(low))).index
    kept = information[(rank >= 0.05) | rank.index.isin(rescued)].nlargest(MOST_SELECTED).index
    return X[[c for c in X if c in kept or c not in numeric]]


def fold(name, number):
    """One outer fold; categories become means of y over the training rows."""
    X, y = load(name)
    splitter = KFold(N_FOLDS, shuffle=True, random_state=42)
    train, test = list(splitter.split(X))[number]
    X_train, X_test = X.iloc[train].copy(), X.iloc[test].copy()
    categorical = list(X.columns.difference(X.select_dtypes("number").columns, sort=False))
    if categorical:
        encoder = TargetEncoder(target_type="continuous").fit(X_train[categorical], y[train])
        for part in X_train, X_test:
            part[categorical] = encoder.transform(part[categorical])
    return Fold(X_train.to_numpy(float), y[train], X_test.to_numpy(float), y[test])


def score(model, fold):
    """R² on the test rows, of predictions that were clipped as in the published runs."""
    margin = 3 * fold.y.std()
    clipped = np.clip(model.predict(fold.X_test), fold.y.min() - margin, fold.y.max() + margin)
    return r2_score(fold.y_test, clipped)


def ridge_difference(name):
    """Largest difference over the folds from the published R² of ridge."""
    results = published().query("model == 'ridge' and dataset == @name").set_index("fold")
    differences = []
    for number, result in results.iterrows():
        one = fold(name, number)
        model = make_pipeline(StandardScaler(), Ridge(result.hp_alpha)).fit(one.X, one.y)
        differences.append(abs(score(model, one) - result.test_r2))
    return max(differences)


if __name__ == "__main__":
    require()
    for name in names():
        print(f"{name:40} {load(name)[0].shape!s:12} {ridge_difference(name):.0e}", flush=True)
