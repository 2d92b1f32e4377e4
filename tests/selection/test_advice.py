import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothtab._errors import InputError
from smoothtab.selection._advice import PREFERENCES, advise, leaderboard

MODELS = ("ant", "bee", "cat", "dog", "elk")
N_FOLDS = 3


@st.composite
def measured(draw):
    """Results of some models on three folds, and which of them are smooth."""
    models = draw(st.lists(st.sampled_from(MODELS), min_size=1, unique=True))
    numbers = st.lists(st.floats(-1, 1, width=16), min_size=3, max_size=3)
    seconds = st.lists(st.floats(0.125, 100, width=16), min_size=3, max_size=3)
    parts = [
        results_of(model, draw(numbers), draw(numbers), draw(seconds), draw(seconds))
        for model in models
    ]
    return pd.concat(parts, ignore_index=True), draw(st.sets(st.sampled_from(models)))


def results_of(model, r2, gap=(0.1, 0.1, 0.1), tune=(1.0, 1.0, 1.0), train=(1.0, 1.0, 1.0)):
    return pd.DataFrame(
        {
            **{"dataset": "d", "model": model, "fold": range(len(r2)), "status": "ok"},
            **{"test_r2": r2, "gap": gap, "tune_time": tune, "train_time": train},
            **{"predict_time": 0.01, "test_mae": 1.0, "test_rmse": 2.0, "n_test": 10},
        }
    )


def board_of(measured):
    return leaderboard(*measured, N_FOLDS)


@given(measured())
def test_the_leaderboard_is_in_order_and_its_head_is_tied_with_itself(measured):
    board = board_of(measured)
    assert board["r2"].is_monotonic_decreasing
    assert board["tied"].iloc[0]
    assert board["behind"].iloc[0] == 0
    assert set(board.index[board["smooth"]]) == measured[1]


@given(measured(), st.sampled_from(list(PREFERENCES)), st.randoms())
def test_the_order_of_the_results_changes_nothing(measured, prefer, random):
    results, smooth = measured
    order = list(results.index)
    random.shuffle(order)
    board, other = board_of(measured), board_of((results.loc[order], smooth))
    pd.testing.assert_frame_equal(board, other)
    assert advise(board, prefer) == advise(other, prefer)


@given(measured())
def test_for_accuracy_the_first_is_taken(measured):
    board = board_of(measured)
    assert advise(board, "accuracy").best == board.index[0]


@given(measured(), st.sampled_from([("gap", "gap"), ("speed", "fit_seconds")]))
def test_what_is_asked_for_is_least_among_the_tied(measured, asked):
    prefer, column = asked
    board = board_of(measured)
    tied = board[board["tied"]]
    best = advise(board, prefer).best
    assert best in tied.index
    assert tied.loc[best, column] == tied[column].min()


@given(measured())
def test_a_smooth_model_is_taken_where_one_was_measured(measured):
    board = board_of(measured)
    advice = advise(board, "smooth")
    if not board["smooth"].any():
        assert advice.best == board.index[0]
        return
    assert board.loc[advice.best, "smooth"]
    price = board.loc[advice.best, "behind"]
    assert f"gives up {price:.2g} of R2" in str(advice) or price == 0


@given(measured(), st.sampled_from(list(PREFERENCES)))
def test_every_sentence_is_one_and_names_none_but_measured_models(measured, prefer):
    board = board_of(measured)
    advice = advise(board, prefer)
    words = set(str(advice).replace(",", " ").replace(".", " ").replace(":", " ").split())
    assert words & set(MODELS) <= set(board.index)
    assert advice.best in words
    assert not words & {"nan", "None"}
    for reason in advice.reasons:
        assert reason[-1] == "."
        assert "  " not in reason


def test_by_hand():
    # the differences of bee from ant are -0.01, 0.01 and 0.03: within their noise
    results = pd.concat(
        [
            results_of("ant", [0.9, 0.9, 0.9], gap=[0.2] * 3),
            results_of("bee", [0.91, 0.89, 0.87], gap=[0.1] * 3, tune=[7.0] * 3),
            results_of("cat", [0.5, 0.5, 0.5]),
        ]
    )
    board = leaderboard(results, ["cat"], N_FOLDS)
    assert board["tied"].tolist() == [True, True, False]
    assert board.loc["bee", "fit_seconds"] == 8
    assert board.loc["bee", "predict_ms_per_1000"] == pytest.approx(1000)
    advised = {prefer: advise(board, prefer).best for prefer in PREFERENCES}
    assert advised == {"gap": "bee", "accuracy": "ant", "speed": "ant", "smooth": "cat"}
    assert advise(board, "gap").reasons == (
        "ant has the highest R2, 0.900 ± 0.000.",
        "Within the noise of the folds bee is as accurate.",
        "Of these bee has the smallest gap between training and test rows, 0.100: take it.",
        "That gives up 0.01 of R2, less than the noise of the folds.",
    )


def test_models_that_lack_a_fold_are_not_on_the_leaderboard():
    whole, part = results_of("ant", [0.1, 0.2, 0.3]), results_of("bee", [0.9, 0.9, 0.9])
    failed = part.assign(status=["ok", "failed", "ok"], test_r2=[0.9, np.nan, 0.9])
    for lacking in (part.head(2), failed):
        assert list(leaderboard(pd.concat([whole, lacking]), [], N_FOLDS).index) == ["ant"]
        assert leaderboard(lacking, [], N_FOLDS).empty


def test_it_is_said_that_no_model_is_of_use():
    board = leaderboard(results_of("ant", [-0.1, 0.0, -0.2]), [], N_FOLDS)
    assert "no better than to predict the mean" in str(advise(board, "gap"))


def test_an_unknown_preference_is_refused_with_a_hint():
    with pytest.raises(InputError, match=r"no preference 'smoth', only .* mean 'smooth'\?"):
        advise(pd.DataFrame(), "smoth")
