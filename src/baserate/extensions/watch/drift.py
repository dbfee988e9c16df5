"""What may drift under a model, month by month: the prevalence, observed over expected, the slope.

Each becomes a :class:`~baserate.extensions.watch.control_chart.Course` to either side: how far the months lie
beyond a tolerance, what that varies by, and how the error of the reference enters.

*Prevalence*, from scores alone. At a prevalence ``pi`` the mean of ``f(s)``, the recalibrated risk there, is
the score function of the likelihood of the unlabelled scores, up to a factor. On the limit its mean is known
from the reference: from the means of the classes, tilted as :mod:`baserate.deployment.shift` says::

    m = pi A1 + (1 - pi) A0,     A_y = mean_y[e^(theta L) f] / mean_y[e^(theta L)],
    log mean_1 e^(theta L) - log mean_0 e^(theta L) = (1 - gamma) (logit pi - logit pi0).

Nothing in it needs the recalibrated risk to be right: ``f`` is one function, in the reference and in the
months.

*Observed over expected* and *slope*, where outcomes are known. Expected is what the scores mean after
recalibration on the reference, so that a model that was never calibrated does not alarm for that. Given the
month's scores, ``sum (y - p)`` and ``sum (y - p) (L - mean L)`` vary as sums of independent outcomes do. For
the slope the month's own intercept is fitted, so that a month in which all risks are too low says nothing
of it.

The reference's coefficients are simulated as far as the reference leaves them open, and the months given
these: the predictive law, which keeps its level also where the reference has few cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.logistic import fit_logistic
from baserate.calibration.recalibrators import Logistic, LogOddsTable
from baserate.errors import ScoreError
from baserate.extensions.watch.control_chart import DRAWS, Course
from baserate.odds import expit, log_odds
from baserate.scores.sample import Sample
from baserate.scores.tilt import tilts_of

Numbers = NDArray[np.float64]

# Log odds beyond these are as good as certain; a score of 0 or 1 counts as one of them.
FARTHEST = 20.0
# Bins of the reference's patients for the likelihood of other coefficients.
_COARSE = 100
# How much wider than the fit's own errors coefficients are first drawn.
_WIDER = 1.3
# Of the variance that was seen, however low the mean is simulated to be.
_LEAST_SPREAD = 0.1


@dataclass(frozen=True, eq=False)
class Scored:
    """Patients as a watch needs them: log odds of their scores, how much each counts, outcomes if known.

    ``weight`` adds up to the number of patients who would be worth as much.
    """

    log_odds: Numbers
    weight: Numbers
    label: NDArray[np.int8] | None

    @classmethod
    def of(
        cls, log_odds: Numbers, weight: Numbers, squares: Numbers, label: NDArray[np.int8] | None
    ) -> Scored:
        """From bins: the sums of their patients' weights and of the squares of these."""
        worth = float(weight.sum()) / float(squares.sum())
        return cls(np.clip(log_odds, -FARTHEST, FARTHEST), weight * worth, label)

    @cached_property
    def size(self) -> float:
        """How many patients these are worth."""
        return float(self.weight.sum())

    @property
    def score(self) -> Numbers:
        """The scores themselves."""
        return np.asarray(expit(self.log_odds))

    @property
    def cases(self) -> Numbers:
        """The weight of those who have the outcome."""
        return self.weight * (self.label == 1)


@dataclass(frozen=True, eq=False)
class Chance:
    """Standard normal draws, the same for a month whatever comes after it, and for every chart."""

    seed: int
    draws: int = DRAWS
    _drawn: dict[int, Numbers] = field(default_factory=dict, init=False, repr=False)

    def of_month(self, month: int) -> Numbers:
        """One for each course, for the sampling error of a month."""
        return self._draw(1 + month, (self.draws,))

    def of_reference(self) -> Numbers:
        """Two for each course, for the reference's coefficients."""
        return self._draw(0, (2, self.draws))

    def _draw(self, stream: int, shape: tuple[int, ...]) -> Numbers:
        if stream not in self._drawn:
            self._drawn[stream] = np.random.default_rng((self.seed, stream)).standard_normal(shape)
        return self._drawn[stream]


