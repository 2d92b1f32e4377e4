import numpy as np
import pytest
from sklearn.ensemble import RandomForestRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

from smoothtab import ChebyshevModelTreeRegressor
from smoothtab.bench import ClippedRegressor
from smoothtab.selection._sound_trees import require_sound_trees

X = np.random.default_rng(0).normal(size=(60, 3))
TREES = {
    "tree": (DecisionTreeRegressor(), lambda model: model.tree_),
    "forest": (RandomForestRegressor(3), lambda model: model.estimators_[1].tree_),
    "model tree": (ChebyshevModelTreeRegressor(max_depth=2), lambda model: model.tree_.tree_),
}


@pytest.fixture(params=TREES)
def pipeline_and_tree(request):
    model, tree_of = TREES[request.param]
    pipeline = make_pipeline(StandardScaler(), ClippedRegressor(model)).fit(X, X @ [1, 2, 3])
    return pipeline, tree_of(pipeline[-1].regressor_)


def test_fitted_trees_are_sound(pipeline_and_tree):
    require_sound_trees(pipeline_and_tree[0], 3)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("feature", 3),
        ("feature", -7),
        ("left_child", 10**9),
        ("right_child", -5),
        ("right_child", 0),
    ],
)
def test_a_tree_that_leads_nowhere_is_refused(pipeline_and_tree, field, value):
    pipeline, tree = pipeline_and_tree
    state = tree.__getstate__()
    state["nodes"][field][0] = value
    tree.__setstate__(state)
    with pytest.raises(ValueError, match="leads nowhere"):
        require_sound_trees(pipeline, 3)
