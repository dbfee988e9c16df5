"""The constants of the intervals, each with its reason.

None follows from a theorem. Those marked *measured* were set by simulation on the cells that
``studies/cells.py`` calls tuned; the coverage on cells that played no part stands beside theirs in
docs/coverage.md.
"""

from __future__ import annotations

# Below so many patients of a class intervals are rough, and where fewer than so many patients of a class
# differ from the rest, what they show of the spread is chance. Ten events is the field's usual floor.
FEW_PATIENTS = 10

# Of a class in which so small a share differs from the rest, the spread is not known either (measured).
FEW_DIFFER = 1.0 / 8.0

# How far a patient who was not sampled may lie from the others of the class, as a share of the largest
# difference there can be, where enough patients differ to show a spread (measured).
LEAST_REACH = 1.0 / 4.0

# A quarter of a patient above and a quarter below are added to a class for an adjusted t interval,
# half a patient at either end of the gains for pseudo-observations: after Agresti and Coull (1998), who
# add two successes and two failures in all (measured).
ADJUSTED_PATIENTS = 0.5
PSEUDO_PATIENTS = 1.0

# Of the AUC, which Wilson's interval keeps from 0 and 1 already, an eighth of a patient at either end is
# enough; with half a patient intervals of good models were up to twice as wide (measured).
PSEUDO_PATIENTS_OF_AUC = 0.25

# Scores that were not sampled may lie beyond those that were, by this share of their range in log
# odds on either side. Wide enough that a tail which a hundred patients have not shown is reached,
# narrow enough that thresholds far from all patients stay out of reach (measured).
SCORES_BEYOND = 1.0 / 4.0

# A cluster that holds all of a class cannot be left out. It is taken to hold this much of it, so that
# an interval is very wide and not infinite.
MOST_OF_A_CLASS = 0.9

# One cluster with more than this share of the patients is worth a warning: what is known then hangs on it.
DOMINATES = 1.0 / 4.0

# Prevalences, over the interval of the observed one, at which a number that moves with it is looked at
# again: steps of 7.5 degrees on a circle, which lose 0.2 % of the width at most.
PREVALENCES_TRIED = 25

# A score that at least so many patients share, and so large a share of all, is a heap. A cut-off that may
# lie on either side of it makes a number jump; smaller ones are chance, and a density describes them.
HEAP_PATIENTS, HEAP_SHARE = 3, 0.01

# How near a cut-off a heap matters, in standard errors of the log odds of the prevalence that sets it.
HEAP_WITHIN = 2.5

# Rows to take a median of, and rows to judge a bandwidth by: more change neither in its second digit.
ENOUGH_FOR_A_MEDIAN = 10_000
ENOUGH_FOR_A_BANDWIDTH = 20_000

# Scores are looked at no closer than this, in log odds: bins on engines are 1/64 wide.
NO_CLOSER = 0.02

# Step of log odds for the one derivative that is taken numerically.
STEP = 1e-4
