"""
Which model for my table?
=========================

:func:`smoothtab.compare` measures several models on your own table, says which one to take and why,
and fits it to all rows. It is the same as ``smoothtab compare table.csv --target price`` on the
command line.
"""

# %%
# Any table will do: numbers and words, with gaps. This one is of houses, made up.

from tempfile import mkdtemp

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import smoothtab

rng = np.random.default_rng(0)
n = 1200
houses = pd.DataFrame(
    {
        "area": rng.gamma(12, 11, n).round(),
        "garden": rng.gamma(2, 200, n).round(),
        "year": rng.integers(1890, 2025, n).astype(float),
        "to the centre": rng.gamma(2, 3, n).round(1),
        "heating": rng.choice(["gas", "oil", "heat pump"], n),
    }
)
price = 1400 * houses["area"] ** 0.95 * (1 + 1.6 * np.exp(-houses["to the centre"] / 4))
price += 90 * houses["garden"] + 9 * (houses["year"] - 1955) ** 2
price *= houses["heating"].map({"gas": 1.0, "oil": 0.94, "heat pump": 1.08})
price *= rng.lognormal(0, 0.1, n)
houses.loc[rng.random(n) < 0.1, "year"] = np.nan

# %%
# A minute at most. Every model is tuned on a part of the rows and measured on the rest, three
# times.

models = ["ridge", "dt", "xgb", "chebypoly_cv", "chebytree_cv", "erbf_cv"]
result = smoothtab.compare(houses, price, models=models, budget="quick", n_jobs=1)
result.leaderboard[["r2", "r2_sd", "behind", "tied", "gap", "fit_seconds", "smooth"]].round(3)

# %%
# What to make of it:

print(*result.advice.reasons, sep="\n")

# %%
# The advised model is a pipeline that takes the table as it is.

new = houses.iloc[:3].assign(**{"to the centre": [1.0, 5.0, 20.0]})
print(result.best, result.model.predict(new).round(-3))

# %%
# Accuracy, and how much of it is lost on new rows: less is better there, as long as the accuracy is
# good. Smooth models are blue.

board = result.leaderboard[::-1]
colours = np.where(board["smooth"], "C0", "0.6")
figure, axes = plt.subplots(1, 2, figsize=(8.5, 3.2), sharey=True, layout="constrained")
axes[0].barh(board.index, board["r2"], xerr=board["r2_sd"], color=colours)
axes[0].set(xlabel="R2 on test rows, with the spread of the folds", xlim=(0.5, 1))
axes[1].barh(board.index, board["gap"], color=colours)
axes[1].set(xlabel="R2 on training rows less R2 on test rows")
plt.show()

# %%
# The whole story is a page to keep or to send, and the model can be saved with a card that tells
# what to expect of it: ``result.save("model")``, and later ``smoothtab.load_model("model")``.

path = result.report(mkdtemp())
print(path.name)
