import datetime

import numpy as np
import pandas as pd
import pytest

from smoothtab._errors import InputError
from smoothtab.datasets._dates import refuse_dates

DAYS = pd.date_range("2019-11-05 07:03:09", periods=40, freq="99h")
FORMATS = (
    *("%Y-%m-%d", "%Y/%m/%d", "%Y-%m", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S.%f+00:00"),
    *("%d.%m.%Y", "%d.%m.%y", "%m/%d/%Y", "%m/%d/%y", "%d-%m-%Y", "%d/%m/%Y %H:%M"),
    *("%d %B %Y", "%d-%b-%y", "%b %d, %Y", "%B %dth %Y", "%a, %d %b %Y %H:%M:%S", "%b-%Y"),
)
NO_DATES = (
    ["Bern", "Basel", "March"],
    ["10-20", "20-30", "30-40"],
    ["1.0.2-rc1", "v1.2.3", "2.0"],
    ["2020-A", "2021-B", "2022-C"],
    ["12:30", "13:45", "09:10"],
    ["078-05-1120", "219-09-9999", "457-55-5462"],
    ["192.168.0.1", "10.0.0.7", "8.8.8.8"],
    ["0041 31 301 22 33", "555-2368", "12 345"],
    ["1/2", "3/4", "7/8"],
)


@pytest.mark.parametrize("form", FORMATS)
def test_text_that_reads_as_a_date_is_refused(form):
    with pytest.raises(InputError, match="column 'sold' holds dates"):
        refuse_dates(pd.DataFrame({"sold": DAYS.strftime(form)}))


@pytest.mark.parametrize("values", NO_DATES, ids=lambda values: values[0])
def test_other_text_is_let_through(values):
    refuse_dates(pd.DataFrame({"a": values}))


@pytest.mark.parametrize(
    "values",
    [
        pd.Series(DAYS),
        pd.Series(DAYS).dt.tz_localize("UTC"),
        pd.Series(DAYS).dt.to_period("D"),
        pd.Series([datetime.date(2026, 1, 31), None]),
        pd.Series(DAYS).astype("timestamp[ns][pyarrow]"),
    ],
    ids=["time", "zone", "period", "date", "arrow"],
)
def test_the_types_of_pandas_for_dates_are_refused(values):
    with pytest.raises(InputError, match="holds dates"):
        refuse_dates(pd.DataFrame({"a": values}))


def test_numbers_truth_and_categories_are_let_through():
    text = pd.Series(DAYS.strftime("%Y-%m-%d"))
    columns = {"a": np.arange(2000, 2040), "b": True, "c": None, "d": text.astype("category")}
    refuse_dates(pd.DataFrame(columns))


def test_some_other_words_among_dates_do_not_hide_them():
    text = pd.Series(DAYS.strftime("%Y-%m-%d"), dtype=object)
    text[[3, 7]] = ["unknown", None]
    with pytest.raises(InputError, match="'2019-11-05'"):
        refuse_dates(pd.DataFrame({"a": text}))
    text[::2] = [f"lot {i}" for i in range(20)]
    refuse_dates(pd.DataFrame({"a": text}))


def test_it_says_what_to_do():
    table = pd.DataFrame({"day of sale": DAYS})
    with pytest.raises(InputError, match=r"into numbers, .* \(--drop 'day of sale'\)"):
        refuse_dates(table)
    refuse_dates(table, categorical=["day of sale"])
