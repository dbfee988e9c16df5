"""What is done to each patient, on any array: a gain of closed form, and the sums that intervals need.

A kernel is a pure function of blocks of labels and scores. It makes one pass: whatever an interval asks of
a class of patients (number, sum and sum of squares of the gains, how fast they move with the thresholds,
the range of the scores) is added up as the gain is worked out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from baserate.errors import SettingError
from baserate.extensions.arrays.libraries import Array, Library
from baserate.scores.gain_shapes import Gains, LogGains, SquareGains, StepGains, lowest_reaching

Terms: TypeAlias = "Callable[[Library, Array, Array, Array], tuple[Array, Array]]"
Pair: TypeAlias = tuple[float, float]

# Places in the array of constants: of cases first, then of non-cases.
_SCALE, _MIDDLE, _UNIT, _ZERO, _ONE, _LEAST, _FAR, _SPEED = 0, (1, 2), (3, 4), 5, 6, 7, 8, 9

# Gains over less than this, as a logarithm or a share, lose too many digits in 32 bits.
_NARROW = 0.01


def log_terms(library: Library, case: Array, s: Array, c: Array) -> tuple[Array, Array]:
    """Clipped logarithms, from -1 for no gain to 1 for all there is, and how fast these move.

    With ``t = odds(c) odds(pi0) (1 - s)`` a case gains with ``log s / (s + t)``, a non-case with
    ``log t / (s + t)``, between the values at the ends of the range of prevalences; the slope is one
    minus the ratio.
    """
    t = c[_SCALE] * (1.0 - s)
    ratio = library.where(case, s, t) / (s + t)
    middle, unit = (library.where(case, c[one], c[other]) for one, other in (_MIDDLE, _UNIT))
    value = (library.log(ratio, c[_LEAST]) - middle) * unit
    return _clip(library, value, 1.0 - ratio, c)


def square_terms(library: Library, case: Array, s: Array, c: Array) -> tuple[Array, Array]:
    """Clipped squares, from -1 for no gain to 1 for all there is, and how fast these move.

    A case gains with ``-x^2``, ``x`` the prevalence from which the patient is treated; a non-case the same
    with one minus it. The slope is ``2 x^2 (1 - x)``.
    """
    t = c[_SCALE] * (1.0 - s)
    x = library.where(case, t, s) / (s + t)
    middle, unit = (library.where(case, c[one], c[other]) for one, other in (_MIDDLE, _UNIT))
    square = x * x
    return _clip(library, (middle - square) * unit, 2.0 * square * (1.0 - x), c)


def step_terms(library: Library, case: Array, s: Array, c: Array) -> tuple[Array, Array]:
    """One for a right decision at one threshold, minus one for a wrong one; no slope."""
    right = library.where(case, c[_ONE], -c[_ONE])
    return library.where(s >= c[_SCALE], right, -right), right * 0.0


def _clip(library: Library, value: Array, slope: Array, c: Array) -> tuple[Array, Array]:
    """Gains between the ends. These are whole numbers: sums over who gains nothing, or all, are exact."""
    one = c[_ONE]
    slope = library.where(library.absolute(value) < one, slope, c[_ZERO])
    return library.clip(value, -one, one), slope


@dataclass(frozen=True)
class Shape:
    """Gains as a kernel takes them, cases first: ``(what the patient has - middle) * unit``, clipped.

    ``prices`` are what one of the kernel's units is worth, ``slope_prices`` one of its slopes; ``scale`` says
    where the thresholds lie, ``narrow`` whether 32 bits are too few.
    """

    terms: Terms
    prices: Pair
    middle: Pair
    unit: Pair
    scale: float
    narrow: bool = False

    @classmethod
    def of(cls, gains: Gains, kind: np.dtype[Any] | None) -> Shape:
        """The shape of gains of closed form; ``kind`` is that of the scores, for ties with a threshold."""
        prices = gains.positive_total / 2.0, gains.negative_total / 2.0
        if isinstance(gains, LogGains):
            return cls._of_logs(gains, prices)
        if isinstance(gains, SquareGains):
            return cls._of_squares(gains, prices)
        if isinstance(gains, StepGains) and len(gains.thresholds) == 1:
            edge = float(lowest_reaching(gains.thresholds, kind, gains.tie)[0])
            return cls(step_terms, prices, (0.0, 0.0), (1.0, 1.0), edge)
        raise SettingError(
            "on arrays a score is to be had at one cost, and at one prevalence, a range uniform in log odds, "
            "or a baserate.Uniform one. For all else bring the columns to NumPy: "
            "baserate.Cohort.of(y).net_benefit(p, ...)."
        )

    @classmethod
    def _of_logs(cls, gains: LogGains, prices: Pair) -> Shape:
        per_log = gains.worth / gains.width, gains.worth * gains.cost_odds / gains.width
        halves = prices[0] / per_log[0], prices[1] / per_log[1]
        middle = halves[0] - math.log1p(gains.high_odds), halves[1] - math.log1p(1.0 / gains.low_odds)
        scale = gains.cost_odds * gains.source_odds
        return cls(
            log_terms, prices, middle, (1.0 / halves[0], 1.0 / halves[1]), scale, 2.0 * min(halves) < _NARROW
        )

    @classmethod
    def _of_squares(cls, gains: SquareGains, prices: Pair) -> Shape:
        (a, b), scale = (gains.low, gains.high), gains.cost_odds * gains.source_odds
        ends = ((a, b), (1.0 - b, 1.0 - a))
        middle = tuple((low * low + high * high) / 2.0 for low, high in ends)
        unit = tuple(2.0 / ((b - a) * (high + low)) for low, high in ends)
        narrow = b - a < _NARROW * max(b, 1.0 - a)
        return cls(square_terms, prices, (middle[0], middle[1]), (unit[0], unit[1]), scale, narrow)

    @property
    def slope_prices(self) -> Pair:
        """What one of the kernel's slopes is worth."""
        return self.prices[0] * self.unit[0], self.prices[1] * self.unit[1]

    def shift(self, by: float) -> Shape:
        """The same with every threshold moved by this much, in log odds."""
        return replace(self, scale=self.scale * math.exp(by))

    def constants(self, speed: float = 1.0) -> list[float]:
        """What the kernel reads; ``speed`` weights the slope where two models are compared."""
        return [self.scale, *self.middle, *self.unit, 0.0, 1.0, 1e-37, 1e37, speed]


