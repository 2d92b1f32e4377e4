import numpy as np
import optuna
import pytest
from sklearn.datasets import make_friedman1
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsRegressor

from smoothtab.bench import Protocol
from smoothtab.bench._tuning import tune
from smoothtab.bench.candidates import Candidate, Choice, Int, Log, OrAuto, Uniform, get

PAPER, FEW = Protocol(), Protocol(trials=0.01)
X, y = make_friedman1(120, n_features=5, noise=0.5, random_state=0)


def knn(n_trials, fits):
    """A candidate that notes each of its fits, as the number of neighbours and of rows."""

    class Noted(KNeighborsRegressor):
        def fit(self, X, y):
            fits.append((self.n_neighbors, len(y)))
            return super().fit(X, y)

    return Candidate(
        "knn",
        lambda seed, **params: Noted(**params),
        space={"n_neighbors": Int(1, 60)},
        n_trials=n_trials,
    )


def lies_in(value, parameter):
    match parameter:
        case OrAuto(otherwise=otherwise):
            return value == "auto" or lies_in(value, otherwise)
        case Choice(options=options):
            return value in options
        case Int(low=low, high=high):
            return isinstance(value, int) and low <= value <= high
        case Log(low=low, high=high) | Uniform(low=low, high=high):
            return low <= value <= high


@pytest.mark.parametrize("name", ["ridge", "dt", "chebypoly", "chebytree", "erbf"])
def test_what_is_chosen_lies_in_the_space_and_builds_the_model(name):
    candidate = get(name)
    tuned = tune(candidate, X, y, FEW, 1, 2)
    assert tuned.params
    for key, value in tuned.params.items():
        assert lies_in(value, candidate.space[key])
    applying = {key for key, kind in candidate.space.items() if kind.applies(tuned.params)}
    assert set(tuned.params) == applying
    candidate.build(0, **candidate.fixed, **tuned.params).fit(X, y)


def test_the_same_seeds_choose_the_same_whatever_the_global_state():
    chosen = []
    for seed in (0, 1):
        np.random.seed(seed)  # noqa: NPY002
        before = np.random.get_state()  # noqa: NPY002
        chosen.append(tune(get("dt"), X, y, PAPER, 1, 2))
        assert all(map(np.array_equal, before, np.random.get_state()))  # noqa: NPY002
    assert chosen[0] == chosen[1]


def test_other_inner_folds_choose_otherwise():
    assert len({tune(get("ridge"), X, y, PAPER, 1, seed).params["alpha"] for seed in range(3)}) > 1


def test_weak_trials_end_early_and_are_counted():
    fits = []
    tuned = tune(knn(30, fits), X, y, PAPER, 1, 2)
    assert tuned.n_trials == 30
    assert 0 < tuned.n_pruned < 30
    full = (30 - tuned.n_pruned) * 5
    # A trial is never ended after its first fold, and not counted as ended after its last.
    assert full + 2 * tuned.n_pruned <= len(fits) <= full + 5 * tuned.n_pruned
    assert len(fits) < 30 * 5


def test_the_first_trials_are_never_ended_early():
    fits = []
    tuned = tune(knn(3, fits), X, y, PAPER, 1, 2)
    assert (tuned.n_trials, tuned.n_pruned, len(fits)) == (3, 0, 15)


def test_the_chosen_value_is_about_the_best_of_all():
    errors = {}
    for k in range(1, 61):
        predict = KNeighborsRegressor(k)
        halves = np.arange(len(y)) % 2 == 0
        errors[k] = sum(
            np.sum((y[~rows] - predict.fit(X[rows], y[rows]).predict(X[~rows])) ** 2)
            for rows in (halves, ~halves)
        )
    chosen = tune(knn(30, []), X, y, PAPER, 1, 2).params["n_neighbors"]
    assert errors[chosen] < 1.1 * min(errors.values())


@pytest.mark.parametrize(("n", "rows"), [(999, [799] * 4 + [800]), (1000, [666] * 1 + [667] * 2)])
def test_inner_folds_are_five_below_a_thousand_rows_and_else_three(n, rows):
    fits = []
    tune(knn(1, fits), *make_friedman1(n, random_state=0), PAPER, 1, 2)
    assert sorted(n_rows for _, n_rows in fits) == rows


def test_a_search_of_its_own_takes_the_place_of_trials():
    def search(seed):
        return GridSearchCV(Ridge(), {"alpha": [0.1 + seed]})

    tuned = tune(Candidate("own", Ridge, search=search), X, y, PAPER, 7, 2)
    assert (tuned.params, tuned.n_trials, tuned.n_pruned) == ({"alpha": 7.1}, 0, 0)


def test_nothing_is_tuned_where_there_is_nothing_to_tune():
    tuned = tune(get("mean"), X, y, PAPER, 1, 2)
    assert (tuned.params, tuned.n_trials, tuned.n_pruned) == ({}, 0, 0)


def test_optuna_is_quiet_meanwhile_and_as_loud_as_before_after(capfd):
    def broken(seed, alpha):
        raise RuntimeError

    before = optuna.logging.get_verbosity()
    tune(get("ridge"), X, y, FEW, 1, 2)
    with pytest.raises(RuntimeError):
        tune(Candidate("broken", broken, space={"alpha": Log(1, 2)}, n_trials=3), X, y, PAPER, 1, 2)
    assert optuna.logging.get_verbosity() == before
    assert capfd.readouterr().out == ""


def test_targets_that_are_nearly_all_the_same_can_be_tuned_on():
    rare = np.zeros(40)
    rare[:3] = 1.0
    assert tune(get("ridge"), X[:40], rare, PAPER, 1, 2).n_trials == 20
