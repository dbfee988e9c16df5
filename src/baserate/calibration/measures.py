"""Measures of calibration: whether the scores mean what they say, each measure with its interval.

What miscalibration costs in decisions is :func:`baserate.split`, what recalibration would be worth
:func:`baserate.recalibration_worth`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from baserate.calibration.optimism import Outcomes, ScoreBins, clusters_of
from baserate.calibration.recalibrators import Intercept, Logistic, LogOddsTable, Recalibrator
from baserate.calibration.scored import ScoredCohort
from baserate.deployment.deployment import Value
from baserate.errors import ScoreError, SettingError
from baserate.inference.cohort import Cohort
from baserate.inference.draws import check_draws, check_seed
from baserate.inference.estimate import Estimate, check_level
from baserate.inference.sampling import Contributions
from baserate.odds import logit
from baserate.scores.isotonic import IsotonicBlocks
from baserate.scores.sample import Sample

__all__ = ["observed_expected_of", "reliability", "slope", "slope_of"]

R = TypeVar("R", bound=Recalibrator)
Numbers = NDArray[np.float64]


def intercept(cohort: Cohort, y_prob: object, *, source_prevalence: Value | None = None) -> Estimate:
    """Calibration in the large: by how much, in log odds, risks are too low on the whole; 0 is right.

    The intercept of a logistic regression of the outcome on the log odds with the slope held at 1
    (Cox 1958, doi:10.1093/biomet/45.3-4.562). Below zero the model predicts too much disease.

    Parameters
    ----------
    cohort, y_prob
        The patients, and the model's probability for each of them.
    source_prevalence
        The prevalence to which the scores are calibrated; they are first moved from it to the observed.
    """
    return intercept_of(_scored(cohort, y_prob, source_prevalence))


def slope(cohort: Cohort, y_prob: object, *, source_prevalence: Value | None = None) -> Estimate:
    """Calibration slope: 1 is right, below 1 the risks are too extreme, above 1 too moderate.

    The slope of a logistic regression of the outcome on the log odds of the score (Cox 1958,
    doi:10.1093/biomet/45.3-4.562). Overfitted models have slopes below 1.

    Parameters
    ----------
    cohort, y_prob, source_prevalence
        As for :func:`intercept`.
    """
    return slope_of(_scored(cohort, y_prob, source_prevalence))


def observed_expected(cohort: Cohort, y_prob: object, *, source_prevalence: Value | None = None) -> Estimate:
    """Observed over expected (O/E): cases, over the sum of the risks; 1 is right.

    Above 1 the model predicts too little disease. The interval is made on the logarithm.

    Parameters
    ----------
    cohort, y_prob, source_prevalence
        As for :func:`intercept`.
    """
    return observed_expected_of(_scored(cohort, y_prob, source_prevalence))


def _scored(cohort: Cohort, y_prob: object, source_prevalence: Value | None) -> ScoredCohort:
    """The model on these patients; nothing is decided here, so decisions for scores are not warned of."""
    sample = Cohort.checked(cohort).sample(y_prob)
    return ScoredCohort("model", cohort, sample, source_prevalence)


def intercept_of(scored: ScoredCohort) -> Estimate:
    """:func:`intercept` of a scored cohort."""
    if scored.stated_source is None:
        return scored.once("intercept", lambda: _intercept(scored))
    # Moved by some log odds, scores need as much less of an intercept; the fit is the same.
    by = float(logit(scored.prevalence)) - float(logit(scored.stated_source))
    return replace(intercept_of(scored.unmoved) - by - _shift_error(scored), preferred="t")


def _intercept(scored: ScoredCohort) -> Estimate:
    fitted = _fit(scored, Intercept)
    return _last_coefficient(scored, fitted, fitted.intercept)


def slope_of(scored: ScoredCohort) -> Estimate:
    """:func:`slope` of a scored cohort."""
    fitted = _fit(scored, Logistic)
    return _last_coefficient(scored, fitted, fitted.slope)


def logistic_of(scored: ScoredCohort) -> Logistic:
    """The logistic recalibration of the scores at the observed prevalence, fitted to these patients."""
    return _fit(scored, Logistic)


def observed_expected_of(scored: ScoredCohort) -> Estimate:
    """:func:`observed_expected` of a scored cohort."""
    cohort, sample = scored.cohort, scored.at_observed_prevalence
    observed, expected = cohort.mean(cohort.label, 1.0), cohort.mean_score(sample)
    if expected.value == 0.0:
        raise SettingError("every score is 0: no disease is expected, and nothing can be compared with it.")
    ratio = observed.value / expected.value
    change = (observed - ratio * expected) / expected.value
    if scored.stated_source is not None:  # the expected moves with the observed prevalence, as the scores do
        score = sample.score.astype(np.float64)
        slope_of_mean = cohort.mean(score * (1.0 - score), 0.25).value
        change -= ratio / expected.value * slope_of_mean * _shift_error(scored)
    # The value of the change is zero up to rounding; what it contributes is the ratio's.
    return Estimate(ratio, change.contribute, change.reach, preferred="log")


def _shift_error(scored: ScoredCohort) -> Estimate:
    """Error of the log odds by which scores are moved, from the source prevalence to the observed one."""
    observed, source = scored.cohort.log_odds_of_prevalence(), scored.source_log_odds
    error = observed - observed.value
    return error if source is None else error - (source - source.value)


def _fit(scored: ScoredCohort, kind: type[R]) -> R:
    """A recalibration of the scores at the observed prevalence, or the error that says why there is none."""
    fit = scored.once(("fit", kind.name), lambda: _fitted(scored, kind))
    if isinstance(fit, ScoreError):
        raise fit
    return fit


def _fitted(scored: ScoredCohort, kind: type[R]) -> R | ScoreError:
    try:
        return kind.of(scored.once("log odds", lambda: _log_odds_table(scored)))
    except ScoreError as error:
        return error


def _log_odds_table(scored: ScoredCohort) -> LogOddsTable:
    """Kept for all fits, because sorting the scores takes longer than fitting to them."""
    # Bins are fitted at their own mean, not at the one by which both classes of a bin are ranked.
    return LogOddsTable.of(replace(scored.at_observed_prevalence, tied=None))


def _last_coefficient(scored: ScoredCohort, fitted: Intercept | Logistic, value: float) -> Estimate:
    """The last coefficient of a logistic recalibration, with its interval."""
    cohort = scored.cohort
    contribute = partial(_contributions_to_coefficient, scored, fitted)
    return Estimate(value, contribute, {cohort.sampling: (0.0, 0.0)}, preferred="t")


def _contributions_to_coefficient(scored: ScoredCohort, fitted: Intercept | Logistic) -> Contributions:
    cohort, score = scored.cohort, scored.at_observed_prevalence.score.astype(np.float64)
    risk, columns = fitted.apply(score), np.ones((1, len(score)))
    if isinstance(fitted, Logistic):
        certain = (score == 0.0) | (score == 1.0)
        columns = np.vstack((columns, logit(np.where(certain, 0.5, score))))
    weight = np.ones(len(risk)) if cohort.sampling.weight is None else cohort.sampling.weight
    information = np.einsum("jn,kn->jk", columns * (weight * risk * (1.0 - risk)), columns)
    direction = np.linalg.solve(information, np.eye(len(columns))[-1])
    return {cohort.sampling: weight * (cohort.label - risk) * np.einsum("j,jn->n", direction, columns)}


@dataclass(frozen=True, eq=False)
class Reliability:
    """Predicted against observed risk, in isotonic blocks of scores, with a band for a calibrated model.

    One entry for each block: ``first`` and ``last`` score in it, their mean ``score``, the observed
    ``risk``, and the ``weight`` and ``events`` in it. The band belongs to the scores ``at``: were
    the model calibrated, the observed risk at each would lie between ``low`` and ``high`` with
    probability ``level``.
    """

    first: Numbers
    last: Numbers
    score: Numbers
    risk: Numbers
    weight: Numbers
    events: Numbers
    at: Numbers
    low: Numbers
    high: Numbers
    level: float

    @property
    def outside(self) -> Numbers:
        """Distinct scores at which the observed risk leaves the band."""
        risk = self.risk[np.searchsorted(self.first[1:], self.at, side="right")]
        return self.at[(risk < self.low) | (risk > self.high)]


def reliability(
    cohort: Cohort,
    y_prob: object,
    *,
    source_prevalence: Value | None = None,
    level: float = 0.9,
    resamples: int = 200,
    seed: int = 0,
) -> Reliability:
    """The reliability diagram without bins to choose (CORP; Dimitriadis, Gneiting and Jordan 2021).

    The observed risk is the isotonic fit. For the band, outcomes are drawn anew as if every score
    were right, and the fit is made again; it holds at each score, not at all of them together.
    Outcomes of a cluster are drawn as alike as they were seen to be, given the risks of a smooth curve,
    so that miscalibration does not pass for likeness. With weights, patients on one score count as the
    number that would be worth as much.

    Parameters
    ----------
    cohort
        The patients.
    y_prob
        The model's probability for each of them.
    source_prevalence
        The prevalence to which the scores are calibrated, if it is not the observed one.
    level
        Of the band.
    resamples, seed
        Of the band: how often outcomes are drawn anew, and from which seed.
    """
    check_level(level)
    resamples, seed = check_draws(resamples, "a band needs at least two resamples"), check_seed(seed)
    sample = _scored(cohort, y_prob, source_prevalence).at_observed_prevalence
    blocks = IsotonicBlocks.of(sample)
    block = np.searchsorted(blocks.first[1:], sample.score, side="right")
    weight = np.ones(len(sample.score)) if sample.weight is None else sample.weight
    mean = np.bincount(block, weight * sample.score) / np.bincount(block, weight)
    bins, drawn = _simulate_if_calibrated(sample, cohort.sampling.cluster, resamples, seed)
    fits = [fit.risk_of_bins(len(bins.score)) for fit in drawn.fits(range(len(drawn)))]
    low, high = np.quantile(fits, ((1.0 - level) / 2.0, (1.0 + level) / 2.0), axis=0)
    return Reliability(
        blocks.first.astype(np.float64),
        blocks.last.astype(np.float64),
        mean,
        blocks.risk,
        blocks.positive + blocks.negative,
        blocks.positive,
        bins.score,
        low,
        high,
        level,
    )


def _simulate_if_calibrated(
    sample: Sample, cluster: NDArray[np.intp] | None, resamples: int, seed: int
) -> tuple[ScoreBins, Outcomes]:
    """Outcomes simulated as if every score were right, and in clusters as alike as they were seen."""
    rng = np.random.default_rng(seed)
    clusters = clusters_of(sample, cluster)
    if clusters is None:
        bins = ScoreBins.of(sample)
        return bins, bins.simulate(bins.score, resamples, rng)
    bins, pairs, effects = clusters
    effects = effects.of_unknown_clusters()
    return bins, bins.simulate_clusters(pairs, bins.score, effects, resamples, rng)