@dataclass(frozen=True, eq=False)
class Reference:
    """The labelled patients on whom the model was judged, and its recalibration to them.

    ``chance`` is what courses are simulated by.
    """

    patients: Scored
    recalibration: Logistic
    chance: Chance

    @classmethod
    def of(cls, patients: Scored, chance: Chance) -> Reference:
        """Recalibrate; refused where the scores rank patients the wrong way round, or not at all."""
        cases = patients.cases
        fit = Logistic.of(LogOddsTable(patients.log_odds, cases, patients.weight - cases))
        if fit.slope <= 0.0:
            raise ScoreError(
                "in the reference, patients with higher scores have the outcome less often (calibration "
                f"slope {fit.slope:.2g}): nothing can be told from such scores.",
                advice="Are the labels the other way round, or is it the score of the other class?",
            )
        return cls(patients, fit, chance)

    def risk(self, log_odds: Numbers, by: float = 0.0) -> Numbers:
        """The recalibrated risk, with log odds moved."""
        return np.asarray(expit(self.recalibrated(log_odds) + by))

    def recalibrated(self, log_odds: Numbers) -> Numbers:
        """Recalibrated log odds."""
        return self.recalibration.intercept + self.recalibration.slope * log_odds

    @cached_property
    def prevalence(self) -> float:
        """Share of the reference's patients who have the outcome."""
        return float(self.patients.cases.sum() / self.patients.size)

    @cached_property
    def sample(self) -> Sample:
        """The same patients as others take them."""
        own, cases = self.patients, float(self.patients.cases.sum())
        return Sample(
            np.asarray(own.label), own.score, own.weight, cases, own.size - cases, squares=own.weight
        )

    @cached_property
    def root_of_covariance(self) -> Numbers:
        """Of intercept and slope: a lower triangle, which times its transpose is their covariance."""
        log_odds = self.patients.log_odds
        risk = self.risk(log_odds)
        columns = np.stack((np.ones(len(log_odds)), log_odds))
        weight = self.patients.weight * risk * (1.0 - risk)
        return np.asarray(
            np.linalg.cholesky(np.linalg.inv(np.einsum("jn,n,kn->jk", columns, weight, columns)))
        )

    @cached_property
    def left_open(self) -> Numbers:
        """Draws of intercept and slope as far as the reference leaves them open, in standard errors.

        Of their posterior distribution under Jeffreys' prior, whose limits hold their level closely also
        where cases are few and the likelihood is skewed (Brown, Cai and DasGupta 2001,
        doi:10.1214/ss/1009213286): normal draws, resampled by what the likelihood makes of them.
        """
        normal = self.chance.of_reference()
        wide = _WIDER * normal
        moved = self.root_of_covariance @ wide
        log_odds, cases, others = self._coarse
        log_weight, information = 0.5 * (normal**2).sum(axis=0), np.zeros((3, normal.shape[1]))
        for at, case, other in zip(log_odds, cases, others, strict=True):
            eta = self.recalibrated(at) + moved[0] + moved[1] * at
            tail = np.exp(-np.abs(eta))
            log_weight += case * eta - (case + other) * (np.maximum(eta, 0.0) + np.log1p(tail))
            spread = (case + other) * tail / (1.0 + tail) ** 2
            information += np.stack((spread, spread * at, spread * at**2))
        log_weight += 0.5 * np.log(information[0] * information[2] - information[1] ** 2)
        reached = np.cumsum(np.exp(log_weight - log_weight.max()))
        even = (np.arange(len(reached)) + 0.5) / len(reached) * reached[-1]
        return np.asarray(wide[:, np.searchsorted(reached, even)])

    @cached_property
    def _coarse(self) -> tuple[Numbers, Numbers, Numbers]:
        """Log odds in a few bins, with the weight of cases and of non-cases in each."""
        order = np.argsort(self.patients.log_odds, kind="stable")
        log_odds, weight, cases = (
            values[order] for values in (self.patients.log_odds, self.patients.weight, self.patients.cases)
        )
        place = np.minimum((np.cumsum(weight) / self.patients.size * _COARSE).astype(np.intp), _COARSE - 1)
        _, place = np.unique(place, return_inverse=True)
        total, positive = (np.asarray(np.bincount(place, one), np.float64) for one in (weight, cases))
        return np.bincount(place, weight * log_odds) / total, positive, total - positive


