"""Data to try things on: the built-in cohort, and the eICU demo."""

from baserate.datasets.eicu import eicu_demo
from baserate.datasets.icu import icu_cohort

__all__ = ["eicu_demo", "icu_cohort"]
