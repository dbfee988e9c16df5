"""Discrimination and calibration: how much of a score is lost because risks do not mean what they say.

The best that any map of the scores which keeps their order could reach is what ranking is worth, their
discrimination (*sharpness* in the paper and in the names here); what the model loses to that is its
*calibration loss*. On the patients at hand the two are exact, and optimistic about the recalibrated
model, which overfits them; so the loss corrected for this optimism stands beside it. What each
recalibration would add, on patients it was not fitted to, is :func:`recalibration_worth`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.optimism import cross_fit, resampled_optimism, simulations_of
from baserate.calibration.recalibrators import ALL, Isotonic, Recalibrator
from baserate.calibration.scored import ScoredCohort
from baserate.deployment.deployment import Deployment, Value
from baserate.errors import ScoreError, SettingError, tell
from baserate.inference.cohort import Cohort
from baserate.inference.draws import check_draws, check_seed
from baserate.inference.estimate import Estimate, Moving, Noise
from baserate.inference.moments import class_moments, counted_moments, moved_value, price_derivative
from baserate.scores.gains import Gains, gains_of
from baserate.scores.isotonic import IsotonicBlocks
from baserate.scores.metrics import mean_gain
from baserate.scores.sample import Sample, ScoreTable

Numbers = NDArray[np.float64]
Correction: TypeAlias = Literal["simulation", "bootstrap", "cross-fit"]

CORRECTIONS = ("simulation", "bootstrap", "cross-fit")
REPLICATES = 100
FOLDS, REPEATS = 10, 5
# Nodes and weights for a mean over a normal error; so many because scores on a sample are no polynomials.
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(15)


@dataclass(frozen=True, eq=False)
class Split:
    """A model's score as its discrimination minus what miscalibration costs it.

    ``total = sharpness - calibration`` exactly, on these patients. ``calibration`` is never
    negative, and too high, as ``sharpness`` (discrimination) is: their intervals allow for that.
    ``calibration_corrected`` is without this optimism, and may fall below zero by chance.
    ``perfect`` is what a perfect model would score, ``uninformative`` one that gives every patient
    the prevalence.
    """

    total: Estimate
    sharpness: Estimate
    perfect: float
    uninformative: float
    correction: Correction
    _corrected: _Corrected = field(repr=False)
    _zero: Estimate = field(default_factory=partial(Estimate.exact, 0.0), repr=False)

    @cached_property
    def calibration(self) -> Estimate:
        """Calibration loss on these patients: discrimination minus total, and so never negative."""
        return replace(self.sharpness - self.total, bounds=(0.0, math.inf))

    @cached_property
    def calibration_corrected(self) -> Estimate:
        """Calibration loss without the optimism of recalibrating on the patients who judge it."""
        return self.sharpness_corrected - self.total

    @cached_property
    def sharpness_corrected(self) -> Estimate:
        """Discrimination without that optimism."""
        return (self._corrected.sharpness - self._zero).at_level(self.total.level)

    def counted_from(self, zero: Estimate) -> Split:
        """The same with another zero; what miscalibration costs does not change."""
        return replace(
            self,
            total=self.total - zero,
            sharpness=self.sharpness - zero,
            perfect=self.perfect - zero.value,
            uninformative=self.uninformative - zero.value,
            _zero=self._zero + zero,
        )

    def at_level(self, level: float) -> Split:
        """The same with another level for the intervals."""
        if level == self.total.level:
            return self
        return replace(self, total=self.total.at_level(level), sharpness=self.sharpness.at_level(level))

    @property
    def optimism(self) -> float:
        """By how much discrimination and calibration loss are thought to be too high in sample."""
        return self.sharpness.value - self.sharpness_corrected.value

    def __str__(self) -> str:
        lines = [("total", self.total), ("= discrimination", self.sharpness)]
        lines += [("- calibration loss", self.calibration)]
        lines += [("corrected calibration loss", self.calibration_corrected)]
        return "\n".join(f"{name:27}{estimate}" for name, estimate in lines)


def split(
    cohort: Cohort,
    y_prob: object,
    deployment: Deployment,
    *,
    source_prevalence: Value | None = None,
    correction: Correction = "simulation",
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Split:
    r"""Split a model's score at a deployment into discrimination and calibration loss.

    The discrimination is the score of the isotonic recalibration, which no other map that keeps the
    order of the scores beats on these patients; the calibration loss is what the model's own risks score
    less (Dimitriadis, Gneiting and Jordan 2021, doi:10.1073/pnas.2016191118). Both are counted from
    every decision wrong, in the deployment's units.

    Parameters
    ----------
    cohort
        The patients.
    y_prob
        The model's probability for each of them.
    deployment
        Where the model will be used: prevalence, cost and units.
    source_prevalence
        The prevalence to which the scores are calibrated; the observed one by default.
    correction
        How optimism is found. "simulation" draws outcomes anew at the risks of a smooth curve that rises
        with the score (and draws clusters anew, if they are at most 400 and in memory), and sees how
        far an isotonic fit runs ahead of them; "bootstrap" resamples patients, or whole
        clusters; "cross-fit" judges each patient by a fit to other patients, which charges the model with
        what the fit does not know yet, and so falls below zero for a calibrated model.
    replicates, seed
        Of the correction, which is made when it is first asked for.

    >>> from baserate.datasets import icu_cohort
    >>> stays = icu_cohort()
    >>> cohort = Cohort.of(stays["died"])
    >>> parts = split(cohort, stays["network"], Deployment.of((0.01, 0.10), "1:30"))
    >>> print(1000 * parts.total, 1000 * parts.sharpness, 1000 * parts.calibration, sep="\n")
    47.3 (95 % CI 46.96 to 47.62)
    57.62 (95 % CI 56.98 to 58.25)
    10.32 (95 % CI 9.668 to 10.97)
    """
    scored = ScoredCohort("model", cohort, y_prob, source_prevalence)
    tell(scored.cautions)
    return split_score(scored, deployment, correction, replicates, seed)


def split_score(
    scored: ScoredCohort,
    deployment: Deployment,
    correction: Correction = "simulation",
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Split:
    """:func:`split` of a scored cohort, worked out once for each deployment."""
    if not isinstance(correction, str) or correction not in CORRECTIONS:
        raise SettingError(f"correction must be one of {', '.join(CORRECTIONS)}; found {correction!r}.")
    replicates = check_draws(replicates, "a correction needs at least two replicates")
    deployment, seed = Deployment.checked(deployment), check_seed(seed)
    check_label_shift(deployment)
    key = ("split", deployment, correction, replicates, seed, scored.source_log_odds)
    return scored.once(key, lambda: _split(scored, deployment, correction, replicates, seed))


def check_label_shift(deployment: Deployment, what: str = "discrimination and calibration loss") -> None:
    """Refuse a deployment whose patients are weighted by their scores.

    There an isotonic recalibration of the patients as they are is not the best that their ranking could
    reach, prevalence by prevalence, and what it would lose is no calibration loss.
    """
    if not deployment.is_label_shift:
        raise SettingError(
            f"{what} can be had under label shift only; the shift asked for is {deployment.shift}. "
            "With \0shift=1\0 they are worked out."
        )


def _split(
    scored: ScoredCohort, deployment: Deployment, correction: Correction, replicates: int, seed: int
) -> Split:
    gains = gains_of(deployment, scored.prevalence)
    exact = _sharpness(scored, deployment, gains)
    corrected = _Corrected(exact, scored, deployment, gains, correction, replicates, seed)
    everyone = np.array([scored.prevalence])
    return Split(
        scored.score(deployment),
        replace(exact, noise={Noise(corrected.mean_square): 1.0}),
        perfect=gains.positive_total + gains.negative_total,
        uninformative=float(gains.positive(everyone)[0] + gains.negative(everyone)[0]),
        correction=correction,
        _corrected=corrected,
    )


def _sharpness(scored: ScoredCohort, deployment: Deployment, gains: Gains) -> Estimate:
    """The score of the recalibrated model; that the fit was made here has no first-order effect.

    Recalibration maximises the score, so it does not move with the fit, nor with the prevalence to
    which the scores are calibrated; only prices move, when the deployment's is the observed one.
    """
    cohort, sample, blocks = scored.cohort, scored.sample, scored.blocks
    recalibrate = partial(blocks.recalibrated, sample.ranking)
    if sample.weight is None:
        moments = counted_moments(blocks.table, gains)
    else:
        moments = class_moments(cohort.sample(recalibrate()), gains)
    derivative = _price_derivative(blocks.table, deployment, gains)
    score, known = (
        cohort.known_score(recalibrate, gains, moments, slope, fixed_scale=deployment.has_fixed_scale)
        for slope in (derivative, 0.0)
    )
    return _with_moving_prices(cohort, score, known, (moments[0].mean, moments[1].mean), deployment)


def _with_moving_prices(
    cohort: Cohort, score: Estimate, known: Estimate, worth: tuple[float, float], deployment: Deployment
) -> Estimate:
    """A score whose decisions stay while the observed prevalence moves, and with it their prices.

    ``known`` is the same score were the prevalence known, ``worth`` what the decisions about cases, and about
    non-cases, are worth. Without this, a difference from the model's own score would count the prices of
    the one along a line and those of the other along a curve.
    """
    if deployment.has_fixed_scale:
        return score
    path = partial(moved_value, cohort.as_one_score.prevalence, worth, True, 0.0)
    at = partial(_shifted, known, path)
    return replace(score, moving=Moving(path, at, cohort.log_odds_of_prevalence(), jumps=False))


def _shifted(known: Estimate, path: Callable[[float], float], by: float) -> Estimate:
    return known + (path(by) - path(0.0))


def _class_means(cohort: Cohort, gain: Numbers) -> tuple[float, float]:
    """Mean of a number over the cases, and over the non-cases."""
    is_case, weight = cohort.sampling.is_case, cohort.sampling.weight
    weights = [None if weight is None else weight[side] for side in (is_case, ~is_case)]
    cases, others = (
        float(np.average(gain[side], weights=own))
        for side, own in zip((is_case, ~is_case), weights, strict=True)
    )
    return cases, others


def _price_derivative(table: ScoreTable, deployment: Deployment, gains: Gains) -> float:
    if deployment.prevalence is not None:
        return 0.0
    return price_derivative(table, deployment, counted_moments(table, gains), None, None)


@dataclass(frozen=True, eq=False)
class _Corrected:
    """Discrimination without optimism, when somebody asks for it; ``exact`` is that in sample."""

    exact: Estimate
    scored: ScoredCohort
    deployment: Deployment
    gains: Gains
    correction: Correction
    replicates: int
    seed: int

    @cached_property
    def optimism(self) -> Numbers:
        """Replicates of the optimism; with cross-fitting there is one."""
        if self.correction == "simulation":
            return simulations_of(self.scored, self.replicates, self.seed).optimism(self.gains)
        if self.correction == "bootstrap":
            cohort, sample = self.scored.cohort, self.scored.sample
            rng = np.random.default_rng(self.seed)
            return resampled_optimism(cohort, sample, self.gains, self.replicates, rng)
        return np.array([self.exact.value - self.sharpness.value])

    def mean_square(self) -> float:
        """Mean squared distance that optimism puts between the sample's discrimination and the truth."""
        spread = self.optimism.var() if self.correction == "simulation" else 0.0
        return float(self.optimism.mean() ** 2 + spread)

    @cached_property
    def sharpness(self) -> Estimate:
        """The corrected discrimination."""
        if self.correction == "cross-fit":
            cohort, sample = self.scored.cohort, self.scored.sample
            return _out_of_fold(cohort, sample, Isotonic, self.deployment, self.gains, self.seed)
        return replace(self.exact - float(self.optimism.mean()), noise={Noise(self._spread): 1.0})

    def _spread(self) -> float:
        spread = float(self.optimism.var(ddof=1))
        # Simulated, it is how far chance moves the loss about its mean, which no single patient's
        # influence shows; the bootstrap's replicates hold that of the patients as well.
        return spread if self.correction == "simulation" else spread / len(self.optimism)


