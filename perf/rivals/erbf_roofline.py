"""The least an ERBF can cost: the bare arithmetic, and the bare libraries that a fit calls."""

import numpy as np
from scipy.optimize import Bounds, minimize
from sklearn.neighbors import NearestNeighbors

from smoothtab.erbf._activations import activate, exponents, powers
from smoothtab.erbf._network import search_precision
from smoothtab.erbf._objective import WidthObjective


def standardised(X, n_rbf, seed):
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    return X, X[np.random.RandomState(seed).choice(len(X), n_rbf, replace=False)]


def fit(X, y, n_rbf, alpha, evaluations, values, seed):
    """Matrix products and exponentials of a fit, in the precision of its search.

    So many evaluations of loss and gradient, and of the loss alone. After the last one comes
    another pass without the gradient, from which a fit solves its output layer.
    """
    X, centres = standardised(X, n_rbf, seed)
    dtype = search_precision(len(X), alpha)
    model = Products(exponents(centres, np.full(centres.shape, 1 / X.shape[1])))
    matrix = model.exponent_matrix.astype(dtype)
    rows_of = WidthObjective(X, y[:, None], centres, alpha, dtype=dtype)._blocks  # as in a fit
    blocks = [powers(X[rows], dtype) for rows in rows_of]
    activations = [np.empty((n_rbf, block.shape[1]), dtype) for block in blocks]
    tables = [np.ones((n_rbf + 1, block.shape[1]), dtype) for block in blocks]  # with the target
    for with_gradient in [False] * values + [True] * evaluations + [False]:
        for block, phi, table in zip(blocks, activations, tables, strict=True):
            activate(matrix, block, out=phi)
            table @ table.T
        if with_gradient:
            for block, phi in zip(blocks, activations, strict=True):
                phi @ block.T
    return model


def libraries(X, n_rbf, iterations, seed):
    """Nearest rows of candidates and centres, and L-BFGS-B's own work on as many variables."""
    X, centres = standardised(X, n_rbf, seed)
    candidates = X[: min(len(X), 10 * n_rbf)]
    NearestNeighbors(n_neighbors=6, algorithm="brute").fit(X).kneighbors(candidates)
    k = max(10, min(100, len(X) // n_rbf))
    NearestNeighbors(n_neighbors=k, algorithm="brute").fit(X).kneighbors(centres)
    curvature = np.geomspace(1, 1e6, centres.size)  # so that it uses all its iterations
    limit = np.full(centres.size, 1e9)
    minimize(
        lambda x: (0.5 * float(curvature @ (x * x)), curvature * x),
        np.ones(centres.size),
        jac=True,
        method="L-BFGS-B",
        bounds=Bounds(-limit, limit),
        options={"maxiter": iterations, "ftol": 0.0, "gtol": 0.0},
    )


class Products:
    def __init__(self, exponent_matrix):
        self.exponent_matrix = exponent_matrix

    def predict(self, X):
        return activate(self.exponent_matrix, powers(X)).sum(axis=0)
