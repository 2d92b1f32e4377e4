import gzip

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from smoothtab._errors import InputError
from smoothtab.datasets import read_table

HOUSES = """\
id,city,zone,rooms,area,price
1,Bern,3,2,40.5,100
2,Basel,1,3,,200
3,,3,4,88,
4,"Zug, ZG",2,5,100,400
"""


@pytest.fixture
def write(tmp_path):
    def write(content, name="houses.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_a_table_becomes_features_and_target(write):
    houses = read_table(write(HOUSES), "price", categorical="zone", drop="id")
    assert houses.name == "houses"
    assert list(houses.X) == ["city", "zone", "rooms", "area"]
    assert [str(dtype) for dtype in houses.X.dtypes] == [
        "category",
        "category",
        "int64",
        "float64",
    ]
    assert houses.X["city"].tolist() == ["Bern", "Basel", "Zug, ZG"]
    assert houses.X["area"].isna().tolist() == [False, True, False]
    np.testing.assert_array_equal(houses.y, [100.0, 200.0, 400.0])
    assert houses.X.index.tolist() == [0, 1, 2]
    assert (houses.stratum, houses.target_kind) == (None, None)


def test_rows_without_a_target_are_counted(write):
    assert read_table(write(HOUSES), "price").n_rows_dropped == 1
    assert read_table(write(HOUSES), "rooms").n_rows_dropped == 0


def test_numbers_stay_numbers_unless_named(write):
    path = write(HOUSES)
    assert read_table(path, "price").X["zone"].dtype == np.int64
    assert read_table(path, "price", categorical=["zone"]).X["zone"].dtype == "category"


def test_every_format_gives_the_same_dataset(write, tmp_path):
    table = pd.read_csv(write(HOUSES))
    table.to_parquet(tmp_path / "houses.parquet")
    files = [
        write(HOUSES),
        write(HOUSES.replace("\n", "\r\n")),
        write("\ufeff" + HOUSES, "houses.CSV"),
        write(gzip.compress(HOUSES.encode()), "houses.csv.gz"),
        write(table.to_csv(index=False, sep="\t"), "houses.tsv"),
        write(HOUSES.replace(",", ", ").replace("Zug,  ZG", "Zug, ZG"), "houses2.csv"),
        tmp_path / "houses.parquet",
    ]
    datasets = [read_table(path, "price", name="houses") for path in files]
    assert len({dataset.checksum for dataset in datasets}) == 1


def test_row_numbers_without_a_name_can_be_dropped(write):
    path = write(pd.read_csv(write(HOUSES)).to_csv())
    without = read_table(path, "price", drop="Unnamed: 0")
    assert list(without.X) == ["id", "city", "zone", "rooms", "area"]


def test_what_pandas_wrote_is_read_to_the_last_bit(tmp_path):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(5000, 2)) * 10.0 ** rng.integers(-200, 200, (5000, 2))
    pd.DataFrame(values, columns=["a", "y"]).to_csv(tmp_path / "t.csv", index=False)
    dataset = read_table(tmp_path / "t.csv", "y")
    np.testing.assert_array_equal(dataset.X["a"], values[:, 0])
    np.testing.assert_array_equal(dataset.y, values[:, 1])