def _out_of_fold(
    cohort: Cohort,
    sample: Sample,
    kind: type[Recalibrator],
    deployment: Deployment,
    gains: Gains,
    seed: int,
) -> Estimate:
    """The score of a recalibration that is fitted to other patients than it is judged on.

    Ten folds, five times anew, each patient's gain averaged; clusters stay in one fold.
    """
    rng = np.random.default_rng(seed)
    gain = np.zeros(len(cohort.label))
    for _ in range(REPEATS):
        risk = cross_fit(cohort, sample, kind, FOLDS, rng)
        gain += np.where(cohort.label == 1, gains.positive(risk), gains.negative(risk)) / REPEATS
    derivative = _price_derivative(IsotonicBlocks.of(sample).table, deployment, gains)
    most = (gains.positive_total, gains.negative_total)
    score, known = (cohort.of_gains(gain, most, slope) for slope in (derivative, 0.0))
    return _with_moving_prices(cohort, score, known, _class_means(cohort, gain), deployment)


@dataclass(frozen=True, eq=False)
class Worth:
    """What one recalibration adds to a model's score, per patient.

    ``recalibrator`` is fitted to all patients and ready to be used (on scores moved to the observed
    prevalence, where the scores are calibrated to another); ``in_sample`` is its gain on those same
    patients, which is optimistic; ``value`` is its gain on patients left out of the fit.
    """

    recalibrator: Recalibrator
    in_sample: Estimate
    value: Estimate

    def __str__(self) -> str:
        return f"{1000 * self.value} per 1,000 patients; in sample {1000 * self.in_sample.value:.4g}"