def score_kernel(
    library: Library, terms: Terms, y: Array, weight: Array | None, s: Array, c: Array
) -> tuple[Array, Array, Array]:
    """Sums over blocks of what one model's gains add up to; and the range of its scores."""
    y = library.alike(library.rows(y), c)
    s = library.alike(library.rows_like(s, y), c)
    case = y > 0.5
    value, slope = terms(library, case, s, c)
    if weight is None:
        low, high = library.extremes([s], [s])
        return library.sums(_plain(library, y, value, slope)), low, high
    weight = library.alike(library.rows_like(weight, y), c)
    counts = weight > 0.0
    low, high = library.extremes(
        [s, library.where(counts, s, c[_FAR])], [s, library.where(counts, s, -c[_FAR])]
    )
    return library.sums(_weighted(library, y, value, slope, weight, c)), low, high


def pair_kernel(
    library: Library,
    terms: Terms,
    y: Array,
    weight: Array | None,
    s: Array,
    c: Array,
    other: Array,
    c_other: Array,
) -> tuple[Array, Array, Array]:
    """The same for the difference of two models' gains; and the range of the differences in each class."""
    y = library.alike(library.rows(y), c)
    s, other = (library.alike(library.rows_like(array, y), c) for array in (s, other))
    case = y > 0.5
    (value, slope), (less, less_slope) = terms(library, case, s, c), terms(library, case, other, c_other)
    value = value - less
    slope = slope * c[_SPEED] - less_slope * c_other[_SPEED]
    far = c[_FAR]
    if weight is None:
        low, high = library.extremes(
            [s, other, library.where(case, value, far), library.where(case, far, value)],
            [s, other, library.where(case, value, -far), library.where(case, -far, value)],
        )
        return library.sums(_plain(library, y, value, slope)), low, high
    weight = library.alike(library.rows_like(weight, y), c)
    counts = weight > 0.0
    sides = (case & counts, counts & (y < 0.5))
    ends = [
        [
            s,
            other,
            *(library.where(counts, x, end) for x in (s, other)),
            *(library.where(side, value, end) for side in sides),
        ]
        for end in (far, -far)
    ]
    low, high = library.extremes(*ends)
    return library.sums(_weighted(library, y, value, slope, weight, c)), low, high


def _plain(library: Library, y: Array, value: Array, slope: Array) -> list[Array]:
    """What is added up where every patient counts once: of all, and of cases."""
    each = [value, value * value, slope]
    return [y, library.absolute(y * y - y), *each, *(y * one for one in each)]


def _weighted(library: Library, y: Array, value: Array, slope: Array, weight: Array, c: Array) -> list[Array]:
    """The same with weights, and how many patients have one."""
    one = library.where(weight > 0.0, c[_ONE], c[_ZERO])
    gain = weight * value
    each = [one, weight, weight * weight, gain, weight * gain, gain * gain, weight * slope]
    return [y, library.absolute(y * y - y), *each, *(y * entry for entry in each)]


class ClassTotals(NamedTuple):
    """Sums over one class: patients, weight and its squares, and over the gain as the kernel counts it."""

    patients: float
    weight: float
    squares: float
    gain: float
    tilt: float
    gain_squares: float
    slope: float


def class_totals(sums: np.ndarray, rows: int, *, weighted: bool) -> tuple[ClassTotals, ClassTotals]:
    """Of cases and of non-cases, from the sums of a kernel."""
    cases, each = float(sums[0]), [float(x) for x in sums[2:]]
    half = len(each) // 2
    every, own = each[:half], each[half:]
    if not weighted:
        (gain, squares, slope), (own_gain, own_squares, own_slope) = every, own
        every = [rows, rows, rows, gain, gain, squares, slope]
        own = [cases, cases, cases, own_gain, own_gain, own_squares, own_slope]
    return ClassTotals(*own), ClassTotals(*(a - b for a, b in zip(every, own, strict=True)))
