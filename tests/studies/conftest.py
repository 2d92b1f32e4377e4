import pytest

from smoothtab.studies._study import Wanted


@pytest.fixture
def wanted(tmp_path):
    """What is wanted of a study on some tables."""

    def wanted(*datasets, models, quick=True):
        return Wanted(datasets, models, quick, tmp_path / "cells")

    return wanted
