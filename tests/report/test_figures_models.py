import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothtab._errors import InputError
from smoothtab.report.figures import model_styles
from smoothtab.report.figures._models import left_out, shown, styles_of


def test_as_many_models_as_anyone_compares_look_different():
    styles = model_styles(map(str, range(84)))
    assert len(set(styles.values())) == 84
    assert len({style.marker for style in list(styles.values())[:12]}) == 12


def test_without_a_list_of_models_the_order_of_those_drawn_does_not_matter():
    assert styles_of(["rf", "erbf", "dt"], None) == styles_of(["dt", "rf", "erbf"], None)


def test_a_model_that_is_not_in_the_list_is_an_error_with_a_hint():
    with pytest.raises(InputError, match=r"'chebypol' .* Did you mean 'chebypoly'\?"):
        styles_of(["rf", "chebypol"], ["rf", "chebypoly"])


@given(st.text("ab \n\t.é", min_size=1, max_size=60))
def test_names_are_shown_on_one_line_of_bounded_length(name):
    line = shown(name)
    assert len(line) <= 40
    assert "\n" not in line
    if len(line) < 40:
        assert line == " ".join(name.split())


def test_the_ends_of_a_long_name_stay():
    line = shown("begin" + "x" * 200 + "end")
    assert line.startswith("begin") and line.endswith("end") and "…" in line


def test_who_is_left_out_is_named():
    assert left_out(["rf", "dt"]) == " Without a value: rf, dt."
    assert left_out([]) == ""
