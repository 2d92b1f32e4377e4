import pytest

from smoothtab.studies import NAMES
from smoothtab.studies._registry import get


@pytest.mark.parametrize("name", NAMES)
def test_a_study_has_its_name_and_quick_is_less(name):
    study = get(name)
    assert study.name == name
    assert len(study.quick_datasets) < len(study.datasets)
    assert {*study.quick_models} <= {*study.models}
