import json

import pytest

from smoothtab import load_model
from smoothtab.selection._card import in_words


def test_it_says_what_was_measured(comparison, card):
    row = comparison.leaderboard.loc[comparison.best]
    measured = {"r2": "r2", "r2_sd": "r2_sd", "gap": "gap", "mae": "test_mae"}
    assert {name: card[name] for name in measured} == {a: row[b] for a, b in measured.items()}
    assert card["reasons"] == list(comparison.advice.reasons)
    assert card["versions"]["smoothtab"]


def test_it_tells_the_range_of_every_column_that_is_used(card, table):
    X, y = table
    assert card["target_range"] == [y.min(), y.max()]
    assert card["ranges"]["area"] == [X["area"].min(), X["area"].max()]
    assert card["ranges"]["year"] == [X["year"].min(), X["year"].max()]
    assert card["categories"] == {"heating": ["gas", "oil", "pump"], "zone": [1, 2, 3, 4]}


def test_it_is_json_and_comes_back_the_same(card, folder):
    assert json.loads(json.dumps(card, allow_nan=False)) == card
    assert load_model(folder / "model").card == card


def test_in_words_it_has_all_of_it_and_only_a_few_of_many_categories(card):
    names = {"a\nname": [0.0, 1e6]} | card["ranges"]
    many = {"town": [f"town {i}" for i in range(100)]}
    words = in_words({**card, "ranges": names, "categories": many})
    assert "- a name: 0 to 1e+06\n" in words
    assert "town 7 and 92 more\n" in words
    assert all(reason in words for reason in card["reasons"])
    assert f"R2 {card['r2']:.3f} ± {card['r2_sd']:.3f}" in words


@pytest.mark.parametrize("text", ["nan", "None", "np."])
def test_its_words_hold_nothing_of_the_language(card, text):
    assert text not in in_words(card).replace("pandas", "")
