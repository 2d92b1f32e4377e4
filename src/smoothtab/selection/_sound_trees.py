"""Trees from a file, looked at before they are used: scikit-learn trusts the numbers in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from sklearn.tree._tree import Tree

_NONE = -1  # child of a leaf


def require_sound_trees(fitted: Any, n_features: int) -> None:
    """ValueError where a tree anywhere in it leads to a node or a feature that is not there."""
    if not all(_is_sound(tree, n_features) for tree in _trees(fitted)):
        raise ValueError("a tree in it leads nowhere")


def _trees(root: Any) -> Iterator[Any]:
    left, seen = [root], set()
    while left:
        thing = left.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, Tree):
            yield thing
        else:
            left.extend(_parts(thing))


def _parts(thing: Any) -> Any:
    if isinstance(thing, Mapping):
        return thing.values()
    if isinstance(thing, list | tuple | set):
        return thing
    if isinstance(thing, np.ndarray):
        return thing.ravel() if thing.dtype == object else ()
    return getattr(thing, "__dict__", {}).values()


def _is_sound(tree: Any, n_features: int) -> bool:
    """Every child comes after its parent, so that the way down ends."""
    inner = np.flatnonzero(tree.children_left != _NONE)
    children = np.stack([tree.children_left[inner], tree.children_right[inner]])
    after = (children > inner) & (children < tree.node_count)
    feature = tree.feature[inner]
    return bool(after.all() and (feature >= 0).all() and (feature < n_features).all())
