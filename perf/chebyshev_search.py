"""Time of a whole exact search, beside 30 Optuna trials of poly-basis-ml 0.3.0."""

import argparse
import warnings

import optuna
import poly_basis_ml as rival
from sklearn.datasets import make_friedman1
from sklearn.metrics import r2_score
from sklearn.model_selection import cross_val_score

from perf.markdown import table, verdict
from perf.timing import best_times, timed
from smoothtab import ChebyshevModelTreeRegressorCV, ChebyshevRegressor, ChebyshevRegressorCV

N_TRIALS, N_FOLDS, OUR_ROUNDS = 30, 3, 3
LARGEST = dict(complexity=14, include_interactions=True, max_interaction_complexity=2)
WIDE = [(8000, 21, 10), (8000, 50, None)]  # rows, features, wanted number of plain fits


def suggest_polynomial(trial):
    params = {
        "complexity": trial.suggest_int("complexity", 1, 14),
        "alpha": trial.suggest_float("alpha", 1e-3, 1e3, log=True),
        "include_interactions": trial.suggest_categorical("include_interactions", [True, False]),
    }
    if params["include_interactions"]:
        highest = trial.suggest_categorical("max_interaction_complexity", [1, 2])
        params |= {"max_interaction_complexity": highest, "expand_interactions": highest > 1}
    return rival.ChebyshevRegressor(**params)


def suggest_tree(trial):
    return rival.ChebyshevModelTreeRegressor(
        complexity=trial.suggest_int("complexity", 1, 6),
        alpha=trial.suggest_float("alpha", 1e-3, 1e3, log=True),
        max_depth=trial.suggest_int("max_depth", 1, 12),
        min_samples_leaf=trial.suggest_float("min_samples_leaf", 0.01, 0.1),
        random_state=42,
    )


# What is searched, by whom, and how many times as fast it shall be at 2000 and 20 000 rows.
CASES = [
    (ChebyshevRegressorCV, suggest_polynomial, {2000: 4, 20_000: 12}),
    (ChebyshevModelTreeRegressorCV, suggest_tree, {2000: 20, 20_000: 20}),
]


def rival_search(suggest, X, y):
    """Plain cross-validation of every trial, and a final fit."""

    def score(trial):
        return cross_val_score(suggest(trial), X, y, cv=N_FOLDS, scoring="r2").mean()

    sampler = optuna.samplers.TPESampler(multivariate=True, seed=0)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    study.optimize(score, N_TRIALS)
    return suggest(study.best_trial).fit(X, y)


def search_row(search, suggest, n, wanted):
    X, y = make_friedman1(n + 2000, n_features=8, noise=1.0, random_state=0)
    model = search(random_state=0)
    ours = best_times({"ours": lambda: model.fit(X[:n], y[:n])}, OUR_ROUNDS)["ours"]
    theirs, best = timed(lambda: rival_search(suggest, X[:n], y[:n]))
    ratio = theirs / ours
    scores = [r2_score(y[n:], one.predict(X[n:])) for one in (best, model)]
    return [
        search.__name__,
        n,
        f"{theirs:.2f}",
        f"{ours:.3f}",
        f"{ratio:.1f}",
        wanted,
        *(f"{score:.4f}" for score in scores),
        verdict(ratio >= wanted),
    ]


def wide_row(n, d, wanted):
    X, y = make_friedman1(n, n_features=d, noise=1.0, random_state=0)
    best = best_times(
        {
            "search": lambda: ChebyshevRegressorCV(random_state=0).fit(X, y),
            "fit": lambda: ChebyshevRegressor(**LARGEST).fit(X, y),
        },
        OUR_ROUNDS,
    )
    ratio = best["search"] / best["fit"]
    columns = ChebyshevRegressor(**LARGEST).fit(X, y).n_params_ - 1
    met = "" if wanted is None else verdict(ratio <= wanted)
    seconds = f"{best['search']:.2f}", f"{best['fit']:.3f}"
    return [n, d, columns, *seconds, f"{ratio:.1f}", wanted or "", met]


def main(sizes):
    print("## Chebyshev: speed of a search\n")
    print(
        f"The whole space of the paper, exactly, beside {N_TRIALS} Optuna trials of poly-basis-ml"
        f" 0.3.0 with {N_FOLDS} folds, both with the final fit. Friedman 1 with noise 1, d = 8; R²"
        f" on 2000 further rows. One thread; best of {OUR_ROUNDS} rounds of ours.\n"
    )
    head = ["search", "rows", "poly-basis-ml + Optuna s", "smoothtab s", "ratio", "wanted"]
    head += ["R² poly-basis-ml", "R² smoothtab", "verdict"]
    rows = [
        search_row(search, suggest, n, wanted)
        for search, suggest, aims in CASES
        for n, wanted in aims.items()
        if n in sizes
    ]
    print(table(head, rows))
    print("\n## Chebyshev: searches on wide tables\n")
    print("`ChebyshevRegressorCV` beside one plain fit of the largest basis that it tries.\n")
    head = ["rows", "features", "columns", "search s", "fit s", "fits", "at most", "verdict"]
    print(table(head, [wide_row(*case) for case in WIDE]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", nargs="+", type=int, default=[2000, 20_000])
    arguments = parser.parse_args()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
    main(arguments.rows)
