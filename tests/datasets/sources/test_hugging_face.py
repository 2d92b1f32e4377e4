import logging

import pandas as pd
import pytest

from smoothtab.datasets._sources import hugging_face


def test_csv_files_keep_their_names(source, monkeypatch, shared_tables):
    abalone = pd.read_parquet(shared_tables / "abalone.parquet")
    path = "/datasets/inria-soda/tabular-benchmark/resolve/main/reg_num/abalone.csv"
    source.pages = {path: abalone.to_csv(index=False).encode()}
    template = source.url + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", template)
    X, y = hugging_face.fetch("inria-soda/tabular-benchmark", "reg_num/abalone.csv")
    pd.testing.assert_frame_equal(X.assign(target=y), abalone, check_dtype=False, check_exact=True)


def test_nothing_is_said_of_attempts_that_fail(source, monkeypatch, caplog):
    source.fault = "cut"
    source.pages = {"/datasets/we/small/resolve/main/small.txt": b"1 2\n3 4\n"}
    template = source.url + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", template)
    logging.getLogger("huggingface_hub").addHandler(caplog.handler)
    with pytest.raises(Exception, match="without sending complete message body"):
        hugging_face.fetch("we/small", "small.txt")
    logging.getLogger("huggingface_hub").removeHandler(caplog.handler)
    assert caplog.records == []