@dataclass(frozen=True, eq=False)
class RecalibrationWorth:
    """The worth of each recalibration, by name; ``not_fitted`` says why one is missing."""

    worth: Mapping[str, Worth]
    not_fitted: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Worth:
        return self.worth[name]

    def __str__(self) -> str:
        lines = [f"{name:10}{worth}" for name, worth in self.worth.items()]
        return "\n".join([*lines, *(f"{name:10}not fitted: {why}" for name, why in self.not_fitted.items())])


def recalibration_worth(
    cohort: Cohort,
    y_prob: object,
    deployment: Deployment,
    *,
    source_prevalence: Value | None = None,
    recalibrators: Sequence[type[Recalibrator]] = ALL,
    seed: int = 0,
) -> RecalibrationWorth:
    """What each recalibration would add to the model's score at the deployment.

    Each patient is judged by a recalibration fitted to other patients (ten folds, five times anew;
    clusters stay together), so a recalibrator that overfits is charged for it. What it is compared with
    is the model as it is, at the prevalence to which it is calibrated: where the observed prevalence has
    to stand for that, the model is not charged for the error in it, which no recalibration can cure for
    good. A model that is calibrated already therefore gets a gain whose expectation is below zero, by
    what the fit's own error costs: measured at 300 patients, 30 of them cases, by 0.04 true positives
    per 1,000 for an intercept, 0.1 for two coefficients and 0.6 for isotonic regression (costs of 1:30,
    prevalence 1 to 10 %); a single sample may of course show a gain. In net benefit, a thousand times
    the value is in true positives per 1,000 patients.

    Parameters
    ----------
    cohort, y_prob, deployment, source_prevalence
        As for :func:`split`.
    recalibrators
        The families to try; all by default.
    seed
        Of the folds.

    >>> from baserate.datasets import icu_cohort
    >>> stays = icu_cohort(stays=4000)
    >>> cohort = Cohort.of(stays["died"])
    >>> print(recalibration_worth(cohort, stays["network"], Deployment.of((0.01, 0.10), "1:30")))
    intercept 11.5 (95 % CI 10.13 to 12.87) per 1,000 patients; in sample 11.5
    slope     -1.101 (95 % CI -1.699 to -0.5027) per 1,000 patients; in sample -1.102
    logistic  11.48 (95 % CI 10.1 to 12.86) per 1,000 patients; in sample 11.5
    beta      11.47 (95 % CI 10.09 to 12.85) per 1,000 patients; in sample 11.49
    isotonic  11.44 (95 % CI 10.07 to 12.81) per 1,000 patients; in sample 11.96
    """
    deployment, seed = Deployment.checked(deployment), check_seed(seed)
    check_label_shift(deployment, "what a recalibration is worth")
    scored = ScoredCohort("model", cohort, y_prob, source_prevalence)
    tell(scored.cautions)
    total, sample = scored.score(deployment), scored.at_observed_prevalence
    gains = gains_of(deployment, scored.prevalence)
    before = _at_known_prevalence(scored, total, deployment, gains)
    worth: dict[str, Worth] = {}
    not_fitted: dict[str, str] = {}
    for kind in recalibrators:
        try:
            fitted = kind.of(sample)
            after = _out_of_fold(cohort, sample, kind, deployment, gains, seed)
        except ScoreError as error:
            not_fitted[kind.name] = str(error)
            continue
        here = cohort.score(fitted.apply(sample.score), deployment)
        gain, error_of_fit = after - before, _error_of_fit(fitted, here.value - after.value)
        gain = replace(gain, noise={**gain.noise, error_of_fit: 1.0})
        worth[kind.name] = Worth(fitted, here - total, gain)
    return RecalibrationWorth(worth, not_fitted)


