"""Whether a verdict holds if more, or less, of the difference in prevalence is label shift.

Nobody knows the shift of a place without labels from it, so the verdict is found again for every shift
from 0, covariate shift, to 1, label shift, all models alike: on a grid first, and where two neighbours
come to different conclusions, between them, to two digits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from baserate.deployment.shift import Shift
from baserate.errors import ShiftError
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import WITHOUT_MODEL
from baserate.odds import logit
from baserate.results.evidence import Evidence
from baserate.results.judged import Judged
from baserate.results.sentences import joined
from baserate.results.standing import Conclusion, Standing, best_model
from baserate.results.words import per_thousand, say, words

# Shifts are looked at in hundredths: every so many of them, and with many patients fewer. Where every look
# costs passes over the data, tenths are looked at together, and nothing in between.
_WHOLE, _EVERY, _EVERY_OF_MANY, _MANY, _AT_ONCE = 100, 20, 50, 200_000, 10
# A prevalence this far from the observed one, in log odds, is far: odds that are twice as high, or half.
_FAR = math.log(2.0)


@dataclass(frozen=True)
class Stretch:
    """From one shift to another the patients come to one conclusion.

    ``left_out`` are models for which there is no such place: their scores know too little of who is ill
    to be the reason for so large a difference in prevalence. The conclusion is about the others.
    ``before`` and ``after`` are the next shifts that were looked at, and came to another one.
    """

    low: float
    high: float
    conclusion: Conclusion
    left_out: tuple[str, ...] = ()
    before: float = 0.0
    after: float = 1.0


@dataclass(frozen=True)
class ShiftVerdict:
    """What the verdict would be at every shift from 0 to 1.

    ``asked`` is what the verdict itself comes to. ``stretches`` cover the dial from 0 to 1, and both ends
    of each were looked at. ``model`` is the best one, ``net_benefit`` its own at the shifts 0 and 1, None
    where there is no such place. ``rests_on_shift`` says that the deployment is far from the observed
    prevalence, and that one of the two lies outside the interval of its net benefit as it was asked for.
    ``text`` is all that in words.
    """

    asked: Conclusion
    stretches: tuple[Stretch, ...]
    model: str
    net_benefit: Mapping[float, Estimate | None] = field(compare=False)
    rests_on_shift: bool
    text: str = ""

    @property
    def holds(self) -> bool:
        """Whether the conclusion is the same for every shift at which one can be had."""
        known = [stretch.conclusion for stretch in self.stretches if stretch.conclusion.kind != _NOWHERE]
        return bool(known) and all(one.same_as(self.asked) for one in known)

    def __str__(self) -> str:
        return self.text


# The kind of a conclusion where no model is left.
_NOWHERE: Literal["nowhere"] = "nowhere"


def shift_verdict_of(ev: Evidence, asked: Conclusion) -> ShiftVerdict | None:
    """The verdict for every shift; None at the observed prevalence, where no shift makes a difference."""
    if ev.question.deployment.prevalence is None:
        return None
    dial, model = _Dial(ev), best_model(ev)
    stretches = dial.stretches()
    ends = {gamma: dial.net_benefit(model, gamma) for gamma in (0.0, 1.0)}
    rests = _is_far(ev) and _is_outside(ends, ev.score(model))
    verdict = ShiftVerdict(asked, stretches, model, ends, rests)
    return replace(verdict, text=_in_words(ev, verdict))


@dataclass
class _Dial:
    """An evaluation at every shift that was looked at, by hundredths."""

    ev: Evidence
    found: dict[int, tuple[Conclusion, tuple[str, ...]]] = field(default_factory=dict)
    ends: dict[float, Evidence] = field(default_factory=dict)

    def stretches(self) -> tuple[Stretch, ...]:
        """Neighbouring shifts of one conclusion together."""
        places = _grid(self.ev)
        self._look(places)
        while turns := [(a + b) // 2 for a, b in pairwise(places) if b - a > 1 and self._may_turn(a, b)]:
            self._look(turns)
            places = sorted({*places, *turns})
        edges = [(a, b) for a, b in pairwise(places) if self._turns(a, b)]
        firsts, lasts = [0, *(b for _, b in edges)], [*(a for a, _ in edges), _WHOLE]
        around = zip([0, *(a for a, _ in edges)], [*(b for _, b in edges), _WHOLE], strict=True)
        return tuple(
            Stretch(first / _WHOLE, last / _WHOLE, *self.found[first], before / _WHOLE, after / _WHOLE)
            for first, last, (before, after) in zip(firsts, lasts, around, strict=True)
        )

    def _may_turn(self, one: int, other: int) -> bool:
        """Whether to look between two shifts."""
        return not _costs_passes(self.ev) and self._turns(one, other)

    def net_benefit(self, model: str, gamma: float) -> Estimate | None:
        """Of one model at an end of the dial; None where there is no such place."""
        there = self.ends[gamma]
        return there.score(model) if model in there.models else None

    def _turns(self, one: int, other: int) -> bool:
        (first, without), (second, as_well) = self.found[one], self.found[other]
        return without != as_well or not first.same_as(second)

    def _look(self, places: Sequence[int]) -> None:
        """Come to a conclusion at these shifts; what an engine must tell for it is fetched in one pass."""
        there = {place: _possible(self.ev, place) for place in places}
        self.ev.patients.prefetch_clusters(
            lambda: [one.compare(*pair) for one, _ in there.values() for pair in one.comparisons]
        )
        for place, (one, left_out) in there.items():
            conclusion = Standing.of(one).conclusion if one.models else Conclusion(_NOWHERE)
            self.found[place] = conclusion, left_out
            if place in (0, _WHOLE):
                self.ends[place / _WHOLE] = one


def dial_comparisons(ev: Evidence) -> list[Estimate]:
    """What an engine with clusters is to tell for all shifts that are looked at, together with all else."""
    if ev.question.deployment.prevalence is None or not _costs_passes(ev):
        return []
    there = [_possible(ev, place)[0] for place in _grid(ev)]
    return [one.compare(*pair) for one in there for pair in one.comparisons]


def _costs_passes(ev: Evidence) -> bool:
    return ev.patients.in_bins and ev.patients.roles.cluster is not None


def _grid(ev: Evidence) -> list[int]:
    """The shifts that are looked at in any case."""
    few = _EVERY if ev.everyone.patients <= _MANY else _EVERY_OF_MANY
    return list(range(0, _WHOLE + 1, _AT_ONCE if _costs_passes(ev) else few))


def _possible(ev: Evidence, place: int) -> tuple[Evidence, tuple[str, ...]]:
    """The evaluation at a shift, of the models for which there is such a place; and the others."""
    return ev._once(("at shift", place), lambda: _find_possible(ev, place / _WHOLE))


def _find_possible(ev: Evidence, gamma: float) -> tuple[Evidence, tuple[str, ...]]:
    there = at_shift(ev, Shift(gamma))
    left_out = tuple(name for name, judged in there.everyone.judged.items() if not _exists(judged))
    return (_without(there, left_out) if left_out else there), left_out


def at_shift(ev: Evidence, shift: Shift) -> Evidence:
    """The evaluation on all patients with one shift for all models."""
    question = ev.question.with_shifts(dict.fromkeys(ev.models, shift))
    judged = {
        name: replace(one, deployment=question.deployment_of(name))
        for name, one in ev.everyone.judged.items()
    }
    return replace(ev, question=question, everyone=replace(ev.everyone, judged=judged), groups={}, _kept={})


def _exists(judged: Judged) -> bool:
    """Whether there is a place with the deployment's prevalence and shift for these scores."""
    try:
        judged.score(judged.deployment)
    except ShiftError:
        return False
    return True


