"""Means and spreads of the gains of each class, and how a score moves with the data's prevalence.

The prevalence of the evaluation data enters a score twice: as the prevalence for which the scores
are calibrated, unless another is stated, and as the prevalence of the deployment, unless one is
given. It is itself an estimate, and its error is part of the score's.

Placements: DeLong's way to the standard error of the AUC, with ties and weights.

A patient with the disease is placed by the share of patients without it who score lower, a tie
counting half; a patient without it by the share of patients with it who score higher. The AUC is
the mean of either, and the spread of both is its variance (DeLong et al. 1988).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Deployment
from baserate.inference.constants import (
    ENOUGH_FOR_A_BANDWIDTH,
    HEAP_PATIENTS,
    HEAP_SHARE,
    HEAP_WITHIN,
    NO_CLOSER,
    SCORES_BEYOND,
    STEP,
)
from baserate.odds import expit, log_odds
from baserate.scores.gain_shapes import StepGains
from baserate.scores.gains import Gains, decision_gains
from baserate.scores.metrics import Ranks, mean_gain
from baserate.scores.sample import ByClass, ClassScores, Sample, ScoreTable, prevalence_of

__all__ = ["ClassMoments", "Sums", "cutoff_moves"]

Numbers = NDArray[np.float64]

_EVERYTHING = (-1.0, 2.0)
# Scores closer to 0 or 1 have no log odds to speak of.
_NEARLY_CERTAIN = 1e-12


class ClassMoments(NamedTuple):
    """The gains of one class: ``mean`` and ``most``, and sums over the patients' weights w.

    ``within`` is the sum of ``(w (gain - mean))^2``, ``tilt`` that of ``w^2 (gain - mean)``, both
    over the squared weight of the class; ``slope`` the mean slope of the gain. ``size`` is the
    number of patients, or with weights the number that would be worth as much.
    """

    size: float
    mean: float
    within: float
    tilt: float
    slope: float
    most: float

    @property
    def variance(self) -> float:
        """Variance of a single gain, as the sum of squares over the number."""
        return max(self.within * self.size, 0.0)


@dataclass
class Sums:
    """Sums of weight, gain and slope, the gain counted from the middle of its range."""

    weight: float = 0.0
    squares: float = 0.0
    gain: float = 0.0
    tilt: float = 0.0
    gain_squares: float = 0.0
    slope: float = 0.0

    def add(self, gain: Numbers, slope: Numbers, weight: Numbers | None) -> None:
        if weight is None:
            self.weight += len(gain)
            self.gain += float(gain.sum())
            self.gain_squares += float(np.einsum("i,i", gain, gain))
            self.slope += float(slope.sum())
            return
        weighted = weight * gain
        self.weight += float(weight.sum())
        self.squares += float(np.einsum("i,i", weight, weight))
        self.gain += float(weighted.sum())
        self.tilt += float(np.einsum("i,i", weighted, weight))
        self.gain_squares += float(np.einsum("i,i", weighted, weighted))
        self.slope += float(np.einsum("i,i", weight, slope))

    def moments(self, most: float, weighted: bool) -> ClassMoments:
        squares, tilt = (self.squares, self.tilt) if weighted else (self.weight, self.gain)
        mean = self.gain / self.weight
        total = self.weight**2
        within = self.gain_squares - 2.0 * mean * tilt + mean**2 * squares
        return ClassMoments(
            size=total / squares,
            mean=mean + most / 2.0,
            within=max(within, 0.0) / total,
            tilt=(tilt - mean * squares) / total,
            slope=self.slope / self.weight,
            most=most,
        )


def class_moments(sample: Sample, gains: Gains) -> tuple[ClassMoments, ClassMoments]:
    """Moments of the gains of the patients with the disease, and of those without."""
    if sample.squares is not None:
        return _line_moments(sample, gains)
    weighted = sample.weight is not None
    most = (gains.positive_total, gains.negative_total)
    sums = (Sums(), Sums())
    bounds = _EVERYTHING if weighted else gains.active(sample.score.dtype)
    for cases, others in sample.blocks(*bounds):
        sums[0].add(
            gains.positive(cases.score) - most[0] / 2.0,
            gains.positive_by_threshold(cases.score),
            cases.weight,
        )
        sums[1].add(
            gains.negative(others.score) - most[1] / 2.0,
            gains.negative_by_threshold(others.score),
            others.weight,
        )
        for side, patients in enumerate((cases, others)):
            _add_complete(sums[side], patients, most[side])
    if not weighted:  # whoever is left gains nothing
        for side, total in enumerate((sample.positive_weight, sample.negative_weight)):
            rest = total - sums[side].weight
            sums[side].weight = total
            sums[side].gain -= rest * most[side] / 2.0
            sums[side].gain_squares += rest * most[side] ** 2 / 4.0
    return sums[0].moments(most[0], weighted), sums[1].moments(most[1], weighted)


def _line_moments(sample: Sample, gains: Gains) -> tuple[ClassMoments, ClassMoments]:
    """The same for lines that stand for many patients."""
    is_case = sample.label == 1
    found = []
    for side, gain, slope, most in (
        (is_case, gains.positive, gains.positive_by_threshold, gains.positive_total),
        (~is_case, gains.negative, gains.negative_by_threshold, gains.negative_total),
    ):
        score = sample.score[side]
        weight, squares = np.asarray(sample.weight)[side], np.asarray(sample.squares)[side]
        found.append(binned_moments(gain(score), weight, squares, most, slope(score)))
    return found[0], found[1]


def gain_ends(sample: Sample, gains: Gains) -> tuple[tuple[float, float], tuple[float, float]]:
    """The least and the most that a patient of either class may gain, sampled or not.

    A patient may score as any other has, of either class, or somewhat beyond; where all thresholds are
    farther than that, all patients of a class gain nearly alike, and that is known. Where patients are
    weighted by their scores, whoever was not sampled weighs no more than the class was seen to; and what
    was gained counts in any case.
    """
    low, high = score_range(sample)
    bottom, top = float(log_odds(low)), float(log_odds(high))
    if math.isfinite(bottom) and math.isfinite(top):
        beyond = SCORES_BEYOND * (top - bottom)
        low, high = float(expit(bottom - beyond)), float(expit(top + beyond))
    find = gains.of_unseen if gains.is_monotone else partial(_weighted_ends, sample, gains)
    return find(0, (low, high)), find(1, (low, high))


def _weighted_ends(
    sample: Sample, gains: Gains, side: int, scores: tuple[float, float]
) -> tuple[float, float]:
    """The same for one class of patients who are weighted by their scores."""
    counts = (sample.label == 1) == (side == 0)
    if sample.weight is not None:
        counts &= sample.weight > 0.0
    own = sample.score[counts]
    seen = gains.negative(own) if side else gains.positive(own)
    first, last = (
        float(log_odds(np.clip(end, _NEARLY_CERTAIN, 1.0 - _NEARLY_CERTAIN)))
        for end in (own.min(), own.max())
    )
    least, most = gains.of_unseen(side, scores, (first, last))
    return min(least, float(seen.min())), max(most, float(seen.max()))


def score_range(sample: Sample) -> tuple[float, float]:
    """The lowest and the highest score of those who count."""
    score = sample.score if sample.weight is None else sample.score[sample.weight > 0.0]
    return float(score.min()), float(score.max())


def binned_moments(
    gain: Numbers, weight: Numbers, squares: Numbers, most: float, slope: Numbers | None = None
) -> ClassMoments:
    """Moments of one class from lines with a gain, a weight and the sum of squared weights each."""
    total = float(weight.sum())
    mean = float(np.einsum("i,i", weight, gain)) / total
    apart = gain - mean
    return ClassMoments(
        size=total**2 / float(squares.sum()),
        mean=mean,
        within=float(np.einsum("i,i,i", squares, apart, apart)) / total**2,
        tilt=float(np.einsum("i,i", squares, apart)) / total**2,
        slope=0.0 if slope is None else float(np.einsum("i,i", weight, slope)) / total,
        most=most,
    )


def counted_moments(table: ScoreTable, gains: Gains) -> tuple[ClassMoments, ClassMoments]:
    """The same for a table whose weights are numbers of patients; slopes are left out."""
    sides = (
        (table.positive, gains.positive(table.score), gains.positive_total),
        (table.negative, gains.negative(table.score), gains.negative_total),
    )
    found = []
    for count, gain, most in sides:
        size = float(count.sum())
        mean = float(count @ gain) / size
        within = float(count @ (gain - mean) ** 2) / size**2
        found.append(ClassMoments(size, mean, within, 0.0, 0.0, most))
    return found[0], found[1]


def _add_complete(sums: Sums, patients: ClassScores, most: float) -> None:
    sums.weight += patients.complete
    sums.gain += patients.complete * most / 2.0
    sums.gain_squares += patients.complete * most**2 / 4.0


def prevalence_derivative(
    sample: Sample,
    deployment: Deployment,
    gains: Gains,
    moments: tuple[ClassMoments, ClassMoments],
    source: float | None,
    threshold: float | None,
) -> float:
    """How fast the score rises with the log odds of the data's prevalence.

    With label shift decisions move when just one of the two prevalences, the source's and the deployment's,
    is the data's; prices move when the deployment's is, and who comes does where not all is label shift.
    """
    price = 0.0
    if deployment.prevalence is None:
        price = price_derivative(sample, deployment, moments, source, threshold)
    price += gains.mix_slope
    speed = cutoff_speed(deployment, source)
    if threshold is not None or speed == 0.0:
        return price
    return price - speed * score_slope(sample, gains, moments)


def score_slope(sample: Sample, gains: Gains, moments: tuple[ClassMoments, ClassMoments]) -> float:
    """How fast the score moves as all scores rise against the thresholds, in log odds."""
    if gains.width < 2.0 * _error(moments):
        return _secant(sample, gains, _error(moments))
    return moments[0].slope - moments[1].slope + _step_slope(sample, gains, moments)


def cutoff_speed(deployment: Deployment, source: float | None) -> float:
    """How far the cut-off on the raw score moves, in log odds, per unit of the observed prevalence's.

    It is where ``logit s = logit c - gamma logit pi - (1 - gamma) logit pi_d + logit pi0``, with ``pi_d``
    observed; the deployment's ``pi`` and the source prevalence ``pi0`` may be so, too.
    """
    stated = 0.0 if deployment.prevalence is None else deployment.shift.gamma
    return stated - (0.0 if source is None else 1.0)


def cutoff_moves(deployment: Deployment, source: float | None) -> bool:
    """Whether the cut-off on the raw score hangs on the prevalence that these patients happen to have.

    With label shift it does where just one of the two prevalences, the source's and the deployment's, is
    the observed one.
    """
    return cutoff_speed(deployment, source) != 0.0


def price_derivative(
    sample: ByClass,
    deployment: Deployment,
    moments: tuple[ClassMoments, ClassMoments],
    source: float | None,
    threshold: float | None,
) -> float:
    """From prices alone: a true positive is worth ``pi``, a true negative in proportion to ``1 - pi``."""
    prevalence, cost = prevalence_of(sample), deployment.cost.distribution
    share = deployment.units.fall(float(log_odds(prevalence)), cost)
    if share is None:
        ends = []
        for step in (STEP, -STEP):  # prevalence and source move together: decisions stay
            moved, made = (
                float(expit(log_odds(p) + step))
                for p in (prevalence, prevalence if source is None else source)
            )
            asked = deployment.at(moved)
            ends.append(mean_gain(sample, decision_gains(asked, prevalence, made, threshold)))
        return (ends[0] - ends[1]) / (2.0 * STEP)
    return (1.0 - share) * moments[0].mean - share * moments[1].mean


def near_a_heap(sample: Sample, steps: StepGains | None, moments: tuple[ClassMoments, ClassMoments]) -> bool:
    """Whether many patients share one score that a threshold may lie on either side of, for all we know."""
    if steps is None:
        return False
    within = HEAP_WITHIN * math.sqrt(1.0 / moments[0].size + 1.0 / moments[1].size)
    return any(heap_share(sample, float(threshold), within) > 0.0 for threshold in steps.thresholds)


def heap_share(sample: Sample, threshold: float, within: float) -> float:
    """The largest share of patients on one score near a threshold; 0 where that is no heap.

    ``within`` is in log odds. Weights count, and bins hold the patients that they are worth.
    """
    middle = float(log_odds(threshold))
    low, high = float(expit(middle - within)), float(expit(middle + within))
    near = np.flatnonzero((sample.score >= low) & (sample.score <= high))
    if not len(near):
        return 0.0
    size = np.ones(len(near))
    if sample.weight is not None and sample.squares is not None:
        # A bin of patients who were all censored has no weight, and holds nobody who counts.
        squares = sample.squares[near]
        size = np.divide(
            sample.weight[near].astype(np.float64) ** 2, squares, where=squares > 0.0, out=0.0 * size
        )
    _, place = np.unique(sample.score[near], return_inverse=True)
    patients = np.bincount(place, size)
    weight = patients if sample.weight is None else np.bincount(place, sample.weight[near])
    whole = float(len(sample.score)) if sample.weight is None else float(sample.weight.sum())
    share = np.where(patients >= HEAP_PATIENTS, weight / whole, 0.0)
    return float(share.max()) if share.max() >= HEAP_SHARE else 0.0


def _error(moments: tuple[ClassMoments, ClassMoments]) -> float:
    """Standard error of the log odds of the prevalence, or as close as scores are looked at.

    Among very many patients so few lie within one standard error of a threshold that what is seen there
    is chance; and lines move over it whole.
    """
    return max(math.sqrt(1.0 / moments[0].size + 1.0 / moments[1].size), NO_CLOSER)


def _secant(sample: Sample, gains: Gains, error: float) -> float:
    """The slope of a range too narrow to hold a density: how far the score moves over one standard error."""
    shifted = [mean_gain(sample, gains.shift(by)) for by in (-error, error)]
    return (shifted[0] - shifted[1]) / (2.0 * error)


def _step_slope(sample: Sample, gains: Gains, moments: tuple[ClassMoments, ClassMoments]) -> float:
    """Where gains are steps: how fast the score moves as all scores rise against the thresholds.

    From the density of patients at the thresholds; but where many share one score near a threshold,
    what one standard error of the prevalence would change is more, and then that counts.
    """
    steps = gains.steps
    if steps is None:
        return 0.0
    return max(_smooth_slope(sample, steps), _secant(sample, steps, _error(moments)), key=abs)


def _smooth_slope(sample: Sample, steps: StepGains) -> float:
    """What the patients close to each threshold gain or lose as it moves, by their density."""
    positive, negative = np.diff(steps.positive_sums), -np.diff(steps.negative_sums)
    is_case = sample.label == 1
    densities = [_density_at(steps.thresholds, sample, side) for side in (is_case, ~is_case)]
    return float(positive @ densities[0] - negative @ densities[1])


def _density_at(thresholds: Numbers, sample: Sample, side: NDArray[np.bool_]) -> Numbers:
    """Density of one class's log odds at the thresholds: patients in a window around each.

    The window's width is that of a kernel with Silverman's bandwidth, judged on some of the rows.
    """
    chosen = side.nonzero()[0]
    some = sample.score[chosen[:: max(1, len(chosen) // ENOUGH_FOR_A_BANDWIDTH)]].astype(np.float64)
    x = log_odds(some[(some > 0.0) & (some < 1.0)])
    if len(x) < 2 or x.min() == x.max():
        return np.zeros(len(thresholds))
    low, high = np.quantile(x, (0.25, 0.75))
    spread = min(float(x.std()), float(high - low) / 1.34 or math.inf)
    half = math.sqrt(3.0) * 0.9 * spread * len(chosen) ** -0.2  # a window as wide as the kernel's spread
    score = sample.score[chosen]
    weight = None if sample.weight is None else sample.weight[chosen]
    found: list[float] = []
    for z in log_odds(thresholds):
        near = (score >= expit(z - half)) & (score < expit(z + half))
        if weight is None:
            found.append(float(np.count_nonzero(near)) / len(score))
        else:
            found.append(float(weight[near].sum() / weight.sum()))
    return np.asarray(np.array(found) / (2.0 * half))


def placements(sample: Sample) -> Numbers:
    """Each patient's placement among the patients of the other class, in the order of the rows."""
    table = sample.table
    by_line = _by_line(table)
    line = np.searchsorted(table.score, sample.ranking)
    return np.where(sample.label == 1, by_line[0][line], by_line[1][line])


