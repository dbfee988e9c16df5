"""From sums over arrays to a number with its interval: the same guards as everywhere in the library.

A score of independent patients is guarded by pseudo-observations, a difference of two models on the same
patients by an adjusted t interval (:mod:`baserate.inference.guards`); both ask for sums alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from baserate.deployment.deployment import Deployment
from baserate.errors import SettingError, tell
from baserate.extensions.arrays.kernels import ClassTotals, Shape, step_terms
from baserate.extensions.arrays.libraries import Array
from baserate.extensions.arrays.sums import FEW_ROWS, Columns, Totals
from baserate.inference.constants import (
    ENOUGH_FOR_A_MEDIAN,
    FEW_DIFFER,
    FEW_PATIENTS,
    LEAST_REACH,
    NO_CLOSER,
    SCORES_BEYOND,
)
from baserate.inference.guards import Single
from baserate.inference.moments import ClassMoments, Sums, cutoff_moves
from baserate.inference.quantile import quantile
from baserate.inference.sampling import Spread, check_numbers, few_events
from baserate.odds import expit, log_odds
from baserate.scores.gains import Gains, decision_gains
from baserate.scores.sample import like_decisions

# Scores of a class are taken out whole up to so many; of more, some show how they are spread.
_SMALL_CLASS = 1 << 20


class Numbers(NamedTuple):
    """An estimate on the host: value, standard error, and the ends of its interval."""

    value: float
    standard_error: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Model:
    """One model's gains on these patients: ``source`` is a stated source prevalence, if one is."""

    columns: Columns
    deployment: Deployment
    source: float | None
    threshold: float | None

    @cached_property
    def gains(self) -> Gains:
        observed = 0.5  # of no consequence where the source prevalence is stated
        if self.source is None:
            cases, others = self.columns.class_weights
            observed = cases / (cases + others)
        return decision_gains(self.deployment, observed, self.source, self.threshold)

    def shape(self, score: Array) -> Shape:
        """The gains as a kernel takes them, where the interval is to be had from sums."""
        shape = Shape.of(self.gains, _kind(self.columns, score))
        if self.moves and shape.terms is step_terms:
            raise SettingError(
                "at one prevalence the cut-off hangs on the observed one, whose error takes the patients "
                "near it: state source_prevalence, ask for a range of prevalences, or bring the columns to "
                "NumPy: baserate.Cohort.of(y).net_benefit(p, ...)."
            )
        return shape

    @property
    def moves(self) -> bool:
        """Whether decisions hang on the prevalence that these patients happen to have."""
        return self.threshold is None and cutoff_moves(self.deployment, self.source)

    def totals_of_class(self) -> tuple[float, float]:
        return self.gains.positive_total, self.gains.negative_total


def _kind(columns: Columns, score: Array) -> np.dtype[Any] | None:
    """The kind of the scores, for ties with a threshold."""
    if columns.library.kind(score) != "f":
        return None
    return np.dtype({16: np.float16, 32: np.float32}.get(columns.library.bits(score), np.float64))


def score_numbers(model: Model, baseline: str, level: float) -> Numbers:
    """One model's score with its interval."""
    columns = model.columns
    ((_, score),) = columns.scores.items()
    shape = model.shape(score)
    totals = columns.add_up([shape])
    _check(columns, totals)
    _warn(columns, model, score, totals.of_model(0))
    moments = class_moments(model, shape, totals.classes)
    zero = model.gains.negative_total if baseline == "treat-none" else 0.0
    value = moments[0].mean + moments[1].mean - zero
    derivative = -_slope(model, shape, moments, columns) if model.moves else 0.0
    single = Single(value, moments, derivative, _ends(model.gains, totals.of_model(0)))
    shift, spread = single.with_pseudo_observations()
    half = quantile(spread.degrees, level) * math.sqrt(spread.variance)
    most = sum(model.totals_of_class()) - zero
    low, high = max(value + shift - half, -zero), min(value + shift + half, most)
    return Numbers(value, math.sqrt(single.spread().variance), low, high)


def difference_numbers(first: Model, second: Model, level: float) -> Numbers:
    """The difference of two models' scores on the same patients, with its interval."""
    columns = first.columns
    scores = list(columns.scores.values())
    shapes = [model.shape(score) for model, score in zip((first, second), scores, strict=True)]
    speeds = float(first.moves), float(second.moves)
    totals = columns.add_up(shapes, speeds)
    _check(columns, totals)
    for place, (model, score) in enumerate(zip((first, second), scores, strict=True)):
        _warn(columns, model, score, totals.of_model(place))
    moments = class_moments(first, shapes[0], totals.classes, difference=True)
    derivative = _difference_derivative(first, second, shapes, moments)
    reach = _reach(first, second, totals)
    single = Single(moments[0].mean + moments[1].mean, moments, derivative, ((0.0, 0.0), (0.0, 0.0)))
    guards = [
        _guard(columns, shapes, side, totals, reach[side] / shapes[0].prices[side]) * shapes[0].prices[side]
        for side in (0, 1)
    ]
    parts = [part for c, guard in zip(single.classes(), guards, strict=True) for part in c.parts(guard)]
    spread = Spread.of(parts)
    half = quantile(spread.degrees, level) * math.sqrt(spread.variance)
    error = math.sqrt(single.spread().variance)
    return Numbers(single.value, error, single.value - half, single.value + half)


def _check(columns: Columns, totals: Totals) -> None:
    """Enough patients of both classes."""
    cases, others = totals.classes
    if min(cases.weight, others.weight) <= 0.0:
        raise columns.one_class((cases.weight, others.weight))
    sizes = round(cases.patients), round(others.patients)
    check_numbers(*sizes)
    tell(few_events(*sizes))


