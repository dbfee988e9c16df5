"""What it costs, and gains, that the curve of censoring is itself estimated.

Every number about patients of whom some are censored is one of weighted means, with weights
``W = 1 / G`` (:mod:`baserate.scores.follow_up`). Were ``G`` known, a patient would contribute ``phi``, as
with any weights. But ``G`` comes from the same patients: one who is censored lowers it from then on, one
who might have been and was not raises it. With ``R(u)`` the weight of those who might have been censored
at ``u``, ``C(u)`` of those who were, and ``Q(u)`` the sum of ``phi`` over all who are followed beyond
``u``, a patient of weight ``v`` contributes

    psi = phi + v [ 1{censored at X < t} Q(X) / (R - C)(X) - sum over u of Q C / (R (R - C)) ]

the sum being over the times ``u`` at which the patient might have been censored,
which is the exact derivative of the number by the patient's weight (Graf and others 1999 have the weights;
for the term see Blanche, Dartigues and Jacqmin-Gadda 2013, doi:10.1002/sim.5958). It makes the variance
smaller: those who were censored tell something, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from baserate.inference.curve_steps import Steps
from baserate.scores.follow_up import CensoringCurve, FollowUp, after

__all__ = ["Censoring"]

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]

# The weight that the ten heaviest patients carry is told.
HEAVIEST = 10


@dataclass(frozen=True, eq=False)
class Censoring:
    """Patients of whom some are censored: their weights, and what each contributes through the curve.

    ``own`` are weights that were given, None where every patient counts once.
    """

    follow_up: FollowUp
    own: Numbers | None = field(default=None, repr=False)

    @cached_property
    def curve(self) -> CensoringCurve:
        """The curves of censoring, one for each stratum."""
        return self.follow_up.curve(self.own)

    @cached_property
    def steps(self) -> Steps:
        """The steps of the curves, one at each place."""
        return Steps.single(self.curve)

    @cached_property
    def weight(self) -> Numbers:
        """How much each patient counts: the given weight times that of censoring."""
        weight = self.curve.weight
        return weight if self.own is None else np.asarray(self.own * weight)

    @property
    def shares(self) -> Numbers:
        """Each patient's share of the given weight of all, followed to the horizon or not."""
        own = np.ones(len(self.follow_up.time)) if self.own is None else self.own
        return np.asarray(own / own.sum())

    def adjust(self, contribution: Numbers) -> Numbers:
        """What each patient contributes, from what each would were the curve known."""
        curve = self.curve
        sums = np.bincount(curve.place, contribution, len(curve.last)).astype(np.float64)
        term = np.concatenate(self.steps.terms(sums)).take(self._term_of)
        return contribution + (term if self.own is None else self.own * term)

    @cached_property
    def _term_of(self) -> NDArray[np.intp]:
        """Where each patient's term stands: by place, first of those whose outcome is known."""
        curve = self.curve
        return np.asarray(curve.place + len(curve.last) * curve.is_censored)

    def unadjust(self, contribution: Numbers) -> Numbers:
        """What would have to be contributed, were the curve known, for :meth:`adjust` to give this.

        A number that owes nothing to the curve, such as a risk of the treated by Kaplan-Meier, is so said
        in the terms of all others, and pairs with them. With ``D`` the sum of :meth:`adjust`, ``h = C / R``
        and ``B(u)`` the sum of what is given over all who are followed beyond ``u``, the sums over patients
        leave ``Q / (R - C) - D = B / (R - C)`` at every time, from which ``D`` follows time by time.
        """
        curve = self.curve
        sums = np.bincount(curve.place, contribution, len(curve.last)).astype(np.float64)
        beyond = after(sums, curve.last)
        mean = np.divide(beyond, curve.left, out=np.zeros_like(beyond), where=curve.left > 0.0)
        hazard = self.steps.hazard
        # D(u) G(u) rises by G(u-) h(u) B(u) / (R - C)(u); a place has the D of the places before it.
        rises = curve.share_left * hazard * mean
        spared = np.cumsum(rises) - rises
        spared = (spared - spared[curve.first]) / curve.share_left
        term = np.where(curve.is_censored, (mean + spared).take(curve.place), 0.0)
        term -= spared.take(curve.place)
        return contribution - (term if self.own is None else self.own * term)

    @property
    def heaviest_share(self) -> float:
        """Share of all weight that the ten heaviest patients carry."""
        weight = self.weight
        if len(weight) <= HEAVIEST:
            return 1.0
        top = np.partition(weight, len(weight) - HEAVIEST)[-HEAVIEST:]
        return float(top.sum() / weight.sum())

    @property
    def effective(self) -> float:
        """How many patients that count alike those whose outcome is known are worth (Kish).

        By weights for censoring alone: ``(sum W)^2 / sum W^2``.
        """
        weight, patients = self.curve.weight, self.follow_up.patients
        times = np.ones(len(weight)) if patients is None else patients.astype(np.float64)
        return float((times @ weight) ** 2 / (times @ weight**2))

    def part(self, chosen: Mask) -> tuple[Numbers | None, Censoring | None]:
        """The weights of some of the patients, with a curve of their own.

        Where none of them is censored, their given weights, and no curve.
        """
        follow_up, own = self.follow_up.part(chosen), None if self.own is None else self.own[chosen]
        if follow_up.is_complete:
            return own, None
        part = Censoring(follow_up, own)
        return part.weight, part
