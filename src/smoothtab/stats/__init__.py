"""What a table of results says: scores, ranks, tests, gaps, costs and configurations.

Start from a results table, one row per (dataset, model, fold). `mean_scores` makes of it a table of
datasets x models, "scores"; most other functions take such a table of any metric. Where less is
better (gaps, errors, seconds, or ranks that were worked out elsewhere) say ``ascending=True``.

    scores = mean_scores(results)                        # datasets x models
    rank_summary(scores)                                 # one row per model, best first
    comparison = compare_models(scores)                  # Friedman, Nemenyi, Wilcoxon
    group_summary(scores, dataset_labels(results, "stratum"))
    gaps = mean_scores(results, "gap")
    rank_summary(gaps, ascending=True)                   # gap ranks
    matched_gap_wins(scores, gaps)
    cost_summary(results)
    winning_configurations(results)
    pareto_front(table, higher=["accuracy"], lower=["gap"])
"""

from smoothtab.stats._comparison import Comparison, compare_models
from smoothtab.stats._configurations import winning_configurations
from smoothtab.stats._costs import cost_summary
from smoothtab.stats._folds import behind_best
from smoothtab.stats._matched import SMOOTH, THRESHOLDS, TREE_ENSEMBLES, matched_gap_wins
from smoothtab.stats._metrics import adjusted_r2, r2, scores_of
from smoothtab.stats._pareto import pareto_front
from smoothtab.stats._ranks import group_summary, rank, rank_summary
from smoothtab.stats._scores import dataset_labels, mean_scores
from smoothtab.stats._stability import RankCorrelation, prediction_cov, rank_correlation

__all__ = [
    "SMOOTH",
    "THRESHOLDS",
    "TREE_ENSEMBLES",
    "Comparison",
    "RankCorrelation",
    "adjusted_r2",
    "behind_best",
    "compare_models",
    "cost_summary",
    "dataset_labels",
    "group_summary",
    "matched_gap_wins",
    "mean_scores",
    "pareto_front",
    "prediction_cov",
    "r2",
    "rank",
    "rank_correlation",
    "rank_summary",
    "scores_of",
    "winning_configurations",
]
