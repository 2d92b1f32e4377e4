"""
Measure your own model beside the others
========================================

You have a model, of your own or from some other package, and want to know how it does. Tell the
bench how to build it and what to tune, and it is measured like all others: on the same rows, with
the same preprocessing, tuned in the same way.
"""

# %%
# One file says all there is to say. Here it is kernel ridge regression of scikit-learn, which needs
# standardised features and has two settings that are best tried on a logarithmic scale.

import os
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt

from smoothtab.bench import load_results

CODE = """
from sklearn.kernel_ridge import KernelRidge

from smoothtab.bench.candidates import Candidate, Log


def build(seed, **params):
    return KernelRidge(kernel="rbf", **params)


CANDIDATE = Candidate(
    "kernel",
    build,
    space={"alpha": Log(1e-3, 10), "gamma": Log(1e-3, 1)},
    n_trials=30,
    scale=True,
    smooth=True,
)
"""

# %%
# A package announces it in its ``pyproject.toml``:
#
# .. code-block:: toml
#
#    [project.entry-points."smoothtab.candidates"]
#    kernel = "my_models:CANDIDATE"
#
# After ``pip install`` of that package the bench knows it. So that this example leaves your
# environment alone, it writes what ``pip`` would install into a folder of its own.

folder = Path(mkdtemp())
(folder / "my_models.py").write_text(CODE)
(folder / "my_models-1.0.dist-info").mkdir()
for name, text in {
    "METADATA": "Metadata-Version: 2.1\nName: my-models\nVersion: 1.0\n",
    "entry_points.txt": "[smoothtab.candidates]\nkernel = my_models:CANDIDATE\n",
}.items():
    (folder / "my_models-1.0.dist-info" / name).write_text(text)


def smoothtab(*words):
    """Run a command as in a terminal."""
    command = [Path(sys.executable).with_name("smoothtab"), *words]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return run.stdout


print(smoothtab("bench", "candidates"))

# %%
# There it is, at the end of the list. Now measure it beside three others. On the command line this
# is ``smoothtab bench run --models ridge erbf_cv kernel ...``.

tables = ["concrete_strength", "diabetes", "friedman1"]
models = ["ridge", "chebypoly_cv", "erbf_cv", "kernel"]
smoothtab(
    *("bench", "run", "--out", folder / "results", "--budget", "quick", "--jobs", "1"),
    *("--datasets", *tables, "--models", *models),
)
results = load_results(folder / "results")
results.pivot_table(index="model", columns="dataset", values="test_r2").loc[models].round(3)

# %%
# One dot for each fold:

figure, axes = plt.subplots(1, 3, figsize=(9, 2.8), sharey=True, layout="constrained")
for axis, (table, part) in zip(axes, results.groupby("dataset"), strict=True):
    for row, model in enumerate(reversed(models)):
        scores = part.loc[part["model"] == model, "test_r2"]
        axis.plot(scores, [row] * len(scores), "o", color="C1" if model == "kernel" else "C0")
    axis.set(title=table, xlabel="R2 on test rows", yticks=range(len(models)))
axes[0].set_yticklabels(reversed(models))
plt.show()

# %%
# What was chosen for it in each fold is in the same table, as ``hp_alpha`` and ``hp_gamma``.

own = results[results["model"] == "kernel"]
own[["dataset", "fold", "hp_alpha", "hp_gamma", "n_trials", "tune_time"]].round(3)
