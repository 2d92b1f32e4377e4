import numpy as np
import pytest
from sklearn.base import clone

from smoothtab.bench import BUDGETS, FoldPreprocessor
from smoothtab.bench._tuning import tune
from smoothtab.bench.candidates import assemble, get
from smoothtab.datasets import Dataset
from smoothtab.datasets._columns import tidy
from smoothtab.selection import SavedModel, load_model
from smoothtab.selection._compare import MODELS
from smoothtab.selection._final import fit_final, predict_gradient, used_columns

QUICK = BUDGETS["quick"]
FAST = ("ridge", "dt", "chebypoly_cv", "chebytree_cv", "erbf_cv")
ALL = [model if model in FAST else pytest.param(model, marks=pytest.mark.slow) for model in MODELS]
NUMERIC = ["area", "garden", "year"]


@pytest.fixture(scope="module")
def dataset(table):
    """Columns of very different units, and a target of another."""
    X, y = table
    return Dataset("houses", tidy(X.assign(area=X["area"] * 1e-5, year=X["year"] * 1e4)), y * 1e3)


@pytest.fixture(scope="module")
def fitted(dataset):
    """The pipeline of a model, fitted once."""
    pipelines = {}

    def fitted(model):
        if model not in pipelines:
            pipelines[model] = fit_final(dataset, model, QUICK)
        return pipelines[model]

    return fitted


@pytest.mark.parametrize("model", ALL)
def test_it_comes_back_from_its_file_to_the_last_bit(fitted, dataset, card, model, tmp_path):
    place = SavedModel(fitted(model), {**card, "model": model}).save(tmp_path)
    assert (place / "model.skops").exists()
    rows = dataset.X.assign(area=dataset.X["area"] * 1.5)
    loaded = load_model(place).pipeline
    np.testing.assert_array_equal(loaded.predict(rows), fitted(model).predict(rows))


@pytest.mark.parametrize("model", ["ridge", "chebypoly_cv"])
def test_it_is_made_of_the_parts_that_the_bench_measures(fitted, dataset, model):
    pipeline, candidate = fitted(model), get(model)
    seed = pipeline["preprocess"].random_state
    preprocessor = FoldPreprocessor(scale=candidate.scale, random_state=seed)
    X = preprocessor.fit_transform(dataset.X, dataset.y).to_numpy()
    params = tune(candidate, X, dataset.y, QUICK, seed, seed).params
    by_hand = assemble(candidate, params, seed).fit(X, dataset.y)
    expected = by_hand.predict(preprocessor.transform(dataset.X).to_numpy())
    np.testing.assert_array_equal(pipeline.predict(dataset.X), expected)


@pytest.mark.parametrize("model", ["ridge", "chebypoly_cv", "chebytree_cv", "erbf_cv"])
def test_gradients_are_in_the_units_of_the_table(fitted, dataset, five_point, model):
    pipeline = fitted(model)
    rows = dataset.X.dropna()
    rank = rows[["area", "year"]].rank(pct=True)  # at the edge of the range there is a kink
    rows = rows[((rank > 0.05) & (rank < 0.95)).all(axis=1)].head(20)
    gradient = predict_gradient(pipeline, pipeline["columns"].transform(rows))
    assert list(gradient) == NUMERIC
    for name in ("area", "year"):
        spread = rows[name].std()

        def along(step, name=name):
            return pipeline.predict(rows.assign(**{name: rows[name] + step}))

        expected = five_point(along, 1e-4 * spread)
        atol = 1e-6 * dataset.y.std() / spread
        np.testing.assert_allclose(gradient[name], expected, rtol=1e-5, atol=atol)


def test_where_a_value_is_missing_there_is_no_derivative(fitted, dataset):
    pipeline = fitted("chebypoly_cv")
    gradient = predict_gradient(pipeline, pipeline["columns"].transform(dataset.X))
    assert gradient["year"].isna().equals(dataset.X["year"].isna())
    assert gradient["area"].notna().all()


def test_where_a_plane_is_clipped_it_has_no_slope(fitted, dataset):
    pipeline = fitted("ridge")
    rows = dataset.X.dropna().head(2).assign(area=[0.001, 10.0])
    gradient = predict_gradient(pipeline, pipeline["columns"].transform(rows))
    assert (gradient.iloc[0] != 0).all()
    assert (gradient.iloc[1] == 0).all()


def test_it_can_be_fitted_anew_as_any_pipeline(fitted, table):
    X, y = table
    pipeline = clone(fitted("ridge")).fit(X, y)
    assert pipeline.score(X, y) > 0.8
    assert used_columns(pipeline) == list(X)


def test_columns_that_say_nothing_are_not_asked_for(dataset):
    useless = dataset.X.assign(const=1, empty=np.nan)
    pipeline = fit_final(Dataset("d", useless, dataset.y), "ridge", QUICK)
    np.testing.assert_array_equal(pipeline.predict(dataset.X), pipeline.predict(useless))


def test_of_a_long_table_all_rows_are_fitted(dataset):
    short = BUDGETS["quick"].__class__("quick", trials=0.01, max_samples=60)
    pipeline = fit_final(dataset, "dt", short)
    tree = pipeline["model"].regressor_.tree_
    assert tree.n_node_samples[0] == len(dataset.y)
