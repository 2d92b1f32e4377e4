"""Speed, memory and accuracy beside other packages. README.md tells how to run it.

Everything here runs on one thread, with the BLAS kernels that suit the processor. Libraries read
these variables when they are loaded, and this file is read before any of them.
"""

import os

for pool in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
    os.environ[f"{pool}_NUM_THREADS"] = "1"
os.environ.pop("OPENBLAS_CORETYPE", None)
