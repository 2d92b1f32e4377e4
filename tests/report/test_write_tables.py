import re

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothtab._errors import InputError
from smoothtab.report import write_tables
from smoothtab.report._tables import Column, Table
from smoothtab.report._words import fixed
from smoothtab.report._write_tables import as_csv, latex, markdown
from smoothtab.stats import mean_scores

names = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1)


def table_of(name, number=-0.5, n_rows=1):
    columns = [Column("Model", [name] * n_rows), Column(name, [number] * n_rows, fixed(2), "low")]
    return Table("some_table", name, columns)


@pytest.mark.parametrize("kind, suffix", [("latex", "tex"), ("markdown", "md"), ("csv", "csv")])
def test_each_table_is_a_file_of_its_own(results, tmp_path, kind, suffix):
    paths = write_tables(results, tmp_path / "new", kind)
    assert {path.name for path in paths} == {p.name for p in (tmp_path / "new").iterdir()}
    assert {path.suffix for path in paths} == {f".{suffix}"}
    assert {"accuracy", "scores", "cost"} <= {path.stem for path in paths}


def test_an_unknown_kind_is_refused(results, tmp_path):
    with pytest.raises(InputError, match="Did you mean 'latex'"):
        write_tables(results, tmp_path / "new", "latx")
    assert not (tmp_path / "new").exists()


def test_csv_reads_back_to_the_same_numbers_and_names(made_up, hostile, tmp_path):
    results = made_up(hostile, ["a,b", '"c"'], 2)
    write_tables(results, tmp_path, "csv")
    read = pd.read_csv(tmp_path / "scores.csv", index_col="Dataset")
    scores = mean_scores(results)
    pd.testing.assert_frame_equal(
        read[list(scores)], scores.set_axis(read.index), check_names=False
    )
    shown = [name for name in hostile if "\N{RIGHT-TO-LEFT OVERRIDE}" not in name]
    assert set(shown) <= set(read.index)


@given(names)
def test_csv_keeps_any_name(name):
    (row,) = pd.read_csv(pd.io.common.StringIO(as_csv(table_of(name))), keep_default_na=False)[
        "Model"
    ].astype(str)
    assert row == name or pd.Series([name]).str.fullmatch(r"[\d.eE+-]+|True|False").all()


@given(names)
def test_latex_has_no_character_that_is_a_command_by_itself(name):
    lines = latex(table_of(name)).splitlines()
    (row,) = (line for line in lines if line.endswith(r"\\") and "0.50" in line)
    bare = re.sub(r"\\text\w+\{\}|\\[&%$#_{}]", "", row.removesuffix(r"\\"))
    assert bare.count("&") == 1
    assert not set(bare) & set("\\%#_~^") or bare.count("\\") == 0
    assert bare.count("{") == bare.count("}")
    assert "--" not in bare


def test_latex_of_a_small_table():
    assert latex(table_of("a_b [50 %] --")) == "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            r"\caption{a\_b {[}50 \%] -{}-}",
            r"\label{tab:some-table}",
            r"\begin{tabular}{lr}",
            r"\toprule",
            r"Model & a\_b {[}50 \%] -{}- \\",
            r"\midrule",
            r"a\_b {[}50 \%] -{}- & $-$0.50 \\",
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def test_a_long_table_may_break_over_pages():
    text = latex(table_of("a", n_rows=55))
    assert text.startswith(r"\begin{longtable}{lr}") and r"\endhead" in text
    assert r"\begin{table}" not in text


def test_the_best_is_bold_and_the_second_underlined():
    table = Table("t", "", [Column("x", [2.0, 1.0], fixed(0), "high")])
    assert r"\textbf{2}" in latex(table) and r"\underline{1}" in latex(table)
    assert "**2**" in markdown(table)


@given(names)
def test_markdown_keeps_any_name_in_its_cell(name):
    *_, row = markdown(table_of(name)).rstrip("\n").splitlines()
    cells = re.split(r"(?<!\\)(?:\\\\)*\|", row)
    assert len(cells) == 4
    assert re.sub(r"\\(.)", r"\1", cells[1]).split() == name.split()
    assert not re.search(r"(?<!\\)(?:\\\\)*[<*_`\[]", row)


def test_headings_over_headings_are_there_in_all_kinds():
    table = Table("t", "", [Column("Model", ["a"]), Column("Rank", [1.0], fixed(0), "", "S1 (3)")])
    assert r"\multicolumn{1}{c}{S1 (3)}" in latex(table)
    assert "S1 (3) Rank" in markdown(table) and "S1 (3) Rank" in as_csv(table)
