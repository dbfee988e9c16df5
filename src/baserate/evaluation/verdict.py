"""The verdict in words: which model wins over the range, by how much, how sure, and where the order flips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from baserate.deployment.deployment import Deployment
from baserate.deployment.notation import short_percent
from baserate.deployment.odds import expit, logit
from baserate.evaluation.evidence import Evidence
from baserate.evaluation.words import probability, say, thousandths, words
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import DEFAULT_STRATEGIES, TREAT_ALL, TREAT_NONE
from baserate.scores.curves import Curve, value_by_prevalence
from baserate.scores.sample import ScoreTable

# What a model is ranked with; without a model is the better of the two, and no decision of its own.
_RANKED = (TREAT_ALL, TREAT_NONE)


@dataclass(frozen=True)
class Flip:
    """Between two prevalences, the model that is best over the whole range is behind another.

    ``probability`` is how sure the data are of that, averaged between the two.
    """

    ahead: str
    low: float
    high: float
    probability: float

    def __str__(self) -> str:
        key = "verdict.flip" if self.is_sure else "verdict.flip_by_chance"
        return say(key, ahead=self.ahead, low=short_percent(self.low), high=short_percent(self.high))

    @property
    def is_sure(self) -> bool:
        """Whether an interval at 95 % would hold it to be a lead."""
        return bool(self.probability >= words("constants.sure_lead"))


@dataclass(frozen=True)
class Verdict:
    """The best way to decide, the next best, and whether the data can tell them apart."""

    best: str
    runner_up: str
    difference: Estimate
    decided: bool
    flips: tuple[Flip, ...]
    text: str

    def __str__(self) -> str:
        return self.text


def verdict_of(ev: Evidence) -> Verdict:
    """The verdict of an evaluation."""
    ranked = _rank(ev)
    best, runner_up = ranked[0], ranked[1]
    if best not in ev.models and runner_up not in ev.models:
        runner_up = next(name for name in ranked if name in ev.models)
    difference = ev.compare(best, runner_up)
    # As when the interval excludes zero.
    sure = (1.0 + ev.question.level) / 2.0
    decided = difference.probability_better >= sure
    flips, changes = _flips(ev, best)
    sentences = [_opening(ev, best, runner_up, difference, decided)]
    sentences += _over_default(ev, best, runner_up, sure)
    stretches = tuple(flip for flip in flips if flip.low < flip.high)  # a single point is none to tell of
    sentences += [_flip_sentence(stretches, best, changes)] if stretches else []
    return Verdict(best, runner_up, difference, bool(decided), flips, " ".join(sentences))


def lead_differences(ev: Evidence) -> Iterator[Estimate]:
    """The estimates at other prevalences that a verdict needs: who is ahead where the best is not."""
    best = _rank(ev)[0]
    for ahead, ends in _stretches(ev, best)[0]:
        yield _lead(ev, ahead, best, ends)


def _rank(ev: Evidence) -> list[str]:
    """Models and default strategies, the best first."""
    return sorted((*ev.models, *_RANKED), key=lambda name: -ev.score(name).value)


def _opening(ev: Evidence, best: str, other: str, difference: Estimate, decided: bool) -> str:
    where = ev.question.deployment
    prevalence = words("prevalence.observed") if where.prevalence is None else str(where.prevalence)
    place = say("verdict.over_a_range" if _range(ev) else "verdict.at_one_prevalence", prevalence=prevalence)
    return say(
        "verdict.wins" if decided else "verdict.undecided",
        best=_capital(best) if decided else best,
        other=other,
        where=say("verdict.where", place=place, cost=where.cost.words()),
        worth=_worth(difference),
        probability=probability(difference.probability_better, in_a_sentence=True),
    )


def _worth(difference: Estimate) -> str:
    value, low, high = thousandths(difference)
    level, unit = f"{100 * difference.level:g} %", words("units.per 1,000.unit")
    return say("verdict.worth", value=value, unit=unit, level=level, low=low, high=high)


def _over_default(ev: Evidence, best: str, runner_up: str, enough: float) -> list[str]:
    """Whether the best beats deciding without a model, if that has not been said."""
    if best not in ev.models:
        return [words("verdict.no_model_is_better")]
    strategy = max(_RANKED, key=lambda name: ev.score(name).value)
    if strategy == runner_up:
        return []
    difference = ev.compare(best, strategy)
    unsure = "" if difference.probability_better >= enough else "_unsure"
    return [say(f"verdict.over_default{unsure}", strategy=strategy, best=best, worth=_worth(difference))]


def _flips(ev: Evidence, best: str) -> tuple[tuple[Flip, ...], int]:
    """Where within the range another model is ahead, how surely, and how often the lead changes."""
    stretches, changes = _stretches(ev, best)
    flips = [Flip(ahead, *ends, _lead(ev, ahead, best, ends).probability_better) for ahead, ends in stretches]
    return tuple(flips), changes


def _stretches(ev: Evidence, best: str) -> tuple[list[tuple[str, tuple[float, float]]], int]:
    """Where within the range another model is ahead, and how often the lead changes.

    For a range with two ends and one cost; elsewhere there is no axis to flip on.
    """
    ends = _range(ev)
    has_one_cost = ev.question.deployment.cost.distribution.point is not None
    if ends is None or best not in ev.models or len(ev.models) < 2 or not has_one_cost:
        return [], 0
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
    return stretches, len(starts) - 1


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


def _flip_sentence(flips: tuple[Flip, ...], best: str, changes: int) -> str:
    joined = words("verdict.and").join
    if len(flips) <= words("constants.flips_told_one_by_one"):
        return say("verdict.flips", flips=joined(map(str, flips)), best=best)
    sure = [str(flip) for flip in flips if flip.is_sure]
    if sure:
        return say("verdict.many_flips", changes=changes, flips=joined(sure))
    return say("verdict.many_flips_by_chance", changes=changes)


def _range(ev: Evidence) -> tuple[float, float] | None:
    """The two ends of the prevalences asked about, if they are a range that has ends."""
    where = ev.question.deployment.prevalence
    return None if where is None else where.distribution.stated_ends


def _capital(name: str) -> str:
    """Names of models as they are; default strategies begin a sentence."""
    return name.capitalize() if name in DEFAULT_STRATEGIES else name
