import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab.erbf._objective import WidthObjective
from smoothtab.erbf._optimise import narrowed, optimise_widths
from smoothtab.erbf._widths import width_bounds


@pytest.fixture
def task():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 3))
    Y = np.sin(3 * X[:, :1]) + 0.05 * rng.normal(size=(150, 1))
    objective = WidthObjective(X, Y, X[:12], 0.1)
    return objective, np.full((12, 3), 1.5), width_bounds(X[:12])


def test_loss_decreases_to_the_loss_of_the_widths_returned(task):
    objective, widths, bounds = task
    found, path = optimise_widths(objective, widths, bounds, 25, 0.0)
    assert len(path) == 26
    assert (np.diff(path) <= 0).all()
    assert path[-1] < 0.5 * path[0]
    assert_allclose(path[0], objective.value(np.log(widths).ravel()) / objective.total)
    assert_allclose(path[-1], objective.value(np.log(found).ravel()) / objective.total)


@pytest.mark.parametrize("max_iter", [1, 2, 7])
def test_iterations_do_not_exceed_the_budget(task, max_iter):
    assert len(optimise_widths(*task, max_iter, 0.0).loss_path) == max_iter + 1


def test_a_longer_budget_continues_the_same_path(task):
    short, long = (optimise_widths(*task, max_iter, 0.0).loss_path for max_iter in (4, 8))
    assert_array_equal(long[:5], short)


def test_no_iterations_return_the_widths_as_they_are(task):
    found, path = optimise_widths(*task, 0, 1e-6)
    assert_array_equal(found, task[1])
    assert len(path) == 1


def test_tolerance_stops_early(task):
    path = optimise_widths(*task, 100, 0.01).loss_path
    assert 2 < len(path) < 30
    gain = -np.diff(path) / np.minimum(path[:-1], 0.05)
    assert gain[-1] <= 0.01
    assert (gain[:-1] > 0.01).all()


def test_tolerance_does_not_depend_on_the_unit_of_the_target(task):
    objective, widths, bounds = task
    louder = WidthObjective(objective.X, 1e3 * objective.Y, objective.centres, objective.alpha)
    paths = [
        optimise_widths(one, widths, bounds, 100, 0.01).loss_path for one in (objective, louder)
    ]
    assert_allclose(*paths, rtol=1e-6)


def test_bounds_are_respected_and_reached(task):
    objective, widths, _ = task
    least, largest = np.full((12, 3), 1.2), np.full((12, 3), 1.7)
    found, _ = optimise_widths(objective, widths, (least, largest), 40, 0.0)
    assert found.min() >= 1.2 * (1 - 1e-12)
    assert found.max() <= 1.7 * (1 + 1e-12)
    assert np.isclose(found[:, 0].min(), 1.2)


@pytest.mark.parametrize("edge", [0, 1])
def test_starts_on_a_bound(task, edge):
    objective, _, bounds = task
    path = optimise_widths(objective, bounds[edge], bounds, 5, 0.0).loss_path
    assert_allclose(path[0], objective.value(np.log(bounds[edge]).ravel()) / objective.total)


def test_constant_target_leaves_nothing_to_do(task):
    objective, widths, bounds = task
    flat = WidthObjective(objective.X, np.zeros((150, 1)), objective.centres, 0.1)
    found, path = optimise_widths(flat, widths, bounds, 10, 1e-6)
    assert_array_equal(found, widths)
    assert_array_equal(path, [0.0])


def test_path_does_not_depend_on_the_unit_of_the_target(task):
    objective, widths, bounds = task
    large = WidthObjective(objective.X, 1e6 * objective.Y, objective.centres, 0.1)
    found, path = optimise_widths(large, widths, bounds, 5, 0.0)
    expected = optimise_widths(*task, 5, 0.0)
    assert_allclose(path, expected.loss_path, rtol=1e-9)
    assert_allclose(found, expected.widths, rtol=1e-6)


def test_the_start_is_evaluated_once(task, monkeypatch):
    objective, widths, bounds = task
    seen, evaluate = [], objective.value_and_gradient
    monkeypatch.setattr(
        objective, "value_and_gradient", lambda theta: seen.append(theta) or evaluate(theta)
    )
    optimise_widths(objective, widths, bounds, 3, 0.0)
    assert sum(np.allclose(theta, np.log(widths).ravel()) for theta in seen) == 1


def test_widths_that_are_much_too_wide_are_halved(task):
    objective, _, _ = task
    many = WidthObjective(objective.X, objective.Y, objective.X[:40], 1e-3)
    loss = {w: many.value(np.full(120, np.log(w))) for w in (2.0, 1.0, 0.5)}
    assert loss[1.0] < 0.75 * loss[2.0]
    assert loss[0.5] > 0.75 * loss[1.0]
    widths = np.full((40, 3), 2.0)
    assert_array_equal(narrowed(many, widths, width_bounds(objective.X[:40])), widths / 2)


def test_widths_near_the_best_factor_stay_as_they_are(task):
    objective, _, bounds = task
    factors = 2.0 ** np.arange(-3, 4)
    loss = [objective.value(np.full(36, np.log(factor))) for factor in factors]
    widths = np.full((12, 3), factors[np.argmin(loss)])
    assert_array_equal(narrowed(objective, widths, bounds), widths)


def test_narrowing_keeps_the_bounds(task):
    objective, _, _ = task
    widths = np.full((12, 3), 90.0)
    assert_array_equal(narrowed(objective, widths, (widths, widths)), widths)
