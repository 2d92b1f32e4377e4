from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from smoothtab.erbf._network import (
    Settings,
    fit_network,
    objective_of,
    place,
    search_precision,
)
from smoothtab.erbf._rows import Rows

SETTINGS = Settings(
    n_rbf=10,
    alpha=0.1,
    center_init="lipschitz",
    width_init="local_ridge",
    width_optim_iters=5,
    linear_term=True,
    tol=0.0,
)


@pytest.fixture
def rows(wavy):
    X, y = wavy
    return Rows.of(X, y[:, None], np.random.default_rng(0).uniform(0.5, 2, len(X)))


@pytest.mark.parametrize(("n_rbf", "expected"), [(1, 1), (80, 80), (500, 80), ("auto", 20)])
@pytest.mark.parametrize("center_init", ["lipschitz", "kmeans"])
def test_number_of_centres(rows, n_rbf, expected, center_init):
    settings = Settings(n_rbf, 0.1, center_init, "local_variance", 0, False, 0.0)
    centres, widths = place(rows, settings, np.random.RandomState(0))
    assert centres.shape == widths.shape == (expected, 3)


@pytest.mark.parametrize("center_init", ["lipschitz", "kmeans"])
def test_centres_survive_the_way_to_the_units_of_the_user_and_back(wavy, center_init):
    X, y = wavy
    rows = Rows.of(X + 1e6, y[:, None], np.ones(len(X)))
    settings = Settings(10, 0.1, center_init, "local_variance", 0, False, 0.0)
    centres, _ = place(rows, settings, np.random.RandomState(0))
    back = rows.x_scale.standardise(rows.x_scale.restore(centres))
    assert_allclose(back, centres, rtol=0, atol=1e-14)


@pytest.mark.usefixtures("double_search")
def test_last_loss_is_that_of_the_network_returned(rows):
    network = fit_network(rows, SETTINGS, np.random.RandomState(0))
    objective = objective_of(rows, network.centres, SETTINGS)
    theta = np.log(network.widths).ravel()
    assert_allclose(objective.value(theta) / objective.total, network.loss_path[-1])
    assert_array_equal(objective.output(theta).coef, network.output.coef)


def test_weights_of_one_are_not_multiplied_with(rows):
    plain = Rows(rows.X, rows.Y, np.ones(len(rows.X)), rows.x_scale, rows.y_scale)
    assert objective_of(plain, rows.X[:3], SETTINGS).sample_weight is None
    assert objective_of(rows, rows.X[:3], SETTINGS).sample_weight is rows.sample_weight


@pytest.mark.parametrize("alpha", [1e-3, 0.1, 10.0])
@pytest.mark.parametrize("linear_term", [False, True])
def test_single_precision_finds_the_widths_of_double(rows, alpha, linear_term, monkeypatch):
    settings = replace(SETTINGS, alpha=alpha, linear_term=linear_term, width_optim_iters=2)
    assert search_precision(rows.sample_weight.sum(), alpha) == np.float32
    single = fit_network(rows, settings, np.random.RandomState(0))
    monkeypatch.setattr("smoothtab.erbf._network._MOST_ROUNDING", 0.0)
    double = fit_network(rows, settings, np.random.RandomState(0))
    assert_allclose(single.loss_path, double.loss_path, rtol=1e-3)
    assert_allclose(np.log(single.widths), np.log(double.widths), atol=0.01)


@pytest.mark.parametrize(
    ("total_weight", "alpha", "precision"),
    [(1e3, 1.0, "single"), (1e4, 1e-2, "single"), (1e4, 1e-6, "double"), (10.0, 0.0, "double")],
)
def test_precision_of_the_search_follows_from_the_rows_and_the_penalty(
    total_weight, alpha, precision
):
    assert np.dtype(search_precision(total_weight, alpha)) == precision
