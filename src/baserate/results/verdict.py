"""The verdict: which model to use, and which cannot be told from it.

Models are compared with each other and with deciding without one, which is to treat all where the
disease is common enough for it and none elsewhere. All intervals hold together, so that neither the
number of models nor picking the best of them by looking makes a difference out of chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from baserate.curves import shifted_values, value_by_prevalence
from baserate.deployment.notation import short_percent
from baserate.inference.estimate import Estimate
from baserate.inference.kept import Once
from baserate.inference.strategies import WITHOUT_MODEL, default_strategy
from baserate.odds import expit, logit
from baserate.results.evidence import Evidence
from baserate.results.sentences import verdict_in_words
from baserate.results.shift_verdict import ShiftVerdict, shift_verdict_of
from baserate.results.standing import Conclusion, Standing, best_model, least_lead, rank
from baserate.results.words import confidence, say, words
from baserate.scores.gains import gains_of
from baserate.scores.patient_gains import is_moved

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Flip:
    """Between two prevalences, the model that is best over the whole range is behind another.

    ``confidence`` is the one-sided confidence level of that lead, averaged between the two, and
    ``beyond_chance`` whether it holds although the stretch was picked by looking.
    """

    ahead: str
    low: float
    high: float
    confidence: float
    beyond_chance: bool

    def __str__(self) -> str:
        low, high = short_percent(self.low), short_percent(self.high)
        level = confidence(self.confidence)
        return say("verdict.flip_alone", ahead=self.ahead, low=low, high=high, confidence=level)


def _no_shift() -> None:
    """Of a verdict that no evaluation was asked for."""


@dataclass(frozen=True)
class Verdict:
    """Which model is best, which cannot be told from it, and whether that settles the question.

    ``best`` is the model of the highest net benefit, or ``"without a model"`` where none has a higher
    one than that. ``tied`` are all that the patients cannot tell from the best, the best itself
    included, and with a ``margin`` those who are behind by less than it. ``better_than_without`` are
    the models shown to be better than deciding without one. ``decided`` says whether one is left, and
    ``conclusion`` what all that comes to.

    ``difference`` is the best minus the ``runner_up``, and ``added`` the best model minus deciding
    without one; their own intervals hold one at a time, and at the ``level`` of single intervals
    stated here all comparisons hold together. ``non_inferior`` are models that are no worse than the
    best by more than the margin; ``outside`` says that no such prevalence was observed. ``possible`` is
    what a perfect model would add over deciding without one. ``sentence`` is the verdict in one sentence,
    with which ``text``, all of it, begins.
    """

    best: str
    tied: tuple[str, ...]
    better_than_without: tuple[str, ...]
    decided: bool
    conclusion: Conclusion
    runner_up: str
    difference: Estimate
    added: Estimate
    level: float
    margin: float | None
    non_inferior: tuple[str, ...]
    outside: bool
    flips: tuple[Flip, ...]
    possible: float
    sentence: str = ""
    text: str = ""
    _shift: Once[ShiftVerdict | None] = field(default=Once(_no_shift), repr=False, compare=False)

    @property
    def shift(self) -> ShiftVerdict | None:
        """Whether the verdict holds for any shift from 0 to 1; None at the observed prevalence.

        Worked out when it is first asked for: all comparisons are made anew for each shift.
        """
        return self._shift()

    def __str__(self) -> str:
        return self.text


def verdict_of(ev: Evidence) -> Verdict:
    """The verdict of an evaluation."""
    standing = Standing.of(ev)
    best, runner_up, *_ = standing.ranked
    verdict = Verdict(
        best=best,
        tied=standing.tied,
        better_than_without=standing.better_than_without,
        decided=standing.decided,
        conclusion=standing.conclusion,
        runner_up=runner_up,
        difference=ev.compare(best, runner_up),
        added=ev.compare(best_model(ev), WITHOUT_MODEL),
        level=ev.level_of_comparisons(),
        margin=ev.question.margin,
        non_inferior=_non_inferior(ev, standing.ranked),
        outside=is_outside(ev),
        flips=tuple(_flips(ev, best)),
        possible=_possible(ev),
        _shift=Once(partial(shift_verdict_of, ev, standing.conclusion)),
    )
    sentence, text = verdict_in_words(ev, verdict)
    return replace(verdict, sentence=sentence, text=text)


def lead_differences(ev: Evidence) -> Iterator[Estimate]:
    """The estimates at other prevalences that a verdict needs: who is ahead where the best is not."""
    best = rank(ev)[0]
    for ahead, ends in _stretches(ev, best):
        yield _lead(ev, ahead, best, ends)


def _possible(ev: Evidence) -> float:
    """What a perfect model would add over deciding without one."""
    judged, where = next(iter(ev.everyone.judged.values())), ev.question.deployment
    gains = gains_of(where, judged.prevalence)
    without = default_strategy(WITHOUT_MODEL, judged.cohort, where).value
    return max(0.0, gains.positive_total + gains.negative_total - without)


def _non_inferior(ev: Evidence, ranked: Sequence[str]) -> tuple[str, ...]:
    """Models that are no worse than the best by more than the margin, beyond chance."""
    if ev.question.margin is None or ranked[0] == WITHOUT_MODEL:
        return ()
    rivals = [model for model in ranked[1:] if model != WITHOUT_MODEL]
    return tuple(model for model in rivals if ev.simultaneous(ranked[0], model).high < least_lead(ev))


def is_outside(ev: Evidence) -> bool:
    """Whether no prevalence of the deployment was observed, in everyone or in a group."""
    where = ev.question.deployment.prevalence
    if where is None:
        return False
    (low, high), (least, most) = where.distribution.ends, observed_prevalences(ev)
    return bool(high < least or low > most)


def observed_prevalences(ev: Evidence) -> tuple[float, float]:
    """The lowest and the highest prevalence observed in everyone and in groups; the former as an interval."""
    everyone = next(iter(ev.everyone.judged.values())).cohort.log_odds_of_prevalence()
    interval = everyone.interval(ev.question.level)
    groups = [group.prevalence for group in ev.groups.values() if group.why_not is None]
    ends = [float(expit(interval.low)), float(expit(interval.high)), *groups]
    return min(ends), max(ends)


def _flips(ev: Evidence, best: str) -> Iterator[Flip]:
    """Where within the range another model is ahead, and whether that is beyond chance."""
    stretches = _stretches(ev, best)
    # Bonferroni's level: the stretches, and who is ahead, were picked by looking.
    level = 1.0 - (1.0 - ev.question.level) / max(len(ev.models) - 1, len(stretches), 1)
    for ahead, (low, high) in stretches:
        lead = _lead(ev, ahead, best, (low, high))
        beyond = low < high and lead.interval(level).low > 0.0 and lead.value >= least_lead(ev)
        yield Flip(ahead, low, high, lead.confidence(), beyond)


def _stretches(ev: Evidence, best: str) -> list[tuple[str, tuple[float, float]]]:
    """Where within the range another model is ahead.

    For a range with two ends and one cost; elsewhere there is no axis to flip on.
    """
    ends = stated_range(ev)
    has_one_cost = ev.question.deployment.cost.distribution.point is not None
    if ends is None or best not in ev.models or len(ev.models) < 2 or not has_one_cost:
        return []
    x = np.linspace(float(logit(ends[0])), float(logit(ends[1])), words("constants.prevalences_compared"))
    prevalence = np.clip(np.asarray(expit(x)), *ends)
    values = np.array([_values(ev, name, prevalence) for name in ev.models])
    first = ev.models.index(best)
    leader = np.argmax(values, axis=0)
    # A tie is nobody's lead.
    leader[values[first] >= values.max(axis=0) - words("constants.a_tie")] = first
    starts = np.flatnonzero(np.append(True, leader[1:] != leader[:-1]))
    stretches = []
    for start, stop in zip(starts, np.append(starts[1:], len(leader)), strict=True):
        if leader[start] == first:
            continue
        ends = float(prevalence[start]), float(prevalence[stop - 1])
        stretches.append((ev.models[leader[start]], ends))
    return stretches


def _lead(ev: Evidence, ahead: str, best: str, ends: tuple[float, float]) -> Estimate:
    """By how much the one ahead is, over a stretch of prevalences."""
    return ev.difference(ahead, best, ev.question.deployment.at(ends))


def _values(ev: Evidence, model: str, prevalence: Numbers) -> Numbers:
    """Net benefit of a model at each prevalence; they rise from one end of the range to the other."""
    judged = ev.judged(model)
    if is_moved(judged.deployment):
        return shifted_values(judged.sample, judged.deployment, judged.source, prevalence)
    curve = value_by_prevalence(
        judged.sample.table,
        prevalence=(float(prevalence[0]), float(prevalence[-1])),
        cost=ev.question.deployment.cost,
        source_prevalence=judged.source,
    )
    return curve.at(prevalence)


def stated_range(ev: Evidence) -> tuple[float, float] | None:
    """The two ends of the prevalences asked about, if they are a range that has ends."""
    where = ev.question.deployment.prevalence
    return None if where is None else where.distribution.stated_ends
