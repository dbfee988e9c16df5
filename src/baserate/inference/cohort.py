"""A cohort: the patients on whom models are judged, and every number about a model with its interval.

Numbers from one cohort are paired, because they come from the same patients: the difference of two
models is far better known than either. Numbers from two cohorts (groups, hospitals, periods) are
independent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baserate.deployment.deployment import (
    EVEN,
    Cost,
    CostLike,
    Deployment,
    Prevalence,
    PrevalenceLike,
    Value,
    source_prevalence_of,
    stated_source,
    threshold_of,
)
from baserate.deployment.distributions import Point
from baserate.deployment.units import ACCURACY, Baseline
from baserate.errors import ScoreError, ShapeError, TooFewError
from baserate.inference.estimate import Estimate, Method, Recent
from baserate.inference.guards import Single
from baserate.inference.moments import (
    ClassMoments,
    auc_moments,
    class_moments,
    placements,
    prevalence_derivative,
)
from baserate.inference.sampling import Contributions, Sampling, check_numbers, cluster_codes
from baserate.scores.columns import column, examples
from baserate.scores.gains import Gains, decision_gains
from baserate.scores.sample import Sample, ScoreTable, prevalence_of, warn_of_decisions

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Cohort:
    """Patients, with weights and clusters if there are any; see :meth:`of`.

    >>> from baserate.datasets import icu_cohort
    >>> stays = icu_cohort()
    >>> cohort = Cohort.of(stays["died"], cluster=stays["patient"])
    >>> asked = {"cost": "1:30", "prevalence": (0.01, 0.10)}
    >>> severity = cohort.net_benefit(stays["severity"], **asked)
    >>> print(1000 * severity)
    23.48 (95 % CI 22.94 to 24.02)
    >>> print(1000 * (severity - cohort.net_benefit(stays["network"], **asked)))
    8.183 (95 % CI 7.664 to 8.701)
    """

    label: NDArray[np.int8]
    sampling: Sampling

    @classmethod
    def of(cls, y_true: object, *, sample_weight: object = None, cluster: object = None) -> Cohort:
        """From labels 0 and 1; ``cluster`` names what belongs together: a patient, a hospital.

        Weights are not taken as counts: a patient of weight two is one patient who counts twice.
        """
        label = column(y_true, "y_true")
        sample = Sample.of(label, np.zeros(len(label)), sample_weight)
        is_case = sample.label == 1
        weight = None if sample.weight is None else sample.weight.astype(np.float64)
        codes = None if cluster is None else cluster_codes(cluster, len(label))
        return _checked(is_case.astype(np.int8), Sampling(is_case, weight, codes))

    def net_benefit(
        self,
        y_prob: object,
        *,
        cost: CostLike,
        prevalence: PrevalenceLike | None = None,
        threshold: Value | None = None,
        source_prevalence: Value | None = None,
        baseline: Baseline = "treat-none",
    ) -> Estimate:
        """:func:`baserate.net_benefit` with its interval."""
        deployment = Deployment.of(prevalence, cost)
        return self.score(y_prob, deployment, threshold, source_prevalence, baseline)

    def weighted_accuracy(
        self,
        y_prob: object,
        *,
        cost: CostLike,
        prevalence: PrevalenceLike | None = None,
        threshold: Value | None = None,
        source_prevalence: Value | None = None,
    ) -> Estimate:
        """:func:`baserate.weighted_accuracy` with its interval."""
        deployment = Deployment.of(prevalence, cost, "weighted accuracy")
        return self.score(y_prob, deployment, threshold, source_prevalence)

    def accuracy(
        self,
        y_prob: object,
        *,
        prevalence: PrevalenceLike | None = None,
        threshold: Value | None = None,
        source_prevalence: Value | None = None,
    ) -> Estimate:
        """:func:`baserate.accuracy` with its interval."""
        return self.score(y_prob, Deployment.of(prevalence, EVEN, ACCURACY), threshold, source_prevalence)

    def score(
        self,
        y_prob: object,
        deployment: Deployment,
        threshold: Value | None = None,
        source_prevalence: Value | None = None,
        baseline: Baseline = "none-correct",
        derivative: float | None = None,
    ) -> Estimate:
        """The score of a model at any deployment, with its interval.

        ``derivative`` is how fast the score rises with the log odds of the data's prevalence, where
        that is better known than from these rows.
        """
        baseline = deployment.units.baseline(baseline)
        sample = self.sample(y_prob)
        if threshold is None and sample is not y_prob:  # whoever made the rows has been warned
            warn_of_decisions(sample.score)
        source = stated_source(source_prevalence)
        cut = None if threshold is None else threshold_of(threshold)
        gains = decision_gains(deployment, prevalence_of(sample), source, cut)
        moments = class_moments(sample, gains)
        zero = gains.negative_total if baseline == "treat-none" else 0.0
        # With treating nobody as zero, the zero itself moves with the data's prevalence.
        if derivative is None:
            derivative = prevalence_derivative(sample, deployment, gains, moments, source, cut)
        if zero and deployment.prevalence is None:
            derivative += zero * prevalence_of(sample)
        return self.known_score(partial(_scores, sample), gains, moments, derivative, zero)

    def derivative(self, sample: Sample, deployment: Deployment, source_prevalence: Value | None) -> float:
        """How fast a model's score rises with the log odds of the data's prevalence."""
        source = stated_source(source_prevalence)
        gains = decision_gains(deployment, prevalence_of(sample), source, None)
        return prevalence_derivative(sample, deployment, gains, class_moments(sample, gains), source, None)

    def source_derivative(self, sample: Sample, deployment: Deployment, source_prevalence: Value) -> float:
        """How fast a model's score rises with the log odds of the prevalence its scores are calibrated to.

        A higher source prevalence lowers every adjusted risk by as much in log odds, so that decisions
        move against the thresholds; prices do not move.
        """
        prevalence = prevalence_of(sample)
        here = deployment.prevalence or Prevalence(Point(prevalence))
        stated = replace(deployment, prevalence=here)
        gains = decision_gains(stated, prevalence, stated_source(source_prevalence), None)
        return prevalence_derivative(sample, stated, gains, class_moments(sample, gains), None, None)

    def known_score(
        self,
        scores: Callable[[], NDArray[Any]],
        gains: Gains,
        moments: tuple[ClassMoments, ClassMoments],
        derivative: float,
        zero: float = 0.0,
    ) -> Estimate:
        """The score whose moments are known, and its derivative by the log odds of the prevalence.

        ``scores`` are asked for only when the contributions of single patients are.
        """
        value = moments[0].mean + moments[1].mean - zero
        most = gains.positive_total + gains.negative_total - zero

        middle = (moments[0].mean - derivative, moments[1].mean + derivative)
        contribute = partial(self._contributions_of_gains, scores, gains, middle)
        return self._estimate(Single(value, moments, derivative, -zero, most), contribute)

    def _contributions_of_gains(
        self, scores: Callable[[], NDArray[Any]], gains: Gains, middle: tuple[float, float]
    ) -> Numbers:
        score = scores()
        gain = gains.negative(score)
        gain[self.sampling.is_case] = gains.positive(score[self.sampling.is_case])
        return self._from_classes(gain, middle)

    def auc(self, y_prob: object) -> Estimate:
        """:func:`baserate.auc` with DeLong's interval, ties and weights included."""
        sample = self.sample(y_prob)
        moments = auc_moments(sample)
        single = Single(moments[0].mean, moments, 0.0, 0.0, 1.0)

        contribute = partial(self._contributions_of_placements, sample, (moments[0].mean, moments[1].mean))
        # Log odds need some misplaced patients to be of use; a near perfect model has hardly any.
        misplaced = min(single.value, 1.0 - single.value) * min(m.size for m in moments)
        return self._estimate(single, contribute, "logit" if misplaced >= 1.0 else "pseudo-observations")

    def _contributions_of_placements(self, sample: Sample, middle: tuple[float, float]) -> Numbers:
        return self._from_classes(placements(sample), middle)

    def brier(self, y_prob: object) -> Estimate:
        """The Brier score with its interval."""
        return self._mean_of(partial(_squared_errors, self.sample(y_prob)), 1.0)

    def mean_score(self, y_prob: object) -> Estimate:
        """The mean of the scores with its interval."""
        return self._mean_of(partial(_scores_of, self.sample(y_prob)), 1.0)

    def log_loss(self, y_prob: object) -> Estimate:
        """Log loss with its interval; refused when a certain prediction is wrong, which makes it infinite."""
        sample = self.sample(y_prob)
        right = np.where(self.label == 1, sample.score, 1.0 - sample.score).astype(np.float64)
        wrong = right == 0.0
        if self.sampling.weight is not None:
            wrong &= self.sampling.weight > 0.0
        if wrong.any():
            raise ScoreError(
                "log loss is infinite: a prediction of 0 or 1 was wrong in {where}.",
                **examples(sample.score, wrong),
            )
        return self._mean_of(partial(_surprises, sample), 0.0)

    def standardised_net_benefit(
        self, y_prob: object, *, cost: CostLike, prevalence: Value, source_prevalence: Value | None = None
    ) -> Estimate:
        """Net benefit above treating nobody, over a stated prevalence: 1 is perfect."""
        share = source_prevalence_of(prevalence)
        asked = {"prevalence": prevalence, "source_prevalence": source_prevalence}
        return self.net_benefit(y_prob, cost=cost, baseline="treat-none", **asked) * (1.0 / share)

    def net_interventions_avoided(
        self,
        y_prob: object,
        *,
        cost: CostLike,
        prevalence: PrevalenceLike | None = None,
        source_prevalence: Value | None = None,
    ) -> Estimate:
        """Unnecessary treatments spared per patient, compared with treating all."""
        c = Cost.of(cost).c
        model = self.net_benefit(y_prob, cost=c, prevalence=prevalence, source_prevalence=source_prevalence)
        everyone = self.net_benefit(y_prob, cost=c, prevalence=prevalence, threshold=0.0)
        return (model - everyone) * ((1.0 - c) / c)

    def log_odds_of_prevalence(self) -> Estimate:
        """Log odds of the share of patients who have the disease."""
        is_case = self.label == 1
        cases, others = (float(self._shares[side].sum()) for side in (is_case, ~is_case))

        contribute = partial(self._contributions_of_classes, np.zeros(len(self.label)), (-1.0, 1.0))
        return Estimate(float(np.log(cases / others)), contribute, {self.sampling: (0.0, 0.0)})

    @cached_property
    def as_one_score(self) -> ScoreTable:
        """The weight of both classes at one score: all that a strategy without a model can see."""
        cases, weight = self.sampling.is_case, self.sampling.weight
        if weight is None:
            sides = [np.count_nonzero(cases), np.count_nonzero(~cases)]
        else:
            sides = [weight[cases].sum(), weight[~cases].sum()]
        positive, negative = np.array(sides, dtype=np.float64)[:, None]
        return ScoreTable(np.array([0.5]), positive, negative)

    def of_gains(self, gain: Numbers, most: tuple[float, float], derivative: float = 0.0) -> Estimate:
        """Sum of the mean gains of both classes, from one gain for each patient.

        ``most`` is what a patient with and without the disease can gain, ``derivative`` how fast
        the sum rises with the log odds of the prevalence.
        """
        is_case, share = self.label == 1, self._shares
        means = [float(share[side] @ gain[side] / share[side].sum()) for side in (is_case, ~is_case)]

        middle = (means[0] - derivative, means[1] + derivative)
        contribute = partial(self._contributions_of_classes, gain, middle)
        return Estimate(sum(means), contribute, {self.sampling: most}, bounds=(0.0, sum(most)))

    def _contributions_of_classes(self, gain: Numbers, middle: tuple[float, float]) -> Contributions:
        return {self.sampling: self._from_classes(gain, middle)}

    def part(self, chosen: object) -> Cohort:
        """Some of the patients, such as a group, a site or a period; ``chosen`` is True for those.

        Two parts are independent, but for clusters that reach into both.

        >>> cohort = Cohort.of([0, 1] * 20, cluster=[*range(20)] * 2)
        >>> len(cohort.part([True] * 30 + [False] * 10).label)
        30
        """
        mask = column(chosen, "chosen")
        if mask.dtype.kind != "b" or len(mask) != len(self.label):
            raise ShapeError(f"True or False for each of the {len(self.label):,} patients is needed.")
        part = _checked(self.label[mask], self.sampling.part(mask))
        if part.sampling.clustered and part.sampling.cluster_count < 2:
            raise TooFewError("all these patients are in one cluster; an interval needs at least two.")
        return part

    def mean(self, per_patient: object, reach: float) -> Estimate:
        """Mean over all patients of any number, which is known to lie within ``reach`` of another."""
        numbers = column(per_patient, "per_patient").astype(np.float64)
        if len(numbers) != len(self.label) or not np.isfinite(numbers).all():
            raise ShapeError(f"one finite number for each of the {len(self.label):,} patients is needed.")
        return self._mean_of(partial(_same, numbers), reach)

    def _mean_of(self, find: Callable[[], Numbers], reach: float) -> Estimate:
        """The same of numbers that can be worked out again, so that they need not be kept."""
        numbers, weight = find(), self.sampling.weight
        if weight is None:
            value = float(numbers.sum()) / len(numbers)
        else:
            value = float(weight @ numbers) / float(weight.sum())
        prevalence = self.as_one_score.prevalence
        ends = (prevalence * reach, (1.0 - prevalence) * reach)
        return Estimate(value, partial(self._contributions_of_mean, find, value), {self.sampling: ends})

    def _contributions_of_mean(self, find: Callable[[], Numbers], mean: float) -> Contributions:
        weight, apart = self.sampling.weight, find() - mean
        apart *= 1.0 / len(apart) if weight is None else weight / weight.sum()
        return {self.sampling: apart}

    def sample(self, y_prob: object) -> Sample:
        """The scores of a model for these patients, checked; rows of this cohort are so already."""
        if isinstance(y_prob, Sample) and y_prob.label is self.label:
            return y_prob
        sample = Sample.of(self.label, y_prob, self.sampling.weight)
        if self.sampling.size is None or sample.weight is None:
            return sample
        return replace(sample, squares=sample.weight.astype(np.float64) ** 2 / self.sampling.size)

    def _estimate(
        self, single: Single, contribute: Callable[[], Numbers], preferred: Method | None = None
    ) -> Estimate:
        reach = (single.moments[0].most, single.moments[1].most)
        bounds = (single.least, single.most)

        # Estimates that differ in their level, or their bounds, share what patients contribute.
        by_sample = Recent(partial(self._by_sample, contribute))
        if self.sampling.clustered:  # then the sums of single patients are not the whole story
            return Estimate(single.value, by_sample, {self.sampling: reach}, bounds=bounds)
        singles = ((1.0, single),)
        return Estimate(
            single.value, by_sample, {self.sampling: reach}, singles, preferred=preferred, bounds=bounds
        )

    def _by_sample(self, contribute: Callable[[], Numbers]) -> Contributions:
        return {self.sampling: contribute()}

    def _from_classes(self, gain: Numbers, middle: tuple[float, float]) -> Numbers:
        """Contributions to a sum of two class means: each gain less its class's middle, by its share."""
        is_case, weight = self.sampling.is_case, self.sampling.weight
        found = gain - middle[1]
        found[is_case] += middle[1] - middle[0]
        if weight is None:
            cases = float(np.count_nonzero(is_case))
            found[is_case] *= (len(found) - cases) / cases
            found /= len(found) - cases
            return found
        return np.asarray(weight / np.where(is_case, weight[is_case].sum(), weight[~is_case].sum()) * found)

    @property
    def _shares(self) -> Numbers:
        weight = np.ones(len(self.label)) if self.sampling.weight is None else self.sampling.weight
        return np.asarray(weight / weight.sum())


