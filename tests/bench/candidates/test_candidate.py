from dataclasses import replace

import pytest
from sklearn.tree import DecisionTreeRegressor

from smoothtab.bench.candidates import Candidate, Int, Log


def tree(seed, **params):
    return DecisionTreeRegressor(random_state=seed, **params)


def other_tree(seed, **params):
    return DecisionTreeRegressor(random_state=seed, splitter="random", **params)


def search(seed):
    raise NotImplementedError


TREE = Candidate("tree", tree, space={"max_depth": Int(1, 9)}, fixed={"ccp_alpha": 0.1}, n_trials=5)


@pytest.mark.parametrize(
    "change",
    [
        {"build": other_tree},
        {"space": {"max_depth": Int(1, 8)}},
        {"space": {"max_depth": Int(1, 9, when=("criterion", "poisson"))}},
        {"space": {"min_samples_leaf": Int(1, 9)}},
        {"space": {"max_depth": Log(1, 9)}},
        {"fixed": {"ccp_alpha": 0.2}},
        {"n_trials": 6},
        {"search": search},
        {"scale": True},
        {"early_stopping": True},
    ],
)
def test_the_signature_tells_whatever_decides_a_result(change):
    assert replace(TREE, **change).signature != TREE.signature


@pytest.mark.parametrize(
    "change", [{"name": "oak"}, {"describe": dict}, {"smooth": True}, {"scalable": True}]
)
def test_the_signature_tells_nothing_else(change):
    assert replace(TREE, **change).signature == TREE.signature


def test_candidates_are_described_by_nothing_unless_they_say_how():
    assert TREE.describe(tree(0)) == {}
