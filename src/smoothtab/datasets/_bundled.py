"""The table that comes with the package."""

from importlib.resources import files

import numpy as np
from sklearn.utils import Bunch


def load_concrete_strength(*, return_X_y=False):
    """Load the compressive strength of 1030 samples of concrete.

    Each row is one sample: the amounts of seven ingredients in kg per cubic metre,
    the age in days, and the strength in MPa, which is the target. The data were
    collected by I-Cheng Yeh [1]_ and come from the UCI Machine Learning Repository
    (dataset 165) under the licence CC BY 4.0.

    Parameters
    ----------
    return_X_y : bool, default=False
        If True, return ``(data, target)`` instead of a Bunch.

    Returns
    -------
    Bunch or tuple of (ndarray, ndarray)
        The Bunch has ``data`` of shape (1030, 8), ``target`` of shape (1030,),
        ``feature_names``, ``target_name`` and ``DESCR``.

    References
    ----------
    .. [1] I-Cheng Yeh, "Modeling of strength of high-performance concrete using
       artificial neural networks", Cement and Concrete Research 28(12), 1998.

    Examples
    --------
    >>> from smoothtab.datasets import load_concrete_strength
    >>> concrete = load_concrete_strength()
    >>> concrete.data.shape
    (1030, 8)
    >>> concrete.target_name
    'Strength'
    """
    folder = files("smoothtab.datasets") / "data"
    header, *rows = (folder / "concrete_strength.csv").read_text(encoding="utf-8").splitlines()
    table = np.loadtxt(rows, delimiter=",")
    X, y = table[:, :-1].copy(), table[:, -1].copy()
    if return_X_y:
        return X, y
    *feature_names, target_name = header.split(",")
    return Bunch(
        data=X,
        target=y,
        feature_names=feature_names,
        target_name=target_name,
        DESCR=(folder / "README.md").read_text(encoding="utf-8"),
    )
