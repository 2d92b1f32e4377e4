"""
An insurance quote that does not jump
=====================================

Whoever asks for a quote, and then again with 100 kilometres more a year, expects a price that is a
little higher. From trees it may be the same, or 200 euros more, or less. From a smooth model it is
a little higher.
"""

# %%
# Claims of 8000 policies, made up so that we know what is right: what a policy costs in the long
# run rises smoothly with the distance driven and with power, and is highest for the young and the
# old.

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingRegressor

from smoothtab import ChebyshevRegressorCV

rng = np.random.default_rng(0)
n = 8000
X = pd.DataFrame(
    {
        "age": rng.uniform(18, 85, n).round(1),
        "km": rng.gamma(6, 2500, n).clip(1000, 50_000).round(),
        "kilowatts": rng.gamma(9, 10, n).clip(30, 250).round(),
        "years without claim": rng.integers(0, 20, n),
    }
)


def expected_cost(X):
    """Euros a year, which nobody knows outside this example."""
    young, old = np.exp(-(X["age"] - 18) / 8), np.exp((X["age"] - 85) / 10)
    driven = (X["km"] / 15_000) ** 0.7
    careful = 0.5 + 0.5 * np.exp(-X["years without claim"] / 6)
    return 420 * driven * careful * (1 + 1.5 * young + 0.8 * old) * (X["kilowatts"] / 90) ** 0.4


claims = expected_cost(X) * rng.gamma(2, 1 / 2, n)

# %%
# Two models of the same claims, and how far each is from the cost that we happen to know.

models = {
    "Boosted trees": HistGradientBoostingRegressor(early_stopping=True, random_state=0),
    "Chebyshev polynomial": ChebyshevRegressorCV(random_state=0),
}
customers = X.sample(1000, random_state=0)
for name, model in models.items():
    model.fit(X, claims)
    error = abs(model.predict(customers) - expected_cost(customers)).mean()
    print(f"{name}: off by {error:.0f} euros a year on average")

# %%
# One customer asks for a quote with ever more kilometres.

km = np.arange(5000, 30_001, 100)
customer = pd.DataFrame(
    {"age": 38.0, "km": km, "kilowatts": 85.0, "years without claim": 6}, columns=X.columns
)
figure, axis = plt.subplots(figsize=(8, 4), layout="constrained")
axis.plot(km, expected_cost(customer), color="0.6", linewidth=4, label="What it costs")
for (name, model), colour in zip(models.items(), ("C1", "C0"), strict=True):
    axis.plot(km, model.predict(customer), color=colour, label=name)
axis.set(xlabel="Kilometres a year", ylabel="Quote, euros a year")
axis.legend(frameon=False)
plt.show()

# %%
# And a thousand customers, each with 100 kilometres more: by how much does the quote change?

more = customers.assign(km=customers["km"] + 100)
changes = pd.DataFrame(
    {name: model.predict(more) - model.predict(customers) for name, model in models.items()}
)
changes.agg(["min", "median", "max"]).round(2)

# %%
# Is there anybody who would pay less for driving more? The derivative answers for all customers at
# once, before a customer asks.

per_km = models["Chebyshev polynomial"].predict_gradient(customers)[:, X.columns.get_loc("km")]
print(f"{(per_km < 0).sum()} of 1000 customers. Their kilometres:")
print(*sorted(customers["km"][per_km < 0].astype(int)))

# %%
# All but one drive about 30 000 km, more than nearly anybody else: there the data say least.
# Somebody should look at such quotes before they are sent.
