import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from smoothtab.report.figures import pareto_chart
from smoothtab.stats import pareto_front


def line(figure, label):
    (found,) = (line for line in figure.axes[0].lines if line.get_label() == label)
    return np.column_stack(found.get_data())


@settings(max_examples=8)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=6),
    st.booleans(),
)
def test_the_front_passes_through_its_members_and_no_other(values, log):
    table = pd.DataFrame(values, [f"m{i}" for i in range(len(values))], ["accuracy", "cost"])
    figure = pareto_chart(table["accuracy"], table["cost"], log=log)
    members = pareto_front(table, higher=["accuracy"], lower=["cost"])
    front = line(figure, "front")
    assert_array_equal(front, sorted(map(tuple, members[["cost", "accuracy"]].to_numpy())))
    for model, of in table.iterrows():
        assert_array_equal(line(figure, model), [[of["cost"], of["accuracy"]]])
        reached = front[front[:, 0] <= of["cost"], 1]
        assert reached.max() >= of["accuracy"]


def test_models_that_cannot_be_drawn_are_named_below():
    accuracy = pd.Series({"erbf": 0.9, "gone": np.nan, "free": 0.5, "rf": 0.8})
    cost = pd.Series({"erbf": 1.0, "gone": 1.0, "free": 0.0, "rf": 9.0, "new": 1.0})
    note = pareto_chart(accuracy, cost, log=True).texts[-1].get_text().replace("\n", " ")
    assert note.endswith("Without a value: free, gone, new.")
    assert "free" in [text.get_text() for text in pareto_chart(accuracy, cost).axes[0].texts]


def test_arrows_say_where_it_gets_better():
    values = pd.Series({"erbf": 0.9})
    ax = pareto_chart(values, values, cost_label="Gap").axes[0]
    assert ax.get_xlabel() == "Gap  (← better)"
    assert ax.get_ylabel().endswith("(better →)")  # turned, so that it points up


def test_a_name_that_went_far_is_led_to():
    values = pd.Series(0.5, [f"model {i}" for i in range(9)])
    ax = pareto_chart(values, values).axes[0]
    leaders = [line.get_xydata() for line in ax.lines if len(line.get_xdata()) == 2]
    assert leaders
    assert all(tuple(leader[0]) == (0.5, 0.5) for leader in leaders)
