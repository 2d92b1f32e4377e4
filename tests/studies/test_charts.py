import pandas as pd
import pytest

from smoothtab.studies._charts import curves, dots, scatter

SCORES = pd.DataFrame({"erbf": [0.8, 0.9], "dt": [0.7, 0.6]}, index=["3", "continuous"])


def drawn(figure):
    """Coordinates of the markers by the name in the legend."""
    (ax,) = figure.axes
    return {line.get_label(): line.get_xydata().tolist() for line in ax.get_lines()}


def test_dots_stand_in_the_row_of_their_dataset():
    values = {"main": pd.Series({"pol": 2.0, "esol": 0.5}), "more": pd.Series({"esol": 3.0})}
    points = drawn(dots(values, label="Ratio", line=1.0, log=True))
    assert points["main"] == [[2.0, 0], [0.5, 1]]
    assert points["more"] == [[3.0, 1]]


def test_curves_go_through_the_scores():
    figure = curves(SCORES, label="R²", below="Levels")
    assert drawn(figure) == {"erbf": [[0, 0.8], [1, 0.9]], "dt": [[0, 0.7], [1, 0.6]]}
    labels = [text.get_text() for text in figure.axes[0].get_xticklabels()]
    assert labels == ["3", "continuous"]


@pytest.mark.parametrize(("lowest", "note"), [(0.7, ""), (-0.1, " Not shown: 1 not above zero.")])
def test_what_is_not_above_zero_is_counted(lowest, note):
    x = SCORES.replace(0.7, lowest)
    figure = scatter(x, SCORES, label="Gap", beside="CoV", note="One each.")
    assert figure.texts[-1].get_text() == f"One each.{note}"