def auc_moments(sample: Sample) -> tuple[ClassMoments, ClassMoments]:
    """Moments of the placements of both classes; the mean of either is the AUC."""
    if sample.weight is not None:
        placed, is_case = placements(sample), sample.label == 1
        weight = sample.weight.astype(np.float64)
        squares = weight**2 if sample.squares is None else sample.squares
        sides = [(placed[side], weight[side], squares[side], 1.0) for side in (is_case, ~is_case)]
        return binned_moments(*sides[0]), binned_moments(*sides[1])
    return _counted_auc_moments(Ranks.of(sample))


def _counted_auc_moments(ranks: Ranks) -> tuple[ClassMoments, ClassMoments]:
    """The same from counts: the patients of the larger class need not be looked at one by one.

    Between two neighbours of the rarer class all patients of the other are placed alike, so there
    are no more different placements than twice the rarer class has patients.
    """
    rare, other = len(ranks.below), ranks.others
    pairs = 2 * rare * other
    mean = ranks.wins / pairs
    placed = (ranks.below + ranks.not_above) / (2 * other) - mean
    own = float(np.einsum("i,i", placed, placed))
    # A patient k of the other class, counted from below, has passed whoever of the rarer has rank <= k.
    turns = np.sort(np.concatenate((ranks.below, ranks.not_above)), kind="stable")
    alike = np.diff(turns, prepend=0, append=other).astype(np.float64)
    above = np.arange(2 * rare, -1, -1) / (2 * rare) - mean
    others = float(np.einsum("i,i,i", alike, above, above))
    auc = mean if ranks.of_cases else (pairs - ranks.wins) / pairs
    sides = (
        ClassMoments(float(rare), auc, own / rare**2, 0.0, 0.0, 1.0),
        ClassMoments(float(other), auc, others / other**2, 0.0, 0.0, 1.0),
    )
    return sides if ranks.of_cases else (sides[1], sides[0])


def _by_line(table: ScoreTable) -> tuple[Numbers, Numbers]:
    """Placement of a case, and of another patient, at each line of the table."""
    below = np.cumsum(table.negative) - 0.5 * table.negative
    above = table.positive_weight - np.cumsum(table.positive) + 0.5 * table.positive
    return below / table.negative_weight, above / table.positive_weight


def moved_value(
    prevalence: float, worth: tuple[float, float], priced: bool, slope: float, by: float
) -> float:
    """A score along the log odds of the observed prevalence, from what it is worth in cases and non-cases."""
    there = float(expit(log_odds(prevalence) + by)) if priced else prevalence
    price = there / prevalence, (1.0 - there) / (1.0 - prevalence)
    return worth[0] * price[0] + worth[1] * price[1] + slope * by
