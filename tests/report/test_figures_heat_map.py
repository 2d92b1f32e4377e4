import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb

from smoothtab.report.figures import heat_map
from smoothtab.stats import rank_summary


def cells(figure, shape):
    """Texts in the cells, row by row."""
    texts = figure.axes[0].texts[: shape[0] * shape[1]]
    return np.array(texts, dtype=object).reshape(shape)


def note(scores):
    return " ".join(heat_map(scores).texts[-1].get_text().split())


@pytest.fixture
def scores():
    rng = np.random.default_rng(0)
    scores = pd.DataFrame(rng.random((12, 4)), columns=list("abcd"))
    scores.iloc[3, 1] = np.nan
    scores.iloc[5] = [0.7, 0.7, 0.1, 0.2]
    return scores


@pytest.mark.parametrize("ascending", [False, True])
def test_every_score_is_written_and_the_best_are_bold(scores, ascending):
    figure = heat_map(scores, ascending=ascending)
    ordered = scores[rank_summary(scores, ascending=ascending).index]
    best = ordered.min(axis=1) if ascending else ordered.max(axis=1)
    for (row, column), text in np.ndenumerate(cells(figure, scores.shape)):
        value = ordered.iloc[row, column]
        assert text.get_text() == ("–" if np.isnan(value) else f"{value:.2f}")
        assert (text.get_weight() == "bold") == (value == best.iloc[row])
        assert np.floor(text.get_position()).tolist() == [column, row]


def luminance(colour):
    channels = np.asarray(to_rgb(colour))
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


@pytest.mark.parametrize("ascending", [False, True])
def test_darker_is_better_and_numbers_can_be_read_on_every_shade(ascending):
    scores = pd.DataFrame({"a": np.linspace(0, 1, 60)})
    figure = heat_map(scores, ascending=ascending)
    figure.canvas.draw()
    shades = np.array([luminance(c[:3]) for c in figure.axes[0].collections[0].get_facecolors()])
    assert (np.diff(shades) * (1 if ascending else -1) >= 0).all()
    ink = np.array([luminance(text.get_color()) for text in cells(figure, (60, 1)).ravel()])
    contrast = (np.maximum(shades, ink) + 0.05) / (np.minimum(shades, ink) + 0.05)
    assert contrast.min() > 4.5  # as WCAG AA wants it


def test_scores_off_the_scale_of_colours_are_told_of():
    scores = pd.DataFrame({"a": [*np.linspace(0, 1, 50), -40.0]})
    assert "Everything under 0.00 has the same colour." in note(scores)
    assert "same colour" not in note(scores[:50])


def test_rows_are_called_what_they_are(scores):
    assert "best of the fold" in note(scores.rename_axis("fold"))
