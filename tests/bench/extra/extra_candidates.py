"""Candidates that misbehave, announced as another package announces its own."""

import hashlib
import os
import signal
import time
import warnings
from pathlib import Path

import numpy as np
from sklearn.dummy import DummyRegressor
from threadpoolctl import threadpool_info

from smoothtab.bench.candidates import Candidate, Unavailable


class Misbehaving(DummyRegressor):
    """The mean of the targets, after something else was done."""

    def __init__(self, act):
        super().__init__()
        self.act = act

    def fit(self, X, y):
        self.act()
        return super().fit(X, y)


class Wild(DummyRegressor):
    """Far above all targets for one half of the rows, far below them for the other."""

    def predict(self, X):
        return np.where(X[:, 0] > 0, 1e9, -1e9)


class Blank(DummyRegressor):
    def predict(self, X):
        return np.full(len(X), np.nan)


def candidate(act):
    return Candidate(act.__name__, lambda seed: Misbehaving(act))


def broken():
    raise RuntimeError("first line\nsecond line")


def chatty():
    print("a word")
    os.write(1, b"a word from below\n")
    warnings.warn("a warning", stacklevel=1)


def sleepy():
    time.sleep(float(os.environ.get("EXTRA_SECONDS", "60")))


def deaf():
    """Half a minute in which Python is not asked whether it should stop."""
    hashlib.pbkdf2_hmac("sha256", b"", b"", 30_000_000)


def crashing():
    os.kill(os.getpid(), signal.SIGSEGV)


def vanishing():
    os._exit(0)


def mortal():
    """Killed the first time, as by the system when memory is short."""
    once = Path(os.environ["EXTRA_FILE"])
    if not once.exists():
        once.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def homeless(seed):
    import no_such_package  # noqa: F401


def closed(seed):
    raise Unavailable("Its weights are not here: fetch them.")


def threads(fitted):
    return {"threads": max(library["num_threads"] for library in threadpool_info())}


BROKEN, CHATTY, SLEEPY, DEAF = map(candidate, (broken, chatty, sleepy, deaf))
CRASHING, VANISHING, MORTAL = map(candidate, (crashing, vanishing, mortal))
HOMELESS, CLOSED = Candidate("homeless", homeless), Candidate("closed", closed)
WILD = Candidate("wild", lambda seed: Wild())
BLANK = Candidate("blank", lambda seed: Blank())
THREADED = Candidate("threaded", lambda seed: DummyRegressor(), describe=threads)
