"""Write results/benchmark_a.parquet from the folders of the reproduction runs.

python tools/collect_results.py FOLDER [FOLDER_OF_SHORTENED_TABLES]
"""

import sys
from pathlib import Path

import pandas as pd

from smoothtab.bench import load_results

OUT = Path(__file__).parents[1] / "results" / "benchmark_a.parquet"


def main(folders):
    parts = [load_results(folder).assign(shortened=i > 0) for i, folder in enumerate(folders)]
    results = pd.concat(parts, ignore_index=True).drop(columns="traceback", errors="ignore")
    OUT.parent.mkdir(exist_ok=True)
    results.to_parquet(OUT, index=False)
    print(results.groupby(["model", "status"]).size().unstack(fill_value=0))
    print(f"{len(results)} rows, {OUT.stat().st_size / 2**20:.2f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
