"""
Read what a model has learned
=============================

Which columns matter, how curved is the effect of each, and which act together? A fitted model can
be asked. We ask three of them about the energy a bus needs, where we know the right answer.
"""

# %%
# 1500 trips, made up. The energy per kilometre is least at 25 km/h and at 18 degrees outside; load
# counts most uphill; and the number painted on the bus counts for nothing.

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from smoothtab import ChebyshevModelTreeRegressor, ChebyshevRegressorCV, ERBFRegressorCV

rng = np.random.default_rng(0)
n = 1500
X = pd.DataFrame(
    {
        "speed": rng.uniform(8, 70, n),
        "outside": rng.uniform(-12, 36, n),
        "load": rng.uniform(0, 6, n),
        "slope": rng.normal(0, 2, n).clip(-6, 6),
        "number": rng.integers(1, 400, n).astype(float),
    }
)


def needed(X):
    """Energy in kWh per km: of driving, of heating or cooling, and of climbing."""
    driving = 12 / X["speed"] + 0.0004 * X["speed"] ** 2 + 0.05 * X["load"]
    comfort = 0.0012 * (X["outside"] - 18) ** 2
    return driving + comfort + 0.02 * (12 + X["load"]) * X["slope"].clip(lower=-3)


energy = needed(X) + rng.normal(0, 0.05, n)

# %%
# A polynomial
# ------------
# :meth:`~smoothtab.ChebyshevRegressor.coef_table` lists its terms: T1 is a straight line, T2 a
# parabola, and T1(load) T1(slope) says that load and slope act together. These terms weigh most:

polynomial = ChebyshevRegressorCV(random_state=0).fit(X, energy)
table = polynomial.coef_table()
table.sort_values("coef", key=abs, ascending=False).head(8).round(3)

# %%
# In a word for each column: its share in what the model explains, and how curved its effect is. A
# straight line has degree 1.

pd.DataFrame(
    {"share": polynomial.feature_importances_, "degree": polynomial.effective_degree_},
    index=X.columns,
).round(3)

# %%
# A network of bumps
# ------------------
# :meth:`~smoothtab.ERBFRegressor.width_summary` tells how far its bumps reach along each column.
# Look at ``median_in_std``: where bumps are many standard deviations wide, the prediction hardly
# depends on the column, or in a straight line.

network = ERBFRegressorCV(random_state=0).fit(X, energy)
network.width_summary().round(2)

# %%
# A tree of polynomials
# ---------------------
# :meth:`~smoothtab.ChebyshevModelTreeRegressor.export_text` writes the whole tree: where it splits,
# and the largest terms of the polynomial in each leaf.

tree = ChebyshevModelTreeRegressor(max_depth=2, alpha=0.1, random_state=0).fit(X, energy)
print(tree.export_text(n_terms=3))

# %%
# As a picture
# ------------
# Vary one column of an ordinary trip and keep the rest of it. What there is to learn is grey.

trip = pd.concat([X.median().to_frame().T] * 100, ignore_index=True)
figure, axes = plt.subplots(1, 5, figsize=(11, 2.8), sharey=True, layout="constrained")
for axis, column in zip(axes, X.columns, strict=True):
    varied = trip.assign(**{column: np.linspace(X[column].min(), X[column].max(), 100)})
    axis.plot(varied[column], needed(varied), color="0.75", linewidth=5)
    axis.plot(varied[column], polynomial.predict(varied), label="polynomial")
    axis.plot(varied[column], network.predict(varied), "--", label="network of bumps")
    axis.set(xlabel=column)
axes[0].set_ylabel("kWh per km")
axes[-1].legend(frameon=False, fontsize="small")
plt.show()
