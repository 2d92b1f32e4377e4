"""What tuning, training and predicting take."""

from smoothtab.stats import cost_summary
from tools.reproduction.figures import MODELS, SEARCHES
from tools.reproduction.text import both, table

COLUMNS = {"tune_time": 1, "train_time": 2, "predict_per_1000": 1}  # and their digits


def costs(figures):
    there, here = summaries(figures)
    rows = [
        [
            model,
            *(
                both(there[name].get(model), here.at[model, name], digits)
                for name, digits in COLUMNS.items()
            ),
        ]
        for model in [*MODELS, *SEARCHES]
    ]
    head = ["model", "tune (s)", "train (s)", "predict 1000 rows (ms)"]
    return f"""## Cost

For one outer fold on the {len(figures.tables)} tables of the ranks, published → here. Other
machines, and here two tasks at a time beside other work: orders of magnitude, not measurements.

{table(head, rows)}"""


def summaries(figures):
    """Costs there and here; published rows have the size of the whole table."""
    published = figures.published.assign(n_test=figures.published["n_samples_final"] / 5)
    return [
        cost_summary(results[results["dataset"].isin(figures.tables)])
        for results in (published, figures.results)
    ]
