"""The three stages in a row: from rows and settings to a fitted network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from smoothtab._moments import Array
from smoothtab.erbf._centres import automatic_number, kmeans_centres, lipschitz_centres
from smoothtab.erbf._objective import Output, WidthObjective
from smoothtab.erbf._optimise import narrowed, optimise_widths
from smoothtab.erbf._rows import Rows
from smoothtab.erbf._widths import initial_widths, width_bounds

# In standard deviations of y.
_MOST_ROUNDING = 3e-4


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


class Bumps(NamedTuple):
    """Centres and widths in standardised units, and how the loss went."""

    centres: Array
    widths: Array
    loss_path: Array


class Network(NamedTuple):
    """Bumps and the output layer on top of them."""

    centres: Array
    widths: Array
    loss_path: Array
    output: Output


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


def objective_of(
    rows: Rows, centres: Array, settings: Settings, dtype: DTypeLike = np.float64
) -> WidthObjective:
    """What stage 3 minimises."""
    weight = None if (rows.sample_weight == 1).all() else rows.sample_weight
    return WidthObjective(
        rows.X, rows.Y, centres, settings.alpha, weight, settings.linear_term, dtype
    )


def search_precision(total_weight: float, alpha: float) -> DTypeLike:
    """Single precision, where its rounding cannot matter to the search for widths.

    The penalised error is at most that of zero weights, so |w|^2 is at most the total weight of
    the rows over alpha, in deviations of y. This bounds what rounded activations do to a
    prediction.
    """
    rounding = np.finfo(np.float32).eps * np.sqrt(total_weight / alpha) if alpha else np.inf
    return np.float32 if rounding < _MOST_ROUNDING else np.float64


def fit_widths(rows: Rows, settings: Settings, rng: np.random.RandomState) -> Bumps:
    """All stages of the paper's pipeline but the output layer."""
    centres, widths = place(rows, settings, rng)
    precision = search_precision(rows.sample_weight.sum(), settings.alpha)
    objective = objective_of(rows, centres, settings, precision)
    bounds = width_bounds(centres)
    if settings.width_optim_iters > 0:
        widths = narrowed(objective, widths, bounds)
    optimum = optimise_widths(objective, widths, bounds, settings.width_optim_iters, settings.tol)
    return Bumps(centres, *optimum)


def fit_network(rows: Rows, settings: Settings, rng: np.random.RandomState) -> Network:
    """All stages of the paper's pipeline."""
    bumps = fit_widths(rows, settings, rng)
    output = objective_of(rows, bumps.centres, settings).output(np.log(bumps.widths).ravel())
    return Network(*bumps, output)
