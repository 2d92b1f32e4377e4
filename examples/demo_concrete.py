"""What a smooth model makes of a real table: the strength of concrete from its recipe and age."""

from time import perf_counter

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.linear_model import RidgeCV
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from smoothtab import ChebyshevModelTreeRegressorCV, ChebyshevRegressorCV, ERBFRegressorCV
from smoothtab.datasets import load_concrete_strength

MODELS = {
    "ridge": make_pipeline(StandardScaler(), RidgeCV(np.logspace(-3, 3, 13))),
    "gradient boosting": HistGradientBoostingRegressor(random_state=0),
    "Chebyshev polynomial": ChebyshevRegressorCV(random_state=0),
    "Chebyshev model tree": ChebyshevModelTreeRegressorCV(random_state=0),
    "ERBF": ERBFRegressorCV(random_state=0),
}


def main():
    concrete = load_concrete_strength()
    split = train_test_split(concrete.data, concrete.target, test_size=0.25, random_state=0)
    X_train, X_test, y_train, y_test = split
    print("Compressive strength of concrete (UCI 165, I-Cheng Yeh, CC BY 4.0)")
    print(
        f"{len(X_train)} rows to learn from, {len(X_test)} held out, {X_test.shape[1]} features\n"
    )

    print(f"{'model':<22}{'R2 train':>10}{'R2 test':>10}{'error, MPa':>12}{'fit, s':>9}")
    for name, model in MODELS.items():
        start = perf_counter()
        model.fit(X_train, y_train)
        seconds = perf_counter() - start
        prediction = model.predict(X_test)
        print(
            f"{name:<22}{model.score(X_train, y_train):>10.3f}{r2_score(y_test, prediction):>10.3f}"
            f"{mean_absolute_error(y_test, prediction):>12.2f}{seconds:>9.2f}"
        )

    best = MODELS["ERBF"]
    chosen = best.best_params_
    print(
        f"\nThe search for ERBF chose {chosen['n_rbf']} centres by {chosen['center_init']}, first"
        f" widths by\n{chosen['width_init']}, alpha {chosen['alpha']:g};"
        f" held-out R2 of its folds {best.best_score_:.3f}."
    )

    mix = X_test[:1]
    gradient = best.predict_gradient(mix)[0]
    print(
        f"\nOne mix of the test set: {best.predict(mix)[0]:.1f} MPa predicted, {y_test[0]:.1f} MPa"
    )
    print("measured. What a little more of each would do there:\n")
    for feature, value, slope in zip(concrete.feature_names, mix[0], gradient, strict=True):
        unit = "day" if feature == "Age" else "kg/m3"
        print(f"  {feature:<20}{value:>8.1f} {unit:<6}{slope:>+9.3f} MPa per {unit}")


if __name__ == "__main__":
    main()