@dataclass(frozen=True)
class Limit:
    """A limit to one side (1 above, -1 below), a factor away from what the reference says."""

    side: int
    factor: float

    @property
    def log_odds(self) -> float:
        """The way to the limit, on the scale of log odds or of log slope."""
        return self.side * float(np.log(self.factor))


def prevalence_course(reference: Reference, months: Sequence[Scored], gamma: float, limit: Limit) -> Course:
    """How far the prevalence that the scores imply lies beyond the limit."""
    risk, world = _World.of(reference, gamma, limit.log_odds)
    size = np.array([month.size for month in months])
    means = [_mean(reference.risk(month.log_odds, gamma * limit.log_odds), month.weight) for month in months]
    error, skew = world.error_of_mean(risk)
    of_reference = error * _left_open(reference.chance.of_reference()[0], skew)
    variance, third = world.moments(risk)
    # Where the mean is higher than the reference's patients happened to show, so is the spread.
    spread = np.sqrt(variance * np.maximum(1.0 + third / variance**2 * of_reference, _LEAST_SPREAD))
    simulated = np.empty((len(months), reference.chance.draws))
    for month, patients in enumerate(size):
        own = skewed(reference.chance.of_month(month), third / variance**1.5 / np.sqrt(patients))
        simulated[month] = limit.side * (patients * of_reference + np.sqrt(patients) * spread * own)
    return Course(
        limit.side * size * (np.array(means) - world.mean(risk)),
        size * variance,
        error * size[:, None],
        simulated,
    )


