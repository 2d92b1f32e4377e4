import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothtab.report._words import (
    count,
    duration,
    fixed,
    p_value,
    percent,
    significant,
    trimmed,
)

numbers = st.floats(-1e12, 1e12)


@given(numbers, st.integers(0, 4))
def test_fixed_digits_round_and_never_say_minus_zero(number, digits):
    text = fixed(digits)(number)
    assert float(text.replace(",", "")) == pytest.approx(number, abs=0.51 * 10.0**-digits)
    assert not (text.startswith("-") and float(text.replace(",", "")) == 0)


@given(st.floats(1e-12, 1e12), st.integers(1, 4), st.sampled_from([-1, 1]))
def test_significant_digits_keep_the_relative_error_small(size, digits, sign):
    text = significant(digits)(sign * size)
    assert float(text.replace(",", "")) == pytest.approx(
        sign * size, rel=0.51 * 10.0 ** (1 - digits)
    )


@given(numbers)
def test_trimmed_says_the_same_without_zeros_at_the_end(number):
    text, full = trimmed(fixed(2))(number), fixed(2)(number)
    assert float(text.replace(",", "")) == float(full.replace(",", ""))
    assert "." not in text or text[-1] not in "0."


def test_numbers_as_a_reader_wants_them():
    assert significant(3)(1343.2) == "1,343"
    assert significant(3)(0.00249) == "0.00249"
    assert significant(2)(1.5e-7) == "1.5e-07"
    assert trimmed(fixed(2))(3.5) == "3.5"
    assert trimmed(significant(3))(100.0) == "100"
    assert p_value(0.0004) == "<\N{NO-BREAK SPACE}0.001"
    assert p_value(0.04321) == "0.043"
    assert count(1, "dataset") == "1\N{NO-BREAK SPACE}dataset"
    assert count(2200, "result") == "2,200\N{NO-BREAK SPACE}results"


@given(st.floats(0, 1))
def test_percent_is_0_or_100_only_if_it_is(share):
    number = percent(share).removesuffix("\N{NO-BREAK SPACE}%")
    assert (number in ("0", "100")) == (share in (0, 1))


@given(st.floats(1e-4, 1e6))
def test_a_duration_in_another_unit_is_as_long(seconds):
    number, unit = duration(seconds).split("\N{NO-BREAK SPACE}")
    in_seconds = {"ms": 1e-3, "s": 1, "min": 60, "h": 3600}
    assert float(number.replace(",", "")) * in_seconds[unit] == pytest.approx(seconds, rel=0.051)
