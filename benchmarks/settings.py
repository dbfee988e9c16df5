"""The deployment that every row of the table asks about."""

from __future__ import annotations

COST = "1:30"
# The threshold that this cost implies, for peers and calls that take it as a number.
THRESHOLD = 1 / 31
COST_RANGE = ("1:50", "1:5")
RANGE = (0.01, 0.10)
PREVALENCE = 0.05
