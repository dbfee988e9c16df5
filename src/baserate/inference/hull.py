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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from baserate.inference.constants import PREVALENCES_TRIED
from baserate.inference.quantile import quantile
from baserate.inference.sampling import Sampling

if TYPE_CHECKING:
    from baserate.inference.estimate import Estimate, Moving

Terms: TypeAlias = "Sequence[tuple[float, Estimate]]"
# How terms are added: by :func:`baserate.inference.estimate.weighted_sum`.
Adding: TypeAlias = "Callable[[list[Estimate], list[float]], Estimate]"


def reach_of_hull(
    terms: Terms, level: float, add: Adding, *, paired: bool, noise: float = 0.0
) -> tuple[float, float]:
    """How far the interval of a weighted sum, of which some terms move, reaches below and above it.

    Terms of different patients are independent: how far their intervals reach to either side is added
    as the root of the sum of squares (Zou and Donner 2008, doi:10.1002/sim.3095). ``paired`` keeps the
    middle of the interval at a known prevalence where the value is; ``noise`` is a variance that no patient
    contributes, all of it: that of single terms is left out.
    """
    below = above = quantile(math.inf, level) ** 2 * noise
    for moving, members in _by_patients(terms):
        together = _sum(members, add)
        if moving is None:
            low, high, *_ = together.interval(level)
        else:
            low, high = _hull_of_one(moving, members, level, add, paired)
        below += (together.value - low) ** 2
        above += (high - together.value) ** 2
    return math.sqrt(below), math.sqrt(above)


def _sum(members: Terms, add: Adding) -> Estimate:
    """Without the noise of single terms."""
    together = add([term for _, term in members], [weight for weight, _ in members])
    return replace(together, noise={})


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


def _hull_of_one(
    moving: Moving, members: Terms, level: float, add: Adding, paired: bool
) -> tuple[float, float]:
    # How many have the disease is a count: its variance is known with it, but for what clusters add.
    degrees = moving.sampling.cluster_degrees if moving.sampling.clustered else math.inf
    error = moving.log_odds.standard_error
    farthest = quantile(degrees, level) * error
    together = _sum(members, add)
    middle, spread, correlation = together.if_prevalence_were_known(paired=paired)
    along = correlation * math.sqrt(spread.variance) / error if error > 0.0 else 0.0
    left = math.sqrt(1.0 - correlation**2)
    jumps = any(term.moving is not None and term.moving.jumps for _, term in members)
    # On engines with clusters each spread would cost a pass over the patients; there one serves for all.
    anew = jumps and moving.sampling.clusters is None
    slope = sum(weight * _slope(term, moving.sampling) for weight, term in members if term.moving is None)
    low, high = math.inf, -math.inf
    for number in range(PREVALENCES_TRIED):
        angle = math.pi * (number / (PREVALENCES_TRIED - 1) - 0.5)
        by = farthest * math.sin(angle)
        if anew:
            there = _sum([(weight, _at(term, by)) for weight, term in members], add)
            centre, spread, _ = there.if_prevalence_were_known(paired=paired)
            centre += slope * by
        else:
            centre = (
                middle + _value(members, by, jumps=jumps) - _value(members, 0.0, jumps=jumps) + slope * by
            )
        half = left * math.cos(angle) * quantile(spread.degrees, level) * math.sqrt(spread.variance)
        low = min(low, centre + along * by - half)
        high = max(high, centre + along * by + half)
    return low, high


def _value(members: Terms, by: float, *, jumps: bool) -> float:
    """What the terms add up to at another prevalence."""
    return math.fsum(
        weight * (_at(term, by).value if jumps else _value_at(term, by)) for weight, term in members
    )


def _slope(term: Estimate, who: Sampling) -> float:
    """How fast a number that moves along a line does so with the log odds of the prevalence.

    What patients of a class contribute in sum is the class's part in that.
    """
    what = term.contributions.get(who)
    if what is None:
        return 0.0
    cases = float(what[who.is_case].sum())
    return cases - float(what.sum()) / 2.0


def _at(term: Estimate, by: float) -> Estimate:
    return term if term.moving is None else term.moving.at(by)


def _value_at(term: Estimate, by: float) -> float:
    return term.value if term.moving is None else term.moving.value_at(by)
