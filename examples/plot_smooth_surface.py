"""
A smooth surface beside a stepped one
=====================================

Gradient boosting and :class:`smoothtab.ERBFRegressorCV` predict the strength of concrete about
equally well. What they say between the rows differs: one goes in steps, the other can be
differentiated.
"""

# %%
# Fit both to the same rows.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.model_selection import train_test_split

from smoothtab import ERBFRegressorCV
from smoothtab.datasets import load_concrete_strength

concrete = load_concrete_strength()
X_train, X_test, y_train, y_test = train_test_split(concrete.data, concrete.target, random_state=0)
models = {
    "Gradient boosting": HistGradientBoostingRegressor(random_state=0),
    "ERBF": ERBFRegressorCV(random_state=0),
}
for model in models.values():
    model.fit(X_train, y_train)

# %%
# Vary the age and the water of one ordinary mix and keep the rest of it.

water, age = (concrete.feature_names.index(name) for name in ("Water", "Age"))
ages, waters = np.linspace(3, 90, 80), np.linspace(140, 220, 80)
grid = np.tile(np.median(X_train, axis=0), (ages.size * waters.size, 1))
grid[:, age], grid[:, water] = (axis.ravel() for axis in np.meshgrid(ages, waters))

figure, axes = plt.subplots(1, 2, figsize=(9, 3.8), sharey=True, layout="constrained")
for axis, (name, model) in zip(axes, models.items(), strict=True):
    strength = model.predict(grid).reshape(waters.size, ages.size)
    filled = axis.contourf(ages, waters, strength, levels=np.arange(0, 70, 2.5))
    axis.set(title=f"{name}, test R2 {model.score(X_test, y_test):.3f}", xlabel="Age, days")
axes[0].set_ylabel("Water, kg per cubic metre")
figure.colorbar(filled, ax=axes, label="Strength, MPa")
plt.show()

# %%
# The derivative is exact: how much strength a day more brings, along the age of that mix.

line = np.tile(np.median(X_train, axis=0), (ages.size, 1))
line[:, age] = ages
gain = models["ERBF"].predict_gradient(line)[:, age]

figure, axis = plt.subplots(figsize=(6, 3), layout="constrained")
axis.plot(ages, gain)
axis.axhline(0, color="0.7", linewidth=1)
axis.set(xlabel="Age, days", ylabel="MPa per day")
plt.show()
