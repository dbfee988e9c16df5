"""How much of the curve of censoring patients went through, place by place, and what that adds.

A place is a stretch of follow-up time with some of the curve's steps in it: in memory one step, in bins
perhaps many. With ``Q`` the sum of what patients contribute who are followed beyond a step, and ``R - C`` the
weight of these, the pull of a step is ``Q / (R - C)``: what is taken from all who go on when somebody is
censored then (:mod:`baserate.inference.censoring`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from baserate.scores.follow_up import CensoringCurve, after

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]
Codes = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Steps:
    """The steps of curves of censoring, by place; ``first`` and ``last`` say how strata divide the places.

    ``hazard`` is the sum over a place's steps of the share of those at risk who were censored, and ``left``
    the weight of those who go on, on average over the steps. Where a place has several steps, ``later`` is
    the share of its own patients whose outcome was known only after a step, on average; ``met`` is how much
    of its hazard they went through themselves, those whose outcome is known and those who were censored.
    """

    first: Codes = field(repr=False)
    last: Mask = field(repr=False)
    hazard: Numbers = field(repr=False)
    left: Numbers = field(repr=False)
    later: Numbers = field(repr=False)
    met: tuple[Numbers, Numbers] = field(repr=False)

    @classmethod
    def single(cls, curve: CensoringCurve) -> Steps:
        """One step at every place: who was censored there met it, whose outcome is known did not."""
        hazard = hazards(curve)
        none = np.zeros_like(hazard)
        return cls(curve.first, curve.last, hazard, curve.left, none, (none, hazard))

    @classmethod
    def several(cls, curve: CensoringCurve, own: Numbers, wide: Codes, first: Codes, last: Mask) -> Steps:
        """The steps of a curve of patients of weight ``own``, by wider places.

        ``wide`` is the place to which each of the curve's belongs; ``first`` and ``last`` divide these.
        """
        size, steps = len(last), hazards(curve)
        hazard = np.bincount(wide, steps, size).astype(np.float64)
        some = np.where(hazard > 0.0, hazard, 1.0)
        left = np.bincount(wide, steps * curve.left, size) / some
        known = np.bincount(curve.place, own * curve.weight, len(steps)).astype(np.float64)
        within = np.bincount(wide, known, size)[wide]
        after_it = _from_the_end(known, wide)
        share = np.divide(after_it, within, out=np.zeros_like(after_it), where=within > 0.0)
        later = np.bincount(wide, steps * share, size) / some
        # A patient met the steps of the place that came before; who was censored, also that step.
        met = _from_the_end(steps[::-1], wide[::-1])[::-1].take(curve.place)
        met += np.where(curve.is_censored, steps.take(curve.place), 0.0)
        sides = (~curve.is_censored, curve.is_censored)
        means = [_mean(wide.take(curve.place), met, own * side, size) for side in sides]
        return cls(first, last, hazard, left, later, (means[0], means[1]))

    def terms(self, sums: Numbers) -> tuple[Numbers, Numbers]:
        """By place, what a patient of weight one adds whose outcome is known, and one who was censored.

        ``sums`` are what patients contribute in sum, by place, were the curve known.
        """
        beyond = after(sums, self.last) + self.later * sums
        pull = np.divide(beyond, self.left, out=np.zeros_like(beyond), where=self.left > 0.0)
        spared = np.cumsum(pull * self.hazard)
        before = spared - pull * self.hazard
        before -= before[self.first]
        known, censored = self.met
        return -before - pull * known, pull * (1.0 - censored) - before


def hazards(curve: CensoringCurve) -> Numbers:
    """Of each step, the share of those at risk who were censored."""
    lost = curve.at_risk - curve.left
    return np.divide(lost, curve.at_risk, out=np.zeros_like(lost), where=curve.at_risk > 0.0)


def _from_the_end(numbers: Numbers, wide: Codes) -> Numbers:
    """For every number the sum of those behind it within the same wider place."""
    behind = np.append(np.cumsum(numbers[::-1])[::-1][1:], 0.0)
    ends = np.append(np.flatnonzero(np.diff(wide)), len(wide) - 1)
    return np.asarray(behind - behind[ends][np.searchsorted(ends, np.arange(len(wide)))])


def _mean(place: Codes, value: Numbers, weight: Numbers, size: int) -> Numbers:
    total = np.bincount(place, weight, size)
    return np.bincount(place, weight * value, size) / np.where(total > 0.0, total, 1.0)
