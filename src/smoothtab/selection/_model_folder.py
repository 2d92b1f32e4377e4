"""A folder with one fitted model and what a user should know of it."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import skops.io as sio
from sklearn.pipeline import Pipeline

from smoothtab._errors import InputError
from smoothtab._files import whole_file
from smoothtab.selection._card import in_words
from smoothtab.selection._final import has_gradient, predict_gradient, used_columns
from smoothtab.selection._known_columns import KnownColumns
from smoothtab.selection._sound_trees import require_sound_trees

_MODEL, _PICKLE, _CARD, _TEXT = "model.skops", "model.pkl", "card.json", "card.md"

_TREE = "sklearn.tree._tree.Tree"

# All that a model of this package may consist of, beside what skops trusts itself.
_TRUSTED = {
    "interpret.glassbox._ebm._ebm.ExplainableBoostingRegressor",
    "numpy.asarray",
    "sklearn.model_selection._split.KFold",
    _TREE,
    "smoothtab.bench._clipping.ClippedRegressor",
    "smoothtab.bench._columns.CategoricalColumn",
    "smoothtab.bench._columns.NumericColumn",
    "smoothtab.bench._early_stopping.EarlyStoppingRegressor",
    "smoothtab.bench.preprocess.FoldPreprocessor",
    "smoothtab.chebyshev._basis.Basis",
    "smoothtab.chebyshev._polynomial.Polynomial",
    "smoothtab.chebyshev._regressor.ChebyshevRegressor",
    "smoothtab.chebyshev._scale.MinMax",
    "smoothtab.chebyshev._tree.ChebyshevModelTreeRegressor",
    "smoothtab.chebyshev._tree_gates.Gates",
    "smoothtab.chebyshev._tree_leaves.Leaves",
    "smoothtab.chebyshev._tree_model.ModelTree",
    "smoothtab.chebyshev._tree_routing.Routing",
    "smoothtab.erbf._regressor.ERBFRegressor",
    "smoothtab.selection._known_columns.KnownColumns",
    "xgboost.core.Booster",
    "xgboost.sklearn.XGBRegressor",
}


@dataclass(frozen=True)
class SavedModel:
    """A fitted pipeline and its card.

    Parameters
    ----------
    pipeline : Pipeline
        From raw columns to predictions.
    card : dict
        What the model is, how it was measured, and the range of its training rows.
    """

    pipeline: Pipeline
    card: dict[str, Any]

    def predict(self, table: Any, *, gradients: bool = False) -> pd.DataFrame:
        """Predict new rows.

        Parameters
        ----------
        table : DataFrame or array-like of shape (n_rows, n_columns)
            With the columns that the model uses; others are ignored. An array has all columns of
            the training rows in their order.
        gradients : bool, default=False
            Whether to add the derivative by each numeric column that the model uses.

        Returns
        -------
        predictions : DataFrame
            `prediction`; `outside`, the columns in which a row lies outside the training rows;
            and ``d_<column>`` for each derivative, in units of the target per unit of the column,
            NaN where the value is missing.
        """
        if gradients and not has_gradient(self.pipeline):
            raise InputError(
                f"{self.card['model']} has no gradients: choose a model that has them with "
                "smoothtab compare --prefer smooth."
            )
        columns, used = self.pipeline["columns"], used_columns(self.pipeline)
        if isinstance(table, pd.DataFrame):
            table = _only(used, table, columns.names)
        X = columns.transform(table)
        out = pd.DataFrame({"prediction": self.pipeline.predict(X)}, X.index)
        out["outside"] = columns.outside(X[used])
        if gradients:
            derivatives = predict_gradient(self.pipeline, X).add_prefix("d_")
            out = pd.concat([out, derivatives], axis=1)
        return out

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write the model, and its card for people and for programs.

        Parameters
        ----------
        folder : path
            Where to; made if it is not there.

        Returns
        -------
        folder : Path
            The same.
        """
        place = Path(folder)
        try:
            place.mkdir(parents=True, exist_ok=True)
            self._write(place)
        except OSError as error:
            raise InputError(
                f"The model cannot be written to {place} ({error.strerror}): name another folder."
            ) from error
        return place

    def _write(self, place: Path) -> None:
        data = sio.dumps(self.pipeline)
        if _unknown(sio.get_untrusted_types(data=data)):  # a candidate from another package
            name, other, data = _PICKLE, _MODEL, pickle.dumps(self.pipeline)
        else:
            name, other = _MODEL, _PICKLE
        card = json.dumps(self.card, indent=1) + "\n"
        texts = {_CARD: card, _TEXT: in_words(self.card)}
        for file, content in {name: data, **texts}.items():
            with whole_file(place / file) as path:
                path.write_bytes(content.encode() if isinstance(content, str) else content)
        (place / other).unlink(missing_ok=True)


def load_model(folder: str | os.PathLike[str], *, allow_pickle: bool = False) -> SavedModel:
    """Load what `smoothtab compare` saved.

    Parameters
    ----------
    folder : path
        The folder of the model.
    allow_pickle : bool, default=False
        Whether to load ``model.pkl`` where there is no ``model.skops``. A pickle can do anything
        when it is loaded: allow it only for files that you trust.

    Returns
    -------
    model : SavedModel
        The pipeline and its card. InputError where the file holds anything but models.
    """
    place = Path(folder)
    try:
        model = SavedModel(_pipeline(place, allow_pickle), _card(place))
    except InputError:
        raise
    except Exception as error:  # there is no end to what a damaged file can raise
        reason = str(error).partition("\n")[0]
        raise InputError(
            f"The model in {place} cannot be read ({type(error).__name__}: {reason}): it is "
            "damaged, or was saved with other versions of its packages."
        ) from error
    return model


def _pipeline(place: Path, allow_pickle: bool) -> Pipeline:
    path = place / _MODEL
    if path.is_file():
        pipeline = _from_skops(path)
    elif allow_pickle and (place / _PICKLE).is_file():
        pipeline = pickle.loads((place / _PICKLE).read_bytes())
    elif (place / _PICKLE).is_file():
        raise InputError(
            f"{place / _PICKLE} is a pickle, which can do anything when it is loaded: "
            "allow it (--allow-pickle) if you trust it."
        )
    else:
        raise InputError(
            f"There is no model in {place}: smoothtab compare writes one into the folder model "
            "of its --out."
        )
    if not (isinstance(pipeline, Pipeline) and isinstance(pipeline[0], KnownColumns)):
        raise ValueError("it is not a model of smoothtab compare")
    return pipeline


def _from_skops(path: Path) -> Any:
    """What the file holds, if that is nothing but what a model consists of."""
    data = path.read_bytes()
    found = sio.get_untrusted_types(data=data)
    if unknown := _unknown(found):
        raise InputError(
            f"{path} holds what no model of smoothtab needs ({', '.join(unknown)}): "
            "it is not loaded."
        )
    pipeline = sio.loads(data, trusted=found)
    if _TREE in found:
        require_sound_trees(pipeline, len(used_columns(pipeline)))
    return pipeline


def _card(place: Path) -> dict[str, Any]:
    card = json.loads((place / _CARD).read_text(encoding="utf-8"))
    return {"model": str(card["model"]), **card}


def _unknown(types: list[str]) -> list[str]:
    return sorted(set(types) - _TRUSTED)


def _only(used: list[str], table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Of the columns that the pipeline takes, those that its model is not given are left empty."""
    table = table.rename(columns=str)
    here = [name for name in table if name in used]
    return table[here].reindex(columns=[*here, *(name for name in names if name not in used)])
