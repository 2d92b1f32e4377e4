import pandas as pd

from smoothtab.datasets._sources import hugging_face


def test_csv_files_keep_their_names(source, monkeypatch, shared_tables, capfd):
    abalone = pd.read_parquet(shared_tables / "abalone.parquet")
    path = "/datasets/inria-soda/tabular-benchmark/resolve/main/reg_num/abalone.csv"
    source.pages = {path: abalone.to_csv(index=False).encode()}
    template = source.url + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", template)
    X, y = hugging_face.fetch("inria-soda/tabular-benchmark", "reg_num/abalone.csv")
    pd.testing.assert_frame_equal(X.assign(target=y), abalone, check_dtype=False, check_exact=True)
    assert capfd.readouterr() == ("", "")  # no progress bar beside ours
