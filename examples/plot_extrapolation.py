"""
What happens outside the range of the data?
===========================================

A pump was measured at 20 to 80 percent of its speed, in water of 5 to 40 degrees. What does a model
say of full speed? Nobody has measured that, so it is for you to choose: stay at the last value, go
on in a straight line, or refuse.
"""

# %%
# The power grows with the cube of the speed, and warm water takes a little less.

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingRegressor

from smoothtab import ChebyshevRegressor, ERBFRegressor

rng = np.random.default_rng(0)


def power(X):
    """Kilowatts."""
    return 0.4 + 10 * (X["speed"] / 100) ** 3 * (1 - 0.003 * X["water"])


X = pd.DataFrame({"speed": rng.uniform(20, 80, 300), "water": rng.uniform(5, 40, 300)})
kilowatts = power(X) + rng.normal(0, 0.1, len(X))

# %%
# A polynomial can go on in several ways. ``"clip"``, the default, stays at the edge. With
# ``"linear"`` each of its terms goes on along its tangent, so that the prediction has no kink.
# ``"polynomial"`` goes on as it is, which is wild where the data do not hold the polynomial.

polynomials = {
    f'extrapolation="{policy}"': ChebyshevRegressor(
        complexity=8, alpha=0.01, include_interactions=True, extrapolation=policy
    )
    for policy in ("clip", "linear", "polynomial")
}

# %%
# A network of bumps has bumps where there were data. Far from them it returns to a constant or,
# with ``linear_term``, to a straight line. Trees stay at the last value.

others = {
    "ERBF": ERBFRegressor(alpha=0.01, random_state=0),
    "ERBF, linear_term=True": ERBFRegressor(alpha=0.01, linear_term=True, random_state=0),
    "boosted trees": HistGradientBoostingRegressor(random_state=0),
}

wanted = pd.DataFrame({"speed": np.linspace(0, 105, 300), "water": 20.0})
figure, axes = plt.subplots(1, 2, figsize=(9.5, 4.2), sharey=True, layout="constrained")
for axis, models in zip(axes, (polynomials, others), strict=True):
    axis.axvspan(20, 80, color="0.94")
    axis.plot(wanted["speed"], power(wanted), color="0.7", linewidth=6, label="the pump")
    for name, model in models.items():
        axis.plot(wanted["speed"], model.fit(X, kilowatts).predict(wanted), label=name)
    axis.set(xlabel="Speed, percent (measured where it is grey)", ylim=(-1.5, 12.5))
    axis.legend(frameon=False, loc="upper center")
axes[0].set_ylabel("Power, kilowatts")
plt.show()

# %%
# The green line on the left is cut off at 10 kW by another safeguard: unless ``clip_output=False``,
# no prediction of a Chebyshev model goes farther than three standard deviations beyond what was
# measured.
#
# Which rows are concerned, and how far outside are they, as a share of the measured range?

model = polynomials['extrapolation="linear"']
orders = pd.DataFrame({"speed": [50, 100, 85], "water": [20, 60, 10]}, index=["A", "B", "C"])
model.extrapolation_report(orders).round(2)

# %%
# To be on the safe side, refuse them:

careful = ChebyshevRegressor(extrapolation="error").fit(X, kilowatts)
try:
    careful.predict(orders)
except ValueError as error:
    print(error)