PROBLEMS = {
    "no column": (HOUSES, "Price2", {}, "no column 'Price2'. Did you mean 'price'?"),
    "no column alike": (HOUSES, "xyz", {}, "There are: id, city, zone, rooms, area, price."),
    "no categorical column": (HOUSES, "price", {"categorical": "citi"}, "Did you mean 'city'?"),
    "no column to drop": (HOUSES, "price", {"drop": ["idd"]}, "Did you mean 'id'?"),
    "target dropped": (HOUSES, "price", {"drop": "price"}, "can only be one of target"),
    "two roles": (HOUSES, "price", {"drop": "id", "categorical": "id"}, "'id' can only be one"),
    "no features": ("y\n1\n2\n", "y", {}, "no column is left to predict from"),
    "text target": (HOUSES, "city", {}, "'city' must hold numbers, but row 1 has 'Bern'"),
    "half text": ("x,y\n1,2\n2,n/a.\n", "y", {}, "'y' must hold numbers, but row 2 has 'n/a.'"),
    "truth": ("x,y\n1,True\n2,False\n", "y", {}, "'y' must hold numbers, but row 1 has 'True'"),
    "no target at all": ("x,y\n1,\n2,NA\n", "y", {}, "'y' is missing in all 2 rows"),
    "one value": ("x,y\n1,3\n2,3\n", "y", {}, "'y' has the same value in every row"),
    "infinite target": ("x,y\n1,3\n2,inf\n", "y", {}, "'y' is infinite in row 2"),
    "infinite feature": ("x,y\n1,3\n-inf,4\n", "y", {}, "'x' is infinite in row 2"),
    "empty": ("", "y", {}, "the file is empty"),
    "only a header": ("x,y\n", "y", {}, "there are no rows"),
    "names twice": ("x,y,x\n1,2,3\n", "y", {}, "2 columns are called 'x'"),
    "no name": (",x,y\n0,1,2\n", "y", {}, "column 1 has no name"),
    "pandas' name": ("Unnamed: 1,x,y\n0,1,2\n", "y", {}, "column 1 has no name"),
    "semicolons": ("x;y\n1,5;2\n", "y", {}, "separated by semicolons where commas belong"),
    "tabs": ("x\ty\n1\t2\n", "y", {}, "separated by tabs where commas belong"),
    "too long everywhere": ("x,y\n1,2,3\n1,2,3\n", "y", {}, "more fields than the header"),
    "too long once": ("x,y\n1,2\n1,2,3\n", "y", {}, "Expected 2 fields in line 3, saw 3"),
    "open quotes": ('x,y\n1,2\n"1,2\n', "y", {}, "cannot be read: EOF inside string"),
    "not UTF-8": ("städte,y\n1,2\n".encode("latin-1"), "y", {}, "is not UTF-8 text"),
    "not text": (bytes(range(256)) * 9, "y", {}, "houses.csv: "),
}


@pytest.mark.parametrize(
    ("content", "target", "options", "sentence"), PROBLEMS.values(), ids=PROBLEMS
)
def test_every_problem_is_one_sentence(write, content, target, options, sentence):
    path = write(content)
    with pytest.raises(InputError) as caught:
        read_table(path, target, **options)
    message = str(caught.value)
    assert message.startswith(f"{path}: ") and sentence in message
    assert "\n" not in message and message[-1] in ".?"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("none.csv", "there is no such file"),
        ("", "is a folder"),
        ("houses.xlsx", "must end in .csv, .tsv or .parquet"),
        ("broken.parquet", "cannot be read: "),
        ("broken.csv.gz", "cannot be read: "),
        ("commas.tsv", "separated by commas where tabs belong"),
    ],
)
def test_every_file_that_is_none_is_one_sentence(write, tmp_path, name, sentence):
    write(HOUSES, "houses.xlsx")
    write(HOUSES, "broken.parquet")
    write(HOUSES, "broken.csv.gz")
    write(HOUSES, "commas.tsv")
    with pytest.raises(InputError) as caught:
        read_table(tmp_path / name, "price")
    assert sentence in str(caught.value) and "\n" not in str(caught.value)


def test_dates_are_neither_numbers_nor_categories(tmp_path):
    path = tmp_path / "t.parquet"
    days = pd.date_range("2026-01-01", periods=3)
    pd.DataFrame({"day": days, "x": 1, "y": [1.0, 2.0, 3.0]}).to_parquet(path)
    with pytest.raises(InputError, match=r"column 'day' holds dates, such as"):
        read_table(path, "y")
    assert list(read_table(path, "y", drop="day").X) == ["x"]


def test_names_in_parquet_are_unique_but_need_not_be_text(tmp_path):
    pd.DataFrame({1: [1, 2], 2: [3, 4]}).to_parquet(tmp_path / "t.parquet")
    assert list(read_table(tmp_path / "t.parquet", "2").X) == ["1"]
    twice = pa.table([[1, 2], [3, 4]], names=["y", "y"])
    pq.write_table(twice, tmp_path / "twice.parquet")
    with pytest.raises(InputError, match="2 columns are called 'y'"):
        read_table(tmp_path / "twice.parquet", "y")


def test_dates_as_text_are_refused_unless_the_column_is_left_out_or_named(write):
    path = write("sold,area,price\n2026-01-31,40,100\n2026-02-28,50,120\n")
    with pytest.raises(InputError, match=r"houses.csv: column 'sold' holds dates.*--drop sold"):
        read_table(path, "price")
    assert list(read_table(path, "price", drop="sold").X) == ["area"]
    assert read_table(path, "price", categorical="sold").X["sold"].dtype == "category"


def test_a_target_of_dates_is_refused(tmp_path):
    path = tmp_path / "houses.parquet"
    sold = pd.to_datetime(["2026-01-31", "2026-02-28"])
    pd.DataFrame({"area": [40, 50], "sold": sold}).to_parquet(path)
    with pytest.raises(InputError, match="'sold' must hold numbers, but row 1 has '2026-01-31"):
        read_table(path, "sold")
