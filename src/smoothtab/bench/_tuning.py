"""Hyperparameters of a candidate, chosen within an outer training set."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import optuna
from optuna.samplers import TPESampler
from sklearn.model_selection import KFold

from smoothtab._moments import Array
from smoothtab.bench._protocol import Protocol
from smoothtab.bench.candidates import Candidate, assemble
from smoothtab.stats import r2

_OPTUNA_SEED = 0  # published


@dataclass(frozen=True)
class Tuned:
    """What was chosen, after how many trials."""

    params: dict[str, Any]
    n_trials: int = 0
    n_pruned: int = 0


def tune(
    candidate: Candidate, X: Array, y: Array, protocol: Protocol, model_seed: int, fold_seed: int
) -> Tuned:
    """The candidate's own search if it has one, else Optuna in its search space."""
    if candidate.search is not None:
        return Tuned(dict(candidate.search(model_seed).fit(X, y).best_params_))
    if not candidate.space:
        return Tuned({})
    folds = KFold(protocol.n_inner_folds(len(y)), shuffle=True, random_state=fold_seed)
    splits = list(folds.split(X))

    def score(trial: optuna.Trial) -> float:
        """Mean R^2 of the inner folds; told fold by fold, so that weak trials end early."""
        params, scores = candidate.suggest(trial), []
        for step, (train, test) in enumerate(splits):
            model = assemble(candidate, params, model_seed).fit(X[train], y[train])
            scores.append(r2(y[test], model.predict(X[test])))
            trial.report(float(np.mean(scores)), step)
            if trial.should_prune():
                raise optuna.TrialPruned
        return float(np.mean(scores))

    with _quiet():
        study = optuna.create_study(
            direction="maximize",
            sampler=TPESampler(multivariate=True, seed=_OPTUNA_SEED),
            pruner=optuna.pruners.MedianPruner(n_startup_trials=3, n_warmup_steps=1),
        )
        study.optimize(score, n_trials=protocol.n_trials(candidate.n_trials))
    pruned = study.get_trials(deepcopy=False, states=[optuna.trial.TrialState.PRUNED])
    # Asked again, the best trial names its parameters as the candidate takes them.
    params = candidate.suggest(optuna.trial.FixedTrial(study.best_params))
    return Tuned(params, len(study.trials), len(pruned))


@contextmanager
def _quiet() -> Iterator[None]:
    """Without a log line for every trial, nor the remark that multivariate TPE is experimental."""
    verbosity = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            yield
    finally:
        optuna.logging.set_verbosity(verbosity)
