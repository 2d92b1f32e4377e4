from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import Ridge
from sklearn.utils.parallel import Parallel

from smoothtab.erbf._network import Settings, fit_network, objective_of
from smoothtab.erbf._search import Fold, Search, alpha_errors

ALPHAS = np.array([0.01, 0.3, 1.0, 10.0, 300.0])
SETTINGS = Settings(
    n_rbf=8,
    alpha=1.0,
    center_init="lipschitz",
    width_init="local_ridge",
    width_optim_iters=6,
    linear_term=True,
    tol=0.0,
)


def fold_of(wavy, n_targets=1, train=slice(None, 60), weight=None):
    X, y = wavy
    Y = np.column_stack([y, np.cos(y)])[:, :n_targets]
    weight = np.random.default_rng(0).uniform(0.3, 2, 80) if weight is None else weight
    train = np.arange(80)[train]
    return Fold.of(X, Y, weight, train, np.setdiff1d(np.arange(80), train))


def test_held_out_rows_are_in_the_units_of_the_training_rows(wavy):
    X, y = wavy
    fold = fold_of(wavy, weight=np.ones(80))
    assert_allclose(fold.train.X.mean(axis=0), 0, atol=1e-10)
    assert_allclose(fold.held_out.X, (X[60:] - X[:60].mean(axis=0)) / X[:60].std(axis=0))
    assert_allclose(fold.held_out.Y[:, 0], (y[60:] - y[:60].mean()) / y[:60].std())
    assert_array_equal(fold.held_out.sample_weight, np.ones(20))


def test_rows_without_weight_are_left_out_of_both_parts(wavy):
    weight = np.ones(80)
    weight[::2] = 0
    fold = fold_of(wavy, weight=weight)
    assert len(fold.train.X) == 30
    assert len(fold.held_out.X) == 10


@pytest.mark.parametrize("linear_term", [False, True])
@pytest.mark.parametrize("n_targets", [1, 2])
def test_errors_are_those_of_ridge_refitted_at_every_alpha(wavy, n_targets, linear_term):
    fold = fold_of(wavy, n_targets)
    settings = replace(SETTINGS, linear_term=linear_term)
    errors, total = alpha_errors(fold, settings, ALPHAS, seed=3)

    network = fit_network(fold.train, settings, np.random.RandomState(3))

    def design(X):
        distance = (X[:, None] - network.centres) / network.widths
        phi = np.exp(-0.5 * (distance**2).sum(axis=2))
        return np.hstack([phi, X]) if linear_term else phi

    train, held_out, unit = fold.train, fold.held_out, fold.train.y_scale.deviation
    for alpha, error in zip(ALPHAS, errors, strict=True):
        ridge = Ridge(alpha=alpha).fit(design(train.X), train.Y, sample_weight=train.sample_weight)
        residual = held_out.Y - ridge.predict(design(held_out.X)).reshape(held_out.Y.shape)
        assert_allclose(error, unit**2 * (held_out.sample_weight @ residual**2), rtol=1e-6)
    assert_allclose(total, unit**2 * (held_out.sample_weight @ held_out.Y**2))


def test_error_at_the_alpha_of_the_settings_is_that_of_the_network(wavy):
    fold = fold_of(wavy)
    errors, _ = alpha_errors(fold, SETTINGS, np.array([SETTINGS.alpha]), seed=0)
    network = fit_network(fold.train, SETTINGS, np.random.RandomState(0))
    objective = objective_of(fold.held_out, network.centres, SETTINGS)
    moments = objective.moments(np.log(network.widths).ravel())
    coef, intercept = network.output
    offset = moments.mean @ np.append(-coef, 1) - intercept
    direction = np.append(-coef, 1)
    expected = direction @ moments.scatter @ direction + moments.weight * offset**2
    assert_allclose(errors[0, 0], expected[0] * fold.train.y_scale.deviation[0] ** 2)


@pytest.fixture
def search(wavy):
    folds = [fold_of(wavy, train=part) for part in (slice(None, 60), slice(20, None))]
    told = []
    return Search(folds, ALPHAS, 0, Parallel(1, return_as="generator"), told.append), told


def test_score_is_the_explained_share_over_all_folds(search):
    runner, _ = search
    runner.run([SETTINGS], [4, 8])
    trial = next(trial for trial in runner.trials if trial.stage == "n_rbf")
    errors, totals = zip(
        *(alpha_errors(fold, trial.settings, ALPHAS, 0) for fold in runner.folds), strict=True
    )
    assert_allclose(trial.scores, 1 - np.sum(errors, axis=0)[:, 0] / np.sum(totals))
    assert trial.score == trial.scores.max()


def test_stages_go_from_placement_to_number_to_penalty(search):
    runner, told = search
    kmeans = replace(SETTINGS, center_init="kmeans")
    best = runner.run([SETTINGS, kmeans], [4, 8, 12])
    assert told == runner.trials
    stages = [trial.stage for trial in told]
    assert stages[:5] == ["init"] * 2 + ["n_rbf"] * 3
    assert set(stages[5:]) <= {"alpha"}
    assert [trial.settings.n_rbf for trial in told[:5]] == [8, 8, 4, 8, 12]
    winner = max(told[:2], key=lambda trial: trial.score).settings.center_init
    assert {trial.settings.center_init for trial in told[2:]} == {winner}
    assert best.settings.width_optim_iters == SETTINGS.width_optim_iters
    assert all(trial.settings.width_optim_iters < 6 for trial in told)


def test_best_has_the_alpha_of_its_score(search):
    runner, _ = search
    best = runner.run([SETTINGS], [4, 8])
    assert best.settings.alpha == ALPHAS[best.scores.argmax()]


def test_widths_are_not_optimised_at_extreme_penalties(search):
    runner, told = search
    runner.alphas = np.array([1e-6, 1e6])
    runner.run([replace(SETTINGS, alpha=1e6)], [4, 8])
    assert all(1e-3 < trial.settings.alpha < 1e3 for trial in told)
