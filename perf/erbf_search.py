"""Time of a whole search, beside 30 Optuna trials of erbf 0.1.0 in the paper's space."""

import argparse
import warnings
from statistics import median

import optuna
from erbf import ERBFRegressor
from sklearn.model_selection import cross_val_score

from perf import tables
from perf.markdown import table, verdict
from perf.timing import timed
from smoothtab import ERBFRegressorCV

TABLES = ("concrete_strength", "abalone", "cpu_act")
N_TRIALS, WANTED = 30, 10
OUR_ROUNDS = 3


def rival_model(params):
    params = dict(params)
    n_rbf = "auto" if params.pop("auto") else params.pop("n_rbf")
    return ERBFRegressor(n_rbf, width_optim_iters=30, random_state=42, **params)


def rival_search(X, y, n_trials):
    """The published tuning, with plain cross-validation and a final fit."""

    def score(trial):
        params = {
            "auto": trial.suggest_categorical("auto", [True, False]),
            "alpha": trial.suggest_float("alpha", 1e-3, 1e3, log=True),
            "center_init": trial.suggest_categorical("center_init", ["lipschitz", "kmeans"]),
            "width_init": trial.suggest_categorical(
                "width_init", ["local_ridge", "local_variance"]
            ),
        }
        if not params["auto"]:
            params["n_rbf"] = trial.suggest_int("n_rbf", 10, 80)
        n_folds = 3 if len(X) >= 1000 else 5
        return cross_val_score(rival_model(params), X, y, cv=n_folds, scoring="r2").mean()

    sampler = optuna.samplers.TPESampler(multivariate=True, seed=0)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    study.optimize(score, n_trials)
    return rival_model(study.best_params).fit(X, y)


def row(name, n_trials):
    fold = tables.fold(name, 0)
    X, y = fold.X, fold.y
    ERBFRegressor(10, width_optim_iters=2).fit(X[:200], y[:200])  # compile, untimed
    runs = [timed(lambda: ERBFRegressorCV(random_state=0).fit(X, y)) for _ in range(OUR_ROUNDS)]
    ours, model = median(seconds for seconds, _ in runs), runs[0][1]
    theirs, rival = timed(lambda: rival_search(X, y, n_trials))
    ratio = theirs / ours
    return [
        name,
        *X.shape,
        f"{theirs:.1f}",
        f"{ours:.2f}",
        f"{ratio:.1f}",
        WANTED,
        f"{tables.score(rival, fold):.4f}",
        f"{tables.score(model, fold):.4f}",
        verdict(ratio >= WANTED),
    ]


def main(names, n_trials):
    print("## ERBF: speed of a search\n")
    print(
        f"`ERBFRegressorCV` (median of {OUR_ROUNDS} runs) beside {n_trials} Optuna trials of erbf"
        " 0.1.0, both with the final fit, on the first outer training fold. One thread. R² is that"
        " of the outer test fold.\n"
    )
    head = ["table", "rows", "features", "erbf + Optuna s", "smoothtab s", "ratio", "wanted"]
    head += ["R² erbf", "R² smoothtab", "verdict"]
    print(table(head, [row(name, n_trials) for name in names]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", nargs="+", metavar="NAME", default=TABLES)
    parser.add_argument("--trials", type=int, default=N_TRIALS)
    arguments = parser.parse_args()
    tables.require()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
    main(arguments.tables, arguments.trials)