def _without(ev: Evidence, models: Sequence[str]) -> Evidence:
    """The evaluation of the other models."""
    asked, judged = ev.question, ev.everyone.judged
    kept = [name for name in ev.models if name not in models]
    roles = replace(asked.roles, scores={name: asked.roles.scores[name] for name in kept})
    question = replace(asked, roles=roles, shifts={name: asked.shifts[name] for name in kept})
    everyone = replace(ev.everyone, judged={name: judged[name] for name in kept})
    return replace(ev, question=question, everyone=everyone, _kept={})


def _is_far(ev: Evidence) -> bool:
    """Whether the deployment's median prevalence is far from the observed one."""
    where = ev.question.deployment.prevalence
    if where is None:
        return False
    apart = float(logit(where.distribution.median)) - float(logit(ev.everyone.prevalence))
    return abs(apart) > _FAR


def _is_outside(ends: Mapping[float, Estimate | None], asked: Estimate) -> bool:
    """Whether net benefit at an end of the dial lies outside the interval of what was asked for."""
    return any(end is not None and not asked.low <= end.value <= asked.high for end in ends.values())


# ---- in words ----


def _in_words(ev: Evidence, verdict: ShiftVerdict) -> str:
    sentences = [_holds_in_words(verdict)] if verdict.holds else list(_turns_in_words(verdict))
    sentences += _left_out_in_words(verdict)
    covariate, label = verdict.net_benefit.values()
    if covariate is not None and label is not None:
        key = "shift.rests" if verdict.rests_on_shift else "shift.ends"
        values = {"covariate": per_thousand(covariate), "label": per_thousand(label)}
        sentences.append(say(key, model=verdict.model, level=f"{100 * ev.question.level:g} %", **values))
    return " ".join(sentences)


