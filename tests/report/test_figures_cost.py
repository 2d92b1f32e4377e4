import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from smoothtab.report.figures import cost_chart


@pytest.fixture
def n_rows():
    return pd.Series(np.geomspace(100, 50_000, 24).round(), [f"d{i}" for i in range(24)])


def line(figure, label):
    (found,) = (line for line in figure.axes[0].lines if line.get_label() == label)
    return found


def test_lines_go_through_medians_of_datasets_of_similar_size(n_rows):
    costs = pd.DataFrame({"slow": n_rows**2, "fast": n_rows / 10})
    figure = cost_chart(costs.sample(frac=1, random_state=0), n_rows)
    groups = n_rows.to_numpy().reshape(6, 4)
    assert_allclose(line(figure, "slow").get_xdata(), np.median(groups, axis=1))
    assert_allclose(line(figure, "slow").get_ydata(), np.median(groups**2, axis=1))
    assert_allclose(line(figure, "fast").get_ydata(), np.median(groups / 10, axis=1))


def test_each_dataset_is_a_dot(n_rows):
    costs = pd.DataFrame({"erbf": np.sqrt(n_rows)})
    dots = cost_chart(costs, n_rows).axes[0].lines[0].get_xydata()
    assert_allclose(dots, np.column_stack([n_rows, np.sqrt(n_rows)]))


def test_names_stand_in_the_order_of_the_ends_of_their_lines(n_rows):
    factors = {"middle": 1.02, "last": 1.0, "first": 1.04}
    costs = pd.DataFrame({model: n_rows * factor for model, factor in factors.items()})
    heights = {text.get_text(): text.xy[1] for text in cost_chart(costs, n_rows).axes[0].texts}
    assert sorted(heights, key=heights.get) == ["last", "middle", "first"]


def test_what_has_no_cost_above_zero_is_left_out_and_named(n_rows):
    costs = pd.DataFrame({"erbf": n_rows, "free": 0.0, "gone": np.nan})
    costs.iloc[5, 0] = np.nan
    figure = cost_chart(costs, n_rows)
    assert figure.texts[-1].get_text().replace("\n", " ").endswith("Without a value: free, gone.")
    assert np.isfinite(line(figure, "erbf").get_ydata()).all()


def test_datasets_of_unknown_size_are_left_out(n_rows):
    costs = pd.DataFrame({"erbf": n_rows})
    dots = cost_chart(costs, n_rows.drop("d3")).axes[0].lines[0].get_xdata()
    assert_allclose(dots, n_rows.drop("d3"))
