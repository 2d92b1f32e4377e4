"""The least a Chebyshev fit can cost: its columns and one symmetric product, block by block."""

import numpy as np

from smoothtab._blocks import row_blocks


def fit(X, y, complexity, alpha):
    n, d = X.shape
    lower, half = X.min(axis=0), np.ptp(X, axis=0) / 2
    first, second = np.triu_indices(d, 1)
    n_columns = d * complexity + len(first) + 1
    gram = np.zeros((n_columns, n_columns))
    for rows in row_blocks(n, n_columns, least=512):  # the rows of a fit
        x = (X[rows] - lower).T / half[:, None] - 1
        table = np.empty((n_columns, x.shape[1]))
        powers = table[: d * complexity].reshape(complexity, d, -1)
        powers[0] = x
        powers[1] = 2 * x * x - 1
        for a in range(2, complexity):
            np.multiply(2 * x, powers[a - 1], out=powers[a])
            powers[a] -= powers[a - 2]
        np.multiply(x[first], x[second], out=table[d * complexity : -1])
        table[-1] = y[rows]
        gram += table @ table.T
    return gram
