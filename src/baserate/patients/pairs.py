"""Two models on the joint bins of their scores: the difference of their net benefits, paired.

The difference itself comes from each model's own fine bins; the joint bins say how the two vary
together. A joint bin holds the mean of its patients' log odds. Where gains are smooth, the gain at
the mean will do. A step may cut through a bin: then it is the share of the model's own, finer bins
within it that lie beyond the step which counts, and the patients on either side of it vary.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import Deployment, Value, stated_source
from baserate.errors import ShiftError
from baserate.inference.cohort import Cohort
from baserate.inference.estimate import Estimate, Moving, Noise
from baserate.inference.sampling import Contributions
from baserate.patients.binning import COARSE, FARTHEST
from baserate.scores.gains import Gains
from baserate.scores.patient_gains import gains_on
from baserate.scores.sample import Sample

Numbers = NDArray[np.float64]
Bins = NDArray[np.int64]
Deployments: TypeAlias = tuple[Deployment, Deployment]
Sources: TypeAlias = tuple[Value | None, Value | None]


@dataclass(frozen=True, eq=False)
class Side:
    """One of two models: its own fine bins as a cohort, and its column of the joint bins.

    ``log_odds`` are the means of its own bins, None where these are on no grid.
    """

    cohort: Cohort
    sample: Sample
    log_odds: Numbers | None
    joint: Sample
    bins: Bins


@dataclass(frozen=True, eq=False)
class Pair:
    """The joint bins of two models on the same patients."""

    cohort: Cohort
    sides: tuple[Side, Side]

    def difference(
        self, deployments: Deployments, sources: Sources, observed: float | None = None
    ) -> Estimate:
        """Net benefit of the first model minus that of the second.

        ``deployments`` differ by the shift of the two models' scores if at all; ``sources`` are the
        prevalences to which the scores are calibrated, None for the observed one; ``observed`` is the
        latter where it is to be taken as another than it is.
        """
        scores, joint, noise = [], [], 0.0
        for side, deployment, source in zip(self.sides, deployments, sources, strict=True):
            score = side.cohort.score(side.sample, deployment, source_prevalence=source, observed=observed)
            scores.append(score)
            estimate, within = self._joint(side, deployment, source, observed)
            joint.append(estimate)
            noise += within
        exact = scores[0] - scores[1]
        # What no patient contributes, the error of a fitted shift, is that of the models' own bins.
        difference = replace(joint[0] - joint[1], value=exact.value, noise=exact.noise)
        if self.cohort.sampling.clustered:
            contribute = partial(self._contributions_with_clusters, difference, scores)
            difference = replace(difference, contribute=contribute)
        if noise > 0.0:
            within_bins = Noise(partial(float, noise))
            difference = replace(difference, noise={**difference.noise, within_bins: 1.0})
        return replace(difference, moving=self._moving(deployments, sources, scores), terms=())

    def _moving(self, deployments: Deployments, sources: Sources, scores: list[Estimate]) -> Moving | None:
        """How the difference moves with the observed prevalence, where either model's score does."""
        paths = [score.moving for score in scores if score.moving is not None]
        if not paths:
            return None
        at = partial(self._difference_at, deployments, sources)
        jumps = any(path.jumps for path in paths)
        return Moving(partial(_difference_of, scores), at, self._log_odds_of_prevalence(), jumps)

    def _log_odds_of_prevalence(self) -> Estimate:
        """That of these patients, whose clusters are summed from the first model's own bins."""
        log_odds = self.cohort.log_odds_of_prevalence()
        if not self.cohort.sampling.clustered:
            return log_odds
        own = self.sides[0].cohort.log_odds_of_prevalence()
        return replace(log_odds, contribute=partial(self._prevalence_with_clusters, log_odds, own))

    def _prevalence_with_clusters(self, log_odds: Estimate, own: Estimate) -> Contributions:
        patients = log_odds.contributions[self.cohort.sampling]
        first = own.contributions[self.sides[0].cohort.sampling]
        none = np.zeros(len(self.sides[1].cohort.label))
        return {self.cohort.sampling: np.concatenate((patients, first, none))}

    def _difference_at(self, deployments: Deployments, sources: Sources, by: float) -> Estimate:
        """The difference if the log odds of the observed prevalence were higher by some amount, and known."""
        there = self.cohort.prevalence_at(by)
        one, other = (where.at(there) if where.prevalence is None else where for where in deployments)
        first, second = (there if source is None else source for source in sources)
        try:
            return self.difference((one, other), (first, second), there)
        except ShiftError:  # from there the deployment would be out of reach: as far as from here, then
            return self.difference((one, other), (first, second))

    def _contributions_with_clusters(self, difference: Estimate, scores: list[Estimate]) -> Contributions:
        """Beside what joint bins contribute, what each model's own bins do: clusters are summed there."""
        first, second = (
            score.contributions[side.cohort.sampling] for score, side in zip(scores, self.sides, strict=True)
        )
        patients = difference.contributions[self.cohort.sampling]
        return {self.cohort.sampling: np.concatenate((patients, first, -second))}

    def _joint(
        self, side: Side, deployment: Deployment, source: Value | None, observed: float | None
    ) -> tuple[Estimate, float]:
        """A model's score on the joint bins; how it moves with the prevalence, its own bins know better."""
        gains = gains_on(side.sample, deployment, stated_source(source), None, observed)
        slope = side.cohort.derivative(side.sample, deployment, source)
        gain, variance = joint_gains(side.joint, side.bins, side.sample, side.log_odds, gains)
        estimate = self.cohort.of_gains(gain, (gains.positive_total, gains.negative_total), slope)
        return estimate, _within(side.joint, variance)


