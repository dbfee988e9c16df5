"""Decisions at a cut-off: sensitivity, specificity, predictive values and counts, with intervals.

Sensitivity and specificity belong to these patients. Predictive values and counts also depend on how
common the disease is: at a stated prevalence ``pi`` they follow from the two by Bayes' rule, at the
observed prevalence they are the shares that were counted, and carry its error. The cut-off is taken as
fixed: the numbers are about deciding at this cut-off, wherever it came from.

A share has the score interval of a share (Wilson 1927, doi:10.1080/01621459.1927.10502953) with an
effective sample size: as many patients as would give a plain share the same variance. A number that
follows from two shares takes its interval from theirs (Donner and Zou 2012,
doi:10.1177/0962280210383082). Both have a width where nobody, or everybody, was decided about rightly.

Where not all of a difference in prevalence is label shift, other patients come: those of either class are
weighted by their scores (:mod:`baserate.scores.world`), and sensitivity and specificity are those of the
patients so weighted. How far they are weighted was found on these patients, too, and is part of the error.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Deployment
from baserate.deployment.notation import short_percent
from baserate.deployment.shift import Shift
from baserate.errors import DataError
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate, Interval, Method, Noise
from baserate.inference.quantile import quantile
from baserate.inference.sampling import Contributions, Sampling
from baserate.inference.shift_error import shift_noise
from baserate.inference.wilson import score_interval
from baserate.odds import log_odds
from baserate.scores.gains import reaches
from baserate.scores.sample import Sample, prevalence_of
from baserate.scores.tilt import tilts_of
from baserate.scores.world import tilt_at

__all__ = ["COUNTS"]

Numbers = NDArray[np.float64]
Pair = tuple[float, float]

# A share that differs from none, or from all, by rounding alone.
_NONE = 1e-12
# In the order in which they are shown.
RATES = ("sensitivity", "specificity", "ppv", "npv")
COUNTS = (
    "treated_per_1000",
    "true_positives_per_1000",
    "false_negatives_per_1000",
    "false_positives_per_1000",
)


@dataclass(frozen=True, eq=False, repr=False)
class Share(Estimate):
    """A share of patients, or how many that is of 1,000, with a score interval.

    ``bounds`` are none of them, and all; ``alone`` is the variance if patients are independent. The
    interval holds every share ``p`` for which ``(value - p)^2 <= q^2 p (1 - p) / n``; ``n`` is the
    effective sample size ``value (1 - value) / variance``, and ``q`` the normal quantile, or with clusters
    the t quantile. ``end_size`` is what ``n`` tends to as the share does to none or all, and the most it
    can be: where those who differ from the rest are of little weight, their spread says little.
    """

    alone: float = 0.0
    end_size: float = math.inf

    def _make_interval(self, level: float, method: Method) -> Interval:
        if method != self.method:
            return super()._make_interval(level, method)
        most = self.bounds[1]
        low, high = score_interval(self.value / most, self.effective_size, quantile(self._degrees, level))
        return Interval(most * low, most * high, level, "wilson")

    @cached_property
    def effective_size(self) -> float:
        """How many patients would make a plain share as well known; with clusters never more than without."""
        share, variance = self.value / self.bounds[1], self.alone
        if self._clustered:
            variance = max(variance, self.spread.variance)
        elif any(not sampling.is_plain for sampling in self.reach):
            variance = self.spread.variance
        if variance <= 0.0 or min(share, 1.0 - share) < _NONE:
            return self.end_size
        return min(share * (1.0 - share) * self.bounds[1] ** 2 / variance, self.end_size)

    @property
    def _clustered(self) -> bool:
        return any(sampling.clustered for sampling in self.reach)

    @property
    def _degrees(self) -> float:
        """Those of the clusters; without any, the variance of a share follows from the share itself."""
        return self.spread.degrees if self._clustered else math.inf


@dataclass(frozen=True, eq=False, repr=False)
class FromShares(Estimate):
    """A number that follows from two shares of different patients, such as a predictive value.

    ``function`` gives it from the two. Each end of the interval is as far from the value as the ends of
    the two shares' intervals take it, one at a time, added as standard errors are: squared, and with the
    correlation that common clusters bring, or weights that were found on all patients (``mixed``).
    """

    shares: tuple[Share, ...] = ()
    function: Callable[[float, float], float] = field(default=max)
    mixed: bool = False

    def _make_interval(self, level: float, method: Method) -> Interval:
        if method != self.method:
            return super()._make_interval(level, method)
        values = [share.value for share in self.shares]
        steps = []
        for place, share in enumerate(self.shares):
            ends = share.interval(level)
            moved = [self.function(*(*values[:place], end, *values[place + 1 :])) for end in ends[:2]]
            steps.append([end - self.value for end in moved])
        rising = [upper >= lower for lower, upper in steps]
        correlation = self._correlation if rising[0] == rising[1] else -self._correlation
        down = _joined([min(step) for step in steps], correlation)
        up = _joined([max(step) for step in steps], correlation)
        low, high = self.bounds
        return Interval(max(self.value - down, low), min(self.value + up, high), level, "wilson")

    @cached_property
    def _correlation(self) -> float:
        """Between the two shares; patients who are independent, and count as they are, bring none."""
        first, second = self.shares
        if not self.mixed and all(sampling.is_plain for sampling in self.reach):
            return 0.0
        alone = first.spread.variance, second.spread.variance
        if min(alone) <= _NONE * max(alone):  # rounding has no correlation with anything
            return 0.0
        both = ((first + second).spread.variance - sum(alone)) / 2.0
        return max(-1.0, min(1.0, both / math.sqrt(alone[0] * alone[1])))


class ClassCounts(NamedTuple):
    """One class of patients: sums of their weights and squared weights, of all and of those counted."""

    weight: float
    squares: float
    counted: float
    counted_squares: float

    @property
    def share(self) -> float:
        """Share of the class that is counted."""
        return self.counted / self.weight

    @property
    def size(self) -> float:
        """How many patients of equal weight would be worth as much."""
        return self.weight**2 / self.squares

    def variance(self, price: float, middle: float) -> float:
        """Sum of squared contributions: ``price`` for whoever is counted, less ``middle`` for all."""
        others = self.squares - self.counted_squares
        return ((price - middle) ** 2 * self.counted_squares + middle**2 * others) / self.weight**2

    @property
    def rest(self) -> ClassCounts:
        """With those counted who were not."""
        return ClassCounts(
            self.weight, self.squares, self.weight - self.counted, self.squares - self.counted_squares
        )


@dataclass(frozen=True, eq=False)
class Mix:
    """Who comes at one prevalence of a deployment: patients of either class weighted by their scores.

    ``factor`` is the weight of each, with a mean of one in its class, and ``log_odds`` that of the score by
    which it rises or falls. ``apart`` is how far the mean log odds of cases lie above those of non-cases, so
    weighted; ``far`` is the difference in prevalence in log odds, of which ``shift`` is label shift.
    """

    factor: Numbers = field(repr=False)
    log_odds: Numbers = field(repr=False)
    apart: float
    far: float
    shift: Shift

    @classmethod
    def of(cls, sample: Sample, deployment: Deployment, prevalence: float) -> Mix:
        """From a model's scores of the patients, at a prevalence of a deployment."""
        tilt, tilts = tilt_at(sample, deployment, prevalence), tilts_of(sample)
        with np.errstate(divide="ignore"):
            z = tilts.bounded(log_odds(sample.score.astype(np.float64)))
        mean = np.where(sample.label == 1, tilt.log_cases, tilt.log_non_cases)
        far = float(log_odds(prevalence) - log_odds(prevalence_of(sample)))
        factor = np.exp(float(tilt.theta) * z - mean)
        return cls(factor, z, float(tilt.apart), far, deployment.shift)


