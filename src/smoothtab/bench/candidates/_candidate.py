"""What the bench knows of a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from smoothtab.bench.candidates._space import Parameter

if TYPE_CHECKING:
    from optuna.trial import BaseTrial


class Unavailable(Exception):
    """Why a candidate cannot run here: one sentence that says what to do."""


def _nothing(fitted: Any) -> dict[str, float]:
    return {}


@dataclass(frozen=True, eq=False)
class Candidate:
    """A model of the bench: how to build it, what to tune of it and what it needs.

    Parameters
    ----------
    name : str
        What it is called in results and on the command line.
    build : function
        ``build(seed, **params)`` gives a scikit-learn regressor that runs on one thread. It must
        do without `params`. It may raise `Unavailable` or ModuleNotFoundError, and should import
        inside what is slow to import.
    space : mapping of str to parameter, default={}
        What Optuna tunes: `Log`, `Uniform`, `Int`, `Choice` or `OrAuto` by name.
    fixed : mapping of str to value, default={}
        Passed to `build` beside what was chosen.
    n_trials : int, default=0
        How many trials Optuna gets.
    search : function, default=None
        ``search(seed)`` gives an estimator that, fitted, has `best_params_` for `build`. It takes
        the place of Optuna.
    scale : bool, default=False
        Whether it wants standardised features.
    early_stopping : bool, default=False
        Whether it wants rows that tell it when to stop:
        ``fit(X, y, eval_set=[(X_validation, y_validation)], verbose=False)``.
    describe : function, optional
        Numbers that tell what was fitted, by name, of a fitted regressor.
    depends_on : function, optional
        Gives a text of what else decides a result, such as the checksum of a file of weights.
    smooth : bool, default=False
        Whether its prediction is without steps.
    scalable : bool, default=False
        Whether it takes no more than minutes for 300 000 rows.

    See Also
    --------
    candidates : All that are there.

    Notes
    -----
    A package adds one by an entry point of the group ``smoothtab.candidates`` that has its name.
    In the pyproject.toml of the package::

        [project.entry-points."smoothtab.candidates"]
        knn = "my_package.knn:CANDIDATE"

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> from smoothtab.bench.candidates import Candidate, Int
    >>> def build(seed, **params):
    ...     return KNeighborsRegressor(n_jobs=1, **params)
    >>> CANDIDATE = Candidate(
    ...     "knn", build, space={"n_neighbors": Int(1, 30)}, n_trials=15, scale=True
    ... )
    >>> CANDIDATE.build(0, n_neighbors=3)
    KNeighborsRegressor(n_jobs=1, n_neighbors=3)
    """

    name: str
    build: Callable[..., Any]
    space: Mapping[str, Parameter] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    n_trials: int = 0
    search: Callable[[int], Any] | None = None
    scale: bool = False
    early_stopping: bool = False
    describe: Callable[[Any], dict[str, float]] = _nothing
    depends_on: Callable[[], str] = str
    smooth: bool = False
    scalable: bool = False

    def suggest(self, trial: BaseTrial) -> dict[str, Any]:
        """Let an Optuna trial choose what is tuned.

        Parameters
        ----------
        trial : optuna.trial.BaseTrial
            A running trial, or a finished one, which gives what it has chosen.

        Returns
        -------
        params : dict
            What goes to `build`.
        """
        chosen: dict[str, Any] = {}
        for name, parameter in self.space.items():
            if parameter.applies(chosen):
                chosen[name] = parameter.suggest(trial, name)
        return chosen

    @property
    def signature(self) -> str:
        """Text of everything here that decides a result, the same on every machine."""
        search = self.search and _qualified_name(self.search)
        return (
            f"build={_qualified_name(self.build)} space={dict(self.space)} "
            f"fixed={dict(self.fixed)} n_trials={self.n_trials} search={search} "
            f"scale={self.scale} early_stopping={self.early_stopping} also={self.depends_on()}"
        )


def _qualified_name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"
