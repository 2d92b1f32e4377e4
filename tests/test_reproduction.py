"""Three small cells of results/ and REPRODUCTION.md, from scratch."""

from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

from smoothtab.bench import BUDGETS
from smoothtab.bench._run import run
from smoothtab.bench._task import Task
from smoothtab.bench.candidates import get
from smoothtab.datasets import load
from smoothtab.stats import mean_scores

ROOT = Path(__file__).parents[1]
CELLS = [  # of tables that need no network
    ("friedman1", "ridge", 0),
    ("concrete_strength", "chebypoly_cv", 1),
    ("synthetic_multithreshold", "chebytree", 2),
]
REFERENCE = ROOT.parent / "shared" / "reference"
RESULTS = ROOT / "results" / "benchmark_a.parquet"


@pytest.mark.slow
@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_that_is_run_again_gives_what_was_kept(cell):
    dataset, model, fold = cell
    checksum, signature = load(dataset).checksum, get(model).signature
    row = run(Task(dataset, model, fold, BUDGETS["paper"], checksum, signature))
    kept = pd.read_parquet(RESULTS).set_index(["dataset", "model", "fold"]).loc[cell]
    assert row["data_checksum"] == kept["data_checksum"]
    assert row["test_r2"] == pytest.approx(kept["test_r2"], abs=1e-6)


@pytest.mark.parametrize("cell", [("friedman1", "ridge"), ("diabetes", "chebytree")])
def test_the_document_says_what_was_kept(cell):
    dataset, model = cell
    scores = mean_scores(pd.read_parquet(RESULTS))
    text = (ROOT / "REPRODUCTION.md").read_text(encoding="utf-8")
    each = text.partition("## Each table")[2]
    head = next(line for line in each.splitlines() if line.startswith("| table |"))
    (line,) = (line for line in each.splitlines() if line.startswith(f"| {dataset} |"))
    shown = line.split(" | ")[head.split(" | ").index(model)]
    assert f"→ {scores.at[dataset, model]:.3f}" in shown


@pytest.mark.skipif(not REFERENCE.exists(), reason="no published results beside the project")
def test_the_document_is_what_its_tool_writes(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    write = import_module("tools.reproduction.__main__").document
    assert write() == (ROOT / "REPRODUCTION.md").read_text(encoding="utf-8")
