"""L-BFGS-B on the log-widths, with one stopping rule and the path of the loss kept."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import OptimizeResult, minimize

from smoothtab._moments import Array
from smoothtab.erbf._objective import WidthObjective

# Widths are halved to begin with, at most so often, as long as this leaves less than so much of the
# loss. Wide bumps generalise better; but from bumps so wide that they are nearly constant, the
# optimiser spends its iterations on getting away.
_MOST_HALVINGS, _WORTH_HALVING = 4, 0.75

# Of a larger loss, as a share of that of the best constant, most is noise: what can be gained is
# then a smaller part of it.
_LARGE_LOSS = 0.05

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

    Stops after `max_iter` iterations, or when one gains less than `tol`.
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
        Least decrease worth another iteration, as a share of the loss or of `_LARGE_LOSS`.
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
    lower, upper = (np.log(bound).ravel() for bound in bounds)

    def loss(scaled: Array) -> tuple[float, Array]:
        # Beyond a bound the loss is flat. Bounds given to the optimiser would have the same effect,
        # but with thousands of widths it then takes longer than the loss itself.
        wanted = scaled * unit
        theta = np.clip(wanted, lower, upper)
        value, gradient = known.pop() if known else objective.value_and_gradient(theta)
        return value / total, gradient * (theta == wanted) * (unit / total)

    def record(intermediate_result: OptimizeResult) -> None:
        path.append(intermediate_result.fun)
        if path[-2] - path[-1] <= tol * min(path[-2], _LARGE_LOSS):
            raise StopIteration

    result = minimize(
        loss,
        start / unit,
        jac=True,
        method="L-BFGS-B",
        callback=record,
        options={"maxiter": max_iter, "ftol": 0.0, "gtol": 0.0, "maxfun": 20 * max_iter},
    )
    theta = np.clip(result.x * unit, lower, upper)
    return Optimum(np.exp(theta).reshape(widths.shape), np.array(path))
