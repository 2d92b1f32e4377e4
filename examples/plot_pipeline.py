"""
Tune a model in a scikit-learn pipeline
=======================================

The models are ordinary scikit-learn estimators. They go into a pipeline behind whatever your table
needs, and :class:`~sklearn.model_selection.GridSearchCV` finds their settings, as for any other
model.
"""

# %%
# A table with gaps: the concrete data, with a tenth of all values removed.

from time import perf_counter

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.impute import SimpleImputer
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import Pipeline

from smoothtab import ChebyshevRegressor, ChebyshevRegressorCV
from smoothtab.datasets import load_concrete_strength

X, y = load_concrete_strength(return_X_y=True)
X[np.random.default_rng(0).random(X.shape) < 0.1] = np.nan
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)

# %%
# How to fill the gaps is a setting like any other.

pipeline = Pipeline([("gaps", SimpleImputer()), ("model", ChebyshevRegressor())])
grid = {
    "gaps__add_indicator": [False, True],
    "model__complexity": [1, 2, 3, 4, 6, 8, 10],
    "model__alpha": [0.001, 0.01, 0.1, 1, 10, 100, 1000],
    "model__include_interactions": [False, True],
}
start = perf_counter()
search = GridSearchCV(pipeline, grid, cv=5, scoring="r2").fit(X_train, y_train)
print(f"{len(search.cv_results_['params'])} settings in {perf_counter() - start:.0f} s")
print(search.best_params_)
print(f"R2 held out {search.best_score_:.3f}, on the test rows {search.score(X_test, y_test):.3f}")

# %%
# Held-out scores of all polynomials. Many settings do well: the search need not be fine.

tried = pd.DataFrame(search.cv_results_).rename(columns=lambda name: name.split("__")[-1])
tried = tried[~tried["add_indicator"].astype(bool)]
figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True, layout="constrained")
for axis, (products, part) in zip(axes, tried.groupby("include_interactions"), strict=True):
    scores = part.pivot(index="complexity", columns="alpha", values="mean_test_score")
    image = axis.imshow(scores, vmin=0.5, vmax=0.8, origin="lower", aspect="auto")
    axis.set_xticks(range(len(scores.columns)), [f"{alpha:g}" for alpha in scores.columns])
    axis.set_yticks(range(len(scores)), scores.index)
    axis.set(title="With products" if products else "Without products", xlabel="alpha")
axes[0].set_ylabel("complexity")
figure.colorbar(image, ax=axes, label="R2 held out")
plt.show()

# %%
# :class:`~smoothtab.ChebyshevRegressorCV` needs no grid: inside the same pipeline it tries 1050
# polynomials while it is fitted, in less time than the grid takes for its few.

start = perf_counter()
pipeline.set_params(model=ChebyshevRegressorCV(random_state=0)).fit(X_train, y_train)
print(f"{perf_counter() - start:.2f} s, R2 on the test rows {pipeline.score(X_test, y_test):.3f}")
