"""One rival, one file, one signature: fit(X, y, n_rbf, alpha, iterations, seed)."""
