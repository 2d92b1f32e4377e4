from collections import Counter
from itertools import product

import pandas as pd
import pytest

from smoothtab.bench._run import run
from smoothtab.studies.initialisation import CENTRES, WIDTHS, findings, measure, plan, table


def test_the_range_is_that_of_means_over_seeds_and_folds():
    #                      fold 0  fold 1
    # kmeans/local_ridge      0.4     0.6
    # the others              0.5     0.5
    rows = pd.DataFrame(
        [
            ("a", fold, seed, centres, widths, 30, 0.5)
            for fold, seed, centres, widths in product((0, 1), (0, 1), CENTRES, WIDTHS)
        ],
        columns=[
            *("dataset", "fold", "seed", "center_init", "width_init", "width_optim_iters"),
            "test_r2",
        ],
    )
    odd = (rows["center_init"] == "kmeans") & (rows["width_init"] == "local_ridge")
    rows.loc[odd, "test_r2"] += rows.loc[odd, "fold"].map({0: -0.1, 1: 0.1})
    longer = rows.assign(width_optim_iters=100)
    longer.loc[odd, "test_r2"] = 0.2
    found = table(pd.concat([rows, longer])).iloc[0]
    assert found["range"] == pytest.approx(0)
    assert found["range_largest"] == pytest.approx(0.1)
    assert found["kmeans/local_ridge"] == pytest.approx(0.5)
    assert found["range_after_100"] == pytest.approx(0.3)
    assert pd.isna(table(rows)["range_after_100"]).all()
    assert len(findings(rows)) == 1


def test_every_way_is_measured_with_every_seed_on_every_fold(wanted):
    tasks = plan(wanted("diabetes", models=("erbf",))).tasks
    ways = Counter(tuple(value for _, value in task.settings[:3]) for task in tasks)
    assert ways == {way: 3 * 3 for way in product((30, 100), CENTRES, WIDTHS)}
    assert len({task.hash for task in tasks}) == len(tasks)


def test_a_way_is_what_the_network_gets(wanted):
    cells = plan(wanted("diabetes", models=("erbf",))).tasks
    rows = [run(cell, None, measure) for cell in cells if dict(cell.settings)["seed"] == 0][:4]
    assert [row["status"] for row in rows] == ["ok"] * 4
    assert len({row["test_r2"] for row in rows}) == 4
