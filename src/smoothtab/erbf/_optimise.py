"""L-BFGS-B on the log-widths, with one stopping rule and the path of the loss kept."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import Bounds, OptimizeResult, minimize

from smoothtab._moments import Array
from smoothtab.erbf._objective import WidthObjective

# Widths are halved to begin with, at most so often, as long as this leaves less than so much of the
# loss. Wide bumps generalise better; but from bumps so wide that they are nearly constant, the
# optimiser spends its iterations on getting away.
_MOST_HALVINGS, _WORTH_HALVING = 4, 0.75

# Root mean square of the first step in log-widths: half is a change of widths by half.
_FIRST_STEP = 0.5


class Optimum(NamedTuple):
    """Where the optimiser stopped."""

    widths: Array
    loss_path: Array


def narrowed(objective: WidthObjective, widths: Array, bounds: tuple[Array, Array]) -> Array:
    """Widths, all halved as long as this lowers the loss by much.

    The formula of local ridge leaves a factor open: it depends on the unit of the target.
    """
    loss = objective.value(np.log(widths).ravel())
    for _ in range(_MOST_HALVINGS):
        halved = np.clip(widths / 2, *bounds)
        loss_halved = objective.value(np.log(halved).ravel())
        if loss_halved > _WORTH_HALVING * loss:
            break
        widths, loss = halved, loss_halved
    return widths


def optimise_widths(
    objective: WidthObjective,
    widths: Array,
    bounds: tuple[Array, Array],
    max_iter: int,
    tol: float,
) -> Optimum:
    """Lower the objective from `widths` on.

    Stops after `max_iter` iterations, or when an iteration lowers the loss by less than `tol`.
    The loss is the penalised squared error as a share of that of the best constant.

    Parameters
    ----------
    objective : WidthObjective
        What to minimise.
    widths : ndarray of shape (n_centres, n_features)
        Where to begin.
    bounds : tuple of ndarray
        Least and largest widths.
    max_iter : int
        Budget of iterations; 0 returns the widths as they are.
    tol : float
        Least decrease of the loss worth another iteration.
    """
    start = np.log(widths).ravel()
    total = objective.total or 1.0
    value, gradient = objective.value_and_gradient(start)
    path = [value / total]
    steepness = np.linalg.norm(gradient) / total
    if max_iter == 0 or steepness == 0:
        return Optimum(widths, np.array(path))

    # The first trial step of L-BFGS-B is the gradient itself, which has nothing to do with the
    # scale of log-widths. In units of `unit` it has the length we want.
    unit = np.sqrt(_FIRST_STEP * np.sqrt(start.size) / steepness)
    known = [(value, gradient)]  # the optimiser asks for its starting point first

    def loss(scaled: Array) -> tuple[float, Array]:
        theta = scaled * unit
        value, gradient = known.pop() if known else objective.value_and_gradient(theta)
        return value / total, gradient * (unit / total)

    def record(intermediate_result: OptimizeResult) -> None:
        path.append(intermediate_result.fun)

    lower, upper = (np.log(bound).ravel() / unit for bound in bounds)
    result = minimize(
        loss,
        start / unit,
        jac=True,
        method="L-BFGS-B",
        bounds=Bounds(lower, upper),
        callback=record,
        options={"maxiter": max_iter, "ftol": tol, "gtol": 0.0, "maxfun": 20 * max_iter},
    )
    return Optimum(np.exp(result.x * unit).reshape(widths.shape), np.array(path))
