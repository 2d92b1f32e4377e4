import subprocess
import sys
from dataclasses import replace

import pandas as pd
import pytest

from smoothtab._errors import InputError
from smoothtab.datasets import catalogue, load
from smoothtab.datasets._cache import write


def test_a_table_comes_from_the_folder_with_what_is_known_of_it(shared_tables):
    pol = load("pol", folder=shared_tables, download=False)
    assert (pol.name, pol.X.shape, pol.stratum, pol.target_kind) == (
        "pol",
        (15000, 26),
        "S2",
        "discrete",
    )
    assert pol.checksum == catalogue()["pol"].checksum


def test_the_variable_names_the_folder(monkeypatch, tmp_path):
    pd.DataFrame({"x": [1.0, 2.0], "target": [2.0, 3.0]}).to_parquet(tmp_path / "mine.parquet")
    monkeypatch.setenv("SMOOTHTAB_DATA", str(tmp_path))
    assert load("mine").y.tolist() == [2.0, 3.0]


@pytest.mark.parametrize("name", [name for name, entry in catalogue().items() if entry.is_local])
def test_some_tables_need_neither_folder_nor_network(name, tmp_path):
    dataset = load(name, folder=tmp_path / "none", download=False)
    assert dataset.X.shape == (catalogue()[name].n, catalogue()[name].d)
    assert not (tmp_path / "none").exists()


def test_an_unknown_name_gets_a_hint(tmp_path):
    with pytest.raises(InputError, match=r"no table 'Wine_Quality'.* mean 'wine_quality'\?"):
        load("Wine_Quality", folder=tmp_path)


def test_nothing_is_downloaded_against_the_users_will(tmp_path):
    with pytest.raises(InputError, match=r"sulfur is not in .*downloading it was not allowed"):
        load("sulfur", folder=tmp_path, download=False)


def test_values_that_are_not_the_published_ones_are_told(tmp_path):
    step = load("synthetic_step", folder=tmp_path)
    write(tmp_path, replace(step, X=step.X.round(3)), {})
    with pytest.warns(UserWarning, match="synthetic_step from generated are not those of the copy"):
        load("synthetic_step", folder=tmp_path)


def test_the_models_and_the_bundled_table_need_no_pandas():
    code = (
        "import sys; sys.modules['pandas'] = None; import smoothtab;"
        "from smoothtab.datasets import load_concrete_strength; load_concrete_strength()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
