"""
Find the best design with few runs of a slow simulation
=======================================================

How hot and how long should a reactor run to earn the most? Its simulation is slow, so a search
cannot call it thousands of times. Run it 200 times, fit a smooth model to what came out, and let an
ordinary optimiser climb that model along its gradient.
"""

# %%
# The simulation: A turns into the product B, and B into waste, both faster when it is hot. We
# choose at what temperature a batch begins, at what temperature it ends, and how many hours it
# takes. Here a run takes milliseconds; imagine an hour.

import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import minimize
from scipy.stats import qmc
from sklearn.ensemble import HistGradientBoostingRegressor

from smoothtab import ERBFRegressorCV


def simulate(design):
    """Run a batch and say how much of B there is in the end."""
    first, last, hours = design

    def change(time, state):
        a, b, temperature = state
        jacket = first + (last - first) * time / hours
        product = 9e6 * np.exp(-6500 / (temperature + 273)) * a
        waste = 4e10 * np.exp(-9500 / (temperature + 273)) * b
        heat = 12 * product + 20 * waste
        return [-product, product - waste, heat + 6 * (jacket - temperature)]

    return solve_ivp(change, (0, hours), [2, 0, first], method="LSODA").y[1, -1]


lower, upper = np.array([70, 70, 1]), np.array([130, 130, 6])
designs = qmc.scale(qmc.LatinHypercube(3, rng=0).random(200), lower, upper)
made = np.array([simulate(design) for design in designs])

models = {
    "ERBF": ERBFRegressorCV(alphas=np.logspace(-5, 2, 8), random_state=0),
    "Boosted trees": HistGradientBoostingRegressor(random_state=0),
}
for model in models.values():
    model.fit(designs, made)

# %%
# B sells for 500 euros a unit, the A of a batch costs 200 euros, and two hours pass between
# batches. Climb to where an hour earns most, from eight designs. The smooth model tells the
# optimiser the slope. With the trees, the optimiser takes tiny steps to feel for it, as with any
# model that cannot tell.


def earned(product, hours):
    """Euros per hour."""
    return (500 * product - 200) / (hours + 2)


def climb(model, start):
    """Designs on the way up."""

    def loss(design):
        return -earned(model.predict([design])[0], design[2])

    def slope(design):
        of_product = model.predict_gradient([design])[0]
        return -(500 * of_product + [0, 0, loss(design)]) / (design[2] + 2)

    jac = slope if hasattr(model, "predict_gradient") else None
    way, bounds = [start], list(zip(lower, upper, strict=True))
    minimize(loss, start, jac=jac, bounds=bounds, callback=lambda design: way.append(design))
    return np.array(way)


starts = qmc.scale(qmc.Sobol(3, rng=1).random(8), lower, upper)
print(f"Best of the 200 runs: {earned(made, designs[:, 2]).max():.2f} euros per hour")
ways, summits = {}, {}
for name, model in models.items():
    ways[name] = [climb(model, start) for start in starts]
    ends = np.array([way[-1] for way in ways[name]])
    promised = earned(model.predict(ends), ends[:, 2])
    summits[name] = first, last, hours = ends[promised.argmax()]
    print(
        f"{name}: from {first:.0f} to {last:.0f} °C in {hours:.1f} hours. Promised "
        f"{promised.max():.2f}, simulated {earned(simulate(summits[name]), hours):.2f}"
    )

# %%
# All climbs on the smooth model meet at one summit, and the simulation confirms what is promised
# there. On the trees the temperatures stay where they began: between its steps the surface is flat,
# and an optimiser that sees no slope does not move.

firsts, lasts = np.linspace(lower[0], upper[0], 90), np.linspace(lower[1], upper[1], 90)
hours = summits["ERBF"][2]
grid = np.array([[first, last, hours] for last in lasts for first in firsts])

figure, axes = plt.subplots(1, 2, figsize=(9, 4.2), sharey=True, layout="constrained")
for axis, (name, model) in zip(axes, models.items(), strict=True):
    surface = earned(model.predict(grid), hours).reshape(lasts.size, firsts.size)
    filled = axis.contourf(firsts, lasts, surface, levels=np.arange(-22, 27, 2), extend="min")
    for way in ways[name]:
        axis.plot(way[:, 0], way[:, 1], "w", linewidth=1)
        axis.plot(*way[0, :2], "wo", markersize=4)
        axis.plot(*way[-1, :2], "r*", markersize=9)
    axis.set(title=name, xlabel="Temperature at the beginning, °C")
axes[0].set_ylabel("Temperature at the end, °C")
figure.colorbar(filled, ax=axes, label=f"Euros per hour, batches of {hours:.1f} hours")
plt.show()

# %%
# If prices change, no new run is needed: what the product is worth is a formula on top of the
# model. And if promise and simulation differ too much, add the new run to the others, fit and climb
# again.
