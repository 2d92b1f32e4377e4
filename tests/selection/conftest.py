import numpy as np
import pandas as pd
import pytest

from smoothtab import compare


@pytest.fixture(scope="session")
def table():
    """Numbers, text, codes and truth values, some of them missing, and a price."""
    rng, n = np.random.default_rng(0), 150
    table = pd.DataFrame(
        {
            "area": rng.uniform(40, 200, n),
            "heating": rng.choice(["gas", "oil", "pump"], n),
            "zone": rng.integers(1, 5, n),
            "garden": rng.random(n) < 0.5,
            "year": rng.integers(1900, 2020, n).astype(float),
        }
    )
    price = table["area"] ** 1.5 + 100 * (table["heating"] == "pump") + 200 * (table["zone"] == 3)
    price += 300 * table["garden"] + (table["year"] - 1960) ** 2 / 10 + rng.normal(size=n)
    table.loc[rng.random(n) < 0.1, "year"] = np.nan
    table.loc[rng.random(n) < 0.1, "heating"] = None
    return table.astype({"zone": "category"}), price.to_numpy()


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("out")


@pytest.fixture(scope="session")
def comparison(table, folder):
    """Three fast models, compared, with everything in a folder."""
    return compare(*table, models=["ridge", "dt", "chebypoly_cv"], n_jobs=1, out=folder)


@pytest.fixture(scope="session")
def card(comparison):
    return comparison.saved.card
