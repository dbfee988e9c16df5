"""Numbers in words, the same wherever they are read: the verdict, the tables, the command line.

The verdict in words: which model wins over the range, by how much, how sure, and where the order flips.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from baserate.deployment.deployment import Deployment
from baserate.deployment.distributions import LogOddsUniform, Point, Uniform
from baserate.deployment.notation import short_percent
from baserate.deployment.odds import expit, logit
from baserate.evaluation.evidence import Evidence
from baserate.evaluation.judged import TREAT_ALL, TREAT_NONE
from baserate.inference.estimate import Estimate
from baserate.scores.curves import Curve, value_by_prevalence
from baserate.scores.sample import ScoreTable


def thousandths(found: Estimate) -> tuple[str, str, str]:
    """A number and the ends of its interval per 1,000 patients, with the digits that it is worth."""
    interval = found.interval()
    digits = 1 if 1000 * (interval.high - interval.low) >= 0.2 else 2
    numbers = (found.value, interval.low, interval.high)
    # Nothing added to a rounded number, so that what is next to nothing is not minus nothing.
    value, low, high = (f"{round(1000 * x, digits) + 0.0:.{digits}f}" for x in numbers)
    return value, low, high


def per_thousand(found: Estimate | float) -> str:
    """A number of net benefit, per 1,000 patients, with its interval."""
    if not isinstance(found, Estimate):
        return f"{1000 * found:.1f}"
    value, low, high = thousandths(found)
    return f"{value} ({low} to {high})"


def probability(p: float, more: str = ">", less: str = "<") -> str:
    """A probability in percent; one that is next to certain is not called so."""
    if p > 0.999:
        return f"{more} 99.9 %"
    return f"{less} 0.1 %" if p < 0.001 else f"{100 * p:.1f} %"


_POINTS = 401
_FEW_FLIPS = 3


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
        sure = "" if self.probability >= _SURE else ", which may be chance"
        return f"{self.ahead} is ahead from {short_percent(self.low)} to {short_percent(self.high)}{sure}"


# A lead that an interval at 95 % would hold to be one.
_SURE = 0.975


@dataclass(frozen=True)
class Verdict:
    """The best way to decide, the next best, and whether the data can tell them apart."""

    best: str
    runner_up: str
    difference: float
    low: float
    high: float
    probability: float
    decided: bool
    flips: tuple[Flip, ...]
    text: str

    def __str__(self) -> str:
        return self.text


def verdict_of(ev: Evidence) -> Verdict:
    """The verdict of an evaluation."""
    ranked = _ranked(ev)
    best, runner_up = ranked[0], ranked[1]
    if best not in ev.models and runner_up not in ev.models:
        runner_up = next(name for name in ranked if name in ev.models)
    found = ev.compare(best, runner_up)
    # As when the interval excludes zero.
    sure = (1.0 + ev.question.level) / 2.0
    decided = found.probability_better >= sure
    flips, changes = _flips(ev, best)
    sentences = [_opening(ev, best, runner_up, found, decided)]
    sentences += _rivals(ev, best, runner_up, sure)
    told = tuple(flip for flip in flips if flip.low < flip.high)  # a single point is no stretch to tell of
    sentences += [_flip_sentence(told, best, changes)] if told else []
    return Verdict(
        best,
        runner_up,
        found.value,
        found.low,
        found.high,
        found.probability_better,
        bool(decided),
        flips,
        " ".join(sentences),
    )


def lead_differences(ev: Evidence) -> Iterator[Estimate]:
    """The estimates at other prevalences that a verdict needs: who is ahead where the best is not."""
    best = _ranked(ev)[0]
    for ahead, ends in _stretches(ev, best)[0]:
        yield _lead(ev, ahead, best, ends)


def _ranked(ev: Evidence) -> list[str]:
    """Models and ways without one, the best first."""
    return sorted((*ev.models, TREAT_ALL, TREAT_NONE), key=lambda name: -_value(ev, name))


def _value(ev: Evidence, name: str) -> float:
    found = ev.score(name) if name in ev.models else ev.rival(name)
    return found.value if isinstance(found, Estimate) else found


def _opening(ev: Evidence, best: str, other: str, found: Estimate, decided: bool) -> str:
    where = ev.question.deployment
    place = "at the patients' own prevalence" if where.prevalence is None else f"at {where.prevalence}"
    place = place.replace("at ", "over ", 1) if _range(ev) else place
    worth = _worth(found)
    if decided:
        return (
            f"{_capital(best)} wins {place} at a cost of {where.cost.words()}: over {other}, it is worth "
            f"{worth}. Probability that it is the better of the two: "
            f"{_sure(found)}."
        )
    return (
        f"These data cannot tell {best} from {other} {place} at a cost of {where.cost.words()}: the "
        f"difference is {worth}. Probability that {best} is the better of the two: "
        f"{_sure(found)}."
    )


def _worth(found: Estimate) -> str:
    value, low, high = thousandths(found)
    level = f"{100 * found.interval().level:g} %"
    return f"{value} true positives per 1,000 patients at no more harm ({level} interval {low} to {high})"


def _rivals(ev: Evidence, best: str, runner_up: str, enough: float) -> list[str]:
    """Whether the best beats deciding without a model, if that has not been said."""
    if best not in ev.models:
        return ["No model is better than deciding without one."]
    rival = max((TREAT_ALL, TREAT_NONE), key=lambda name: _value(ev, name))
    if rival == runner_up:
        return []
    found = ev.compare(best, rival)
    sure = "" if found.probability_better >= enough else ", which these data cannot tell from nothing"
    return [f"Over the better way without a model ({rival}), {best} is worth {_worth(found)}{sure}."]


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
    if ends is None or best not in ev.models or len(ev.models) < 2 or not _one_cost(ev):
        return [], 0
    x = np.linspace(float(logit(ends[0])), float(logit(ends[1])), _POINTS)
    prevalence = np.clip(np.asarray(expit(x)), *ends)
    values = np.array([_curve(ev, name, ends).at(prevalence) for name in ev.models])
    first = ev.models.index(best)
    leader = np.argmax(values, axis=0)
    leader[values[first] >= values.max(axis=0) - 1e-12] = first  # a tie is nobody's lead
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
    if len(flips) > _FEW_FLIPS:
        sure = [str(flip) for flip in flips if flip.probability >= _SURE]
        which = (
            f"more than chance only: {', and '.join(sure)}" if sure else "no such lead is more than chance"
        )
        return f"Within the range the lead changes {changes} times; {which}."
    return f"Within the range the order flips: {', and '.join(map(str, flips))}; elsewhere {best} is."


def _range(ev: Evidence) -> tuple[float, float] | None:
    where = ev.question.deployment.prevalence
    if where is None or not isinstance(where.distribution, (LogOddsUniform, Uniform)):
        return None
    return where.distribution.a, where.distribution.b


def _one_cost(ev: Evidence) -> bool:
    return isinstance(ev.question.deployment.cost.distribution, Point)


def _capital(name: str) -> str:
    """Names of models as they are; ways without a model begin a sentence."""
    return name.capitalize() if name in (TREAT_ALL, TREAT_NONE) else name


def _sure(found: Estimate) -> str:
    return probability(found.probability_better, "more than", "less than")
