"""Write REPRODUCTION.md: python -m tools.reproduction"""

from smoothtab.datasets import catalogue
from smoothtab.stats import rank_summary
from tools.reproduction.accuracy import accuracy, each_table, ranks
from tools.reproduction.claims import checked, claims
from tools.reproduction.costs import costs
from tools.reproduction.figures import ROOT, SEARCHES, Figures
from tools.reproduction.gap import gap
from tools.reproduction.rivals import RIVALS, against_rivals
from tools.reproduction.studies import misaligned, studies
from tools.reproduction.text import apart


def head(figures):
    versions, machine = figures.made_with()
    gone = sorted(set(catalogue()) - set(figures.scores_here.index))
    not_run = "".join(
        f"- **Not run:** {model} on {', '.join(tables)}.\n"
        for model, tables in figures.not_run().items()
        if tables
    )
    made_with = ", ".join(f"{name} {version}" for name, version in versions.items())
    return f"""# Reproduction

Written by `python -m tools.reproduction`; do not edit. Results, and the commands that made them,
are in [results/](results/README.md).

{_summary(figures)}
## What was run

The paper measures models by nested cross-validation on 55 tables: five outer folds, in each of
them the hyperparameters are tuned. `chebypoly`, `chebytree` and `erbf` are its three smooth
models, `_cv` marks our own forms of them, which search by themselves. "Gap" is R² on the training
rows less R² on the test rows. Strata: S1 engineering and simulation, S2
behaviour and society, S3 physics, chemistry and life, S4 economy.

- {len(figures.scores_here)} of the 55 tables. Not to be had: {", ".join(gone)}.
- {", ".join(figures.shortened)}: shortened to 10 000 rows, as two cores could not finish them in
  a session. They are listed, but not compared.
{not_run}- {machine["processor"]}, {machine["cores"]} cores, one thread per task. {made_with}.

"Published" are the results of single folds that the authors gave beside the paper. They are not
quite what is run here: features were selected once, before the split, with the test rows;
categories were encoded by the target without cross-fitting. Both may flatter them a little. In
both, `esol` has a column that is another model's prediction of its target.
"""


def _summary(figures):
    made, plain = checked(figures), figures.seven()[1]
    whole = figures.scores_here[SEARCHES].drop(index=figures.shortened).dropna()
    beside_xgb = figures.scores_here.loc[figures.tables, [*SEARCHES, "xgb"]]
    return f"""\
In short:

- {sum(claim.holds for claim in made)} of {len(made)} claims of the paper come out; the others
  stand below with what was found.
- ridge comes out as published on every table, chebypoly on nearly all. dt, chebytree and erbf are
  as good or better here, and most of all xgb, when it is tuned as the paper describes.
- With that xgb leads the plain models in mean rank: {_mean_ranks(plain)}.
  {apart(plain)}
- At the same accuracy the smooth models keep their tighter gap.
- Our own searches, which go beyond the paper, against the published rivals on {len(whole)} tables:
  {_mean_ranks(whole.join(figures.scores_there[RIVALS]))}.
  Against xgb as tuned here, on {len(figures.tables)}: {_mean_ranks(beside_xgb)}.
"""


def _mean_ranks(scores):
    mean = rank_summary(scores)["mean_rank"]
    return ", ".join(f"{model} {rank:.2f}" for model, rank in mean.items())


def document():
    figures = Figures()
    of_figures = [head, claims, accuracy, ranks, against_rivals, gap, costs, misaligned]
    return "\n".join(
        [*(section(figures) for section in of_figures), studies(), each_table(figures)]
    )


if __name__ == "__main__":
    (ROOT / "REPRODUCTION.md").write_text(document(), encoding="utf-8")
