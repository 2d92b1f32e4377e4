"""One rival, one file, and for each family one signature.

ERBF: fit(X, y, n_rbf, alpha, iterations, seed). Chebyshev: fit(X, y, complexity, alpha).
"""
