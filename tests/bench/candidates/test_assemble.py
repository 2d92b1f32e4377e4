import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.tree import DecisionTreeRegressor

from smoothtab.bench.candidates import Candidate, Unavailable, assemble, innermost


class Watched(DecisionTreeRegressor):
    """Remembers the rows that it was to stop by."""

    def fit(self, X, y, eval_set, verbose):
        [(self.X_validation_, self.y_validation_)] = eval_set
        return super().fit(X, y)


def watched(seed, **params):
    return Watched(random_state=seed, **params)


def tree(seed, **params):
    return DecisionTreeRegressor(random_state=seed, **params)


def test_chosen_parameters_join_the_fixed_ones_and_come_before_them():
    candidate = Candidate("tree", tree, fixed={"max_depth": 2, "min_samples_leaf": 3})
    built = assemble(candidate, {"max_depth": 5, "min_samples_split": 4}, seed=7).regressor
    expected = {"max_depth": 5, "min_samples_leaf": 3, "min_samples_split": 4, "random_state": 7}
    assert expected.items() <= built.get_params().items()


def test_rows_are_set_aside_only_for_those_that_want_them(wavy):
    X, y = wavy
    stopped = assemble(Candidate("tree", watched, early_stopping=True), {}, seed=0).fit(X, y)
    seen = innermost(stopped)
    assert len(seen.y_validation_) == 12  # 15 % of 80
    assert seen.tree_.n_node_samples[0] == 68
    plain = innermost(assemble(Candidate("tree", tree), {}, seed=0).fit(X, y))
    assert plain.tree_.n_node_samples[0] == 80


def test_the_seed_decides_which_rows_are_set_aside(wavy):
    candidate = Candidate("tree", watched, early_stopping=True)
    first, again, other = (
        innermost(assemble(candidate, {}, seed).fit(*wavy)).y_validation_ for seed in (0, 0, 1)
    )
    assert_array_equal(first, again)
    assert set(first) != set(other)


def test_predictions_are_clipped():
    X = np.arange(6.0)[:, None]
    y = X[:, 0]
    model = assemble(Candidate("line", lambda seed: Extended()), {}, seed=0).fit(X, y)
    assert_array_equal(model.predict([[1.0], [1e9], [-1e9]]), [1, 5 + 3 * y.std(), -3 * y.std()])


class Extended(DecisionTreeRegressor):
    """Predicts its first feature."""

    def predict(self, X):
        return np.asarray(X)[:, 0]


def test_what_cannot_be_built_says_so():
    def build(seed):
        raise Unavailable("Put the weights there.")

    with pytest.raises(Unavailable, match="Put the weights there"):
        assemble(Candidate("tabpfn", build), {}, seed=0)
