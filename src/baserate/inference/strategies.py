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
from typing import TYPE_CHECKING

import numpy as np

from baserate.deployment.deployment import Deployment
from baserate.deployment.units import NET_BENEFIT
from baserate.errors import SettingError
from baserate.inference.estimate import Estimate, Moving
from baserate.inference.moments import ClassMoments, price_derivative
from baserate.odds import expit, log_odds
from baserate.scores.gains import Gains, gains_of
from baserate.scores.sample import ScoreTable

if TYPE_CHECKING:
    from baserate.inference.cohort import Cohort

__all__ = [
    "DEFAULT_STRATEGIES",
    "TREAT_ALL",
    "TREAT_NONE",
    "WITHOUT_MODEL",
    "default_strategy",
    "strategy_worth",
]

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
    worth = strategy_worth(name, gains_of(deployment, table.prevalence), table.prevalence)
    if deployment.prevalence is not None:
        return Estimate.exact(sum(worth))
    return _at_observed_prevalence(name, cohort, table, deployment, worth)


def strategy_worth(name: str, gains: Gains, prevalence: float) -> tuple[float, float]:
    """What a default strategy's decisions about cases, and about non-cases, are worth.

    ``prevalence`` is the one to which the gains take scores to be calibrated.
    """
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
    score = cohort.of_class_worth(worth, derivative)
    if deployment.units != NET_BENEFIT:
        return score
    at = partial(_at_prevalence, name, cohort, deployment)
    prevalence = table.prevalence
    path = partial(_priced, prevalence, worth)
    if name == WITHOUT_MODEL:  # the better of the two, which may be another at another prevalence
        totals = gains_of(deployment, prevalence)
        ends = totals.positive_total, totals.negative_total
        is_point = deployment.cost.distribution.point is not None
        path = partial(_better, prevalence, ends) if is_point else partial(_value_at, at)
    return replace(score, moving=Moving(path, at, cohort.log_odds_of_prevalence(), jumps=False))


def _priced(prevalence: float, worth: tuple[float, float], by: float) -> float:
    """Worth goes with the prevalence for cases, and with the rest for non-cases."""
    there = float(expit(log_odds(prevalence) + by))
    return worth[0] * there / prevalence + worth[1] * (1.0 - there) / (1.0 - prevalence)


def _better(prevalence: float, totals: tuple[float, float], by: float) -> float:
    return max(_priced(prevalence, (totals[0], 0.0), by), _priced(prevalence, (0.0, totals[1]), by))


def _value_at(at: Callable[[float], Estimate], by: float) -> float:
    return at(by).value


def _at_prevalence(name: str, cohort: Cohort, deployment: Deployment, by: float) -> Estimate:
    """What the strategy is worth if the log odds of the observed prevalence were higher, and known."""
    there = cohort.prevalence_at(by)
    stated = deployment.at(there)
    return Estimate.exact(sum(strategy_worth(name, gains_of(stated, there), there)))