@dataclass(frozen=True, eq=False)
class Decisions:
    """Treating whoever scores at or above a cut-off: what that does to the patients of a cohort.

    Parameters
    ----------
    cohort, sample
        The patients, and a model's scores of them.
    cutoff
        Where on the raw score treating starts; it is taken as fixed.
    prevalence
        At which predictive values and counts are wanted; None for the observed one.
    mix
        Who comes at that prevalence, if others than these patients do.
    """

    cohort: Cohort
    sample: Sample
    cutoff: float
    prevalence: float | None = None
    mix: Mix | None = None

    def estimate(self, name: str) -> Estimate:
        """One of :data:`RATES` or :data:`COUNTS`; an error where it is not defined."""
        return _FIND[name](self)

    @property
    def sensitivity(self) -> Share:
        """Share of the cases who are treated."""
        return self._share(True, (1.0, 0.0), 1.0)

    @property
    def specificity(self) -> Share:
        """Share of the non-cases who are not treated."""
        return self._share(False, (0.0, 1.0), 1.0)

    @property
    def ppv(self) -> Estimate:
        """Share of cases among the treated: ``pi sens / (pi sens + (1 - pi)(1 - spec))``."""
        return self._predictive_value(True)

    @property
    def npv(self) -> Estimate:
        """Share of non-cases among the others: ``(1 - pi) spec / ((1 - pi) spec + pi (1 - sens))``."""
        return self._predictive_value(False)

    @property
    def treated(self) -> Estimate:
        """How many of 1,000 patients are treated."""
        prices = self._per_1000
        if self.prevalence is None:
            return self._share_of_all(True, prices)
        return self._from_shares(True, prices, partial(_sum_at, prices), 1000.0)

    @property
    def true_positives(self) -> Share:
        """How many of 1,000 patients are cases who are treated."""
        return self._count(True, (self._per_1000[0], 0.0))

    @property
    def false_negatives(self) -> Share:
        """How many of 1,000 patients are cases who are not treated."""
        return self._count(False, (self._per_1000[0], 0.0))

    @property
    def false_positives(self) -> Share:
        """How many of 1,000 patients are non-cases who are treated."""
        return self._count(True, (0.0, self._per_1000[1]))

    @cached_property
    def _treated(self) -> NDArray[np.bool_]:
        return np.asarray(reaches(self.sample.score, self.cutoff))

    @cached_property
    def _counts(self) -> tuple[ClassCounts, ClassCounts]:
        """The cases and the non-cases, of whom the treated are counted."""
        sampling = self.cohort.sampling
        factor = None if self.mix is None else self.mix.factor
        cases = _count_class(sampling, sampling.is_case, self._treated, factor)
        return cases, _count_class(sampling, ~sampling.is_case, self._treated, factor)

    def _classes(self, treated: bool) -> tuple[ClassCounts, ClassCounts]:
        cases, others = self._counts
        return (cases, others) if treated else (cases.rest, others.rest)

    @cached_property
    def _pi(self) -> float:
        return prevalence_of(self.sample) if self.prevalence is None else self.prevalence

    @property
    def _per_1000(self) -> Pair:
        """Cases and non-cases among 1,000 patients."""
        return 1000.0 * self._pi, 1000.0 * (1.0 - self._pi)

    def _count(self, treated: bool, prices: Pair) -> Share:
        if self.prevalence is None:
            return self._share_of_all(treated, prices)
        return self._share(treated, prices, sum(prices))

    def _share_of_all(self, treated: bool, prices: Pair) -> Share:
        """Of 1,000 patients at the observed prevalence, which moves what either class counts."""
        cases, others = (one.share for one in self._classes(treated))
        derivative = (1.0 - self._pi) * prices[0] * cases - self._pi * prices[1] * others
        return self._share(treated, prices, 1000.0, derivative)

    def _share(
        self, treated: bool, prices: Pair, most: float, derivative: float = 0.0, value: float | None = None
    ) -> Share:
        """What those who are treated, or are not, count together.

        ``prices`` are what all of a class would count, or how fast ``value`` rises with the share of the
        class; ``derivative`` is how fast it does with the log odds of the prevalence.
        """
        classes = self._classes(treated)
        means = [price * one.share for price, one in zip(prices, classes, strict=True)]
        middle = (means[0] - derivative, means[1] + derivative)
        triples = list(zip(classes, prices, middle, strict=True))
        alone = math.fsum(one.variance(price, centre) for one, price, centre in triples)
        if self.mix is not None:
            alone = self._variance_alone(self.mix, treated, prices)
        return Share(
            sum(means) if value is None else value,
            self._contributor(treated, prices, middle),
            {self.cohort.sampling: (abs(prices[0]), abs(prices[1]))},
            noise=self._noise(treated, prices),
            bounds=(0.0, most),
            alone=alone,
            # One of n patients who moves a share by r / n adds (r / n)^2 to its variance.
            end_size=min(most * one.size / abs(price) for one, price, _ in triples if price),
        )

    def _predictive_value(self, treated: bool) -> Share | FromShares:
        """Share of cases among the treated, or of non-cases among the others."""
        prices, right = (self._pi, 1.0 - self._pi), 0 if treated else 1
        parts = [price * one.share for price, one in zip(prices, self._classes(treated), strict=True)]
        total = sum(parts)
        if total == 0.0:
            raise _nobody(treated, self.cutoff)
        value, sign = parts[right] / total, 1.0 if treated else -1.0
        slopes = (sign * prices[0] * parts[1] / total**2, -sign * prices[1] * parts[0] / total**2)
        if self.prevalence is None:
            return self._share(treated, slopes, 1.0, sign * value * (1.0 - value), value)
        return self._from_shares(treated, slopes, partial(_predictive_value_at, prices, right), 1.0)

    def _from_shares(
        self, treated: bool, slopes: Pair, function: Callable[[float, float], float], most: float
    ) -> FromShares:
        """A number that follows from the share of the cases and that of the non-cases."""
        shares = (self._share(treated, (1.0, 0.0), 1.0), self._share(treated, (0.0, 1.0), 1.0))
        middle = (slopes[0] * shares[0].value, slopes[1] * shares[1].value)
        return FromShares(
            function(shares[0].value, shares[1].value),
            self._contributor(treated, slopes, middle),
            {self.cohort.sampling: (abs(slopes[0]), abs(slopes[1]))},
            noise=self._noise(treated, slopes),
            bounds=(0.0, most),
            shares=shares,
            function=function,
            mixed=self.mix is not None,
        )

    def _contributor(self, treated: bool, prices: Pair, middle: Pair) -> Callable[[], Contributions]:
        if self.mix is None:
            return partial(self._contributions, treated, prices, middle)
        return partial(self._mixed_contributions, self.mix, treated, prices)

    def _contributions(self, treated: bool, prices: Pair, middle: Pair) -> Contributions:
        """What each patient adds, by weight: the price of whoever is counted, less the middle."""
        sampling, counts = self.cohort.sampling, self._counts
        # Of either class, who is not treated and who is: four values, and every patient has one of them.
        counted = np.array([not treated, treated])
        own = np.array([price * counted - centre for price, centre in zip(prices, middle, strict=True)])
        of_class = np.array([[one.weight] * 2 for one in counts])
        place = 2 * (~sampling.is_case).astype(np.intp) + self._treated
        if sampling.weight is None:
            return {sampling: (own / of_class).ravel().take(place)}
        total = sampling.weight * own.ravel().take(place)
        total /= of_class.ravel().take(place)
        return {sampling: total}

    def _mixed_contributions(self, mix: Mix, treated: bool, prices: Pair) -> Contributions:
        """The same where patients are weighted by their scores: also what each adds to how far.

        With ``f`` the weight of a patient and ``k`` of :meth:`_pull`, a case adds ``f price (counted - share)
        - k (f - 1)``, a non-case the same with ``k`` negated, and through the observed prevalence, from
        which the weights count, ``k`` times what is no label shift.
        """
        sampling, pull = self.cohort.sampling, self._pull(mix, treated, prices)
        counted = self._treated if treated else ~self._treated
        total = np.zeros(len(counted))
        for side, one, price, sign in zip(
            (sampling.is_case, ~sampling.is_case), self._classes(treated), prices, (-1.0, 1.0), strict=True
        ):
            weight = np.ones(np.count_nonzero(side)) if sampling.weight is None else sampling.weight[side]
            factor = mix.factor[side]
            own = price * factor * (counted[side] - one.share) + sign * pull * (factor - mix.shift.gamma)
            total[side] = weight * own / weight.sum()
        return {sampling: total}

    def _pull(self, mix: Mix, treated: bool, prices: Pair) -> float:
        """How fast a number rises with what the case mix adds to the log odds of the prevalence."""
        sampling = self.cohort.sampling
        counted = self._treated if treated else ~self._treated
        covariances = []
        for side, price in zip((sampling.is_case, ~sampling.is_case), prices, strict=True):
            weight = mix.factor[side] if sampling.weight is None else mix.factor[side] * sampling.weight[side]
            apart = mix.log_odds[side] - np.average(mix.log_odds[side], weights=weight)
            covariances.append(price * float(np.average(apart * counted[side], weights=weight)))
        return sum(covariances) / mix.apart

    def _noise(self, treated: bool, prices: Pair) -> dict[Noise, float]:
        """The error of a fitted shift: more of it leaves less of the difference to the case mix."""
        if self.mix is None or self.mix.shift.standard_error == 0.0:
            return {}
        return {shift_noise(self.mix.shift): -self.mix.far * self._pull(self.mix, treated, prices)}

    def _variance_alone(self, mix: Mix, treated: bool, prices: Pair) -> float:
        """Variance if patients are independent; a bin stands for as many as it is worth."""
        sampling = self.cohort.sampling
        squares = self._mixed_contributions(mix, treated, prices)[sampling] ** 2
        noise = sum(factor**2 * one() for one, factor in self._noise(treated, prices).items())
        return float(squares.sum() if sampling.size is None else (squares / sampling.size).sum()) + noise


