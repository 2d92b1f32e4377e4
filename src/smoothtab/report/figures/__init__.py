"""Figures of what the statistics say, for papers and pages: each function returns a Figure.

    scores = mean_scores(results)                        # datasets x models
    save(rank_chart(rank_summary(scores)), "ranks.pdf")
    save(critical_difference_diagram(compare_models(scores)), "cd")     # .pdf, .svg and .png

A figure is as large as what stands on it: its axes have the same size whatever the names of the
models are. A model has the same colour and marker in all figures that are given the same `models`.
"""

from smoothtab.report.figures._cost import cost_chart
from smoothtab.report.figures._critical_difference import critical_difference_diagram
from smoothtab.report.figures._distribution import distribution_chart
from smoothtab.report.figures._heat_map import heat_map
from smoothtab.report.figures._models import ModelStyle, model_styles
from smoothtab.report.figures._pareto import pareto_chart
from smoothtab.report.figures._ranks import rank_chart
from smoothtab.report.figures._save import save

__all__ = [
    "ModelStyle",
    "cost_chart",
    "critical_difference_diagram",
    "distribution_chart",
    "heat_map",
    "model_styles",
    "pareto_chart",
    "rank_chart",
    "save",
]
