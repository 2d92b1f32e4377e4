import pytest

from smoothtab._errors import InputError
from smoothtab.report.figures import pareto_chart, save

STARTS = {".pdf": b"%PDF", ".svg": b"<?xml", ".png": b"\x89PNG"}


@pytest.fixture(scope="module")
def figure():
    import pandas as pd

    values = pd.Series({"erbf": 0.9, "<script>": 0.5})
    return pareto_chart(values, values)


def test_without_an_ending_all_three_kinds_are_written(figure, tmp_path):
    paths = save(figure, tmp_path / "new folder" / "front")
    assert [path.name for path in paths] == ["front.pdf", "front.svg", "front.png"]
    assert sorted(paths[0].parent.iterdir()) == sorted(paths)
    assert all(path.read_bytes().startswith(STARTS[path.suffix]) for path in paths)


@pytest.mark.parametrize("name", ["front.pdf", "front.SVG", "front.png"])
def test_an_ending_chooses_the_kind_and_the_same_figure_gives_the_same_file(figure, tmp_path, name):
    (path,) = save(figure, str(tmp_path / name))
    assert path == tmp_path / name
    content = path.read_bytes()
    assert content.startswith(STARTS[path.suffix.lower()])
    save(figure, path)
    assert path.read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 1


def test_letters_in_a_pdf_are_letters_that_publishers_accept(figure, tmp_path):
    (path,) = save(figure, tmp_path / "front.pdf")
    content = path.read_bytes()
    assert b"/Type3" not in content
    assert b"/TrueType" in content or b"/CIDFontType2" in content


def test_another_ending_is_an_error_that_says_what_to_do(figure, tmp_path):
    with pytest.raises(InputError, match=r"'front\.docx': .* \.pdf, \.svg or \.png"):
        save(figure, tmp_path / "front.docx")
    assert not list(tmp_path.iterdir())
