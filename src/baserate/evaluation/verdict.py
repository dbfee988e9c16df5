"""The verdict: which model to use, and which cannot be told from it.

Models are compared with each other and with deciding without one, which is to treat all where the
disease is common enough for it and none elsewhere. All intervals hold together, so that neither the
number of models nor picking the best of them by looking makes a difference out of chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from baserate.deployment.deployment import Deployment
from baserate.deployment.notation import short_percent
from baserate.deployment.odds import expit, logit
from baserate.evaluation.evidence import Evidence
from baserate.evaluation.sentences import verdict_in_words
from baserate.evaluation.words import confidence, say, words
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import WITHOUT_MODEL, default_strategy
from baserate.scores.curves import Curve, value_by_prevalence
from baserate.scores.gains import gains_of
from baserate.scores.sample import ScoreTable


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


@dataclass(frozen=True)
class Verdict:
    """Which model is best, which cannot be told from it, and whether that settles the question.

    ``best`` is the model of the highest net benefit, or ``"without a model"`` where none has a higher
    one than that. ``tied`` are all that the patients cannot tell from the best, the best itself
    included, and with a ``margin`` those who are behind by less than it. ``better_than_without`` are
    the models shown to be better than deciding without one. ``decided`` says whether one is left.

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

    def __str__(self) -> str:
        return self.text


def verdict_of(ev: Evidence) -> Verdict:
    """The verdict of an evaluation."""
    ranked = _rank(ev)
    best, runner_up = ranked[:2]
    better = tuple(model for model in ev.models if is_ahead(ev, model, WITHOUT_MODEL))
    tied = _tied(ev, ranked, better)
    verdict = Verdict(
        best=best,
        tied=tied,
        better_than_without=better,
        decided=len(tied) == 1 and (best == WITHOUT_MODEL or best in better),
        runner_up=runner_up,
        difference=ev.compare(best, runner_up),
        added=ev.compare(best_model(ev), WITHOUT_MODEL),
        level=ev.level_of_comparisons(),
        margin=ev.question.margin,
        non_inferior=_non_inferior(ev, ranked),
        outside=is_outside(ev),
        flips=tuple(_flips(ev, best)),
        possible=_possible(ev),
    )
    sentence, text = verdict_in_words(ev, verdict)
    return replace(verdict, sentence=sentence, text=text)


def lead_differences(ev: Evidence) -> Iterator[Estimate]:
    """The estimates at other prevalences that a verdict needs: who is ahead where the best is not."""
    best = _rank(ev)[0]
    for ahead, ends in _stretches(ev, best):
        yield _lead(ev, ahead, best, ends)


def best_model(ev: Evidence) -> str:
    """The model of the highest net benefit; of equal ones, the first."""
    return max(ev.models, key=lambda model: ev.score(model).value)


def is_ahead(ev: Evidence, one: str, other: str) -> bool:
    """Whether a lead is beyond chance, all comparisons taken together, and no smaller than the margin.

    Where patients came in bins, it must also be more than the bins of the two can make.
    """
    value, bins = ev.compare(one, other).value, ev.error_bound(one) + ev.error_bound(other)
    return ev.simultaneous(one, other).low > words("constants.a_tie") + bins and value >= least_lead(ev)


def least_lead(ev: Evidence) -> float:
    """The smallest difference that matters, in net benefit; zero where no margin is stated."""
    return (ev.question.margin or 0.0) / 1000.0


def _rank(ev: Evidence) -> list[str]:
    """Models and deciding without one, the best first; a model that only equals the latter is no better."""
    models = sorted(ev.models, key=lambda name: -ev.score(name).value)
    ahead = [model for model in models if ev.compare(model, WITHOUT_MODEL).value > words("constants.a_tie")]
    return [*ahead, WITHOUT_MODEL, *models[len(ahead) :]]


def _tied(ev: Evidence, ranked: list[str], better: tuple[str, ...]) -> tuple[str, ...]:
    """The best, and the models that it is not shown to be ahead of.

    Where the best is not shown to be better than deciding without a model, those that are cannot be
    worse choices.
    """
    best = ranked[0]
    rivals = [model for model in ranked[1:] if model != WITHOUT_MODEL]
    kept = better if best not in better else ()
    return (best, *(model for model in rivals if model in kept or not is_ahead(ev, best, model)))


def _possible(ev: Evidence) -> float:
    """What a perfect model would add over deciding without one."""
    judged, where = next(iter(ev.everyone.judged.values())), ev.question.deployment
    gains = gains_of(where, judged.prevalence)
    without = default_strategy(WITHOUT_MODEL, judged.cohort, where).value
    return max(0.0, gains.positive_total + gains.negative_total - without)


def _non_inferior(ev: Evidence, ranked: list[str]) -> tuple[str, ...]:
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
    values = np.array([_curve(ev, name, ends).at(prevalence) for name in ev.models])
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
    return ev.difference(ahead, best, Deployment.of(ends, ev.question.deployment.cost))


def _curve(ev: Evidence, model: str, ends: tuple[float, float]) -> Curve:
    judged = ev.judged(model)
    return value_by_prevalence(
        ScoreTable.from_sample(judged.sample),
        prevalence=ends,
        cost=ev.question.deployment.cost,
        source_prevalence=judged.source,
    )


def stated_range(ev: Evidence) -> tuple[float, float] | None:
    """The two ends of the prevalences asked about, if they are a range that has ends."""
    where = ev.question.deployment.prevalence
    return None if where is None else where.distribution.stated_ends
