"""Write the checksum of every table in a folder into the catalogue.

    .venv/bin/python tools/catalogue_checksums.py ../shared/data

That the tables of the folder are right is not asked here: perf/preprocessing.py shows that they
give the published scores. Tables that the folder does not have stay as they are.
"""

import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from smoothtab.datasets._checksum import content_checksum
from smoothtab.datasets._columns import tidy
from smoothtab.datasets._dataset import TARGET

CATALOGUE = Path(__file__).parents[1] / "src" / "smoothtab" / "datasets" / "catalogue.toml"


def checksums(path):
    """Of the content of a stored table, whatever a catalogue says of it."""
    table = pd.read_parquet(path)
    X, y = tidy(table.drop(columns=TARGET)), table[TARGET].to_numpy(float)
    return content_checksum(X, y), content_checksum(X, y, np.float32)


def renewed(section, folder):
    """One section of the catalogue, with the checksums of the table if the folder has it."""
    path = folder / f"{section.partition(']')[0]}.parquet"
    if not path.exists():
        return section
    section = re.sub(r"^(rounded_)?checksum = .*\n", "", section, flags=re.MULTILINE)
    exact, rounded = checksums(path)
    return f'{section.rstrip()}\nchecksum = "{exact}"\nrounded_checksum = "{rounded}"\n\n'


def main(folder):
    header, *sections = re.split(r"^\[", CATALOGUE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    text = "[".join([header, *(renewed(section, Path(folder)) for section in sections)])
    CATALOGUE.write_text(text.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
