"""What tuning and training take."""

from tools.reproduction.figures import MODELS, SEARCHES
from tools.reproduction.text import number, table


def costs(figures):
    theirs, ours = figures.costs()
    rows = [
        [
            model,
            number(theirs["tune_time"].get(model), 1),
            number(ours.at[model, "tune_time"], 1),
            number(theirs["train_time"].get(model), 2),
            number(ours.at[model, "train_time"], 2),
        ]
        for model in [*MODELS, *SEARCHES]
    ]
    head = ["model", "tune, published", "tune, here", "train, published", "train, here"]
    return f"""## Cost

Mean seconds for one outer fold on the same {len(figures.tables)} tables. Other machines,
and here two tasks at a time beside other work: orders of magnitude, not measurements.

{table(head, rows)}"""
