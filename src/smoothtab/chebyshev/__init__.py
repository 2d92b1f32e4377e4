"""Chebyshev polynomials: an expander and regressors."""