@dataclass(frozen=True, eq=False)
class _World:
    """The reference's patients reweighted to the limit.

    ``tilt`` is ``e^(theta L)`` over its mean in the patient's class.
    """

    reference: Reference
    prevalence: float
    theta: float
    log_odds: Numbers
    tilt: Numbers

    @classmethod
    def of(cls, reference: Reference, gamma: float, by: float) -> tuple[Numbers, _World]:
        """The risk at the limit and the world there, ``by`` log odds of prevalence away."""
        tilts = tilts_of(reference.sample)
        theta = float(tilts.reach(np.array([(1.0 - gamma) * by])).theta[0])
        log_odds_of = np.clip(reference.patients.log_odds, *tilts.ends)
        prevalence = float(expit(float(log_odds(reference.prevalence)) + by))
        world = cls(reference, prevalence, theta, log_odds_of, _tilted(reference, theta * log_odds_of))
        return reference.risk(reference.patients.log_odds, gamma * by), world

    @property
    def share(self) -> Numbers:
        """What each of the reference's patients counts for at the limit."""
        pi, own = self.prevalence, self.reference.prevalence
        by_class = np.where(self.reference.patients.label == 1, pi / own, (1.0 - pi) / (1.0 - own))
        return np.asarray(
            self.reference.patients.weight / self.reference.patients.size * by_class * self.tilt
        )

    def mean(self, risk: Numbers) -> float:
        """Mean of a function of the score."""
        return float(self.share @ risk)

    def moments(self, risk: Numbers) -> tuple[float, float]:
        """Second and third central moment of one patient's."""
        apart = risk - self.mean(risk)
        return float(self.share @ apart**2), float(self.share @ apart**3)

    def error_of_mean(self, risk: Numbers) -> tuple[float, float]:
        """Standard error and skewness of the mean, as far as the reference leaves it open."""
        influence, weight = self._influence(risk), self.reference.patients.weight
        size = self.reference.patients.size
        variance, third = (float(weight @ influence**power) / size for power in (2, 3))
        return float(np.sqrt(variance / size)), third / variance**1.5 / float(np.sqrt(size))

    def _influence(self, risk: Numbers) -> Numbers:
        """Of each of the reference's patients on the mean: its class's mean, its prevalence, the tilt."""
        is_case, own = self.reference.patients.label == 1, self.reference.prevalence
        of_class = np.where(is_case, own, 1.0 - own)
        within = [self._within(risk, label) for label in (1, 0)]
        centre = np.where(is_case, within[0].mean, within[1].mean)
        spread = self.prevalence * (1.0 - self.prevalence)
        influence = self.share_to_class * (risk - centre) / of_class
        influence += (within[0].mean - within[1].mean) * spread * (is_case - own) / (own * (1.0 - own))
        if self.theta != 0.0:
            slope = self.prevalence * within[0].covariance + (1.0 - self.prevalence) * within[1].covariance
            moved = np.where(is_case, -1.0, 1.0) * (self.tilt - 1.0) / of_class
            influence += slope / (within[0].log_odds - within[1].log_odds) * moved
        return np.asarray(influence)

    @property
    def share_to_class(self) -> Numbers:
        """The prevalence of the patient's class at the limit, times its tilt."""
        is_case = self.reference.patients.label == 1
        return np.where(is_case, self.prevalence, 1.0 - self.prevalence) * self.tilt

    def _within(self, risk: Numbers, label: int) -> _Within:
        own = self.reference.patients.label == label
        weight = (self.reference.patients.weight * self.tilt)[own]
        weight = weight / weight.sum()
        mean, middle = float(weight @ risk[own]), float(weight @ self.log_odds[own])
        return _Within(mean, middle, float(weight @ ((risk[own] - mean) * (self.log_odds[own] - middle))))


@dataclass(frozen=True)
class _Within:
    """Of one class at the limit: mean of the function, mean log odds, and the covariance of the two."""

    mean: float
    log_odds: float
    covariance: float


def _tilted(reference: Reference, exponent: Numbers) -> Numbers:
    """``e^exponent`` over its mean in the patient's class."""
    is_case, weight = reference.patients.label == 1, reference.patients.weight
    tilt = np.empty(len(exponent))
    for own in (is_case, ~is_case):
        raised = np.exp(exponent[own] - exponent[own].max())
        tilt[own] = raised * weight[own].sum() / (weight[own] @ raised)
    return tilt


def ratio_course(reference: Reference, months: Sequence[Scored], limit: Limit) -> Course:
    """How far observed over expected lies beyond the limit, which is one on the odds."""
    open_still, root = reference.left_open, reference.root_of_covariance
    deviations, variances, couplings, simulated = [], [], [], []
    for number, month in enumerate(months):
        risk = reference.risk(month.log_odds, limit.log_odds)
        columns = np.stack((np.ones(len(risk)), month.log_odds))
        weight = month.weight * risk
        expected, variance = float(weight.sum()), float(weight @ (1.0 - risk))
        slope = columns @ (weight * (1.0 - risk)) @ root
        by = _growth(columns, weight, risk, root, open_still)
        skew = float(weight @ ((1.0 - risk) * (1.0 - 2.0 * risk))) / variance**1.5
        own = np.sqrt(variance * by) * skewed(reference.chance.of_month(number), skew)
        deviations.append(limit.side * (float(month.cases.sum()) - expected))
        variances.append(variance)
        couplings.append(slope)
        simulated.append(limit.side * (expected * (by - 1.0) + own))
    return Course(
        np.array(deviations), np.array(variances), np.array(couplings), np.array(simulated), step=1.0
    )


