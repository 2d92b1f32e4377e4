"""Time of one fit and one prediction, beside erbf 0.1.0 and beside the bare arithmetic."""

from statistics import mean
from unittest.mock import patch

from sklearn.datasets import make_friedman1
from sklearn.metrics import r2_score

from perf import machine
from perf.markdown import table, verdict
from perf.rivals import erbf_010, erbf_roofline, erbf_smoothtab
from perf.timing import MOST_ROUNDS, best_times
from smoothtab.erbf._objective import WidthObjective

CASES = [(1000, 8, 10), (1000, 50, 10), (10_000, 8, 8), (10_000, 50, 20)]  # n, d, wanted ratio
ALPHAS = (1.0, 0.01)
N_RBF, ITERATIONS, SEED = 60, 30, 0
N_TABLES = 5
RIVALS = (erbf_010, erbf_smoothtab)


def friedman(n, d, seed=SEED):
    X, y = make_friedman1(n + 2000, n_features=d, noise=1.0, random_state=seed)
    return X[:n], y[:n], X[n:], y[n:]


def count_evaluations(fit):
    """How often a fit asks for the loss with its gradient, and for the loss alone."""
    counts = []
    for name in ("value_and_gradient", "value"):
        original = getattr(WidthObjective, name)
        with patch.object(WidthObjective, name, autospec=True, side_effect=original) as counted:
            fit()
        counts.append(counted.call_count)
    return counts


def test_scores(n, d, alpha):
    """Mean test R² of rival and smoothtab over several tables."""
    scores = []
    for seed in range(N_TABLES):
        X, y, X_test, y_test = friedman(n, d, seed)
        models = [rival.fit(X, y, N_RBF, alpha, ITERATIONS, SEED) for rival in RIVALS]
        scores.append([r2_score(y_test, model.predict(X_test)) for model in models])
    return [mean(column) for column in zip(*scores, strict=True)]


def fit_row(n, d, wanted, alpha):
    X, y, *_ = friedman(n, d)
    given = (X, y, N_RBF, alpha)
    evaluations = count_evaluations(lambda: erbf_smoothtab.fit(*given, ITERATIONS, SEED))
    best = best_times(
        {
            "erbf": lambda: erbf_010.fit(*given, ITERATIONS, SEED),
            "smoothtab": lambda: erbf_smoothtab.fit(*given, ITERATIONS, SEED),
            "roofline": lambda: erbf_roofline.fit(*given, *evaluations, SEED),
            "libraries": lambda: erbf_roofline.libraries(X, N_RBF, ITERATIONS, SEED),
        }
    )
    ratio = best["erbf"] / best["smoothtab"]
    times_roofline = best["smoothtab"] / best["roofline"]
    rival_r2, r2 = test_scores(n, d, alpha)
    return [
        f"n={n} d={d} α={alpha:g}",
        *(f"{best[name]:.4f}" for name in ("erbf", "smoothtab", "roofline", "libraries")),
        f"{ratio:.1f}",
        wanted,
        f"{best['erbf'] / (best['roofline'] + best['libraries']):.1f}",
        f"{times_roofline:.2f}",
        f"{rival_r2:.4f}",
        f"{r2:.4f}",
        f"{r2 - rival_r2:+.4f}",
        verdict(
            {
                "ratio": ratio >= wanted,
                "roofline": times_roofline <= 2,
                "R²": r2 - rival_r2 >= -0.002,
            }
        ),
    ]


def predict_row():
    X, y, X_test, _ = friedman(1000, 8)
    models = {
        rival.__name__.rpartition(".")[2]: rival.fit(X, y, N_RBF, 1.0, ITERATIONS, SEED)
        for rival in RIVALS
    }
    rows = X_test[:1000]
    best = best_times(
        {name: lambda model=model: model.predict(rows) for name, model in models.items()}, 300
    )
    theirs, ours = 1000 * best["erbf_010"], 1000 * best["erbf_smoothtab"]
    met = verdict({"below 1 ms": ours < 1, "faster": ours < theirs})
    return [f"{theirs:.3f}", f"{ours:.3f}", f"{theirs / ours:.1f}", met]


def main():
    erbf_smoothtab.fit(*friedman(300, 8)[:2], 20, 1.0, 2, SEED)  # load and compile, untimed
    erbf_010.fit(*friedman(300, 8)[:2], 20, 1.0, 2, SEED)
    print("## ERBF: speed of one fit\n")
    print(
        f"K = {N_RBF}, at most {ITERATIONS} iterations, Friedman 1 with noise 1, 2000 further rows"
        f" as test. One thread; best of up to {MOST_ROUNDS} rounds, in turn. Roofline: the bare"
        " matrix products and exponentials of as many evaluations, in the precision of the search;"
        " wanted at most 2 times that. Libraries: the bare neighbour searches of scikit-learn and"
        " L-BFGS-B of scipy on as many variables. Best possible: the ratio if a fit took the time"
        f" of roofline and libraries and no more. R²: mean over {N_TABLES} tables; wanted"
        " difference at least -0.002.\n"
    )
    print(f"BLAS: {machine.kernels()}.\n")
    head = ["case", "erbf 0.1.0 s", "smoothtab s", "roofline s", "libraries s", "ratio", "wanted"]
    head += ["best possible", "times roofline", "R² erbf", "R² smoothtab", "difference", "verdict"]
    print(table(head, [fit_row(*case, alpha) for alpha in ALPHAS for case in CASES]))
    print("\n## ERBF: speed of a prediction\n")
    print(f"1000 rows, d = 8, K = {N_RBF}; wanted below 1 ms.\n")
    print(table(["erbf 0.1.0 ms", "smoothtab ms", "ratio", "verdict"], [predict_row()]))


if __name__ == "__main__":
    main()
