"""The least an ERBF can cost: the bare matrix products and exponentials of a fit.

An iteration stands for one evaluation of loss and gradient. After the last one comes a pass
without the gradient, from which a fit solves its output layer.
"""

import numpy as np

from smoothtab.erbf._activations import activate, exponents, powers
from smoothtab.erbf._objective import WidthObjective


def fit(X, y, n_rbf, alpha, iterations, seed):
    n, d = X.shape
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    centres = X[np.random.RandomState(seed).choice(n, n_rbf, replace=False)]
    model = Products(exponents(centres, np.full(centres.shape, 1 / d)))
    rows_of = WidthObjective(X, y[:, None], centres, alpha)._blocks  # the rows of a fit
    blocks = [powers(X[rows]) for rows in rows_of]
    activations = [np.empty((n_rbf, block.shape[1])) for block in blocks]
    tables = [np.ones((n_rbf + 1, block.shape[1])) for block in blocks]  # with the target
    for with_gradient in [True] * iterations + [False]:
        for block, phi, table in zip(blocks, activations, tables, strict=True):
            activate(model.exponent_matrix, block, out=phi)
            table @ table.T
        if with_gradient:
            for block, phi in zip(blocks, activations, strict=True):
                phi @ block.T
    return model


class Products:
    def __init__(self, exponent_matrix):
        self.exponent_matrix = exponent_matrix

    def predict(self, X):
        return activate(self.exponent_matrix, powers(X)).sum(axis=0)