def _growth(columns: Numbers, weight: Numbers, risk: Numbers, root: Numbers, drawn: Numbers) -> Numbers:
    """The expected count at coefficients that the reference leaves open, over that at the fitted ones.

    To the second order in the logarithm, which for rare outcomes is that of a normal score.
    """
    share = weight / weight.sum()
    slope = columns @ (share * (1.0 - risk)) @ root
    curve = np.einsum("jn,n,kn->jk", columns, share * (1.0 - risk) * (1.0 - 2.0 * risk), columns)
    curve = root.T @ curve @ root - np.outer(slope, slope)
    return np.asarray(np.exp(slope @ drawn + 0.5 * np.einsum("jd,jk,kd->d", drawn, curve, drawn)))


def slope_course(reference: Reference, months: Sequence[Scored], limit: Limit) -> Course:
    """How far the slope lies beyond the limit, which is a factor of the reference's own."""
    open_still, root = reference.left_open, reference.root_of_covariance
    factor = limit.factor**limit.side
    deviations, variances, couplings, simulated = [], [], [], []
    for number, month in enumerate(months):
        deviation, variance, third = _slope_score(month, factor * reference.recalibration.slope)
        # By so much a slope that the reference leaves open moves the score.
        coupling = limit.side * factor * variance * root[1]
        skew = limit.side * third / variance**1.5 if variance > 0.0 else 0.0
        own = np.sqrt(variance) * skewed(reference.chance.of_month(number), skew)
        deviations.append(limit.side * deviation)
        variances.append(variance)
        couplings.append(coupling)
        simulated.append(coupling @ open_still + own)
    return Course(np.array(deviations), np.array(variances), np.array(couplings), np.array(simulated))


def _slope_score(month: Scored, slope: float) -> tuple[float, float, float]:
    """The score function of the slope at a value, the intercept fitted; its variance and third moment.

    A month in which all patients have the outcome, or none, tells nothing.
    """
    cases = month.cases
    if cases.sum() in (0.0, month.size):
        return 0.0, 0.0, 0.0
    offset = slope * month.log_odds
    (intercept,) = fit_logistic(np.ones((1, len(offset))), offset, cases, month.weight - cases)
    risk = np.asarray(expit(intercept + offset))
    information = month.weight * risk * (1.0 - risk)
    apart = month.log_odds - float(information @ month.log_odds / information.sum())
    third = float((information * (1.0 - 2.0 * risk)) @ apart**3)
    return float((cases - month.weight * risk) @ apart), float(information @ apart**2), third


def skewed(normal: Numbers, skewness: float) -> Numbers:
    """Standard normal draws as ones of mean 0, variance 1 and a skewness: of a gamma distribution.

    By Wilson and Hilferty's cube (1931, doi:10.1073/pnas.17.12.684).
    """
    if abs(skewness) < 1e-6:
        return normal
    side, root = float(np.sign(skewness)), 2.0 / abs(skewness)
    cube = np.maximum(1.0 - 1.0 / (9.0 * root**2) + side * normal / (3.0 * root), 0.0)
    return np.asarray(side * root * (cube * cube * cube - 1.0))  # several times as fast as a power


def _left_open(normal: Numbers, skewness: float) -> Numbers:
    """Where a mean may truly lie, in standard errors from the one that was seen, whose skewness is given.

    What is seen of a skewed quantity is low where few of its high values were met; then its standard error
    comes out low as well. So a mean over its estimated standard error has twice the skewness, the other way
    round, and a mean of half of it (Johnson 1978, doi:10.1080/01621459.1978.10480063).
    """
    return 0.5 * skewness + skewed(normal, 2.0 * skewness)


def _mean(values: Numbers, weight: Numbers) -> float:
    return float(values @ weight / weight.sum())
