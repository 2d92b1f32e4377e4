"""This package."""

from smoothtab import ERBFRegressor


def fit(X, y, n_rbf, alpha, iterations, seed):
    model = ERBFRegressor(n_rbf, alpha=alpha, width_optim_iters=iterations, random_state=seed)
    return model.fit(X, y)
