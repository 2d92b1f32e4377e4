import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from smoothtab.report.figures._labels import place, spread

BOUNDS = (0, 0, 400, 300)
positions = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@given(positions)
def test_spread_labels_are_apart_within_limits_and_in_order(wanted):
    heights = spread(wanted, 0.07, 0.0, 1.0)
    order = np.argsort(wanted, kind="stable")
    assert (np.diff(heights[order]) >= 0.07 - 1e-12).all()
    assert heights.min() >= -1e-12 and heights.max() <= 1 + 1e-12


@given(positions)
def test_labels_that_are_apart_stay_where_they_are(wanted):
    apart = np.arange(len(wanted)) * 2 + np.array(wanted)
    assert_allclose(spread(apart, 1.0, -5.0, 50.0), apart)


@given(st.floats(0, 1), st.integers(1, 12))
def test_labels_of_one_height_move_as_little_as_they_can(height, n):
    heights = spread([height] * n, 1.0, -50.0, 50.0)
    assert_allclose(heights.mean(), height, atol=1e-12)
    assert_allclose(np.diff(heights), 1.0)


def overlap(boxes, others):
    return ((boxes[:, None, 0] < others[:, 1]) & (boxes[:, None, 1] > others[:, 0])).all(axis=-1)


points = st.tuples(st.integers(10, 390), st.integers(10, 290))


@settings(max_examples=8)
@given(st.lists(points, min_size=1, max_size=12), st.integers(1, 12))
def test_placed_labels_cover_neither_each_other_nor_markers(anchors, n_coinciding):
    anchors = np.array([*anchors, *anchors[:1] * n_coinciding], dtype=float)[:12]
    sizes = np.tile([120.0, 14.0], (len(anchors), 1))
    centres, ends = place(anchors, sizes, BOUNDS, 5)
    boxes = np.stack([centres - sizes / 2, centres + sizes / 2], axis=1)
    markers = np.stack([anchors - 5, anchors + 5], axis=1)
    assert (boxes[:, 0] >= BOUNDS[:2]).all() and (boxes[:, 1] <= BOUNDS[2:]).all()
    assert not (overlap(boxes, boxes) & ~np.eye(len(boxes), dtype=bool)).any()
    assert not overlap(boxes, markers).any()
    assert (ends >= boxes[:, 0] - 1e-9).all() and (ends <= boxes[:, 1] + 1e-9).all()


def test_a_single_label_stands_right_of_its_marker_where_there_is_room():
    size = np.array([[60.0, 14.0]])
    for anchor, side in (([100.0, 150.0], 1), ([395.0, 150.0], -1)):
        centres, ends = place(np.array([anchor]), size, BOUNDS, 5)
        assert_allclose(centres[0], [anchor[0] + side * 35.05, 150])
        assert_allclose(ends[0], [anchor[0] + side * 5.05, 150])


def test_labels_keep_off_lines():
    line = np.column_stack([np.arange(100.0, 400.0), np.full(300, 150.0)])
    centres, _ = place(np.array([[100.0, 150.0]]), np.array([[60.0, 14.0]]), BOUNDS, 5, line)
    low, high = centres[0] - [30, 7], centres[0] + [30, 7]
    assert not ((line > low) & (line < high)).all(axis=1).any()
