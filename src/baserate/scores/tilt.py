"""Patients weighted by ``exp(theta L)``, so that those with high scores come more, or less, often.

``L`` are the log odds of the score. Evidence of more than a thousand to one, for or against the disease,
counts as that: a score of 0 has no log odds, and one of a millionth would outweigh all other patients.

Within each class the weights have mean one. How far a tilt ``theta`` moves the log odds of the prevalence
is ``log M1(theta) - log M0(theta)``, with ``M_y`` the mean of ``exp(theta L)`` in class ``y``: it is
tabulated once for the scores of a model, as far out as it is asked for, and inverted by its own slope.
"""

from __future__ import annotations

import math
import weakref
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from baserate.errors import ShiftError
from baserate.odds import expit, log_odds
from baserate.scores.sample import ByClass, Sample, ScoreTable, prevalence_of

__all__ = ["tilts_of"]

Numbers = NDArray[np.float64]

# Tilts at which moments are taken are this far apart, and in between there are cubics.
_STEP = 0.04
# Beyond this tilt only the very highest, or lowest, score is left.
_MOST = 60.0
# A world that rests on fewer patients of a class than this, by their weights, is none.
_FEWEST = 2.0
# The evidence in a score, the odds of the score over those of the observed prevalence, counts no further.
_MOST_EVIDENCE = math.log(1000.0)
# Log odds of a score beyond this are certainty.
_CERTAIN = 36.0
# More scores than this are put into bins of log odds before they are weighted, so many of them.
_MANY, _BINS = 5_000, 4_096


class Tilt(NamedTuple):
    """A tilt, the logarithms of both classes' mean weights, and how far apart their mean log odds are."""

    theta: Numbers
    log_cases: Numbers
    log_non_cases: Numbers
    apart: Numbers

    def one(self, place: int) -> Tilt:
        """A single one of several."""
        return Tilt(*(np.asarray(column)[place] for column in self))


@dataclass(frozen=True, eq=False)
class Weighted:
    """The patients of one class with weights that add up to one."""

    score: Numbers
    bounded: Numbers
    weight: Numbers

    def mean(self, numbers: Numbers) -> float:
        """Weighted mean."""
        return float(np.einsum("i,i", self.weight, numbers))

    def covariance(self, numbers: Numbers) -> float:
        """Weighted covariance with the log odds of the score, as far as they count for weights."""
        apart = self.bounded - self.mean(self.bounded)
        return float(np.einsum("i,i,i", self.weight, apart, numbers))

    @property
    def size(self) -> float:
        """How many patients of equal weight would be worth as much."""
        return 1.0 / float(np.einsum("i,i", self.weight, self.weight))


@dataclass(frozen=True, eq=False)
class _Class:
    """The log odds of one class, with each one's share and the number of patients it stands for.

    ``bounded`` are the log odds as far as they count for weights.
    """

    log_odds: Numbers
    bounded: Numbers
    share: Numbers
    patients: Numbers

    def tilted(self, theta: float) -> tuple[float, Numbers]:
        """Logarithm of the mean weight, and the shares after weighting."""
        exponent = theta * self.bounded
        most = float(exponent.max())
        weight = self.share * np.exp(exponent - most)
        total = float(weight.sum())
        return most + math.log(total), weight / total

    def size(self, share: Numbers) -> float:
        """How many patients of equal weight would be worth as much."""
        return 1.0 / float(np.sum(share**2 / self.patients))


