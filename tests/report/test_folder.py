import pytest

from smoothtab._errors import InputError
from smoothtab.report._folder import write_texts


def test_texts_become_files_of_a_new_folder(tmp_path):
    paths = write_texts(tmp_path / "a" / "b", {"x.txt": "ä\r\n", "y.txt": ""})
    assert [path.name for path in paths] == ["x.txt", "y.txt"]
    assert paths[0].read_bytes() == "ä\r\n".encode()


def test_a_file_that_cannot_be_written_whole_is_not_written(tmp_path):
    (tmp_path / "x.txt").write_text("before")
    with pytest.raises(UnicodeEncodeError):
        write_texts(tmp_path, {"x.txt": "new \ud800"})
    assert (tmp_path / "x.txt").read_text() == "before"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_cannot_be_is_named(tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(InputError, match=r"taken .*name another folder"):
        write_texts(tmp_path / "taken", {"x.txt": ""})
