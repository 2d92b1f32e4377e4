"""Choosing a network's parameters by K-fold, at little more than the price of a few fits.

The search goes stage by stage, from the coarse to the fine, and each stage starts from what the
one before found best: how to place centres and begin with widths, then how many centres, then the
penalty. Optimisation is cut short while many candidates are in the race. Whatever is fitted is
scored at every alpha, which costs one eigendecomposition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.parallel import Parallel, delayed

from smoothtab._moments import Array
from smoothtab._ridge import RidgePath
from smoothtab._threads import one_thread
from smoothtab.erbf._network import Settings, fit_widths, objective_of
from smoothtab.erbf._rows import Rows

# Which share of the iterations a stage may spend. Before the last stage, candidates are compared
# on the first folds only, as soon as these hold out this many rows.
_INIT_SHARE, _LATER_SHARE = 0.25, 0.5
_FIRST_ROWS = 600

# Widths optimised under an extreme penalty say little about other penalties on the path.
_MIN_ALPHA, _MAX_ALPHA = 0.03, 30.0


Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Fold:
    """Training rows, and the rows held out in the same standardised units."""

    train: Rows
    held_out: Rows

    @classmethod
    def of(cls, X: Array, Y: Array, sample_weight: Array, train: Indices, test: Indices) -> Fold:
        """Standardise by the training rows alone; rows without weight are left out."""
        test = test[sample_weight[test] > 0]
        rows = Rows.of(X[train], Y[train], sample_weight[train])
        held_out = replace(
            rows,
            X=rows.x_scale.standardise(X[test]),
            Y=rows.y_scale.standardise(Y[test]),
            sample_weight=sample_weight[test],
        )
        return cls(rows, held_out)


@dataclass(frozen=True)
class Trial:
    """Settings that were tried, and their held-out R^2 at every alpha."""

    stage: str
    settings: Settings
    scores: Array
    n_folds: int

    @property
    def score(self) -> float:
        """Best score along the alpha path."""
        return float(self.scores.max())


def alpha_errors(fold: Fold, settings: Settings, alphas: Array, seed: int) -> tuple[Array, Array]:
    """Held-out squared error of each output at every alpha, and that of the training mean.

    In the units of the targets, so that folds can be added up.
    Widths are optimised at the alpha of the settings; only the output layer follows the path.
    """
    with one_thread():
        bumps = fit_widths(fold.train, settings, np.random.RandomState(seed))
        train, held_out = (
            objective_of(rows, bumps.centres, settings).moments(np.log(bumps.widths).ravel())
            for rows in (fold.train, fold.held_out)
        )
        path = RidgePath(train, n_targets=fold.train.Y.shape[1])
        errors = path.squared_error(held_out, alphas)
    total = fold.held_out.sample_weight @ fold.held_out.Y**2
    unit = fold.train.y_scale.deviation**2
    return unit * errors, unit * total


class Search:
    """The stages, over given folds.

    Parameters
    ----------
    folds : sequence of Fold
        Where candidates are fitted and scored.
    alphas : ndarray of shape (n_alphas,)
        Penalties, in ascending order.
    seed : int
        Draws the centres.
    parallel : sklearn.utils.parallel.Parallel
        Runs the fits of a stage.
    on_trial : callable or None
        Called with each `Trial` when it is done.
    """

    def __init__(
        self,
        folds: Sequence[Fold],
        alphas: Array,
        seed: int,
        parallel: Parallel,
        on_trial: Callable[[Trial], None] | None,
    ) -> None:
        self.folds, self.alphas, self.seed = folds, alphas, seed
        self.trials: list[Trial] = []
        self._parallel, self._on_trial = parallel, on_trial

    def run(self, candidates: Sequence[Settings], n_rbf: Sequence[int]) -> Trial:
        """Best trial; its settings have the number of iterations and the alpha to refit with.

        The candidates differ in how centres are placed and widths begin.
        """
        iterations = candidates[0].width_optim_iters
        few, some = (int(np.ceil(share * iterations)) for share in (_INIT_SHARE, _LATER_SHARE))
        middle = n_rbf[len(n_rbf) // 2]
        alpha = self._to_optimise_at(candidates[0].alpha)
        first_folds = self._first_folds()
        best = self._stage(
            "init",
            [
                replace(settings, n_rbf=middle, alpha=alpha, width_optim_iters=few)
                for settings in candidates
            ],
            first_folds,
        )
        start = replace(self._at_best_alpha(best), width_optim_iters=some)
        best = self._stage("n_rbf", [replace(start, n_rbf=k) for k in n_rbf], first_folds)
        again = self._at_best_alpha(best)
        if again != best.settings or best.n_folds < len(self.folds):
            last = self._stage("alpha", [again], self.folds)
            comparable = best.n_folds == last.n_folds
            best = best if comparable and best.score > last.score else last
        alpha = float(self.alphas[best.scores.argmax()])
        return replace(
            best, settings=replace(best.settings, alpha=alpha, width_optim_iters=iterations)
        )

    def _stage(self, name: str, candidates: Sequence[Settings], folds: Sequence[Fold]) -> Trial:
        """Score the candidates on the folds and return the best trial."""
        results = self._parallel(
            delayed(alpha_errors)(fold, candidate, self.alphas, self.seed)
            for candidate in candidates
            for fold in folds
        )
        trials = []
        for candidate in candidates:
            errors, totals = zip(*(next(results) for _ in folds), strict=True)
            total = np.sum(totals, axis=0)
            share = np.sum(errors, axis=0) / np.where(total > 0, total, 1.0)
            trials.append(Trial(name, candidate, 1.0 - share.mean(axis=1), len(folds)))
            if self._on_trial is not None:
                self._on_trial(trials[-1])
        self.trials += trials
        return max(trials, key=lambda trial: trial.score)

    def _first_folds(self) -> Sequence[Fold]:
        held_out = np.cumsum([len(fold.held_out.X) for fold in self.folds])
        return self.folds[: 1 + int(np.searchsorted(held_out[:-1], _FIRST_ROWS))]

    def _at_best_alpha(self, trial: Trial) -> Settings:
        alpha = self._to_optimise_at(float(self.alphas[trial.scores.argmax()]))
        return replace(trial.settings, alpha=alpha)

    def _to_optimise_at(self, alpha: float) -> float:
        """Alpha moved away from the extremes, but not out of the range given."""
        moved = np.clip(alpha, _MIN_ALPHA, _MAX_ALPHA)
        return float(np.clip(moved, self.alphas[0], self.alphas[-1]))
