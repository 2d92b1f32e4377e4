"""Figures, tables and a page on what a run of the bench has found.

They start from a results table, one row per (dataset, model, fold), and know nothing of datasets
or models; every number in them comes from `smoothtab.stats`.
"""

from smoothtab.report._html import write_report
from smoothtab.report._summarise import summarise
from smoothtab.report._write_figures import write_figures
from smoothtab.report._write_tables import write_tables

__all__ = ["summarise", "write_figures", "write_report", "write_tables"]
