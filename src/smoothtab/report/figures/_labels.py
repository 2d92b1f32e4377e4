"""Where labels stand so that none covers another."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.isotonic import isotonic_regression

from smoothtab._moments import Array

_ON_A_LABEL, _ON_A_MARKER, _ON_A_LINE = 1e6, 1e4, 100.0
_UP_OR_DOWN, _LEFT = 0.3, 0.02
_SAMPLES = np.linspace(0.0, 1.0, 16)[:, None]


def spread(wanted: ArrayLike, gap: float, low: float, high: float) -> Array:
    """Positions nearest to those wanted that are `gap` apart, in their order, from low to high."""
    wanted = np.asarray(wanted, dtype=float)
    order = np.argsort(wanted, kind="stable")
    steps = gap * np.arange(len(wanted))
    room = max(low, high - gap * (len(wanted) - 1))
    positions = np.empty_like(wanted)
    positions[order] = np.clip(isotonic_regression(wanted[order] - steps), low, room) + steps
    return positions


def place(
    anchors: Array, sizes: Array, bounds: ArrayLike, radius: float, lines: Array | None = None
) -> tuple[Array, Array]:
    """Centres of labels beside their anchors, and the points at which leaders would end.

    One after another gets the free place nearest to its anchor, rather beside it than above, and
    rather at its right. What costs most is to cover an earlier label, then a marker, then a line:
    a point of `lines`, or an earlier leader.

    All is in one unit, such as pixels: anchors and sizes of labels of shape (n, 2), bounds (left,
    bottom, right, top) of the labels, radius of the markers with some air.
    """
    centres, ends = np.empty_like(anchors), np.empty_like(anchors)
    markers = np.stack([anchors - radius, anchors + radius], axis=1)
    covered = np.empty((0, 2, 2))
    avoided = np.empty((0, 2)) if lines is None else lines
    for i, (anchor, size) in enumerate(zip(anchors, sizes, strict=True)):
        candidates = _candidates(anchor, size, np.asarray(bounds, dtype=float), radius)
        boxes = np.stack([candidates - size / 2, candidates + size / 2], axis=1)
        nearest = np.clip(anchor, boxes[:, 0], boxes[:, 1])
        leaders = anchor + _SAMPLES * (nearest - anchor)[:, None]
        price = (
            np.hypot(*(nearest - anchor).T)
            + _UP_OR_DOWN * np.abs(candidates[:, 1] - anchor[1])
            + _LEFT * np.maximum(0.0, anchor[0] - candidates[:, 0])
            + _ON_A_LABEL * _overlaps(boxes, covered)
            + _ON_A_MARKER * _overlaps(boxes, markers)
            + _ON_A_LINE * (_inside(avoided, boxes[:, None]) + _crossings(leaders, covered))
        )
        best = np.argmin(price)
        centres[i], ends[i] = candidates[best], nearest[best]
        covered = np.concatenate([covered, boxes[best : best + 1]])
        avoided = np.concatenate([avoided, leaders[best]])
    return centres, ends


def _candidates(anchor: Array, size: Array, bounds: Array, radius: float) -> Array:
    """Beside the anchor, above and below it, and all over the place."""
    low, high = bounds[:2] + size / 2, bounds[2:] - size / 2
    high = np.maximum(low, high)
    reach = size / 2 + 1.01 * radius
    x = np.append(np.linspace(low[0], high[0], 30), anchor[0] + [reach[0], -reach[0], 0.0])
    y = np.append(np.linspace(low[1], high[1], 45), anchor[1] + [0.0, reach[1], -reach[1]])
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return np.clip(grid, low, high)


def _overlaps(boxes: Array, others: Array) -> Array:
    """With how many of the others each box overlaps."""
    apart = (boxes[:, None, 0] >= others[:, 1]) | (boxes[:, None, 1] <= others[:, 0])
    return (~apart.any(axis=-1)).sum(axis=-1)


def _inside(points: Array, boxes: Array) -> Array:
    """How many of the points lie in each box."""
    inside = (points > boxes[..., 0, :]) & (points < boxes[..., 1, :])
    return inside.all(axis=-1).sum(axis=-1)


def _crossings(leaders: Array, boxes: Array) -> Array:
    """At how many points each leader runs over one of the boxes."""
    inside = (leaders[:, :, None] > boxes[:, 0]) & (leaders[:, :, None] < boxes[:, 1])
    return inside.all(axis=-1).sum(axis=(1, 2))
