import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothtab._errors import InputError
from smoothtab.bench import BUDGETS, Protocol
from smoothtab.bench._protocol import protocol

TRIALS = st.integers(0, 100)


@given(TRIALS)
def test_the_paper_gets_the_published_number_of_trials(published):
    assert protocol("paper").n_trials(published) == published


@given(st.floats(0, 1), TRIALS)
def test_a_share_of_the_trials_is_at_least_three_and_never_more_than_published(share, published):
    n_trials = Protocol(trials=share).n_trials(published)
    assert min(3, published) <= n_trials <= published
    assert n_trials >= share * published


@given(st.floats(0, 1), st.floats(0, 1), TRIALS)
def test_a_larger_share_is_not_fewer_trials(one, other, published):
    less, more = sorted([one, other])
    assert Protocol(trials=less).n_trials(published) <= Protocol(trials=more).n_trials(published)


@pytest.mark.parametrize(("n_rows", "n_folds"), [(16, 5), (999, 5), (1000, 3), (10**6, 3)])
def test_inner_folds_are_three_from_a_thousand_rows_on(n_rows, n_folds):
    assert Protocol().n_inner_folds(n_rows) == n_folds


def test_budgets_go_by_their_own_names_and_only_paper_is_the_whole():
    assert all(protocol(name).budget == name for name in BUDGETS)
    assert BUDGETS["paper"] == Protocol()
    assert BUDGETS["paper"].n_folds == 5
    quick, standard, paper = (BUDGETS[name].n_trials(50) for name in ("quick", "standard", "paper"))
    assert quick < standard < paper == 50


def test_an_unknown_budget_is_one_sentence_with_a_suggestion():
    with pytest.raises(InputError, match=r"^There is no budget 'papr', .* Did you mean 'paper'\?$"):
        protocol("papr")
