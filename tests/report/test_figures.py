"""What holds of every figure: nothing is cut off, and no text stands on another."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from smoothtab.report import figures
from smoothtab.stats import compare_models, rank_summary

N_ROWS = 10.0 ** np.linspace(2, 5, 55)


def rank_chart(scores, **options):
    comparison = compare_models(scores)
    return figures.rank_chart(
        rank_summary(scores),
        critical_difference=comparison.critical_difference,
        title="Accuracy",
        **options,
    )


def gap_rank_chart(scores, **options):
    return figures.rank_chart(rank_summary(scores, ascending=True), **options)


def critical_difference_diagram(scores, **options):
    return figures.critical_difference_diagram(compare_models(scores), title="Ranks", **options)


def pareto_chart_of_gaps(scores, **options):
    return figures.pareto_chart(scores.mean(), scores.var(ddof=0), **options)


def pareto_chart_of_times(scores, **options):
    return figures.pareto_chart(
        scores.mean(), np.exp(scores.median()), log=True, cost_label="Time (s)", **options
    )


def cost_chart(scores, **options):
    n_rows = pd.Series(N_ROWS[: len(scores)], scores.index)
    return figures.cost_chart(scores.abs().mul(n_rows, axis=0) / 1e4, n_rows, **options)


COLOURED = [
    rank_chart,
    gap_rank_chart,
    critical_difference_diagram,
    figures.distribution_chart,
    pareto_chart_of_gaps,
    pareto_chart_of_times,
    cost_chart,
]
CHARTS = [*COLOURED, figures.heat_map]


def few_models():
    rng = np.random.default_rng(0)
    return pd.DataFrame(rng.random((55, 3)), columns=["erbf", "$x_1^2$", "Łukasz\nдерево"])


def many_models():
    """Long names, heavy tails, gaps, a model that never ran and a dataset on which none ran."""
    rng = np.random.default_rng(1)
    names = [f"{i} {'the name of this model is quite long indeed':.37}" for i in range(12)]
    datasets = [f"{'a dataset with a name that is as long':.37} {i}" for i in range(55)]
    scores = pd.DataFrame(1 - 0.1 * rng.pareto(0.7, (55, 12)), datasets, names)
    scores = scores.mask(rng.random(scores.shape) < 0.05)
    scores.iloc[7], scores[names[5]] = np.nan, np.nan
    return scores


def ties():
    """Twelve models with long names that coincide, on a single dataset."""
    names = [f"{i} {'W' * 37}" for i in range(12)]
    return pd.DataFrame(0.5, ["the only dataset"], names)


def nothing():
    return pd.DataFrame(np.nan, ["the only dataset"], ["erbf", "rf"])


def no_dataset():
    return pd.DataFrame(columns=["erbf", "rf"], dtype=float)


TABLES = [few_models, many_models, ties, nothing, no_dataset]


def texts_in_sight(figure):
    """Texts but labels of ticks outside the axes: they are not drawn."""
    hidden = set()
    for axis in (axis for ax in figure.axes for axis in (ax.xaxis, ax.yaxis)):
        low, high = sorted(axis.get_view_interval())
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
            if not low <= tick.get_loc() <= high:
                hidden |= {tick.label1, tick.label2}
    texts = figure.findobj(Text)
    return [t for t in texts if t.get_visible() and t.get_text().strip() and t not in hidden]


def drawn_texts(figure):
    """Texts, their boxes (left, bottom, right, top) in pixels, and all pixels."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    texts = texts_in_sight(figure)
    boxes = [Text.get_window_extent(text, canvas.get_renderer()).extents for text in texts]
    return texts, np.array(boxes), np.asarray(canvas.buffer_rgba())


def assert_tidy(figure):
    texts, boxes, pixels = drawn_texts(figure)
    height, width, _ = pixels.shape
    assert (boxes[:, :2] >= 0).all() and (boxes[:, 2:] <= [width, height]).all()
    low, high = boxes[:, :2] + 0.5, boxes[:, 2:] - 0.5
    overlap = ((low[:, None] < high) & (high[:, None] > low)).all(axis=-1)
    overlap &= ~np.eye(len(texts), dtype=bool)
    assert not overlap.any(), [texts[i].get_text() for i in np.argwhere(overlap)[0]]
    for text, (left, bottom, right, top) in zip(texts, boxes.round().astype(int), strict=True):
        inside = pixels[height - top : height - bottom, left:right]
        assert np.ptp(inside[..., :3]) > 60, f"{text.get_text()!r} is not drawn"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.__name__)
def test_nothing_is_cut_off_and_no_texts_overlap(chart, table):
    assert_tidy(chart(table()))


@pytest.mark.parametrize("dpi", [72, 130, 200])
def test_nothing_is_cut_off_at_other_resolutions(dpi):
    figure = rank_chart(many_models())
    figure.set_dpi(dpi)
    assert_tidy(figure)


def test_settings_of_the_user_change_nothing_and_stay():
    def pixels():
        return drawn_texts(rank_chart(few_models()))[2]

    expected = pixels()
    users = {"font.size": 20, "axes.facecolor": "black", "text.usetex": True, "lines.linewidth": 9}
    with matplotlib.rc_context(users):
        before = dict(matplotlib.rcParams)
        assert np.array_equal(pixels(), expected)
        assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize("chart", COLOURED, ids=lambda chart: chart.__name__)
def test_a_model_looks_the_same_whatever_else_is_drawn(chart):
    models = ["ridge", "erbf", "rf", "xgb"]
    scores = pd.DataFrame(np.random.default_rng(0).random((9, 4)), columns=models)
    expected = figures.model_styles(models)["rf"]
    for drawn in (models, ["rf", "erbf"]):
        markers = [
            (line.get_color(), line.get_marker())
            for line in chart(scores[drawn], models=models).findobj(matplotlib.lines.Line2D)
        ]
        assert (expected.colour, expected.marker) in markers
