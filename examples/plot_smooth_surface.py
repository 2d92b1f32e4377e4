"""
A smooth surface beside a stepped one
=====================================

Gradient boosting and :class:`smoothtab.ERBFRegressorCV` predict the strength of concrete about
equally well. What they say between the rows differs: one goes in steps, the other can be
differentiated.
"""

# %%
# Fit both to the same rows. Concrete hardens ever more slowly: its age is told in doublings.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.model_selection import train_test_split

from smoothtab import ERBFRegressorCV
from smoothtab.datasets import load_concrete_strength

concrete = load_concrete_strength()
water, age = (concrete.feature_names.index(name) for name in ("Water", "Age"))
X, y = concrete.data, concrete.target
X[:, age] = np.log2(X[:, age])
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)
models = {
    "Gradient boosting": HistGradientBoostingRegressor(random_state=0),
    "ERBF": ERBFRegressorCV(random_state=0),
}
for model in models.values():
    model.fit(X_train, y_train)

# %%
# Vary the age and the water of one ordinary mix and keep the rest of it.

days, waters = np.geomspace(3, 90, 80), np.linspace(140, 220, 80)
grid = np.tile(np.median(X_train, axis=0), (days.size * waters.size, 1))
grid[:, age], grid[:, water] = (axis.ravel() for axis in np.meshgrid(np.log2(days), waters))

figure, axes = plt.subplots(1, 2, figsize=(9, 3.8), sharey=True, layout="constrained")
for axis, (name, model) in zip(axes, models.items(), strict=True):
    strength = model.predict(grid).reshape(waters.size, days.size)
    filled = axis.contourf(days, waters, strength, levels=np.arange(0, 70, 2.5))
    axis.set(title=f"{name}, test R2 {model.score(X_test, y_test):.3f}", xlabel="Age, days")
    axis.set_xscale("log", base=2)
    axis.set_xticks([4, 8, 16, 32, 64], ["4", "8", "16", "32", "64"])
axes[0].set_ylabel("Water, kg per cubic metre")
figure.colorbar(filled, ax=axes, label="Strength, MPa")
plt.show()

# %%
# A cut through both surfaces: the same mix with 170 kg of water, as it gets older.

line = np.tile(np.median(X_train, axis=0), (days.size, 1))
line[:, age], line[:, water] = np.log2(days), 170
figure, axis = plt.subplots(figsize=(6, 3.4), layout="constrained")
for (name, model), colour in zip(models.items(), ("C1", "C0"), strict=True):
    axis.plot(days, model.predict(line), color=colour, label=name)
axis.set_xscale("log", base=2)
axis.set_xticks([4, 8, 16, 32, 64], ["4", "8", "16", "32", "64"])
axis.set(xlabel="Age, days", ylabel="Strength, MPa")
axis.legend(frameon=False)
plt.show()

# %%
# The slope of the curve is what :meth:`~smoothtab.ERBFRegressor.predict_gradient` gives, exactly
# and for all features at once. The slope of the steps is zero almost everywhere.

mix = line[days.searchsorted(28)][None]
slopes = models["ERBF"].predict_gradient(mix)[0]
print(f"At 28 days, a kilogram of water more changes the strength by {slopes[water]:.2f} MPa.")
