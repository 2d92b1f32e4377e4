"""Write REPRODUCTION.md: python -m tools.reproduction"""

from tools.reproduction.accuracy import each_table, means, ranks
from tools.reproduction.claims import claims
from tools.reproduction.costs import costs
from tools.reproduction.figures import MODELS, ROOT, SEARCHES, Figures
from tools.reproduction.gap import gap
from tools.reproduction.rivals import against_rivals
from tools.reproduction.studies import misaligned, studies


def head(figures):
    versions, machine = figures.made_with()
    counts = figures.ours[[*MODELS, *SEARCHES]].notna().sum()
    told = ", ".join(f"{model} on {n}" for model, n in counts.items())
    not_run = "".join(
        f"- **Not run:** {model} on {', '.join(tables)}.\n"
        for model, tables in figures.missing().items()
    )
    return f"""# Reproduction

Written by `python -m tools.reproduction`; do not edit. The published figures are those of single
folds where they exist (the paper's own table differs from them on eight tables, see below).

- {figures.ours.shape[0]} of the paper's 55 tables could be had. Tables per model: {told}.
- {", ".join(figures.shortened)}: shortened to 10 000 rows, as two cores could not finish them in a
  session. They are listed, but not compared with published figures.
{not_run}- {machine["processor"]}, {machine["cores"]} cores; one thread per task;
  {", ".join(f"{name} {version}" for name, version in versions.items())}.
- Commands: [results/README.md](results/README.md).
"""


def document():
    figures = Figures()
    of_figures = [head, claims, means, ranks, against_rivals, gap, costs]
    parts = [section(figures) for section in of_figures]
    return "\n".join([*parts, misaligned(), studies(), each_table(figures)])


if __name__ == "__main__":
    (ROOT / "REPRODUCTION.md").write_text(document(), encoding="utf-8")
