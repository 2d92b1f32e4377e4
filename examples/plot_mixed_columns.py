"""
A table with text, numbers and gaps
===================================

Rents of flats: some columns are numbers, some are words, and some values are missing. The models
take numbers only. Here are two ways to get there, by scikit-learn's own parts or all at once.
"""

# %%
# The table is made up: 2500 flats in 40 quarters of a town.

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.impute import SimpleImputer
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, TargetEncoder

from smoothtab import ChebyshevRegressorCV
from smoothtab.bench import FoldPreprocessor

rng = np.random.default_rng(0)
n = 2500
quarter = rng.integers(0, 40, n)
X = pd.DataFrame(
    {
        "area": rng.gamma(9, 8, n).clip(18, 200).round(),
        "built": rng.integers(1900, 2025, n).astype(float),
        "floor": rng.integers(0, 7, n),
        "heating": rng.choice(["gas", "district", "oil", "heat pump"], n, p=[0.4, 0.3, 0.2, 0.1]),
        "quarter": [f"quarter {number:02}" for number in quarter],
    }
)
level = np.sort(rng.normal(11, 2.5, 40))[quarter]
age = (X["built"] - 1965) / 60
rent = X["area"] ** 0.85 * (1.8 * level**0.95 + 2.5 * age**2 + 0.3 * X["floor"])
rent *= X["heating"].map({"gas": 1, "district": 1.02, "oil": 0.93, "heat pump": 1.06})
rent *= rng.lognormal(0, 0.08, n)
X.loc[rng.random(n) < 0.1, "built"] = np.nan
X.loc[rng.random(n) < 0.05, "heating"] = None
X.head()

# %%
# By hand: gaps become the mean, and a new column says where they were. A column with few words
# becomes one column of zeros and ones for each word; one with many becomes the mean rent of each
# word, which :class:`~sklearn.preprocessing.TargetEncoder` works out without giving a flat's own
# rent away.

columns = ColumnTransformer(
    [
        ("numbers", SimpleImputer(add_indicator=True), ["area", "built", "floor"]),
        ("few words", OneHotEncoder(sparse_output=False), ["heating"]),
        ("many words", TargetEncoder(cv=KFold(5, shuffle=True, random_state=0)), ["quarter"]),
    ]
)
by_hand = make_pipeline(columns, ChebyshevRegressorCV(random_state=0))

# %%
# All at once: :class:`smoothtab.bench.FoldPreprocessor` is what the benchmark puts before every
# model. Gaps become the median, or the most frequent word; words become mean rents; and if a table
# has many columns, those that say nothing are left out.

at_once = make_pipeline(FoldPreprocessor(random_state=0), ChebyshevRegressorCV(random_state=0))

# %%
# Boosted trees take the table as it is, once its words are called categories.

trees = HistGradientBoostingRegressor(random_state=0)
as_categories = X.astype({"heating": "category", "quarter": "category"})
for name, pipeline, table in (
    ("Polynomial, columns by hand", by_hand, X),
    ("Polynomial, all at once", at_once, X),
    ("Boosted trees", trees, as_categories),
):
    print(f"{name}: R2 {cross_val_score(pipeline, table, rent, cv=3).mean():.3f}")

# %%
# The pipeline takes new flats as they are, too. The rent by area, of flats that differ in their
# quarter alone:

by_hand.fit(X, rent)
area = np.linspace(20, 150, 200)
flat = {"area": area, "built": 1980, "floor": 2, "heating": "gas"}
figure, axis = plt.subplots(figsize=(7.5, 4), layout="constrained")
for number, colour in ((3, "C0"), (20, "C2"), (38, "C1")):
    name = f"quarter {number:02}"
    here = X["quarter"] == name
    axis.scatter(X["area"][here], rent[here], s=12, color=colour, alpha=0.6)
    axis.plot(area, by_hand.predict(pd.DataFrame(flat | {"quarter": name})), colour, label=name)
axis.set(xlabel="Area, square metres", ylabel="Rent, euros a month")
axis.legend(frameon=False)
plt.show()
