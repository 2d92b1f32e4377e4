import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from sklearn.linear_model import Ridge
from sklearn.model_selection import train_test_split
from sklearn.utils.estimator_checks import parametrize_with_checks
from xgboost import XGBRegressor

from smoothtab import ERBFRegressor
from smoothtab.bench._early_stopping import EarlyStoppingRegressor


class Watched(Ridge):
    """Remembers what it is fitted by."""

    def fit(self, X, y, eval_set, verbose):
        self.rows_, self.eval_set_, self.verbose_ = (X, y), eval_set, verbose
        return super().fit(X, y)


@parametrize_with_checks([EarlyStoppingRegressor(Watched(), random_state=0)])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("fraction, n_aside", [(0.15, 12), (0.5, 40)])
def test_rows_are_set_aside_with_their_targets_and_none_is_lost(fraction, n_aside):
    X = np.arange(80.0)[:, None]
    model = EarlyStoppingRegressor(Watched(), fraction, random_state=0).fit(X, 2 * X[:, 0])
    fitted_to, [aside] = model.regressor_.rows_, model.regressor_.eval_set_
    assert len(aside[1]) == n_aside
    for rows, targets in (fitted_to, aside):
        assert_array_equal(targets, 2 * rows[:, 0])
    assert_array_equal(np.sort(np.concatenate([fitted_to[0], aside[0]]), axis=0), X)
    assert model.regressor_.verbose_ is False


def test_random_state_draws_them(wavy):
    first, again, other = (
        EarlyStoppingRegressor(Watched(), random_state=seed).fit(*wavy).regressor_.rows_[1]
        for seed in (0, 0, 1)
    )
    assert_array_equal(first, again)
    assert (first != other).any()


@pytest.mark.parametrize("container", [np.asarray, pd.DataFrame])
def test_xgboost_stops_as_it_does_by_hand(wavy, container):
    X, y = wavy
    booster = XGBRegressor(n_estimators=300, early_stopping_rounds=5, n_jobs=1, random_state=0)
    model = EarlyStoppingRegressor(booster, random_state=0).fit(container(X), y)
    X_fit, X_aside, y_fit, y_aside = train_test_split(X, y, test_size=0.15, random_state=0)
    by_hand = booster.fit(X_fit, y_fit, eval_set=[(X_aside, y_aside)], verbose=False)
    assert model.regressor_.best_iteration == by_hand.best_iteration < 294
    assert_array_equal(model.predict(container(X)), by_hand.predict(X))


def test_the_derivative_is_that_of_the_regressor(wavy):
    class WatchedNetwork(ERBFRegressor):
        def fit(self, X, y, eval_set, verbose):
            return super().fit(X, y)

    X, y = wavy
    model = EarlyStoppingRegressor(WatchedNetwork(n_rbf=5, random_state=0), random_state=0)
    assert_array_equal(model.fit(X, y).predict_gradient(X), model.regressor_.predict_gradient(X))
    assert not hasattr(EarlyStoppingRegressor(Watched()), "predict_gradient")