def _warn(columns: Columns, model: Model, score: Array, totals: Totals) -> None:
    """Scores that take at most two values look like decisions."""
    library = columns.library
    few = np.unique(library.to_numpy(score[: min(200, columns.rows)]))
    if model.threshold is not None or len(few) > 2:
        return
    low, high = float(totals.low[0]), float(totals.high[0])
    at_ends = library.count(score == low) + (library.count(score == high) if low < high else 0)
    if at_ends == columns.rows:
        tell(like_decisions(np.unique([low, high]), columns.rows))


def class_moments(
    model: Model, shape: Shape, classes: tuple[ClassTotals, ClassTotals], *, difference: bool = False
) -> tuple[ClassMoments, ClassMoments]:
    """Moments of the gains of both classes, or of the difference of two models'.

    A kernel in 32 bits rounds the scale, which moves all thresholds a little; to first order what that does
    to the mean is known, and taken out again.
    """
    weighted = model.columns.weight is not None
    short = model.columns.bits(shape) == 32 and shape.terms is not step_terms and not difference
    moved = math.log(shape.scale / float(np.float32(shape.scale))) if short else 0.0
    most = (0.0, 0.0) if difference else model.totals_of_class()
    moments = []
    for side, total in enumerate(classes):
        price, slope = shape.prices[side], shape.slope_prices[side] * total.slope
        sums = Sums(
            weight=total.weight,
            squares=total.squares,
            gain=price * total.gain + (moved if side else -moved) * slope,
            tilt=price * total.tilt,
            gain_squares=price**2 * total.gain_squares,
            slope=slope,
        )
        moments.append(sums.moments(most[side], weighted))
    return moments[0], moments[1]


def _error(moments: tuple[ClassMoments, ClassMoments]) -> float:
    """Standard error of the log odds of the prevalence, or as close as scores are looked at."""
    return max(math.sqrt(1.0 / moments[0].size + 1.0 / moments[1].size), NO_CLOSER)


def _slope(model: Model, shape: Shape, moments: tuple[ClassMoments, ClassMoments], columns: Columns) -> float:
    """How fast the score moves as all scores rise against the thresholds, in log odds.

    Over a range too narrow to hold a density: how far it moves over one standard error.
    """
    error = _error(moments)
    if model.gains.width >= 2.0 * error:
        return moments[0].slope - moments[1].slope
    means = []
    for by in (-error, error):
        there = shape.shift(by)
        ends = class_moments(model, there, columns.add_up([there]).classes)
        means.append(ends[0].mean + ends[1].mean)
    return float((means[0] - means[1]) / (2.0 * error))


def _difference_derivative(
    first: Model, second: Model, shapes: list[Shape], moments: tuple[ClassMoments, ClassMoments]
) -> float:
    """How fast the difference rises with the log odds of the observed prevalence."""
    if first.gains.width >= 2.0 * _error(moments):
        return moments[1].slope - moments[0].slope
    derivative = 0.0
    for place, (sign, model) in enumerate(((1.0, first), (-1.0, second))):
        if model.moves:
            alone = first.columns.of_model(place)
            derivative -= sign * _slope(model, shapes[place], moments, alone)
    return derivative


def _ends(gains: Gains, totals: Totals) -> tuple[tuple[float, float], tuple[float, float]]:
    """The least and the most that a patient of either class may gain, sampled or not."""
    low, high = float(totals.low[-1]), float(totals.high[-1])  # the last are of those who count
    bottom, top = float(log_odds(low)), float(log_odds(high))
    if math.isfinite(bottom) and math.isfinite(top):
        beyond = SCORES_BEYOND * (top - bottom)
        low, high = float(expit(bottom - beyond)), float(expit(top + beyond))
    return gains.of_unseen(0, (low, high)), gains.of_unseen(1, (low, high))


def _reach(first: Model, second: Model, totals: Totals) -> tuple[float, float]:
    """How far apart two patients of either class can be in the difference: as far as in either score."""
    (one, one_other), (two, two_other) = (
        _spans(_ends(model.gains, totals.of_model(place))) for place, model in enumerate((first, second))
    )
    return max(one, two), max(one_other, two_other)


def _spans(ends: tuple[tuple[float, float], tuple[float, float]]) -> tuple[float, float]:
    return ends[0][1] - ends[0][0], ends[1][1] - ends[1][0]


def _guard(columns: Columns, shapes: list[Shape], side: int, totals: Totals, reach: float) -> float:
    """How far a patient who was not sampled may lie from the class's mean.

    As :meth:`baserate.inference.sampling.Sampling.spread` has it: a quarter of the largest possible
    difference, or the largest that was seen; all of it where few patients differ from the median.
    """
    if reach <= 0.0:
        return 0.0
    patients = totals.classes[side].patients
    step = 1 if patients <= _SMALL_CLASS else max(1, columns.rows // FEW_ROWS)
    parts = list(columns.differences(shapes, side, step))
    some = np.concatenate([columns.library.to_numpy(part) for part in parts])
    median = float(np.median(some[:: max(1, len(some) // ENOUGH_FOR_A_MEDIAN)]))
    enough = min(FEW_PATIENTS, FEW_DIFFER * patients)
    differ = int(np.count_nonzero(np.abs(some - median) > 1e-9 * reach))
    if differ < enough and step > 1:
        all_parts = columns.differences(shapes, side, 1)
        differ = sum(_count_apart(columns, part, median, 1e-9 * reach) for part in all_parts)
    if differ < enough:
        return reach
    low, high = float(totals.low[side - 2]), float(totals.high[side - 2])
    return max(high - median, median - low, LEAST_REACH * reach)


def _count_apart(columns: Columns, part: Array, median: float, least: float) -> int:
    return columns.library.count(columns.library.absolute(part - median) > least)
