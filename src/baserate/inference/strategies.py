"""Default strategies: what can be done without a model, and what that is worth.

Treat all, treat none, or treat all where the disease is common enough for it and none elsewhere, which
is the better of the two at each prevalence. A default strategy looks at no score, so where the
prevalence of the deployment is stated its worth is known exactly; where it is the observed one, as well
as that is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from baserate.deployment.deployment import Deployment, Prevalence
from baserate.deployment.distributions import Point
from baserate.deployment.units import NET_BENEFIT
from baserate.errors import SettingError
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate, Moving
from baserate.inference.moments import ClassMoments, price_derivative
from baserate.scores.gains import Gains, gains_of
from baserate.scores.sample import ScoreTable

TREAT_ALL, TREAT_NONE, WITHOUT_MODEL = "treat all", "treat none", "without a model"
# In the order in which they are shown.
DEFAULT_STRATEGIES = (TREAT_ALL, TREAT_NONE, WITHOUT_MODEL)


def default_strategy(name: str, cohort: Cohort, deployment: Deployment) -> Estimate:
    """What a default strategy scores for these patients, counted from every decision wrong.

    At a prevalence ``pi`` treating all is worth ``pi``, treating none ``c/(1-c) (1-pi)`` in net
    benefit; over a range, their means. ``"without a model"`` is the mean of the better of the two at
    each prevalence and cost: what a constant score earns.

    Parameters
    ----------
    name
        ``"treat all"``, ``"treat none"`` or ``"without a model"``.
    cohort
        The patients, whose prevalence counts where the deployment states none.
    deployment
        Prevalence, cost and units.
    """
    if name not in DEFAULT_STRATEGIES:
        raise SettingError(f"no default strategy {name!r}; there are {', '.join(DEFAULT_STRATEGIES)}.")
    table = cohort.as_one_score
    worth = _worth(name, gains_of(deployment, table.prevalence), table.prevalence)
    if deployment.prevalence is not None:
        return Estimate.exact(sum(worth))
    return _at_observed_prevalence(name, cohort, table, deployment, worth)


def _worth(name: str, gains: Gains, prevalence: float) -> tuple[float, float]:
    """What the decisions about cases, and about non-cases, are worth."""
    if name == TREAT_ALL:
        return gains.positive_total, 0.0
    if name == TREAT_NONE:
        return 0.0, gains.negative_total
    # A score that is the prevalence for everybody says treat exactly where that is the better decision.
    everybody = np.array([prevalence])
    return float(gains.positive(everybody)[0]), float(gains.negative(everybody)[0])


def _at_observed_prevalence(
    name: str, cohort: Cohort, table: ScoreTable, deployment: Deployment, worth: tuple[float, float]
) -> Estimate:
    """Decisions do not change with the patients, but the prevalence at which they are priced does."""
    moments = tuple(ClassMoments(1.0, mean, 0.0, 0.0, 0.0, mean) for mean in worth)
    threshold = 0.0 if worth[0] > 0.0 else 1.0
    derivative = price_derivative(table, deployment, (moments[0], moments[1]), None, threshold)
    gain = np.where(cohort.label == 1, worth[0], worth[1])
    score = cohort.of_gains(gain, (0.0, 0.0), derivative)
    if deployment.units != NET_BENEFIT:
        return score
    at = partial(_at_prevalence, name, cohort, deployment)
    known = partial(Estimate.exact, sum(worth))
    log_odds = cohort.log_odds_of_prevalence()
    return replace(score, moving=Moving(partial(_value_at, at), at, known, log_odds, jumps=False))


def _value_at(at: Callable[[float], Estimate], by: float) -> float:
    return at(by).value


def _at_prevalence(name: str, cohort: Cohort, deployment: Deployment, by: float) -> Estimate:
    """What the strategy is worth if the log odds of the observed prevalence were higher, and known."""
    there = cohort.prevalence_at(by)
    stated = Deployment(Prevalence(Point(there)), deployment.cost, deployment.units)
    return Estimate.exact(sum(_worth(name, gains_of(stated, there), there)))