def _checked(label: NDArray[np.int8], sampling: Sampling) -> Cohort:
    """A cohort with enough patients of both classes for intervals."""
    is_case = sampling.is_case
    if sampling.weight is None and sampling.size is None:
        cases = int(np.count_nonzero(is_case))
        check_numbers(cases, len(label) - cases)
        return Cohort(label, sampling)
    counts = np.ones(len(label)) if sampling.weight is None else (sampling.weight > 0.0).astype(np.float64)
    if sampling.size is not None:
        counts = counts * sampling.size
    check_numbers(*(round(float(counts[side].sum())) for side in (is_case, ~is_case)))
    return Cohort(label, sampling)


def _scores(sample: Sample) -> NDArray[Any]:
    return sample.score


def _same(numbers: Numbers) -> Numbers:
    return numbers


def _scores_of(sample: Sample) -> Numbers:
    return sample.score.astype(np.float64)


def _squared_errors(sample: Sample) -> Numbers:
    return np.asarray((_scores_of(sample) - sample.label) ** 2)


def _surprises(sample: Sample) -> Numbers:
    """What a prediction adds to the log loss; nothing where it was certain, and wrong, and does not count."""
    right = np.where(sample.label == 1, sample.score, 1.0 - sample.score).astype(np.float64)
    return np.asarray(-np.log(np.where(right == 0.0, 1.0, right)))
