"""Gains: what one patient adds to the score of a model at a deployment.

Every score of this library is ``mean of g1(s) over positives + mean of g0(s) over negatives``.
For a range of prevalences whose log odds are uniform the gains are the paper's clipped logarithms;
for one prevalence they are steps; for everything else they are tabulated from the deployment's
weight on the threshold axis (:mod:`baserate.thresholds`).
"""

from __future__ import annotations

from baserate.deployment import Deployment
from baserate.distributions import LogOddsUniform, Point
from baserate.gain_shapes import Gains, LogGains, StepGains, SumGains, TabulatedGains

__all__ = ["Gains", "fixed_gains", "gains_of"]


def gains_of(deployment: Deployment, data_prevalence: float, source_prevalence: float | None = None) -> Gains:
    """The gains of a deployment for scores calibrated at ``source_prevalence`` (else the data's)."""
    source = data_prevalence if source_prevalence is None else source_prevalence
    prevalence, cost = deployment.prevalence_given(data_prevalence), deployment.cost.distribution
    if isinstance(prevalence, LogOddsUniform) and isinstance(cost, Point):
        return LogGains.of(prevalence, cost.value, deployment.units, source)
    # Quadrature nodes take time to make, and most questions need none.
    from baserate.tabulated import Tabulated
    from baserate.thresholds import ThresholdWeight

    weight = ThresholdWeight(prevalence, cost, deployment.units)
    odds, (positive, negative) = weight.atoms()
    odds = odds * (source / (1.0 - source))
    steps = StepGains.of(odds / (1.0 + odds), positive, negative)
    if len(weight.breaks()) == 0:
        return steps
    curve = TabulatedGains(Tabulated.of(weight.density, weight.breaks()), source / (1.0 - source))
    return SumGains(steps, curve) if len(odds) else curve


def fixed_gains(deployment: Deployment, data_prevalence: float, threshold: float) -> Gains:
    """The gains of deciding at one threshold on the raw score, whatever the prevalence."""
    best = gains_of(deployment, data_prevalence)
    return StepGains.of([threshold], [best.positive_total], [best.negative_total])
