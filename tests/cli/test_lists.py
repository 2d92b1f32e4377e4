import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from smoothtab.cli._lists import ListCommand

app = typer.Typer()


@app.command(cls=ListCommand)
def told(
    models: list[str] = typer.Option([]),  # noqa: B008
    tables: list[str] = typer.Option([]),  # noqa: B008
    out: str = "R",
    quiet: bool = typer.Option(False, "--quiet"),
) -> None:
    print(models, tables, out, quiet)


@pytest.fixture
def run(capsys):
    def run(*words):
        try:
            app(list(words), standalone_mode=False)
        finally:
            printed = capsys.readouterr()
        return printed.out

    return run


WORDS = st.lists(st.text("abcxyz_-.", min_size=1).filter(lambda word: word[0] != "-"), max_size=4)


@given(WORDS, WORDS, st.booleans(), st.booleans())
def test_words_after_an_option_and_repeated_options_are_the_same(models, tables, first, quiet):
    options = [["--models", *models] if models else [], ["--tables", *tables] if tables else []]
    lists = [word for option in (options if first else options[::-1]) for word in option]
    repeated = [word for model in models for word in ("--models", model)]
    repeated += [word for table in tables for word in ("--tables", table)]
    expected = {"models": models, "tables": tables, "out": "S", "quiet": quiet}
    for words in (lists, repeated):
        assert parsed([*words, "--out", "S", *["--quiet"] * quiet]) == expected


def parsed(words):
    command = typer.main.get_command(app)
    return command.make_context("told", list(words)).params


def test_an_option_of_one_word_takes_one_word(run):
    with pytest.raises(Exception, match="unexpected extra argument"):
        run("--out", "R", "S")


def test_both_ways_can_be_mixed(run):
    words = ("--models", "a", "b", "--out", "S", "--models", "c", "--models=d")
    assert run(*words) == "['a', 'b', 'c', 'd'] [] S False\n"
