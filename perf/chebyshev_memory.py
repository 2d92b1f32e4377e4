"""Peak memory of a Chebyshev fit beyond its input, and many rows."""

import argparse
from importlib import import_module
from time import perf_counter

import numpy as np

from perf import peak
from perf.markdown import table, verdict
from smoothtab import ChebyshevRegressor

N, D, COMPLEXITY, WANTED = 20_000, 8, 9, 5
MANY, MANY_D, MANY_COMPLEXITY, MOST_MEGABYTES = 5_000_000, 10, 6, 1024


def rows(n, d):
    rng = np.random.default_rng(0)
    X = rng.random((n, d))
    y = np.sin(6 * X[:, 0]) + X[:, 1] * X[:, 2]
    y += 0.1 * rng.standard_normal(n)
    return X, y


def megabytes(rival, n):
    fit = import_module(f"perf.rivals.{rival}").fit
    X, y = rows(n, D)
    fit(X[:1000], y[:1000], COMPLEXITY, 1.0)  # load
    return peak.megabytes_of(lambda: fit(X, y, COMPLEXITY, 1.0))


def megabytes_of_many(n):
    X, y = rows(n, MANY_D)
    ChebyshevRegressor(MANY_COMPLEXITY).fit(X[:1000], y[:1000])
    return peak.megabytes_of(lambda: ChebyshevRegressor(MANY_COMPLEXITY).fit(X, y))


def many_rows():
    """Times and memory up to five million rows."""
    X, y = rows(MANY, MANY_D)
    for n in (MANY // 4, MANY // 2, MANY):
        start = perf_counter()
        ChebyshevRegressor(MANY_COMPLEXITY).fit(X[:n], y[:n])
        seconds = perf_counter() - start
        memory = peak.in_a_child("perf.chebyshev_memory", "many", "--rows", n)
        per_million = f"{seconds / n * 1e6:.2f}"
        yield [n, f"{seconds:.2f}", per_million, f"{memory:.0f}", verdict(memory < MOST_MEGABYTES)]


def main(n):
    ours, theirs = (
        peak.in_a_child("perf.chebyshev_memory", rival, "--rows", n)
        for rival in ("chebyshev_smoothtab", "poly_basis_030")
    )
    ratio = theirs / max(ours, 0.1)
    print("## Chebyshev: memory of one fit\n")
    print(
        f"n = {n}, d = {D}, degree {COMPLEXITY} with product interactions. Peak resident size less"
        f" the size just before; wanted at most a {WANTED}th.\n"
    )
    row = [f"{theirs:.0f}", f"{ours:.1f}", f"{ratio:.0f}", verdict(ratio >= WANTED)]
    print(table(["poly-basis-ml 0.3.0 MB", "smoothtab MB", "ratio", "verdict"], [row]))
    print("\n## Chebyshev: many rows\n")
    print(
        f"d = {MANY_D}, degree {MANY_COMPLEXITY}, one thread. The input of {MANY} rows takes"
        f" {8 * MANY * (MANY_D + 1) / 2**20:.0f} MB; wanted less than {MOST_MEGABYTES} MB beyond"
        " it, and a time that is linear in the rows.\n"
    )
    print(table(["rows", "s", "s per million rows", "MB beyond input", "verdict"], many_rows()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=N)
    parser.add_argument("--child", help="measure this rival (or 'many') in the present process")
    arguments = parser.parse_args()
    if arguments.child == "many":
        print(megabytes_of_many(arguments.rows))
    elif arguments.child:
        print(megabytes(arguments.child, arguments.rows))
    else:
        main(arguments.rows)
