"""The least an ERBF can cost: the bare matrix products and exponentials of a fit.

An iteration stands for one evaluation of loss and gradient. After the last one comes a pass
without the gradient, from which a fit solves its output layer.
"""

import numpy as np

from smoothtab.erbf._activations import exponents, powers
from smoothtab.erbf._objective import WidthObjective


def fit(X, y, n_rbf, alpha, iterations, seed):
    n, d = X.shape
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    centres = X[np.random.RandomState(seed).choice(n, n_rbf, replace=False)]
    model = Products(exponents(centres, np.full(centres.shape, 1 / d)))
    blocks = WidthObjective(X, y[:, None], centres, alpha)._blocks  # the rows of a fit
    all_powers, activations = powers(X), np.empty((n, n_rbf))
    table = np.ones((blocks[0].stop, n_rbf + 1))  # activations and target of a block
    for with_gradient in [True] * iterations + [False]:
        for rows in blocks:
            model.activate(all_powers[rows], out=activations[rows])
            block = table[: rows.stop - rows.start]
            block.T @ block
        if with_gradient:
            for rows in blocks:
                activations[rows].T @ all_powers[rows]
    return model


class Products:
    def __init__(self, exponent_matrix):
        self.exponent_matrix = exponent_matrix

    def activate(self, block_powers, out=None):
        out = np.matmul(block_powers, self.exponent_matrix, out=out)
        return np.exp(out, out=out)

    def predict(self, X):
        return self.activate(powers(X)).sum(axis=1)
