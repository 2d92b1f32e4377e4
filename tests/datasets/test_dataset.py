import dataclasses

import numpy as np
import pandas as pd
import pytest

from smoothtab.datasets import Dataset


def small():
    return Dataset("small", pd.DataFrame({"a": [1, 2], "b": [0.5, 1.5]}), np.array([1.0, 2.0]))


def test_nothing_can_be_assigned():
    with pytest.raises(dataclasses.FrozenInstanceError):
        small().name = "other"


def test_a_changed_copy_has_a_checksum_of_its_own():
    dataset = small()
    copy = dataclasses.replace(dataset, y=dataset.y + 1)
    assert copy.checksum != dataset.checksum == dataclasses.replace(copy, y=dataset.y).checksum


@pytest.mark.parametrize("y", [np.zeros(3), np.zeros((2, 1)), np.zeros(2, dtype=int)])
def test_rows_and_targets_go_together(y):
    with pytest.raises(ValueError, match="one double for each of the 2 rows"):
        dataclasses.replace(small(), y=y)
