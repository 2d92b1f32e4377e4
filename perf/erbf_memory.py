"""Peak memory of an ERBF fit beyond its input."""

import argparse
import sys
from importlib import import_module

from sklearn.datasets import make_friedman1

from perf import peak
from perf.markdown import table, verdict

N, D, N_RBF, ITERATIONS = 200_000, 20, 60, 2
WANTED = 20


def megabytes(rival, n):
    fit = import_module(f"perf.rivals.{rival}").fit
    X, y = make_friedman1(n, n_features=D, noise=1.0, random_state=0)
    fit(X[:1000], y[:1000], 20, 1.0, 2, 0)  # load and compile
    return peak.megabytes_of(lambda: fit(X, y, N_RBF, 1.0, ITERATIONS, 0))


def main(n):
    ours, theirs = (
        peak.in_a_child("perf.erbf_memory", rival, "--rows", n)
        for rival in ("erbf_smoothtab", "erbf_010")
    )
    if ours is None:
        sys.exit("The fit of smoothtab did not finish.")
    note = ""
    if theirs is None:
        theirs = 2 * n * N_RBF * D * 8 / 2**20
        note = " (estimated from its two arrays of n x K x d, as it could not run)"
    ratio = theirs / ours
    print("## ERBF: memory of one fit\n")
    print(
        f"n = {n}, d = {D}, K = {N_RBF}, {ITERATIONS} iterations; the input itself takes"
        f" {8 * n * (D + 1) / 2**20:.0f} MB. Peak resident size less the size just before.\n"
    )
    head = ["erbf 0.1.0 MB", "smoothtab MB", "ratio", "wanted", "verdict"]
    row = [f"{theirs:.0f}{note}", f"{ours:.0f}", f"{ratio:.1f}", WANTED]
    print(table(head, [[*row, verdict(ratio >= WANTED)]]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=N)
    parser.add_argument("--child", help="measure this rival in the present process")
    arguments = parser.parse_args()
    if arguments.child:
        print(megabytes(arguments.child, arguments.rows))
    else:
        main(arguments.rows)
