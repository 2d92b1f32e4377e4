"""Time of one Chebyshev fit and prediction, beside poly-basis-ml 0.3.0 and the bare arithmetic."""

import numpy as np
from sklearn.datasets import make_friedman1
from sklearn.metrics import r2_score

from perf import machine
from perf.markdown import table, verdict
from perf.rivals import chebyshev_roofline, chebyshev_smoothtab, poly_basis_030, spline_ridge
from perf.timing import MOST_ROUNDS, best_times
from smoothtab import ChebyshevRegressor

CASES = [(2000, 8, 9), (20_000, 8, 9), (8000, 14, 9)]  # rows, features, degree
WANTED_FIT, WANTED_PREDICT, ALPHA = 2.5, 2.0, 1.0


def friedman(n, d, noise=1.0):
    X, y = make_friedman1(n + 2000, n_features=d, noise=noise, random_state=0)
    return X[:n], y[:n], X[n:], y[n:]


def speed_row(n, d, complexity):
    X, y, X_test, y_test = friedman(n, d)
    given = (X, y, complexity, ALPHA)
    rivals = {
        "rival": poly_basis_030,
        "ours": chebyshev_smoothtab,
        "splines": spline_ridge,
        "roofline": chebyshev_roofline,
    }
    fit = best_times({name: lambda r=rival: r.fit(*given) for name, rival in rivals.items()})
    models = {name: rivals[name].fit(*given) for name in ("rival", "ours", "splines")}
    predict = best_times({name: lambda m=model: m.predict(X) for name, model in models.items()})
    inside = ((X_test >= X.min(axis=0)) & (X_test <= X.max(axis=0))).all(axis=1)
    expected, found = (models[name].predict(X_test[inside]) for name in ("rival", "ours"))
    difference = np.abs(found / expected - 1).max()
    r2 = [r2_score(y_test, models[name].predict(X_test)) for name in ("ours", "splines")]
    ratios = [of["rival"] / of["ours"] for of in (fit, predict)]
    times_roofline = fit["ours"] / fit["roofline"]
    met = {
        "fit": ratios[0] >= WANTED_FIT,
        "predict": ratios[1] >= WANTED_PREDICT,
        "roofline": times_roofline <= 2,
        "equal": difference <= 1e-6,
    }
    return [
        f"n={n} d={d} degree {complexity}",
        *(f"{1e3 * fit[name]:.1f}" for name in rivals),
        f"{ratios[0]:.1f}",
        f"{times_roofline:.2f}",
        *(f"{1e3 * predict[name]:.1f}" for name in ("rival", "ours")),
        f"{ratios[1]:.1f}",
        f"{difference:.0e}",
        *(f"{score:.4f}" for score in r2),
        verdict(met),
    ]


def tensor_rows():
    """Friedman 1 without noise: what each kind of interaction can express."""
    X, y, X_test, y_test = friedman(2000, 5, noise=0.0)
    cases = {
        "product": (dict(include_interactions=True, complexity=9), None),
        "tensor": (dict(interactions="tensor", tensor_degree=8, complexity=9), 0.995),
        "tensor, sparse": (dict(interactions="tensor", tensor_degree=10, complexity=10), 0.999),
    }
    for name, (settings, wanted) in cases.items():
        sparse = name.endswith("sparse")
        model = ChebyshevRegressor(alpha=1e-3, sparse=sparse, random_state=0, **settings)
        score = model.fit(X, y).score(X_test, y_test)
        met = "" if wanted is None else verdict(score >= wanted)
        yield [name, model.n_params_, f"{score:.5f}", wanted or "about 0.92", met]


def main():
    print("## Chebyshev: speed of one fit and one prediction\n")
    print(
        f"With product interactions, alpha {ALPHA:g}, Friedman 1 with noise 1; the prediction is"
        f" of the training rows. One thread; best of up to {MOST_ROUNDS} rounds, in turn."
        f" Wanted: fit {WANTED_FIT} times and prediction {WANTED_PREDICT} times as fast as"
        " poly-basis-ml 0.3.0, fit at most 2 times its roofline (columns and one symmetric"
        " product), predictions equal to 1e-6 of their size. Splines: SplineTransformer and"
        " Ridge, as many columns for each feature.\n"
    )
    print(f"BLAS: {machine.kernels()}.\n")
    head = ["case", "fit: poly-basis-ml ms", "smoothtab ms", "splines ms", "roofline ms", "ratio"]
    head += ["times roofline", "predict: poly-basis-ml ms", "smoothtab ms", "ratio"]
    head += ["largest difference", "R² smoothtab", "R² splines", "verdict"]
    print(table(head, [speed_row(*case) for case in CASES]))
    print("\n## Chebyshev: what interactions express\n")
    print("Friedman 1 without noise, 5 features, 2000 rows; R² on 2000 others.\n")
    print(table(["interactions", "parameters", "R²", "wanted", "verdict"], tensor_rows()))


if __name__ == "__main__":
    main()