@dataclass(eq=False)
class Tilts:
    """All tilts of the patients of one model; log odds count for weights between two ``bounds``."""

    classes: tuple[_Class, _Class]
    bounds: tuple[float, float]
    _rows: dict[int, tuple[float, float, float, float]] = field(default_factory=dict)
    _empty: dict[int, bool] = field(default_factory=dict)
    _ends: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest log odds."""
        return (
            float(min(side.log_odds.min() for side in self.classes)),
            float(max(side.log_odds.max() for side in self.classes)),
        )

    def bounded(self, log_odds: Numbers) -> Numbers:
        """Log odds of scores, as far as they count for weights."""
        return np.clip(log_odds, *self.bounds)

    def weighted(self, theta: float) -> tuple[Weighted, Weighted]:
        """Cases and non-cases with their weights."""
        sides = [
            Weighted(np.asarray(expit(side.log_odds)), side.bounded, side.tilted(theta)[1])
            for side in self.classes
        ]
        return sides[0], sides[1]

    def smallest(self, tilt: Tilt) -> float:
        """How many patients of a class the tilt rests on, by their weights; of the smaller class."""
        thetas = np.atleast_1d(tilt.theta)
        far = [float(thetas.min()), float(thetas.max())]
        return min(side.size(side.tilted(theta)[1]) for side in self.classes for theta in far)

    def reach(self, far: Numbers) -> Tilt:
        """The tilts that move the log odds of the prevalence this far.

        Raises
        ------
        ShiftError
            Where no tilt of these patients does.
        """
        first, last = self._cover(float(far.min())), self._cover(float(far.max()))
        places = np.arange(min(first, last, 0), max(first, last, 0) + 1)
        rows = np.array([self._row(int(place)) for place in places])
        theta, moved = np.asarray(places, dtype=np.float64) * _STEP, rows[:, 0] - rows[:, 1]
        return _between(theta, rows, moved, np.asarray(far, dtype=np.float64))

    def _row(self, place: int) -> tuple[float, float, float, float]:
        """Both log mean weights and both mean log odds at a tilt."""
        if place not in self._rows:
            logs, means = [], []
            for side in self.classes:
                log, share = side.tilted(place * _STEP)
                logs.append(log)
                means.append(float(np.einsum("i,i", share, side.bounded)))
            self._rows[place] = logs[0], logs[1], means[0], means[1]
        return self._rows[place]

    def _cover(self, far: float) -> int:
        """The first tabulated tilt that moves the prevalence at least this far."""
        sign, place = (1 if far >= 0.0 else -1), 0
        reached = 0.0
        while sign * (far - reached) > 0.0:
            row = self._row(place + sign)
            ahead = row[0] - row[1]
            if sign * (ahead - reached) <= 1e-9 * _STEP or self._is_empty(place + sign):
                raise ShiftError(
                    "by case mix alone the log odds of these patients' prevalence cannot be moved by "
                    f"{far:.2f}, but by {reached:.2f} at most.",
                    reached=reached,
                )
            place, reached = place + sign, ahead
        return place

    def _is_empty(self, place: int) -> bool:
        """Whether next to nobody is left of a class."""
        if place not in self._empty:
            self._empty[place] = abs(place) * _STEP > _MOST or any(
                side.size(side.tilted(place * _STEP)[1]) < min(_FEWEST, float(side.patients.sum()) / 2.0)
                for side in self.classes
            )
        return self._empty[place]


def _between(theta: Numbers, rows: Numbers, moved: Numbers, far: Numbers) -> Tilt:
    """The tilts for some moves, by cubics through the tabulated ones and their slopes."""
    apart = rows[:, 2] - rows[:, 3]
    piece = np.clip(np.searchsorted(moved, far, side="right") - 1, 0, max(len(theta) - 2, 0))
    if len(theta) == 1:
        zero = np.zeros_like(far)
        return Tilt(zero, zero, zero, np.full_like(far, apart[0]))
    start = theta[piece]
    part = np.clip((far - moved[piece]) / (moved[piece + 1] - moved[piece]), 0.0, 1.0)
    for _ in range(4):  # Newton on the cubic; the chord is a good start
        value = _hermite(part, moved, apart, piece)
        slope = _hermite_slope(part, moved, apart, piece)
        part = np.clip(part - (value - far) / slope, 0.0, 1.0)
    logs = [_hermite(part, rows[:, side], rows[:, 2 + side], piece) for side in (0, 1)]
    slope = _hermite_slope(part, moved, apart, piece) / _STEP
    return Tilt(start + part * _STEP, logs[0], logs[1], slope)


def _hermite(part: Numbers, value: Numbers, slope: Numbers, piece: NDArray[np.intp]) -> Numbers:
    """A function between two tilts, from its values and slopes there."""
    a, b = value[piece], value[piece + 1]
    da, db = _STEP * slope[piece], _STEP * slope[piece + 1]
    rest = b - a
    return np.asarray(a + part * (da + part * ((3.0 * rest - 2.0 * da - db) + part * (da + db - 2.0 * rest))))


def _hermite_slope(part: Numbers, value: Numbers, slope: Numbers, piece: NDArray[np.intp]) -> Numbers:
    """Its slope, by the share of the way between the two."""
    rest = value[piece + 1] - value[piece]
    da, db = _STEP * slope[piece], _STEP * slope[piece + 1]
    return np.asarray(da + part * (2.0 * (3.0 * rest - 2.0 * da - db) + 3.0 * part * (da + db - 2.0 * rest)))


_KEPT: weakref.WeakKeyDictionary[ByClass, Tilts] = weakref.WeakKeyDictionary()


def tilts_of(patients: ByClass) -> Tilts:
    """The tilts of some patients, made once."""
    if patients not in _KEPT:
        _KEPT[patients] = _tilts(patients)
    return _KEPT[patients]


def _tilts(patients: ByClass) -> Tilts:
    middle = float(log_odds(prevalence_of(patients)))
    bounds = middle - _MOST_EVIDENCE, middle + _MOST_EVIDENCE
    cases, non_cases = (_class_of(*side, bounds) for side in _by_class(patients))
    return Tilts((cases, non_cases), bounds)


def _by_class(patients: ByClass) -> list[tuple[Numbers, Numbers, Numbers]]:
    """Scores of cases and of non-cases, with their weights and sums of squared weights."""
    score = patients.score.astype(np.float64)
    if isinstance(patients, ScoreTable):
        return [(score, side, side) for side in (patients.positive, patients.negative)]
    if not isinstance(patients, Sample):
        raise TypeError(f"patients or a table of them are needed; found {type(patients).__name__}")
    weight = np.ones(len(score)) if patients.weight is None else patients.weight.astype(np.float64)
    squares = weight**2 if patients.squares is None else patients.squares
    is_case = patients.label == 1
    return [(score[side], weight[side], squares[side]) for side in (is_case, ~is_case)]


def _class_of(score: Numbers, weight: Numbers, squares: Numbers, bounds: tuple[float, float]) -> _Class:
    counts = weight > 0.0
    weight, squares = weight[counts], squares[counts]
    with np.errstate(divide="ignore"):
        z: Numbers = np.clip(log_odds(score[counts]), -_CERTAIN, _CERTAIN)
    if len(z) > _MANY:
        low, high = float(z.min()), float(z.max())
        place = np.minimum(((z - low) / max(high - low, 1e-12) * _BINS).astype(np.intp), _BINS - 1)
        sums = np.array([np.bincount(place, one, _BINS) for one in (weight * z, weight, squares)])
        sums = sums[:, sums[1] > 0.0]
        z, weight, squares = sums[0] / sums[1], sums[1], sums[2]
    return _Class(z, np.clip(z, *bounds), weight / weight.sum(), weight**2 / squares)
