"""Gains: what one patient adds to the score of a model at a deployment.

Every score of this library is ``mean of g1(s) over cases + mean of g0(s) over non-cases``. For one
prevalence the gains are steps; for a range of prevalences whose log odds are uniform they are the
paper's clipped logarithms, for a uniform range its clipped squares; for everything else they are
tabulated from the deployment's weight on the threshold axis (:mod:`baserate.scores.threshold_weight`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Deployment
from baserate.deployment.distributions import Distribution, LogOddsUniform, Uniform
from baserate.deployment.units import Unit
from baserate.scores.gain_shapes import (
    Gains,
    LogGains,
    SquareGains,
    StepGains,
    SumGains,
    TabulatedGains,
    lowest_reaching,
    narrowed,
    reaches,
)

if TYPE_CHECKING:
    from baserate.scores.threshold_weight import Tabulated

Numbers = NDArray[np.float64]

__all__ = [
    "Gains",
    "StepGains",
    "decision_gains",
    "fixed_gains",
    "gains_of",
    "lowest_reaching",
    "reaches",
]

# Distributions of the prevalence whose gains at one cost have a closed form.
_CLOSED: dict[type[Distribution], Any] = {LogOddsUniform: LogGains, Uniform: SquareGains}


def gains_of(deployment: Deployment, data_prevalence: float, source_prevalence: float | None = None) -> Gains:
    """The gains of a deployment for scores calibrated at ``source_prevalence`` (else the data's)."""
    source = data_prevalence if source_prevalence is None else source_prevalence
    prevalence, cost = deployment.prevalence_given(data_prevalence), deployment.cost.distribution
    return _closed(deployment, prevalence, source) or _tabulated(deployment, prevalence, cost, source)


def _closed(deployment: Deployment, prevalence: Distribution, source: float) -> Gains | None:
    """The gains in closed form, where there is one."""
    c = deployment.cost.distribution.point
    shape = _CLOSED.get(type(prevalence))
    unit = None if c is None or shape is None else deployment.units.as_net_benefit(c / (1.0 - c))
    if unit is None or shape is None:
        return None
    gains: Gains | None = shape.of(prevalence, unit, source)
    return gains


def _tabulated(deployment: Deployment, prevalence: Distribution, cost: Distribution, source: float) -> Gains:
    """The gains from the weight of the deployment on the threshold axis."""
    asked = narrowed(prevalence), narrowed(cost), deployment.units
    try:
        odds, positive, negative, table = _threshold_table(*asked)
    except TypeError:  # a distribution that has no hash: sites, or one of the caller's own
        odds, positive, negative, table = _threshold_table.__wrapped__(*asked)
    odds = odds * (source / (1.0 - source))
    steps = StepGains.of(odds / (1.0 + odds), positive, negative)
    if table is None:
        return steps
    curve = TabulatedGains(table, source / (1.0 - source))
    return SumGains(steps, curve) if len(odds) else curve


# Worlds between label and covariate shift ask for the same prevalences and costs again and again.
@lru_cache(maxsize=1024)
def _threshold_table(
    prevalence: Distribution, cost: Distribution, units: Unit
) -> tuple[Numbers, Numbers, Numbers, Tabulated | None]:
    """The weight on the threshold axis: odds that have one of their own, and a table of the rest, if any."""
    # Quadrature nodes take time to make, and most questions need none.
    from baserate.scores.threshold_weight import Tabulated, ThresholdWeight

    weight = ThresholdWeight(prevalence, cost, units)
    odds, (positive, negative) = weight.atoms()
    if len(weight.breaks()) == 0:
        return odds, positive, negative, None
    table = Tabulated.of(weight.density, weight.breaks())
    missing = weight.missing(
        table.total_below + float(positive.sum()), table.total_above + float(negative.sum())
    )
    table = table.scaled(1.0 + missing[0] / table.total_below, 1.0 + missing[1] / table.total_above)
    return odds, positive, negative, table


def decision_gains(
    deployment: Deployment, data_prevalence: float, source_prevalence: float | None, threshold: float | None
) -> Gains:
    """The gains of the decisions that are asked about: at the optimum, or at one threshold."""
    if threshold is not None:
        return fixed_gains(deployment, data_prevalence, threshold)
    return gains_of(deployment, data_prevalence, source_prevalence)


def fixed_gains(deployment: Deployment, data_prevalence: float, threshold: float) -> Gains:
    """The gains of deciding at one threshold on the raw score, whatever the prevalence."""
    best = gains_of(deployment, data_prevalence)
    return StepGains.of([threshold], [best.positive_total], [best.negative_total], tie=0)
