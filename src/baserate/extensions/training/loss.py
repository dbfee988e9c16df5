"""Net benefit as a loss: its value and its slope in the margin of a model, the log odds of its score.

Net benefit at a deployment is a mean of gains that are integrals of one weight ``v(z)`` on the threshold
axis (:mod:`baserate.scores.threshold_weight`). With the margin ``f = logit s``, the training prevalence
``pi0`` and ``L = f - logit pi0``, the log odds with the prior removed, a training row loses::

    case       ( T1 - int_{-inf}^{L} v(z) dz ) / pi0
    non-case   (      int_{-inf}^{L} e^z v(z) dz ) / (1 - pi0)

so that the mean over the rows is ``T1 - net benefit``: what a perfect model gets, ``T1`` (the mean
prevalence of the deployment), less what this one gets, treating none being zero. The slopes are
``-v(L) / pi0`` and ``e^L v(L) / (1 - pi0)``; they balance where ``e^L`` is the likelihood ratio, so that the
loss is proper and the margin comes out calibrated to the training prevalence.

Log loss is the same with ``v(z) = pi0 (1 - s)``, a weight on every threshold. Outside the deployment's range
of thresholds ``v`` is zero and nothing is left to descend: a share of log loss is therefore mixed in::

    loss = (1 - share) scale (T1 - net benefit) + share (log loss)

``scale`` gives both parts the same mean curvature within the range of thresholds, so that the share is one,
and step sizes and penalties mean what they mean for log loss. The curvature is the expected (Fisher) one, as
``v'`` changes sign: with ``P(case | x) = s`` the terms in ``v'`` cancel, and ``s v(L) / pi0`` is left, never
negative; for log loss it is the familiar ``s (1 - s)``.

References
----------
Buja, Stuetzle and Shen (2005), Loss functions for binary class probability estimation and classification:
every proper loss is a mixture of thresholds. The gains are those of docs/method.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import (
    Cost,
    CostLike,
    Deployment,
    Prevalence,
    PrevalenceLike,
    Value,
    source_prevalence_of,
)
from baserate.deployment.distributions import Distribution
from baserate.deployment.units import NET_BENEFIT
from baserate.errors import SettingError
from baserate.odds import expit, log_odds
from baserate.scores.gain_shapes import narrowed
from baserate.scores.threshold_weight import Tabulated, ThresholdWeight

Numbers = NDArray[np.float64]
Pair = tuple[Numbers, Numbers]

# Chosen on the tuning seeds of studies/training.py, before the reported ones were drawn.
LOG_LOSS_SHARE = 0.3
# So many cells to a stretch of thresholds, for the mean curvature that sets the scale.
_CELLS = 4096


@dataclass(frozen=True, eq=False)
class MarginLoss:
    """The loss of training rows at a deployment, in the margin; see the module for the formulas.

    ``table`` holds the integrals of the deployment's weight on thresholds.
    """

    table: Tabulated
    train_prevalence: float
    log_loss_share: float

    @classmethod
    def of(
        cls,
        prevalence: PrevalenceLike | None,
        cost: CostLike,
        train_prevalence: Value,
        log_loss_share: float = LOG_LOSS_SHARE,
        smooth: float | None = None,
    ) -> MarginLoss:
        """The loss of a deployment.

        Parameters
        ----------
        prevalence, cost
            The deployment, in any way that :meth:`baserate.Deployment.of` reads; a prevalence of None is the
            training prevalence.
        train_prevalence
            The prevalence of the training rows, to which the margin is calibrated: one number.
        log_loss_share
            Share of log loss, from 0 (net benefit alone) to 1 (log loss alone).
        smooth
            Where prevalence and cost are known exactly, all that counts is on which side of one threshold a
            patient is: a step, which has no slope. ``smooth`` spreads it over so many log odds to either
            side, in a triangle: the cost is then known to within a factor ``e^smooth``. None refuses a step.
        """
        source = train_prevalence_of(train_prevalence)
        deployment = Deployment.of(prevalence, cost)
        spread = (deployment.prevalence_given(source), deployment.cost.distribution, smooth_of(smooth))
        return cls(_table(*spread), source, share_of(log_loss_share))

    def at(self, train_prevalence: float) -> MarginLoss:
        """The same for rows of another prevalence."""
        return replace(self, train_prevalence=train_prevalence)

    @property
    def perfect(self) -> float:
        """``T1``: the net benefit of a perfect model, the mean prevalence of the deployment."""
        return self.table.total_below

    @property
    def offset(self) -> float:
        """Log odds of the training prevalence."""
        return float(log_odds(self.train_prevalence))

    @cached_property
    def scale(self) -> float:
        """What the net benefit lost is multiplied by: the mean curvature of log loss over its own."""
        ours = other = 0.0
        for low, high in zip(self.table.starts[:-1], self.table.starts[1:], strict=True):
            z = low + (high - low) * (np.arange(_CELLS) + 0.5) / _CELLS
            s = np.asarray(expit(z + self.offset))
            ours += float((s * self.table.below_slope(z)).sum() * (high - low))
            other += float((s * (1.0 - s)).sum() * (high - low))
        return other * self.train_prevalence / ours

    @property
    def factor(self) -> float:
        """What the net benefit lost is multiplied by in all: ``(1 - share) scale``."""
        return (1.0 - self.log_loss_share) * self.scale

    @property
    def constants(self) -> tuple[float, float, float, float]:
        """Training prevalence, its log odds, and the factors of the net benefit lost and of log loss."""
        return self.train_prevalence, self.offset, self.factor, self.log_loss_share

    @property
    def cubics(self) -> Numbers:
        """What a case and a non-case lose, as cubics in the panels of ``table``: shape (2, 4, panels)."""
        lost = -np.stack((self.table.cubic_below, self.table.cubic_above))
        lost[:, 0] += np.array([[self.table.total_below], [self.table.total_above]])
        return lost

    def value(self, margin: Numbers, is_case: NDArray[np.bool_]) -> Numbers:
        """What each row loses."""
        z = margin - self.offset
        case = self.perfect - self.table.below(z)
        other = self.table.total_above - self.table.above(z)
        lost = np.where(is_case, case / self.train_prevalence, other / (1.0 - self.train_prevalence))
        surprise = np.logaddexp(0.0, np.where(is_case, -margin, margin))
        return np.asarray(self.factor * lost + self.log_loss_share * surprise)

    def gradient(self, margin: Numbers, is_case: NDArray[np.bool_]) -> Numbers:
        """Slope of :meth:`value` in the margin: negative for cases, positive for non-cases."""
        z, s = margin - self.offset, np.asarray(expit(margin))
        case = -self.factor * self.table.below_slope(z) / self.train_prevalence
        other = self.factor * self.table.above_slope(z) / (1.0 - self.train_prevalence)
        return np.asarray(np.where(is_case, case, other) + self.log_loss_share * (s - is_case))


def train_prevalence_of(value: Value) -> float:
    """A stated training prevalence: one number between 0 and 1, the ends left out."""
    try:
        return source_prevalence_of(value)
    except SettingError as error:
        raise error.of_option("train_prevalence", value) from None


def share_of(value: object) -> float:
    """A share of log loss, from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0.0 <= float(value) <= 1.0:
        raise SettingError(
            "log_loss_share must be a number from 0 (net benefit alone) to 1 (log loss alone); "
            f"found {value!r}."
        )
    return float(value)


