"""The logistic calibration curve: the observed risk at each predicted risk, each point an estimate.

``logit P(disease | s) = a + b logit s``, fitted to the patients (Cox 1958, doi:10.1093/biomet/45.3-4.562).
A perfect model has a = 0 and b = 1, the diagonal.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.measures import logistic_of
from baserate.calibration.recalibrators import Logistic
from baserate.calibration.scored import ScoredCohort
from baserate.inference.estimate import Estimate
from baserate.inference.sampling import Contributions
from baserate.odds import logit

__all__ = ["logistic_curve"]

Numbers = NDArray[np.float64]


def logistic_curve(scored: ScoredCohort, risks: Numbers) -> tuple[Estimate, ...]:
    """Log odds of the observed risk at each of some predicted risks, by logistic regression.

    Each estimate is ``a + b logit s``; its interval, taken through the inverse logit, is that of the risk.

    Parameters
    ----------
    scored
        The model on its patients; scores are those at the observed prevalence.
    risks
        Predicted risks ``s``, between 0 and 1.
    """
    fitted = logistic_of(scored)
    places = np.asarray(logit(risks))
    sampling = scored.cohort.sampling
    return tuple(
        Estimate(
            fitted.intercept + fitted.slope * float(x),
            partial(_contributions, scored, fitted, float(x)),
            {sampling: (0.0, 0.0)},
            preferred="t",
        )
        for x in places
    )


def _contributions(scored: ScoredCohort, fitted: Logistic, x: float) -> Contributions:
    """Influence of each patient on the line at ``x``: the score of the likelihood through its information."""
    columns, pull, information = scored.once("logistic influence", lambda: _influence(scored, fitted))
    direction = np.linalg.solve(information, np.array([1.0, x]))
    return {scored.cohort.sampling: pull * (direction @ columns)}


def _influence(scored: ScoredCohort, fitted: Logistic) -> tuple[Numbers, Numbers, Numbers]:
    cohort, score = scored.cohort, scored.at_observed_prevalence.score.astype(np.float64)
    certain = (score == 0.0) | (score == 1.0)
    columns = np.vstack((np.ones(len(score)), logit(np.where(certain, 0.5, score))))
    risk = np.asarray(fitted.apply(score))
    weight = np.ones(len(risk)) if cohort.sampling.weight is None else cohort.sampling.weight
    information = np.einsum("jn,kn->jk", columns * (weight * risk * (1.0 - risk)), columns)
    return columns, np.asarray(weight * (cohort.label - risk)), information
