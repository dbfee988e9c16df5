"""Gains: what one patient adds to the score of a model at a deployment.

Every score of this library is ``mean of g1(s) over positives + mean of g0(s) over negatives``.
For a range of prevalences whose log odds are uniform the gains are the paper's clipped logarithms;
for one prevalence they are steps; for everything else they are tabulated from the deployment's
weight on the threshold axis (:mod:`baserate.thresholds`).
"""

from __future__ import annotations

from baserate.deployment import Deployment
from baserate.distributions import Distribution, LogOddsUniform, Point
from baserate.gain_shapes import Gains, StepGains, SumGains, TabulatedGains
from baserate.log_gains import LogGains
from baserate.odds import expit

__all__ = ["Gains", "decision_gains", "fixed_gains", "gains_of"]

# On the log-odds axis: narrower than this, a range's ends are lost in the rounding of thresholds.
_NO_WIDTH = 1e-10


def gains_of(deployment: Deployment, data_prevalence: float, source_prevalence: float | None = None) -> Gains:
    """The gains of a deployment for scores calibrated at ``source_prevalence`` (else the data's)."""
    source = data_prevalence if source_prevalence is None else source_prevalence
    prevalence, cost = deployment.prevalence_given(data_prevalence), deployment.cost.distribution
    if isinstance(prevalence, LogOddsUniform) and isinstance(cost, Point):
        return LogGains.of(prevalence, cost.value, deployment.units, source)
    # Quadrature nodes take time to make, and most questions need none.
    from baserate.tabulated import Tabulated
    from baserate.thresholds import ThresholdWeight

    weight = ThresholdWeight(_narrowed(prevalence), _narrowed(cost), deployment.units)
    odds, (positive, negative) = weight.atoms()
    odds = odds * (source / (1.0 - source))
    steps = StepGains.of(odds / (1.0 + odds), positive, negative)
    if len(weight.breaks()) == 0:
        return steps
    table = Tabulated.of(weight.density, weight.breaks())
    missing = weight.missing(
        table.total_below + float(positive.sum()), table.total_above + float(negative.sum())
    )
    table = table.scaled(1.0 + missing[0] / table.total_below, 1.0 + missing[1] / table.total_above)
    curve = TabulatedGains(table, source / (1.0 - source))
    return SumGains(steps, curve) if len(odds) else curve


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


def _narrowed(distribution: Distribution) -> Distribution:
    """A range with next to no width is its middle."""
    breaks = distribution.breaks
    if len(breaks) == 0 or breaks[-1] - breaks[0] > _NO_WIDTH * max(1.0, abs(float(breaks[0]))):
        return distribution
    return Point(float(expit((breaks[0] + breaks[-1]) / 2.0)))