def smooth_of(value: object) -> float | None:
    """A width in log odds, or None."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Real) or not 0.01 <= float(value) <= 10.0:
        raise SettingError(f"smooth is a width in log odds, from 0.01 to 10, or None; found {value!r}.")
    return float(value)


def _table(prevalence: Distribution, cost: Distribution, smooth: float | None) -> Tabulated:
    try:
        return _tabulate(prevalence, cost, smooth)
    except TypeError:  # a distribution that has no hash: sites, or one of the caller's own
        return _tabulate.__wrapped__(prevalence, cost, smooth)


@lru_cache(maxsize=64)
def _tabulate(prevalence: Distribution, cost: Distribution, smooth: float | None) -> Tabulated:
    """The integrals of the deployment's weight; steps are spread, or refused."""
    weight = ThresholdWeight(narrowed(prevalence), narrowed(cost), NET_BENEFIT)
    odds, (worth, _) = weight.atoms()
    if len(odds) and smooth is None:
        raise _step_error(prevalence, cost)
    places = np.log(odds)
    breaks = [weight.breaks(), *(places + side * (smooth or 0.0) for side in (-1.0, 0.0, 1.0))]
    density = weight.density if not len(odds) else _spread(weight, places, worth, smooth or 1.0)
    table = Tabulated.of(density, np.unique(np.concatenate(breaks)))
    if len(odds):  # what is spread adds up by itself
        return table
    missing = weight.missing(table.total_below, table.total_above)
    return table.scaled(1.0 + missing[0] / table.total_below, 1.0 + missing[1] / table.total_above)


def _spread(
    weight: ThresholdWeight, places: Numbers, worth: Numbers, width: float
) -> Callable[[Numbers], Pair]:
    """The weight, with that of single thresholds spread in triangles of this half-width."""

    def density(z: Numbers) -> Pair:
        positive, negative = weight.density(z)
        height = np.clip(1.0 - np.abs(z[:, None] - places) / width, 0.0, None) / width
        steps = height @ worth
        return positive + steps, negative + np.exp(z) * steps

    return density


def _step_error(prevalence: Distribution, cost: Distribution) -> SettingError:
    return SettingError(
        f"a prevalence of {Prevalence(prevalence)} and a cost of {Cost(cost)} leave single thresholds, and a "
        "loss that jumps there and is flat elsewhere: no slope to train on. Give a range of prevalences such "
        "as (0.01, 0.10) or of costs such as ('1:50', '1:20'), or spread the thresholds with smooth=1."
    )
