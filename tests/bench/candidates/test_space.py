import math

import numpy as np
import optuna
import pytest
from optuna.trial import FixedTrial

from smoothtab.bench.candidates import Candidate, Choice, Int, Log, OrAuto, Uniform


def suggestions(space, n=300):
    """What Optuna's random sampler chooses."""
    candidate = Candidate("any", dict, space=space)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
    return [candidate.suggest(study.ask()) for _ in range(n)]


@pytest.mark.parametrize(
    "parameter, middle",
    [(Log(1e-3, 1e3), 1.0), (Uniform(0.6, 1.0), 0.8), (Int(10, 80), 45), (Log(1, 100), 10.0)],
)
def test_numbers_stay_within_their_range_and_fill_it(parameter, middle):
    values = np.array([chosen["x"] for chosen in suggestions({"x": parameter})])
    assert ((values >= parameter.low) & (values <= parameter.high)).all()
    assert 0.4 < (values < middle).mean() < 0.6
    assert values.dtype == (int if isinstance(parameter, Int) else float)


def test_both_ends_of_whole_numbers_and_all_choices_occur():
    chosen = suggestions({"depth": Int(1, 4), "kind": Choice((0.3, "sqrt", True))})
    assert {one["depth"] for one in chosen} == {1, 2, 3, 4}
    assert {one["kind"] for one in chosen} == {0.3, "sqrt", True}


def test_auto_or_a_number():
    values = [chosen["n"] for chosen in suggestions({"n": OrAuto(Int(10, 12))})]
    assert set(values) == {"auto", 10, 11, 12}
    assert 0.4 < np.mean([value == "auto" for value in values]) < 0.6
    space = {"n": OrAuto(Int(10, 80))}
    assert Candidate("any", dict, space=space).suggest(FixedTrial({"n_auto": True})) == {
        "n": "auto"
    }


def test_a_condition_decides_whether_there_is_a_value():
    space = {"pairs": Choice((True, False)), "degree": Int(1, 2, when=("pairs", True))}
    chosen = suggestions(space)
    assert all(("degree" in one) == one["pairs"] for one in chosen)
    assert {one.get("degree") for one in chosen} == {None, 1, 2}


def test_a_finished_trial_gives_what_it_chose():
    space = {"n": OrAuto(Int(10, 80)), "alpha": Log(1e-3, 1e3), "kind": Choice(("a", "b"))}
    candidate, told = Candidate("any", dict, space=space), []
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1))
    study.optimize(lambda trial: math.log(told.append(candidate.suggest(trial)) or 1), n_trials=5)
    for trial, params in zip(study.trials, told, strict=True):
        assert candidate.suggest(trial) == candidate.suggest(FixedTrial(trial.params)) == params
