"""Numbers that move with the observed prevalence, in a curve or in jumps, and their intervals.

At the observed prevalence a true positive is worth as much as the disease is common, which is itself an
estimate, and a skew one where events are few. And where the cut-off hangs on the observed prevalence, it
moves with the sample: where many patients share one score, the number jumps as the cut-off passes them.
No slope describes a jump, or the skew. So the number is looked at again at every prevalence that the
data allow, each with the interval that it would have were that prevalence known, and all these
together are its interval.

With ``d`` the distance of a prevalence from the observed one in standard errors of its log odds, and ``q``
the quantile of the level, the interval at that prevalence is ``sqrt(q^2 - d^2)`` standard errors wide to
either side. Where the number moves along a line, all together are exactly the usual interval,
``q`` times the root of the summed variances.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from baserate.inference.constants import PREVALENCES_TRIED
from baserate.inference.estimate import Estimate, Moving, quantile, weighted_sum
from baserate.inference.sampling import Sampling

Terms: TypeAlias = Sequence[tuple[float, Estimate]]


def reach_of_hull(terms: Terms, level: float, *, paired: bool, noise: float = 0.0) -> tuple[float, float]:
    """How far the interval of a weighted sum, of which some terms move, reaches below and above it.

    Terms of different patients are independent: how far their intervals reach to either side is added
    as the root of the sum of squares (Zou and Donner 2008, doi:10.1002/sim.3095). ``paired`` keeps the
    middle of the interval at a known prevalence where the value is; ``noise`` is a variance that no patient
    contributes, all of it: that of single terms is left out.
    """
    below = above = quantile(math.inf, level) ** 2 * noise
    for moving, members in _by_patients(terms):
        together = replace(_sum(members), noise={})
        if moving is None:
            low, high, *_ = together.interval(level)
        else:
            low, high = _hull_of_one(moving, members, level, paired)
        below += (together.value - low) ** 2
        above += (high - together.value) ** 2
    return math.sqrt(below), math.sqrt(above)


def _sum(members: Terms) -> Estimate:
    return weighted_sum([term for _, term in members], [weight for weight, _ in members])


def _by_patients(terms: Terms) -> Iterator[tuple[Moving | None, list[tuple[float, Estimate]]]]:
    """Terms that move with the prevalence of the same patients together; what does not move, by itself."""
    moving = {term.moving.sampling: term.moving for _, term in terms if term.moving is not None}
    together: dict[Sampling | None, list[tuple[float, Estimate]]] = {}
    for weight, term in terms:
        who = next((who for who in term.reach if who in moving), None)
        if term.moving is not None:
            who = term.moving.sampling
        together.setdefault(who, []).append((weight, term))
    for who, members in together.items():
        yield None if who is None else moving[who], members


def _hull_of_one(moving: Moving, members: Terms, level: float, paired: bool) -> tuple[float, float]:
    log_odds = moving.log_odds
    # How many have the disease is a count: its variance is known with it, but for what clusters add.
    degrees = moving.sampling.cluster_degrees if moving.sampling.clustered else math.inf
    farthest = quantile(degrees, level) * log_odds.standard_error
    known = _sum([(weight, _known(term)) for weight, term in members])
    along, left = _with_prevalence(known, log_odds) if moving.sampling.clustered else (0.0, 1.0)
    jumps = any(term.moving is not None and term.moving.jumps for _, term in members)
    start, ends = sum(weight * _value_at(term, 0.0) for weight, term in members), []
    for number in range(PREVALENCES_TRIED):
        angle = math.pi * (number / (PREVALENCES_TRIED - 1) - 0.5)
        by = farthest * math.sin(angle)
        centre, spread = known.centre_and_spread(paired=paired)
        if not jumps:
            centre += sum(weight * _value_at(term, by) for weight, term in members) - start
        elif moving.sampling.clusters is not None:  # each spread would cost a pass over the patients
            centre += _sum([(weight, _at(term, by)) for weight, term in members]).value - known.value
        else:
            there = _sum([(weight, _at(term, by)) for weight, term in members])
            centre, spread = there.centre_and_spread(paired=paired)
        half = math.cos(angle) * quantile(spread.degrees, level) * math.sqrt(left * spread.variance)
        ends.append((centre + along * by - half, centre + along * by + half))
    return min(low for low, _ in ends), max(high for _, high in ends)


def _with_prevalence(known: Estimate, log_odds: Estimate) -> tuple[float, float]:
    """How the error at a known prevalence goes with that of the prevalence: its slope, and the rest's share.

    Within a class a patient's gain tells nothing of how many are in it; but a cluster may have both sicker
    patients and more of them.
    """
    own, other = known.spread.variance, log_odds.spread.variance
    if own <= 0.0 or other <= 0.0:
        return 0.0, 1.0
    scale = math.sqrt(own / other)  # so that neither drowns the other
    both = weighted_sum([known, log_odds], [1.0, scale]).spread.variance
    correlation = min(max((both / own - 2.0) / 2.0, -1.0), 1.0)
    return correlation * scale, 1.0 - correlation**2


def what_a_hull_needs(estimate: Estimate) -> Iterator[Estimate]:
    """Estimates whose spread goes into the interval of one that moves."""
    for moving, members in _by_patients(estimate.terms or ((1.0, estimate),)):
        if moving is not None:
            known = _sum([(weight, _known(term)) for weight, term in members])
            yield from (known, moving.log_odds, weighted_sum([known, moving.log_odds], [1.0, 1.0]))


def _known(term: Estimate) -> Estimate:
    return replace(term if term.moving is None else term.moving.known(), noise={})


def _at(term: Estimate, by: float) -> Estimate:
    return replace(term if term.moving is None else term.moving.at(by), noise={})


def _value_at(term: Estimate, by: float) -> float:
    return term.value if term.moving is None else term.moving.value_at(by)
