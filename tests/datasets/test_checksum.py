import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from smoothtab.datasets._checksum import content_checksum

Y = np.array([1.0, 2.0, 3.0])


def table(**columns):
    return pd.DataFrame({"a": [1.0, 2.0, np.nan], "b": pd.Categorical(["u", "v", "u"]), **columns})


def test_the_storage_of_the_same_values_does_not_matter(tmp_path):
    X = table()
    X.to_parquet(tmp_path / "t.parquet", compression="gzip")
    stored_otherwise = [
        pd.read_parquet(tmp_path / "t.parquet"),
        X.set_axis([7, 3, 5]),
        X.astype({"a": "Float64"}),
        table(b=pd.Categorical(["u", "v", "u"], categories=["w", "v", "u"])),
        table(b=pd.Series(["u", "v", "u"], dtype=object)),
    ]
    for other in stored_otherwise:
        assert content_checksum(other, Y) == content_checksum(X, Y)
    whole = pd.DataFrame({"a": [0, 1, 2]})
    assert content_checksum(whole, Y) == content_checksum(whole * -1.0 * -1.0, Y)


@pytest.mark.parametrize(
    "other",
    [
        table().rename(columns={"a": "A"}),
        table()[["b", "a"]],
        table()[::-1],
        table(a=[1.0, 2.0, 0.0]),
        table(b=pd.Categorical(["u", "v", "v"])),
        table(b=pd.Categorical(["u", "v", None])),
        table(b=pd.Categorical(["u", "v", "nan"])),
        table(c=0.0),
    ],
    ids=["name", "columns", "rows", "missing", "label", "no label", "label nan", "more"],
)
def test_any_other_content_gives_another_checksum(other):
    assert content_checksum(other, Y) != content_checksum(table(), Y)


@given(arrays(float, (4, 2), elements=st.floats(-9, 9)), st.integers(0, 7))
def test_the_last_bit_of_any_value_counts(values, place):
    before = content_checksum(pd.DataFrame(values[:, :1]), values[:, 1])
    values.flat[place] = np.nextafter(values.flat[place], 10)
    assert content_checksum(pd.DataFrame(values[:, :1]), values[:, 1]) != before