def _at_known_prevalence(
    scored: ScoredCohort, total: Estimate, deployment: Deployment, gains: Gains
) -> Estimate:
    """The model's score, without what it loses because the observed prevalence stands for its source.

    The observed prevalence is wrong by an error whose spread is known, and decisions made with it are
    the worse for it. A recalibration is not: the error in its fit and in the prevalence are one, and
    cancel. What an error of this spread costs is seen by making it once more.
    """
    if scored.stated_source is not None or deployment.prevalence is None:  # nothing was estimated
        return total
    error = math.sqrt(scored.cohort.log_odds_of_prevalence().spread.variance)
    shares = _WEIGHTS / _WEIGHTS.sum()
    moved = [mean_gain(scored.sample, gains.shift(float(node * error))) for node in _NODES]
    loss = float(mean_gain(scored.sample, gains) - shares @ moved)
    # Half a chi-squared of one degree: its spread is the root of two times its mean.
    return replace(total + loss, noise={**total.noise, Noise(partial(_twice_squared, loss)): 1.0})


def _error_of_fit(fitted: Recalibrator, optimism: float) -> Noise:
    """What another sample would change in the fit itself, as a variance.

    A fit with k coefficients loses half a chi-squared of k degrees on other patients, in units of which
    its optimism is k: its variance is the optimism squared over 2 k.
    """
    return Noise(partial(_twice_squared, optimism / (2.0 * math.sqrt(fitted.coefficients))))


def _twice_squared(number: float) -> float:
    return 2.0 * number**2
