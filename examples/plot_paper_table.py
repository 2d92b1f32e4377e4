"""
Make tables of the paper yourself
=================================

The paper ranks models by their accuracy on 55 tables, and asks which of them lose less of it on new
rows. Here is the same road on five small tables: measure, average, rank, test.
"""

# %%
# These tables need no network, and a twentieth of the paper's trials will do here. ``smoothtab
# bench run --out results`` measures the models of the paper on all tables you have, and
# ``budget="paper"`` tries as much as the paper does. Stopped at any moment, a run goes on where it
# stood.

from tempfile import mkdtemp

import matplotlib.pyplot as plt
import pandas as pd

from smoothtab.bench import Protocol, run_benchmark
from smoothtab.stats import (
    compare_models,
    matched_gap_wins,
    mean_scores,
    pareto_front,
    rank_summary,
)

tables = ["concrete_strength", "diabetes", "friedman1", "synthetic_piecewise", "synthetic_step"]
models = ["ridge", "dt", "xgb", "chebypoly_cv", "chebytree_cv", "erbf_cv"]
tiny = Protocol("tiny", n_folds=3, trials=0.05)
results = run_benchmark(tables, models, out=mkdtemp(), budget=tiny)
results[["dataset", "model", "fold", "test_r2", "gap", "total_time"]].head(3)

# %%
# Who is most accurate? Average the folds of each table, rank the models on it, and average the
# ranks. The paper's figure is adjusted R2, which takes the number of features into account.

accuracy = mean_scores(results, "test_r2_adj")
rank_summary(accuracy)[["mean_rank", "first", "second", "median", "mean"]].round(3)

# %%
# Is that more than chance? With five tables differences would have to be large:

test = compare_models(accuracy)
print(f"Friedman test: p = {test.p_value:.3f}")
print(f"Not told apart, as their mean ranks differ by less than {test.critical_difference:.1f}:")
for group in test.groups:
    print("  " + ", ".join(group))

# %%
# Who loses less on new rows? Compare the gaps of smooth models with those of XGBoost, on tables
# where both are about equally accurate: within 0.02, or other thresholds.

gaps = mean_scores(results, "gap")
smooth = ["chebypoly_cv", "chebytree_cv", "erbf_cv"]
matched_gap_wins(accuracy, gaps, group=smooth, others=["xgb"]).round(2)

# %%
# All of it in a picture: each model on each table, its accuracy and its gap.

figure, axes = plt.subplots(1, 2, figsize=(9.5, 3.6), sharey=True, layout="constrained")
for axis, table in zip(axes, (accuracy, gaps), strict=True):
    for model, marker in zip(models, "xs^oDP", strict=True):
        colour = None if model in smooth else "0.6"
        axis.plot(table[model], table.index, marker, color=colour, label=model)
    axis.grid(axis="y", color="0.9")
axes[0].set_xlabel("Adjusted R2 on test rows")
axes[1].set_xlabel("R2 on training rows less R2 on test rows")
axes[1].legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
plt.show()

# %%
# What is beaten by no other model in both respects, on average:

means = pd.DataFrame({"accuracy": accuracy.mean(), "gap": gaps.mean()})
pareto_front(means, higher=["accuracy"], lower=["gap"]).round(3)
