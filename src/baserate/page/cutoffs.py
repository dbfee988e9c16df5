"""Cut-offs at which the page shows exact numbers, and which of these it must withhold.

At the study's own deployment rates and counts are those of the patients: how many of a class are at or above
a cut-off. Lines count the same patients between other scores. Where a line reaches over the cut-off, the
exact count less those of whole lines is how many of that line are above it. So

* lines end at the cut-offs (:mod:`baserate.patients.discreet_bins`), where enough patients are on both sides;
* where they cannot, the number of patients that follows so, above and below, must be none or enough; for
  several buckets together it is their sum that follows. If it is not, a bucket more has a line across the
  cut-off, so that the sum is enough;
* what cannot be made safe is withheld, and the page works it out from its lines as at any other setting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from baserate.calibration.scored import ScoredCohort
from baserate.odds import adjust, logit
from baserate.patients.discreet_bins import ClassLines
from baserate.results.evidence import Evidence
from baserate.results.judged import Judged
from baserate.scores.gains import lowest_reaching

# Log odds below a cut-off that rounding may make of it.
_ROUNDING = 1e-12

# Both classes of each bucket, cases first.
Sides = tuple[ClassLines, ClassLines]


def is_step(ev: Evidence) -> bool:
    """Whether a score at the deployment is decided at one cut-off, and so tells how many are above it."""
    where = ev.question.deployment
    prevalence = None if where.prevalence is None else where.prevalence.distribution
    return all(one is None or one.point is not None for one in (prevalence, where.cost.distribution))


@dataclass(frozen=True)
class Cuts:
    """A model's cut-offs in log odds: everyone's, each group's own, and others by group that scores turn on.

    ``recalibrated`` are those on the recalibrated model, by group; None for everyone.
    """

    common: float
    own: dict[str, float]
    readings: dict[str, list[float]] = field(default_factory=dict)
    rest: dict[str, list[float]] = field(default_factory=dict)
    recalibrated: dict[str | None, float] = field(default_factory=dict)

    def of_bucket(self, name: str | None) -> list[float]:
        """Those of one bucket, the most important first; None for the patients of hidden groups."""
        found = [self.common]
        if name is not None:
            found += [self.own[name], *self.readings.get(name, [])]
        every = self.recalibrated
        return [*found, *(every[key] for key in (None, name) if key in every)]


def cuts_of(ev: Evidence, model: str, buckets: Sequence[str]) -> Cuts:
    """The cut-offs of a model at the study's own deployment."""
    everyone = ev.everyone.judged[model]
    own = {name: ev.groups[name].judged[model] for name in buckets}
    cuts = Cuts(_cut(everyone), {name: _cut(judged) for name, judged in own.items()})
    if is_step(ev):
        for name, judged in own.items():
            cuts.readings[name] = _readings(ev, judged, everyone.prevalence)
        cuts.recalibrated[None] = _recalibrated(everyone)
        cuts.recalibrated.update({name: _recalibrated(judged) for name, judged in own.items()})
    return cuts


def _cut(judged: Judged) -> float:
    return _log_odds(judged, judged.cutoff.value)


def _log_odds(scored: ScoredCohort, cut: float) -> float:
    """The log odds from which on a score reaches a cut-off, rounding included."""
    lowest = float(lowest_reaching(cut, scored.sample.score.dtype))
    return float(logit(min(max(lowest, 1e-300), 1.0))) - _ROUNDING


def _readings(ev: Evidence, scored: ScoredCohort, overall: float) -> list[float]:
    """The cut-off on scores that are calibrated as stated, to their own prevalence, and to that of all."""
    where = ev.question.deployment
    prevalence = where.prevalence_given(scored.prevalence).median
    cost = where.cost.distribution.median
    return [
        _log_odds(scored, float(adjust(cost, prevalence, source)))
        for source in (scored.source, scored.prevalence, overall)
    ]


def _recalibrated(judged: Judged) -> float:
    """The lowest log odds that the recalibrated model treats; beyond all where it treats nobody."""
    blocks = judged.blocks
    prevalence = judged.deployment.prevalence_given(judged.prevalence).median
    needed = float(adjust(judged.deployment.cost.distribution.median, prevalence, judged.prevalence))
    treated = np.flatnonzero(blocks.risk >= needed - 1e-12)
    if len(treated) == 0:
        return np.inf
    return float(logit(float(blocks.first[treated[0]]))) - _ROUNDING