def _holds_in_words(verdict: ShiftVerdict) -> str:
    """That it holds: everywhere, or where there is a place to judge models at."""
    known = [stretch for stretch in verdict.stretches if stretch.conclusion.kind != _NOWHERE]
    if len(known) == len(verdict.stretches):
        return str(words("shift.holds"))
    judged = replace(known[0], high=known[-1].high)
    return say("shift.holds_where", where=_where(judged))


def _turns_in_words(verdict: ShiftVerdict) -> list[str]:
    """Where the conclusion is another, and which."""
    told = [
        say("shift.turn", where=_where(stretch), conclusion=_conclusion_in_words(stretch))
        for stretch in _by_conclusion(verdict.stretches)
        if stretch.conclusion.kind != _NOWHERE and not stretch.conclusion.same_as(verdict.asked)
    ]
    return [say("shift.turns", turns=words("shift.then").join(told))]


def _by_conclusion(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Neighbours of one conclusion about the same models as one."""
    merged = [stretches[0]]
    for stretch in stretches[1:]:
        before = merged[-1]
        if stretch.conclusion.same_as(before.conclusion) and stretch.left_out == before.left_out:
            merged[-1] = replace(merged[-1], high=stretch.high, after=stretch.after)
        else:
            merged.append(stretch)
    return merged


def _conclusion_in_words(stretch: Stretch) -> str:
    """What is concluded; and who is not, being of those who were not judged."""
    conclusion = stretch.conclusion
    kind = "worse" if conclusion.models == (WITHOUT_MODEL,) else conclusion.kind
    told = say(f"shift.{kind}", models=joined(conclusion.models))
    return say("shift.among", conclusion=told, models=joined(stretch.left_out)) if stretch.left_out else told


def _left_out_in_words(verdict: ShiftVerdict) -> list[str]:
    """Up to which shift there is no place for some models."""
    highest: dict[str, Stretch] = {}
    for stretch in verdict.stretches:
        for model in stretch.left_out:
            highest[model] = replace(stretch, low=0.0)
    by_place: dict[str, list[str]] = {}
    for model, stretch in highest.items():
        by_place.setdefault(_where(stretch), []).append(model)
    return [say("shift.no_place", where=where, models=joined(names)) for where, names in by_place.items()]


def _where(stretch: Stretch) -> str:
    """A stretch of shifts: below one, above one, at one, or from one to another."""
    if stretch.low == 0.0 and stretch.high == 1.0:
        return str(words("shift.everywhere"))
    if stretch.low == 0.0:
        return say("shift.below", high=f"{stretch.after:.2g}")
    if stretch.low == stretch.high:
        return say("shift.at", low=f"{stretch.low:.2g}")
    if stretch.high == 1.0:
        return say("shift.above", low=f"{stretch.before:.2g}")
    return say("shift.from_to", low=f"{stretch.low:.2g}", high=f"{stretch.high:.2g}")
