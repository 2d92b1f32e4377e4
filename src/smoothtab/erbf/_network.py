"""The three stages in a row: from rows and settings to a fitted network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from smoothtab._moments import Array
from smoothtab.erbf._centres import automatic_number, kmeans_centres, lipschitz_centres
from smoothtab.erbf._objective import Output, WidthObjective
from smoothtab.erbf._optimise import optimise_widths
from smoothtab.erbf._rows import Rows
from smoothtab.erbf._widths import initial_widths, width_bounds


@dataclass(frozen=True)
class Settings:
    """The parameters of one network; the meaning is that of `ERBFRegressor`."""

    n_rbf: int | Literal["auto"]
    alpha: float
    center_init: str
    width_init: str
    width_optim_iters: int
    linear_term: bool
    tol: float


@dataclass(frozen=True)
class Network:
    """Centres and widths in standardised units, the output layer, and how the fit went."""

    centres: Array
    widths: Array
    output: Output
    loss_path: Array


def place(rows: Rows, settings: Settings, rng: np.random.RandomState) -> tuple[Array, Array]:
    """Stages 1 and 2: centres and initial widths."""
    n, d = rows.X.shape
    wanted = automatic_number(n, d) if settings.n_rbf == "auto" else settings.n_rbf
    n_centres = min(wanted, n)
    if settings.center_init == "lipschitz":
        centres = lipschitz_centres(rows.X, rows.Y, rows.sample_weight, n_centres, rng)
    else:
        centres = kmeans_centres(rows.X, rows.sample_weight, n_centres, rng)
    # To the user's units and back, so that the centres reported are the very ones used.
    centres = rows.x_scale.standardise(rows.x_scale.restore(centres))
    widths = initial_widths(rows.X, rows.Y, rows.sample_weight, centres, settings.width_init)
    return centres, widths


def objective_of(rows: Rows, centres: Array, settings: Settings) -> WidthObjective:
    """What stage 3 minimises."""
    weight = None if (rows.sample_weight == 1).all() else rows.sample_weight
    return WidthObjective(
        rows.X, rows.Y, centres, settings.alpha, weight, linear_term=settings.linear_term
    )


def fit_network(rows: Rows, settings: Settings, rng: np.random.RandomState) -> Network:
    """All stages of the paper's pipeline."""
    centres, widths = place(rows, settings, rng)
    objective = objective_of(rows, centres, settings)
    widths, loss_path = optimise_widths(
        objective, widths, width_bounds(centres), settings.width_optim_iters, settings.tol
    )
    return Network(centres, widths, objective.output(np.log(widths).ravel()), loss_path)