def _count_class(
    sampling: Sampling, side: NDArray[np.bool_], counted: NDArray[np.bool_], factor: Numbers | None
) -> ClassCounts:
    if sampling.weight is None and sampling.size is None and factor is None:
        size, chosen = float(np.count_nonzero(side)), float(np.count_nonzero(side & counted))
        return ClassCounts(size, size, chosen, chosen)
    weight = np.ones(len(side)) if sampling.weight is None else sampling.weight
    if factor is not None:
        weight = weight * factor
    squares = weight**2 if sampling.size is None else weight**2 / sampling.size
    both = side & counted
    sums = (float(numbers[rows].sum()) for rows in (side, both) for numbers in (weight, squares))
    return ClassCounts(*sums)


def _nobody(treated: bool, cutoff: float) -> DataError:
    how, who = ("reaches", "nobody") if treated else ("is below", "everybody")
    return DataError(f"no patient's score {how} the cut-off of {short_percent(cutoff)}: {who} is treated.")


_FIND: dict[str, Callable[[Decisions], Estimate]] = {
    "sensitivity": lambda decisions: decisions.sensitivity,
    "specificity": lambda decisions: decisions.specificity,
    "ppv": lambda decisions: decisions.ppv,
    "npv": lambda decisions: decisions.npv,
    "treated_per_1000": lambda decisions: decisions.treated,
    "true_positives_per_1000": lambda decisions: decisions.true_positives,
    "false_negatives_per_1000": lambda decisions: decisions.false_negatives,
    "false_positives_per_1000": lambda decisions: decisions.false_positives,
}


def _sum_at(prices: Pair, cases: float, others: float) -> float:
    return prices[0] * cases + prices[1] * others


def _predictive_value_at(prices: Pair, right: int, cases: float, others: float) -> float:
    parts = (prices[0] * cases, prices[1] * others)
    return parts[right] / sum(parts)


def _joined(steps: list[float], correlation: float) -> float:
    """Root of the sum of two squared steps, and of what they share."""
    first, second = map(abs, steps)
    return math.sqrt(max(first**2 + second**2 + 2.0 * correlation * first * second, 0.0))
