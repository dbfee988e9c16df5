"""The constants of the intervals, each with its reason.

None follows from a theorem. Those marked *measured* were set by simulation on the populations that
``studies/populations.py`` calls tuned; the coverage on populations that played no part stands beside
theirs in docs/coverage.md.
"""

from __future__ import annotations

__all__ = ["ENOUGH_FOR_A_MEDIAN", "FEW_DIFFER", "FEW_PATIENTS", "LEAST_REACH", "NO_CLOSER", "SCORES_BEYOND"]

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

# Scores are looked at no closer than this, in log odds: several of the bins on engines, which move over
# a threshold whole.
NO_CLOSER = 0.02

# Step of log odds for the one derivative that is taken numerically.
STEP = 1e-4

# Outcomes for the correction of optimism are drawn from a smooth curve. Spread of its kernel, as a share of
# the patients, where they hold as much information as one event; it falls with the fifth root of the
# information, which is best for a curve that is smooth. Chosen on 17 cells (calibrated, logistic and
# plateaus, steps and bends; 200 to 2,000 patients): half of it follows chance (bias of a calibrated model's
# loss at 200 patients +1.1 % of the scale for +0.6 %), twice as much levels out what is there (plateau,
# 500 patients: -1.3 % for -0.7 %).
KERNEL_SPREAD, KERNEL_POWER = 0.25, 0.2

# Scores are first gathered in so many cells: several to the narrowest kernel there is with 1e7 patients.
KERNEL_CELLS = 200

# So many patients are added to each neighbourhood, at the logistic risk: one without a case is not at
# minus infinity.
KERNEL_PRIOR = 1.0

# Patients of a cluster are never taken to be more alike than this: the moments are those of a small
# correlation, and beyond they no longer tell how large it is.
MOST_CORRELATED = 0.9

# With more clusters than these, outcomes are drawn as of independent patients. What clusters have in common
# then averages out: 2,000 patients in 700 clusters (SD 0.7 of the log odds) have the bias of independent
# ones.
MOST_CLUSTERS = 400

# An O/E whose interval lies beyond this factor from 1, on either side, is off by more than a little. With
# many patients every model is off by something; risks that are a tenth too high or too low move the
# threshold at which it pays to treat by less than the cost of errors is ever known to.
FAR_FROM_ONE = 1.1

# A share of patients on one score that is worth a warning when the cut-off lies there, or so many standard
# errors of the log odds of the prevalence away, where it rests on that.
HEAP_WARNED_OF, HEAP_WARNED_WITHIN = 0.02, 2.0
