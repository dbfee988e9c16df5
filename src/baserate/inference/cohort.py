"""A cohort: the patients on whom models are judged, and every number about a model with its interval.

Numbers from one cohort are paired, because they come from the same patients: the difference of two
models is far better known than either. Numbers from two cohorts (groups, hospitals, periods) are
independent.
"""

from __future__ import annotations

import math
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
from baserate.deployment.distribution import as_float
from baserate.deployment.distributions import Point
from baserate.deployment.shift import LABEL_SHIFT, ShiftLike
from baserate.deployment.units import ACCURACY, NET_BENEFIT, WEIGHTED_ACCURACY, Baseline
from baserate.errors import (
    DataError,
    FewEventsWarning,
    ScoreError,
    SettingError,
    ShiftError,
    TooFewError,
    tell,
)
from baserate.inference.censoring import Censoring
from baserate.inference.estimate import Estimate, Method, Moving
from baserate.inference.guards import Ends, Single
from baserate.inference.kept import Recent
from baserate.inference.moments import (
    ClassMoments,
    auc_moments,
    class_moments,
    cutoff_moves,
    gain_ends,
    moved_value,
    near_a_heap,
    placements,
    prevalence_derivative,
    score_range,
    score_slope,
)
from baserate.inference.per_patient import (
    given,
    score_slopes,
    scores_of,
    squared_error_slopes,
    squared_errors,
    surprise_slopes,
    surprises,
)
from baserate.inference.sampling import Contributions, Sampling, check_numbers, cluster_codes, few_events
from baserate.inference.shift_error import shift_noise, shift_slope
from baserate.inference.treated import treated_score
from baserate.odds import expit, log_odds
from baserate.scores.columns import column, examples
from baserate.scores.follow_up import FollowUp, check_outcomes, read_follow_up
from baserate.scores.gains import Gains
from baserate.scores.patient_gains import gains_on
from baserate.scores.sample import Sample, ScoreTable, check_weights, like_decisions, prevalence_of