def _difference_of(scores: list[Estimate], by: float) -> float:
    first, second = (score.value if score.moving is None else score.moving.value_at(by) for score in scores)
    return first - second


def _within(sample: Sample, variance: Numbers) -> float:
    """What the spread of patients within their bins adds to the variance of a sum of class means."""
    squares = np.asarray(sample.squares)
    sides = ((sample.label == 1, sample.positive_weight), (sample.label == 0, sample.negative_weight))
    return sum(float(squares[side] @ variance[side]) / total**2 for side, total in sides)


def joint_gains(
    joint: Sample, bins: Bins, own: Sample, own_log_odds: Numbers | None, gains: Gains
) -> tuple[Numbers, Numbers]:
    """The mean gain of each joint bin, and the variance of its patients' gains about it.

    ``bins`` are the joint bins' numbers by this model; ``own`` are the model's own bins of the same
    patients, and ``own_log_odds`` their mean log odds, None where these are on no grid.
    """
    steps, curve = gains.steps, gains.curve
    if steps is None or own_log_odds is None:
        return _at(joint, gains), np.zeros(len(bins))
    (keys, means), variances = _by_bin(own, _coarse(own_log_odds), _at(own, steps))
    wanted = bins * 2 + joint.label
    place = np.searchsorted(keys, wanted).clip(0, len(keys) - 1)
    there = keys[place] == wanted
    mean = np.where(there, means[place], _at(joint, steps))
    if curve is not None:
        mean += _at(joint, curve)
    return mean, np.where(there, variances[place], 0.0)


def _coarse(log_odds: Numbers) -> Bins:
    """The joint bins that a model's own bins belong to; one at an edge goes with its mean."""
    most = FARTHEST * COARSE
    inside = np.where(np.isfinite(log_odds), log_odds, 0.0)
    bins = np.clip(np.floor(inside * COARSE), -most, most)
    return np.where(np.isfinite(log_odds), bins, np.sign(log_odds) * (most + 1)).astype(np.int64)


def _at(sample: Sample, gains: Gains) -> Numbers:
    """The gain of each bin at its score."""
    return np.where(sample.label == 1, gains.positive(sample.score), gains.negative(sample.score))


def _by_bin(sample: Sample, bins: Bins, gain: Numbers) -> tuple[tuple[Bins, Numbers], Numbers]:
    """Keys of class and coarse bin with their mean gain, and the variance of the patients' gains."""
    counts = np.asarray(sample.weight) > 0.0  # who does not count has no part in a mean
    gain, weight = gain[counts], np.asarray(sample.weight)[counts]
    keys, place = np.unique((bins * 2 + sample.label)[counts], return_inverse=True)
    mean = np.bincount(place, weight * gain) / np.bincount(place, weight)
    variance = np.bincount(place, weight * (gain - mean[place]) ** 2) / np.bincount(place, weight)
    return (keys, mean), variance
