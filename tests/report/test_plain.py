import json

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from smoothtab.report._plain import plain, records, text

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([np.float32(1.5), np.int8(3), np.bool_(True), pd.NA, pd.NaT, np.nan])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner),
)


@given(values)
def test_anything_becomes_strict_json_and_stays_what_it_then_is(value):
    once = plain(value)
    assert json.loads(json.dumps(once, allow_nan=False)) == once
    assert plain(once) == once
    json.dumps(once, ensure_ascii=False).encode("utf-8")


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cf"])))
def test_what_can_be_shown_stays_as_it_is(line):
    assert text(line) == line


def test_what_cannot_be_shown_is_marked():
    assert text("a\x00b\x1b[31m\ud800\N{RIGHT-TO-LEFT OVERRIDE}c") == "a�b�[31m��c"
    assert text("two\nlines\tתו 温 👩‍🔬") == "two\nlines\tתו 温 👩‍🔬"


def test_records_have_the_index_in_front_and_none_for_nan():
    table = pd.DataFrame({"n": [1, 2], "share": [0.5, np.nan]}, pd.Index(["a", "b"], name="model"))
    assert records(table) == [
        {"model": "a", "n": 1, "share": 0.5},
        {"model": "b", "n": 2, "share": None},
    ]
