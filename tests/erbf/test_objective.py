import tracemalloc

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn import config_context

from smoothtab.erbf._objective import WidthObjective

CASES = {
    "plain": {},
    "weights": {"weights": True},
    "linear term": {"linear_term": True},
    "two outputs": {"n_targets": 2},
    "repeated rows": {"repeated": True},
    "everything": {"weights": True, "linear_term": True, "n_targets": 2, "repeated": True},
}
cases = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
alphas = pytest.mark.parametrize("alpha", [1e-6, 1e-2, 1.0, 1e3])


def build(alpha, n=60, k=5, d=3, weights=False, linear_term=False, n_targets=1, repeated=False):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    if repeated:
        X[n // 2 :] = X[: n - n // 2]
    Y = np.sin(2 * X[:, :n_targets]) + 0.3 * rng.normal(size=(n, n_targets))
    share = rng.uniform(0.2, 3, n) if weights else None
    objective = WidthObjective(X, Y, X[:k], alpha, share, linear_term)
    return objective, rng.uniform(-0.5, 1.0, k * d)


def design(objective, log_widths):
    X, centres = objective.X, objective.centres
    widths = np.exp(log_widths).reshape(centres.shape)
    phi = np.exp(-0.5 * (((X[:, None] - centres) / widths) ** 2).sum(axis=2))
    return np.hstack([phi, X]) if objective.linear_term else phi


def augmented(objective, log_widths):
    """Least squares system with a bias and a row for each penalised coefficient."""
    phi = design(objective, log_widths)
    n, p = phi.shape
    share = np.ones(n) if objective.sample_weight is None else objective.sample_weight
    root = np.sqrt(share)[:, None]
    rows = np.hstack([phi, np.ones((n, 1))]) * root
    penalty = np.sqrt(objective.alpha) * np.eye(p, p + 1)
    targets = np.vstack([objective.Y * root, np.zeros((p, objective.Y.shape[1]))])
    return np.vstack([rows, penalty]), targets


@cases
@alphas
def test_value_is_that_of_the_augmented_least_squares(case, alpha):
    objective, theta = build(alpha, **case)
    A, B = augmented(objective, theta)
    coef = np.linalg.lstsq(A, B, rcond=None)[0]
    assert_allclose(objective.value(theta), ((A @ coef - B) ** 2).sum(), rtol=1e-7)
    output = objective.output(theta)
    assert_allclose(np.vstack([output.coef, output.intercept]), coef, rtol=1e-4, atol=1e-6)


@cases
@alphas
@pytest.mark.parametrize("step", [1e-2, 1e-3])
def test_gradient_agrees_with_five_point_stencil(case, alpha, step, five_point):
    objective, theta = build(alpha, **case)
    value, gradient = objective.value_and_gradient(theta)
    assert value == objective.value(theta)
    rng = np.random.default_rng(1)
    for direction in [*np.eye(theta.size)[::4], *rng.normal(size=(3, theta.size))]:
        slope = five_point(lambda t, v=direction: objective.value(theta + t * v), step)
        assert_allclose(slope, gradient @ direction, rtol=1e-4, atol=1e-6 * abs(gradient).max())


def test_gradient_agrees_with_five_point_stencil_closely(five_point):
    objective, theta = build(1.0, **CASES["everything"])
    _, gradient = objective.value_and_gradient(theta)
    slope = [
        five_point(lambda t, v=axis: objective.value(theta + t * v), 2e-3)
        for axis in np.eye(theta.size)
    ]
    assert_allclose(slope, gradient, atol=1e-9 * np.abs(gradient).max())


@cases
def test_little_working_memory_changes_nothing(case):
    kept, theta = build(0.1, n=300, **case)
    with config_context(working_memory=0.001):
        streamed, _ = build(0.1, n=300, **case)
        value, gradient = streamed.value_and_gradient(theta)
    assert kept._keeps_all
    assert not streamed._keeps_all
    expected_value, expected_gradient = kept.value_and_gradient(theta)
    assert_allclose(value, expected_value, rtol=1e-10)
    assert_allclose(
        gradient, expected_gradient, rtol=1e-8, atol=1e-10 * abs(expected_gradient).max()
    )


def test_evaluations_do_not_disturb_each_other():
    objective, theta = build(0.1)
    before = objective.value_and_gradient(theta)
    objective.value(theta + 1)
    after = objective.value_and_gradient(theta)
    assert before[0] == after[0]
    assert (before[1] == after[1]).all()


def test_moments_are_those_of_activations_features_and_targets():
    objective, theta = build(0.1, weights=True, linear_term=True)
    table = np.hstack([design(objective, theta), objective.Y])
    share = objective.sample_weight
    moments = objective.moments(theta)
    assert_allclose(moments.mean, np.average(table, axis=0, weights=share))
    scatter = np.cov(table.T, aweights=share, ddof=0) * share.sum()
    assert_allclose(moments.scatter, scatter, atol=1e-10)


def test_total_is_the_error_of_the_best_constant():
    objective, _ = build(0.1, weights=True, n_targets=2)
    share, Y = objective.sample_weight, objective.Y
    residual = Y - np.average(Y, axis=0, weights=share)
    assert_allclose(objective.total, (share @ residual**2).sum())


def peak_of(evaluate):
    tracemalloc.start()
    try:
        evaluate()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_no_array_of_rows_by_centres_by_features():
    n, k, d = 4000, 40, 30
    peak = peak_of(lambda: evaluate(n, k, d))
    assert peak < 8 * n * k * d / 4


def test_memory_does_not_grow_with_rows_by_centres_when_it_is_scarce():
    n, k, d = 40_000, 60, 4
    with config_context(working_memory=1):
        peak = peak_of(lambda: evaluate(n, k, d))
    assert peak < 8 * n * k / 2


def evaluate(n, k, d):
    objective, theta = build(1.0, n=n, k=k, d=d)
    objective.value_and_gradient(theta)


@cases
@pytest.mark.parametrize("alpha", [1e-3, 1.0, 1e3])
def test_single_precision_is_double_to_its_rounding(case, alpha):
    double, theta = build(alpha, n=500, **case)
    single = WidthObjective(
        double.X,
        double.Y,
        double.centres,
        alpha,
        double.sample_weight,
        double.linear_term,
        np.float32,
    )
    value, gradient = single.value_and_gradient(theta)
    expected_value, expected_gradient = double.value_and_gradient(theta)
    assert value == single.value(theta)
    assert_allclose(value, expected_value, rtol=1e-4)
    scale = np.abs(expected_gradient).max()
    assert_allclose(gradient / scale, expected_gradient / scale, atol=2e-3)
