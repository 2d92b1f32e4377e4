import numpy as np
import pytest

from smoothtab.report import summarise
from smoothtab.report._tables import Column, Table, tables
from smoothtab.report._words import fixed
from smoothtab.stats import mean_scores, rank_summary


def by_name(results):
    return {table.name: table for table in tables(summarise(results))}


def values(table, heading):
    return list(next(c.values for c in table.columns if c.heading == heading))


def test_the_best_two_of_a_column_are_marked():
    table = Table("t", "", [Column("a", [3.0, 1.0, 2.0, None], best="low"), Column("b", "wxyz")])
    assert table.marks == {(1, 0): "best", (2, 0): "second"}


def test_the_best_two_of_a_row_are_marked_with_those_that_share_a_place():
    columns = [
        Column("name", ["x"]),
        *(Column(m, [value], best="high") for m, value in {"a": 2, "b": 2, "c": 1}.items()),
    ]
    assert Table("t", "", columns, across=True).marks == {
        (0, 1): "best",
        (0, 2): "best",
        (0, 3): "second",
    }


@pytest.mark.parametrize("values", [[1, 1], [None, None], [1, None], []])
def test_where_all_are_the_same_none_is_marked(values):
    assert Table("t", "", [Column("a", values, best="low")]).marks == {}


def test_headings_over_headings():
    columns = [Column("", []), Column("", [], above="S1"), Column("", [], above="S1")]
    assert Table("t", "", columns).above == [("", 1), ("S1", 2)]
    assert Table("t", "", columns[:1]).above == []


def test_values_are_shown_in_their_format_and_gaps_as_nothing():
    column = Column("a", [1234.5678, None], fixed(1))
    assert (column.shown(0), column.shown(1)) == ("1,234.6", "")


def test_all_tables_of_the_paper(made_up):
    found = by_name(made_up(6, ["erbf", "xgb", "dt"], 2))
    expected = ["accuracy", "pairs", "strata", "target_kinds", "gap", "matched", "cost"]
    expected += ["configurations", "scores", "ranks", "gaps", "coverage", "data"]
    assert list(found) == expected
    for table in found.values():
        assert {len(column.values) for column in table.columns} == {table.n_rows}


def test_tables_hold_the_numbers_of_the_statistics(results):
    found, scores = by_name(results), mean_scores(results)
    ranks = rank_summary(scores)
    assert values(found["accuracy"], "Model") == list(ranks.index)
    assert values(found["accuracy"], "Mean rank") == list(ranks["mean_rank"])
    assert values(found["scores"], "Dataset") == list(scores.index)
    for model in scores:
        assert values(found["scores"], model) == list(scores[model])


def test_what_the_results_do_not_have_is_left_out(results):
    kept = ["dataset", "model", "fold", "test_r2_adj"]
    empty = results.assign(**dict.fromkeys(results.columns.difference(kept), np.nan))
    for table in results[kept], empty.assign(status="ok"):
        assert list(by_name(table)) == ["accuracy", "pairs", "scores", "ranks", "coverage"]


def test_of_one_dataset_there_are_no_ranks(made_up):
    found = by_name(made_up(1, 3, 3))
    assert {"pairs", "strata", "matched", "ranks"}.isdisjoint(found)
    headings = [column.heading for table in found.values() for column in table.columns]
    assert not any("rank" in heading.lower() for heading in headings)
    assert values(found["scores"], "Fold") == ["fold 0", "fold 1", "fold 2"]


def test_of_failures_only_there_is_what_failed(results):
    found = by_name(results.assign(status="failed", reason="E", test_r2_adj=None))
    assert list(found) == ["coverage", "failures", "data"]
    assert by_name(results[:0]) == {}