@dataclass(frozen=True, eq=False)
class Withheld:
    """Which exact numbers the page does not show: of whom, by which model.

    ``own`` are decisions at somebody's own cut-off, ``common`` those of a group at everyone's,
    ``recalibrated`` what deciding by the recalibrated model is worth. None stands for everyone.
    """

    own: set[tuple[str | None, str]] = field(default_factory=set)
    common: set[tuple[str | None, str]] = field(default_factory=set)
    recalibrated: set[tuple[str | None, str]] = field(default_factory=set)
    gaps: set[tuple[str | None, str]] = field(default_factory=set)


def protect(
    model: str, lines: list[Sides], cuts: Cuts, buckets: Sequence[str], least: int, withheld: Withheld
) -> list[Sides]:
    """The lines as the page may carry them beside everyone's exact numbers; what is withheld is noted.

    The counts of everyone at the common cut-off, less those of groups that are exact there, are those of
    the others together.
    """
    unknown = {number for number, sides in enumerate(lines) if not _is_safe([sides], cuts.common, least)}
    while unknown and not _is_safe([lines[number] for number in unknown], cuts.common, least):
        found = _joined(lines, cuts.common, unknown)
        if found is None:
            withheld.own.add((None, model))
            break
        number, sides = found
        lines = [*lines[:number], sides, *lines[number + 1 :]]
        unknown.add(number)
    if not _is_enough(lines, cuts.common, least):
        withheld.own.add((None, model))
    for number, name in enumerate(buckets):
        if number in unknown or (None, model) in withheld.own:
            withheld.common.add((name, model))
        same = cuts.own[name] == cuts.common
        if (same and number in unknown) or not _is_safe([lines[number]], cuts.own[name], least):
            withheld.own.add((name, model))
    for key, cut in cuts.recalibrated.items():
        whose = lines if key is None else [lines[buckets.index(key)]]
        if not _is_safe(whose, cut, least):
            withheld.recalibrated.add((key, model))
    return lines


def _joined(lines: Sequence[Sides], cut: float, tried: set[int]) -> tuple[int, Sides] | None:
    """The bucket of the fewest patients whose lines can be joined across a cut-off, with its lines joined."""
    sizes = [sum(int(side.values.total.sum()) for side in sides) for sides in lines]
    for number in sorted(set(range(len(lines))) - tried, key=lambda one: sizes[one]):
        joined = [side.joined_at(cut) for side in lines[number]]
        if any(joined):
            cases, others = (new or old for new, old in zip(joined, lines[number], strict=True))
            return number, (cases, others)
    return None


def withhold_gaps(
    ev: Evidence,
    model: str,
    lines: Sequence[Sides],
    cuts: Cuts,
    buckets: Sequence[str],
    least: int,
    withheld: Withheld,
) -> None:
    """Note the groups whose difference from the rest would tell of too few, at one prevalence and cost."""
    if not is_step(ev):
        return
    overall = ev.everyone.judged[model].prevalence
    for number, name in enumerate(buckets):
        own = [*cuts.readings[name], cuts.own[name]]
        safe = all(_is_safe([lines[number]], cut, least) for cut in own)
        if safe and (name, model) not in withheld.own and len(lines) > 1:
            others = [*lines[:number], *lines[number + 1 :]]
            rest = _readings(ev, ev.rest(model, name), overall)
            safe = all(_is_safe(others, cut, least) for cut in rest)
        if not safe or (name, model) in withheld.own:
            withheld.gaps.add((name, model))


def _is_safe(lines: Iterable[Sides], cut: float, least: int) -> bool:
    """Whether exact counts at a cut-off tell of enough patients, beside the lines of all these buckets."""
    lines = list(lines)
    for which in (0, 1):
        across = [sides[which].across(cut) for sides in lines]
        if any(0 < sum(one) < least for one in zip(*across, strict=True)):
            return False
    return _is_enough(lines, cut, least)


def _is_enough(lines: Sequence[Sides], cut: float, least: int) -> bool:
    """Whether of each class nobody, or enough patients, are on either side of a cut-off."""
    for which in (0, 1):
        values = [sides[which].values for sides in lines]
        above = sum(one.reaching(cut) for one in values)
        below = sum(int(one.total.sum()) for one in values) - above
        if 0 < above < least or 0 < below < least:
            return False
    return True