__all__ = ["Cohort"]

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
    def of(
        cls,
        y_true: object = None,
        *,
        sample_weight: object = None,
        cluster: object = None,
        time: object = None,
        event: object = None,
        horizon: object = None,
        censoring: object = None,
        positive: object = None,
        censored: object = None,
    ) -> Cohort:
        """From labels 0 and 1, or from follow-up; ``cluster`` names what belongs together.

        Weights are not taken as counts: a patient of weight two is one patient who counts twice.

        Parameters
        ----------
        y_true
            Labels 0 and 1; None where the outcome follows from ``time``, ``event`` and ``horizon``, or a
            :class:`~baserate.FollowUp`.
        sample_weight, cluster
            How much each patient counts, and what belongs together: a patient, a hospital.
        time, event, horizon
            How long each patient was followed, how it ended (0 censored, 1 the event, 2 and more competing
            events), and the time by which an event counts: see :mod:`baserate.scores.follow_up`.
        censoring
            Strata within which the curve of censoring is estimated: one value for each patient.
        positive, censored
            The values of ``event`` that mean the event of interest, and that there was none.
        """
        told = {"censoring": censoring, "positive": positive, "censored": censored}
        follow_up = y_true if isinstance(y_true, FollowUp) else None
        if follow_up is None:
            follow_up = read_follow_up(time, event, horizon, (y_true,), **told)
        if follow_up is None:
            cohort = cls.labelled(y_true, sample_weight=sample_weight, cluster=cluster)
        else:
            cohort = cls.followed(follow_up, sample_weight=sample_weight, cluster=cluster)
        tell(cohort.cautions)
        return cohort

    @classmethod
    def labelled(cls, y_true: object, *, sample_weight: object = None, cluster: object = None) -> Cohort:
        """From labels 0 and 1; its cautions are for who asked for it to tell."""
        label = column(y_true, "y_true")
        sample = Sample.of(label, np.zeros(len(label)), sample_weight)
        is_case = sample.label == 1
        weight = None if sample.weight is None else sample.weight.astype(np.float64)
        codes = None if cluster is None else cluster_codes(cluster, len(label))
        return _checked(is_case.astype(np.int8), Sampling(is_case, weight, codes))

    @classmethod
    def followed(cls, follow_up: FollowUp, *, sample_weight: object = None, cluster: object = None) -> Cohort:
        """From how long patients were followed, and how it ended; who asked for it tells its cautions."""
        if follow_up.is_complete:
            check_outcomes(follow_up, np.ones(len(follow_up.time)))
            return cls.labelled(follow_up.label, sample_weight=sample_weight, cluster=cluster)
        rows, own = len(follow_up.time), None
        if sample_weight is not None:
            own = check_weights(column(sample_weight, "sample_weight")).astype(np.float64)
            follow_up.check_length({"sample_weight": own})
        part = Censoring(follow_up, own)
        check_outcomes(follow_up, part.weight)
        label, codes = follow_up.label, None if cluster is None else cluster_codes(cluster, rows)
        sampling = Sampling(label == 1, part.weight, codes, censoring=part)
        return _checked(label, sampling)

    @property
    def class_sizes(self) -> tuple[int, int]:
        """How many patients who count have the disease, and how many do not."""
        sampling, is_case = self.sampling, self.sampling.is_case
        if sampling.weight is None and sampling.patients is None:
            cases = int(np.count_nonzero(is_case))
            return cases, len(self.label) - cases
        counts = np.asarray(sampling.weight) > 0.0 if sampling.patients is None else sampling.patients
        cases, others = (round(float(counts[side].sum())) for side in (is_case, ~is_case))
        return cases, others

    @property
    def cautions(self) -> tuple[FewEventsWarning, ...]:
        """What a reader of any number about these patients must know."""
        return few_events(*self.class_sizes)

    @staticmethod
    def checked(value: object) -> Cohort:
        """The cohort that was given, or an error that says how to make one."""
        if isinstance(value, Cohort):
            return value
        raise SettingError(f"a Cohort is needed here, such as baserate.Cohort.of(labels); found {value!r}.")

    def net_benefit(
        self,
        y_prob: object,
        *,
        cost: CostLike,
        prevalence: PrevalenceLike | None = None,
        threshold: Value | None = None,
        source_prevalence: Value | None = None,
        baseline: Baseline = "treat-none",
        shift: ShiftLike = LABEL_SHIFT,
    ) -> Estimate:
        """:func:`baserate.net_benefit` with its interval.

        Parameters
        ----------
        y_prob
            The model's probability for each patient.
        cost, prevalence, threshold, source_prevalence, baseline, shift
            As for :func:`baserate.net_benefit`.
        """
        deployment = Deployment.of(prevalence, cost, shift=shift)
        return self.score(y_prob, deployment, threshold, source_prevalence, baseline)

    def treated_net_benefit(
        self,
        y_prob: object,
        *,
        cost: CostLike,
        threshold: Value | None = None,
        source_prevalence: Value | None = None,
    ) -> Estimate:
        """Net benefit at the observed prevalence from the Kaplan-Meier risk of the treated.

        ``P [(1 + w) F - w]`` with ``P`` the share of patients who are treated, ``F`` their risk by the
        horizon, and ``w = c / (1 - c)`` (Vickers and others 2008, doi:10.1186/1472-6947-8-53); with
        competing events ``F`` is the Aalen-Johansen incidence. See :mod:`baserate.inference.treated`.

        Parameters
        ----------
        y_prob
            The model's risk of the event by the horizon, for each patient.
        cost
            "1:9" (false positive : false negative), or the threshold ``c``; no range.
        threshold
            Decide on the raw score instead of at the adjusted optimum; 0 treats all.
        source_prevalence
            The prevalence to which the scores are calibrated, if it is not the observed one.

        >>> time, event = [*range(1, 13)] * 4, [1, 0, 1, 0, 0, 2] * 8
        >>> cohort = Cohort.of(time=time, event=event, horizon=8)
        >>> print(cohort.treated_net_benefit([0.05, 0.3, 0.6, 0.2] * 12, cost="1:9"))
        0.1424 (95 % CI 0.005829 to 0.3009)
        """
        deployment = Deployment.of(None, cost)
        return treated_score(self, y_prob, deployment, threshold, source_prevalence, "treat-none")

    def weighted_accuracy(
        self,
        y_prob: object,
        *,
        cost: CostLike,
        prevalence: PrevalenceLike | None = None,
        threshold: Value | None = None,
        source_prevalence: Value | None = None,
    ) -> Estimate:
        """:func:`baserate.weighted_accuracy` with its interval.

        Parameters
        ----------
        y_prob
            The model's probability for each patient.
        cost, prevalence, threshold, source_prevalence
            As for :func:`baserate.net_benefit`.
        """
        deployment = Deployment.of(prevalence, cost, WEIGHTED_ACCURACY)
        return self.score(y_prob, deployment, threshold, source_prevalence)

    def accuracy(
        self,
        y_prob: object,
        *,
        prevalence: PrevalenceLike | None = None,
        threshold: Value | None = None,
        source_prevalence: Value | None = None,
    ) -> Estimate:
        """:func:`baserate.accuracy` with its interval.

        Parameters
        ----------
        y_prob
            The model's probability for each patient.
        prevalence, threshold, source_prevalence
            As for :func:`baserate.accuracy`.
        """
        return self.score(y_prob, Deployment.of(prevalence, EVEN, ACCURACY), threshold, source_prevalence)

    def score(
        self,
        y_prob: object,
        deployment: Deployment,
        threshold: Value | None = None,
        source_prevalence: Value | None = None,
        baseline: Baseline = "none-correct",
        derivative: float | None = None,
        observed: float | None = None,
    ) -> Estimate:
        """The score of a model at any deployment, with its interval.

        ``derivative`` is how fast the score rises with the log odds of the data's prevalence, where
        that is better known than from these rows. ``observed`` is the data's prevalence where it is to be
        taken as another than it is.

        Parameters
        ----------
        y_prob
            The model's probability for each patient.
        deployment
            Where the model will be used: prevalence, cost and units.
        threshold
            Decide on the raw score instead of at the adjusted optimum.
        source_prevalence
            The prevalence to which the scores are calibrated, if it is not the observed one.
        baseline
            What counts as zero: every decision wrong ("none-correct"), or treating none ("treat-none").
        derivative, observed
            See above; None for what these rows say.
        """
        baseline = Deployment.checked(deployment).units.baseline(baseline)
        sample = self.sample(y_prob)
        if threshold is None and sample is not y_prob:  # whoever made the rows has been warned
            tell(like_decisions(sample.score))
        source = stated_source(source_prevalence)
        cut = None if threshold is None else threshold_of(threshold)
        gains = gains_on(sample, deployment, source, cut, observed)
        moments = class_moments(sample, gains)
        zero = gains.negative_total if baseline == "treat-none" else 0.0
        # With treating nobody as zero, the zero itself moves with the data's prevalence.
        if derivative is None:
            derivative = prevalence_derivative(sample, deployment, gains, moments, source, cut)
        if zero and deployment.prevalence is None:
            derivative += zero * prevalence_of(sample)
        ends, scale = gain_ends(sample, gains), deployment.has_fixed_scale
        score = self.known_score(partial(_scores, sample), gains, moments, derivative, zero, ends, scale)
        if deployment.prevalence is not None and deployment.shift.standard_error > 0.0:
            slope = shift_slope(sample, deployment, source, cut, observed)
            score = replace(score, noise={shift_noise(deployment.shift): slope})
        moves = cut is None and cutoff_moves(deployment, source)
        jumps = moves and near_a_heap(sample, gains.steps, moments)
        skew = deployment.prevalence is None and deployment.units == NET_BENEFIT
        if not jumps and not skew:
            return score
        at = partial(self._score_at, sample, deployment, cut, source, baseline)
        path = self._path(deployment, moments, derivative, zero)
        log_odds = self.log_odds_of_prevalence()
        return replace(score, moving=Moving(path, at, log_odds, jumps))

    def _path(
        self,
        deployment: Deployment,
        moments: tuple[ClassMoments, ClassMoments],
        derivative: float,
        zero: float,
    ) -> Callable[[float], float]:
        """The score along the log odds of the observed prevalence, the same patients being treated.

        What a true positive is worth goes with the prevalence, what a true negative is with the rest; all
        else that moves the score, its cut-off, moves it along a line.
        """
        prevalence = self.as_one_score.prevalence
        priced = deployment.prevalence is None
        worth = (moments[0].mean, moments[1].mean - zero)
        by_price = worth[0] * (1.0 - prevalence) - worth[1] * prevalence if priced else 0.0
        return partial(moved_value, prevalence, worth, priced, derivative - by_price)

    def _score_at(
        self,
        sample: Sample,
        deployment: Deployment,
        cut: float | None,
        source: float | None,
        baseline: Baseline,
        by: float,
    ) -> Estimate:
        """The score if the log odds of the observed prevalence were higher by some amount, and known."""
        there = self.prevalence_at(by)
        if deployment.prevalence is None:
            deployment = deployment.at(there)
        stated = there if source is None else source
        try:
            return self.score(sample, deployment, cut, stated, baseline, observed=there)
        except ShiftError:  # from there the deployment would be out of reach: as far as from here, then
            return self.score(sample, deployment, cut, stated, baseline)

    def prevalence_at(self, by: float) -> float:
        """The observed prevalence, its log odds higher by some amount."""
        return float(expit(log_odds(self.as_one_score.prevalence) + by))

    def derivative(self, sample: Sample, deployment: Deployment, source_prevalence: Value | None) -> float:
        """How fast a model's score rises with the log odds of the data's prevalence."""
        source = stated_source(source_prevalence)
        gains = gains_on(sample, deployment, source, None)
        return prevalence_derivative(sample, deployment, gains, class_moments(sample, gains), source, None)

    def source_derivative(self, sample: Sample, deployment: Deployment, source_prevalence: Value) -> float:
        """How fast a model's score rises with the log odds of the prevalence its scores are calibrated to.

        A higher source prevalence lowers every adjusted risk by as much in log odds, so that decisions
        move against the thresholds; prices do not move.
        """
        prevalence = prevalence_of(sample)
        here = deployment.prevalence or Prevalence(Point(prevalence))
        stated = replace(deployment, prevalence=here)
        gains = gains_on(sample, stated, stated_source(source_prevalence), None)
        return -score_slope(sample, gains, class_moments(sample, gains))

    def known_score(
        self,
        scores: Callable[[], NDArray[Any]],
        gains: Gains,
        moments: tuple[ClassMoments, ClassMoments],
        derivative: float,
        zero: float = 0.0,
        ends: tuple[Ends, Ends] | None = None,
        fixed_scale: bool = False,
    ) -> Estimate:
        """The score whose moments are known, and its derivative by the log odds of the prevalence.

        ``scores`` are asked for only when the contributions of single patients are. ``ends`` are what a
        patient of either class may gain, all there is unless less is known. With a ``fixed_scale`` what
        a perfect model scores does not hang on the patients, and no interval reaches beyond it.
        """
        value = moments[0].mean + moments[1].mean - zero
        if ends is None:
            ends = (0.0, gains.positive_total), (0.0, gains.negative_total)
        bounds = (-math.inf, math.inf)
        if fixed_scale:
            bounds = (-zero, gains.positive_total + gains.negative_total - zero)
            if not gains.is_monotone:  # weights that are tabulated may leave a rounding beyond perfect
                value = min(max(value, bounds[0]), bounds[1])

        middle = (moments[0].mean - derivative, moments[1].mean + derivative)
        contribute = partial(self._contributions_of_gains, scores, gains, middle)
        return self._estimate(Single(value, moments, derivative, ends), contribute, bounds)

    def _contributions_of_gains(
        self, scores: Callable[[], NDArray[Any]], gains: Gains, middle: tuple[float, float]
    ) -> Numbers:
        score, cases = scores(), self.sampling.places[0]
        gain = gains.negative(score)
        gain[cases] = gains.positive(score.take(cases))
        return self._from_classes(gain, middle)

    def auc(self, y_prob: object) -> Estimate:
        """:func:`baserate.auc` with an interval from DeLong's variance, ties and weights included.

        A constant score places nobody, whoever is sampled: its AUC is one half, exactly.

        Parameters
        ----------
        y_prob
            The model's probability for each patient.
        """
        sample = self.sample(y_prob)
        low, high = score_range(sample)
        if low == high:
            return Estimate.exact(0.5)
        moments = auc_moments(sample)
        single = Single(moments[0].mean, moments, 0.0, ((0.0, 1.0), (0.0, 1.0)))

        contribute = partial(self._contributions_of_placements, sample, (moments[0].mean, moments[1].mean))
        return self._estimate(single, contribute, (0.0, 1.0), "wilson")

    def _contributions_of_placements(self, sample: Sample, middle: tuple[float, float]) -> Numbers:
        return self._from_classes(placements(sample), middle)

    def brier(self, y_prob: object, *, moved: bool = False) -> Estimate:
        """The Brier score with its interval.

        ``moved`` says that the scores were moved to the observed prevalence from another: then they hang on
        it, and its error is part of the number's.

        Parameters
        ----------
        y_prob
            The model's probability for each patient.
        moved
            Whether the scores were moved to the observed prevalence.
        """
        sample = self.sample(y_prob)
        return self._mean_of(partial(squared_errors, sample), 1.0, squared_error_slopes, sample, moved, True)

    def mean_score(self, y_prob: object, *, moved: bool = False) -> Estimate:
        """The mean of the scores with its interval; ``moved`` as for :meth:`brier`.

        Parameters
        ----------
        y_prob
            The model's probability for each patient.
        moved
            Whether the scores were moved to the observed prevalence.
        """
        sample = self.sample(y_prob)
        return self._mean_of(partial(scores_of, sample), 1.0, score_slopes, sample, moved, True)

    def log_loss(self, y_prob: object, *, moved: bool = False) -> Estimate:
        """Log loss with its interval; refused when a certain prediction is wrong, which makes it infinite.

        ``moved`` as for :meth:`brier`.

        Parameters
        ----------
        y_prob
            The model's probability for each patient.
        moved
            Whether the scores were moved to the observed prevalence.
        """
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
        return self._mean_of(partial(surprises, sample), 0.0, surprise_slopes, sample, moved)

    def standardised_net_benefit(
        self, y_prob: object, *, cost: CostLike, prevalence: Value, source_prevalence: Value | None = None
    ) -> Estimate:
        """Net benefit above treating nobody, over a stated prevalence: 1 is perfect.

        Parameters
        ----------
        y_prob
            The model's probability for each patient.
        cost, prevalence, source_prevalence
            As for :func:`baserate.comparators.standardised_net_benefit`.
        """
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
        """Unnecessary treatments spared per patient, compared with treating all.

        Parameters
        ----------
        y_prob
            The model's probability for each patient.
        cost, prevalence, source_prevalence
            As for :func:`baserate.comparators.net_interventions_avoided`.
        """
        c = Cost.of(cost).c
        model = self.net_benefit(y_prob, cost=c, prevalence=prevalence, source_prevalence=source_prevalence)
        everyone = self.net_benefit(y_prob, cost=c, prevalence=prevalence, threshold=0.0)
        return (model - everyone) * ((1.0 - c) / c)

    def log_odds_of_prevalence(self) -> Estimate:
        """Log odds of the share of patients who have the disease."""
        return self._log_odds

    @cached_property
    def _log_odds(self) -> Estimate:
        table = self.as_one_score
        value = float(np.log(table.positive.sum() / table.negative.sum()))
        contribute = Recent(partial(self._contributions_of_classes, np.zeros(len(self.label)), (-1.0, 1.0)))
        return Estimate(value, contribute, {self.sampling: (0.0, 0.0)})

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
        return Estimate(sum(means), contribute, {self.sampling: most})

    def of_class_worth(self, worth: tuple[float, float], derivative: float) -> Estimate:
        """The same where all patients of a class gain alike: what varies is how many there are."""
        contribute = Recent(partial(self._contributions_of_worth, derivative))
        return Estimate(sum(worth), contribute, {self.sampling: (0.0, 0.0)})

    def _contributions_of_worth(self, derivative: float) -> Contributions:
        return {self.sampling: derivative * self._log_odds.contributions[self.sampling]}

    def _contributions_of_classes(self, gain: Numbers, middle: tuple[float, float]) -> Contributions:
        return {self.sampling: self._from_classes(gain, middle)}

    def part(self, chosen: object) -> Cohort:
        """Some of the patients, such as a group, a site or a period; ``chosen`` is True for those.

        Two parts are independent, but for clusters that reach into both.

        >>> cohort = Cohort.of([0, 1] * 20, cluster=[*range(20)] * 2)
        >>> len(cohort.part([True] * 30 + [False] * 10).label)
        30
        """
        part = self.some(chosen)
        tell(part.cautions)
        return part

    def some(self, chosen: object) -> Cohort:
        """The same; its cautions are for who asked for it to tell."""
        mask = column(chosen, "chosen")
        if mask.dtype.kind != "b" or len(mask) != len(self.label):
            raise DataError(f"True or False for each of the {len(self.label):,} patients is needed.")
        part = _checked(self.label[mask], self.sampling.part(mask))
        if part.sampling.clustered and part.sampling.cluster_count < 2:
            raise TooFewError("all these patients are in one cluster; an interval needs at least two.")
        return part

    def mean(self, per_patient: object, reach: float) -> Estimate:
        """Mean over all patients of any number, which is known to lie within ``reach`` of another.

        Parameters
        ----------
        per_patient
            A number for each patient.
        reach
            How far apart two of these numbers can be.
        """
        numbers = column(per_patient, "per_patient")
        if (
            numbers.dtype.kind not in "biuf"
            or len(numbers) != len(self.label)
            or not np.isfinite(numbers).all()
        ):
            raise DataError(f"one finite number for each of the {len(self.label):,} patients is needed.")
        if not 0.0 <= as_float(reach) < math.inf:
            raise SettingError(f"reach must be a number that is not negative; found {reach!r}.")
        return self._mean_of(partial(given, numbers.astype(np.float64)), as_float(reach))

    def _mean_of(
        self,
        find: Callable[[], Numbers],
        reach: float,
        slopes: Callable[[Sample], Numbers] | None = None,
        sample: Sample | None = None,
        moved: bool = False,
        is_share: bool = False,
    ) -> Estimate:
        """The same of numbers that can be worked out again, so that they need not be kept.

        ``slopes`` says how fast the number of each patient rises with the log odds of the score; where all
        scores were moved by the log odds of the observed prevalence, their mean is the number's own slope.
        """
        value = self._average(find())
        prevalence = self.as_one_score.prevalence
        ends = (prevalence * reach, (1.0 - prevalence) * reach)
        found = Estimate(value, partial(self._contributions_of_mean, find, value), {self.sampling: ends})
        if moved and slopes is not None and sample is not None:
            slope, log_odds = self._average(slopes(sample)), self.log_odds_of_prevalence()
            found = found + slope * (log_odds - log_odds.value)
        return replace(found, bounds=(0.0, 1.0), preferred="wilson") if is_share else found

    def _average(self, numbers: Numbers) -> float:
        weight = self.sampling.weight
        if weight is None:
            return float(numbers.sum()) / len(numbers)
        return float(weight @ numbers) / float(weight.sum())

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
        self,
        single: Single,
        contribute: Callable[[], Numbers],
        bounds: tuple[float, float],
        preferred: Method | None = None,
    ) -> Estimate:
        # Estimates that differ in their level, or their bounds, share what patients contribute.
        by_sample = Recent(partial(self._by_sample, contribute))
        # With clusters, or a curve of censoring, the sums of single patients are not the whole story.
        singles = ((1.0, single),) if self.sampling.is_plain else ()
        reach = {self.sampling: single.reach}
        return Estimate(single.value, by_sample, reach, singles, preferred=preferred, bounds=bounds)

    def _by_sample(self, contribute: Callable[[], Numbers]) -> Contributions:
        return {self.sampling: contribute()}

    def _from_classes(self, gain: Numbers, middle: tuple[float, float]) -> Numbers:
        """Contributions to a sum of two class means: each gain less its class's middle, by its share."""
        is_case, weight = self.sampling.is_case, self.sampling.weight
        cases = self.sampling.places[0]
        found = gain - middle[1]
        found[cases] = gain.take(cases) - middle[0]
        if weight is None:
            found *= 1.0 / (len(found) - len(cases))
            found[cases] *= (len(found) - len(cases)) / len(cases)
            return found
        return np.asarray(weight / np.where(is_case, weight[is_case].sum(), weight[~is_case].sum()) * found)

    @property
    def _shares(self) -> Numbers:
        weight = np.ones(len(self.label)) if self.sampling.weight is None else self.sampling.weight
        return np.asarray(weight / weight.sum())


def _checked(label: NDArray[np.int8], sampling: Sampling) -> Cohort:
    """A cohort with enough patients of both classes for intervals."""
    cohort = Cohort(label, sampling)
    check_numbers(*cohort.class_sizes)
    return cohort


def _scores(sample: Sample) -> NDArray[Any]:
    return sample.score
