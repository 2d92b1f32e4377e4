"""The studies of the paper, to be run again: each measures, tabulates and says what it finds.

    outcome = run_study("conditioning", out="studies/conditioning")
    outcome.findings                                     # in plain sentences
    outcome.table                                        # beside what was published
    outcome.rows                                         # every measurement

Or ``smoothtab study conditioning --out studies/conditioning``.
"""

from smoothtab.studies._outcome import Outcome
from smoothtab.studies._registry import NAMES
from smoothtab.studies._run import run_study

__all__ = ["NAMES", "Outcome", "run_study"]
