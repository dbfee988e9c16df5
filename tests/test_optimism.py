"""Outcomes simulated anew: the smooth curve that they are drawn from, clusters, and what they correct."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtri
from scipy.stats import beta, multivariate_normal

from baserate import Cohort, Deployment
from baserate.calibration.cluster_outcomes import ClusteredBins, ClusterEffects
from baserate.calibration.measures import reliability
from baserate.calibration.optimism import Blocks, ScoreBins, simulate
from baserate.calibration.recalibrators import Intercept, Isotonic, Logistic
from baserate.calibration.risk_curve import smooth_risk
from baserate.calibration.split import recalibration_worth, split
from baserate.inference.constants import MOST_CLUSTERS, MOST_CORRELATED
from baserate.scores.sample import Sample, ScoreTable
from tests.support import cohorts, oracles

Numbers = NDArray[np.float64]


def plateau(score: Numbers) -> Numbers:
    return np.where(score < 0.25, 0.06, np.minimum(0.06 + 1.2 * (score - 0.25), 0.9))


def curve(y: Any, s: Any, weight: Any = None) -> tuple[ScoreBins, Numbers]:
    bins = ScoreBins.of(Sample.of(y, s, weight))
    return bins, bins.smooth_risk


def test_the_curve_becomes_the_truth_where_no_logistic_one_is() -> None:
    rng = np.random.default_rng(1)
    apart = []
    for n in (1_000, 100_000):
        s = rng.beta(1.5, 4, n)
        y = (rng.random(n) < plateau(s)).astype(int)
        bins, risk = curve(y, s)
        assert np.all(np.diff(risk) >= 0.0)
        apart.append(np.average(np.abs(risk - plateau(bins.score)), weights=bins.weight))
    line = Logistic.of(Sample.of(y, s)).apply(bins.score)
    logistic = np.average(np.abs(line - plateau(bins.score)), weights=bins.weight)
    assert apart[1] < 0.3 * logistic
    assert apart[1] < 0.5 * apart[0]


def test_the_curve_of_a_calibrated_model_is_nearly_its_logistic_recalibration() -> None:
    y, s = cohorts.simulate(np.random.default_rng(2), 3_000, 0.1)
    bins, risk = curve(y, s)
    line = Logistic.of(Sample.of(y, s)).apply(bins.score)
    assert np.sqrt(np.average((logit(risk) - logit(line)) ** 2, weights=bins.weight)) < 0.15


def test_weights_and_repeated_patients_give_the_same_curve() -> None:
    rng = np.random.default_rng(3)
    s = np.round(rng.beta(1.5, 4, 400), 2)
    y = (rng.random(400) < plateau(s)).astype(int)
    _, twice = curve(np.tile(y, 2), np.tile(s, 2))
    bins = ScoreBins.of(Sample.of(y, s))
    assert smooth_risk(bins.score, 2 * bins.positive, 2 * bins.weight, 2 * bins.size) == pytest.approx(twice)
    # Weights tell how much patients count, not how many they are.
    assert curve(y, s, np.full(400, 7.0))[1] == pytest.approx(bins.smooth_risk, rel=1e-9)


@pytest.mark.parametrize(
    ("y", "s"),
    [
        ([0, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.9]),  # separated
        ([0, 1, 0, 1], [0.3, 0.3, 0.3, 0.3]),
        ([0, 1, 0, 1, 0, 1], [0.0, 0.0, 1.0, 1.0, 0.4, 0.5]),  # certain, and wrong
        ([0, 0, 1, 0, 1, 1], [0.0, 0.2, 0.3, 0.4, 0.7, 1.0]),  # certain, and right
        ([0, 1, 0, 1, 1], [0.0, 0.0, 1.0, 1.0, 1.0]),  # nothing but decisions
        ([1, 1, 0, 1, 0, 0], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),  # the wrong way round
    ],
)
def test_the_curve_is_a_rising_risk_whatever_the_scores(y: Any, s: Any) -> None:
    _, risk = curve(y, s)
    assert np.isfinite(risk).all()
    assert np.all((risk >= 0.0) & (risk <= 1.0) & (np.diff(risk, prepend=0.0) >= -1e-15))
    simulations = simulate(Sample.of(y, s), 20, np.random.default_rng(0))
    assert np.isfinite(simulations.true).all()


def test_separated_classes_leave_no_optimism() -> None:
    y, s = np.repeat([0, 1], 20), np.linspace(0.01, 0.99, 40)
    found = split(Cohort.of(y), s, Deployment.of((0.1, 0.5), "1:3"))
    assert found.optimism == pytest.approx(0.0, abs=1e-12)


def step(score: Numbers) -> Numbers:
    return np.asarray(0.03 + 0.5 * expit((score - 0.35) * 25))


def test_the_corrected_loss_is_nearly_unbiased_where_the_truth_is_a_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At 8,000 patients, where outcomes from a logistic curve leave half a standard deviation."""
    rng = np.random.default_rng(11)
    d = Deployment.of(None, "1:1")
    s = beta.ppf((np.arange(4_000) + 0.5) / 4_000, 2, 5)
    risk = step(s)
    y, w = np.repeat([1.0, 0.0], 4_000), np.concatenate((risk, 1.0 - risk))
    best, own = (oracle_net_benefit(y, np.tile(score, 2), w, 0.5) for score in (risk, s))
    true = best - own

    def logistic(score: Numbers, positive: Numbers, weight: Numbers, _: Any) -> Numbers:
        return Logistic.of(ScoreTable(score, positive, weight - positive)).apply(score)

    smooth_errors: list[float] = []
    logistic_errors: list[float] = []
    for _ in range(60):
        x = rng.beta(2, 5, 8_000)
        died = (rng.random(8_000) < step(x)).astype(int)
        for errors, fit in ((smooth_errors, smooth_risk), (logistic_errors, logistic)):
            monkeypatch.setattr("baserate.calibration.optimism.smooth_risk", fit)
            loss = split(Cohort.of(died), x, d, replicates=15).calibration_corrected.value
            errors.append(loss - true)
    spread = np.std(smooth_errors)
    assert np.mean(logistic_errors) > 0.35 * spread
    assert abs(np.mean(smooth_errors)) < 0.5 * np.mean(logistic_errors)


def oracle_net_benefit(y: Numbers, score: Numbers, w: Numbers, c: float) -> float:
    """True positives less false positives at the odds of the cost, at the observed prevalence."""
    treated = score >= c
    w = w / w.sum()
    return float((w * y * treated).sum() - c / (1.0 - c) * (w * (1.0 - y) * treated).sum())


def patients_of_hospitals(rng: np.random.Generator, n: int, hospitals: int, spread: float) -> Any:
    """Findings of a hospital lie too high or too low, whatever the outcome."""
    died = (rng.random(n) < 0.1).astype(float)
    cluster = rng.integers(0, hospitals, n)
    finding = 1.5 * died + rng.normal(size=n) + spread * rng.normal(size=hospitals)[cluster]
    return died, expit(1.5 * finding - 1.125 + logit(0.1)), cluster


def test_the_correlation_within_clusters_is_that_of_the_simulated_outcomes() -> None:
    """From the threshold model itself: outcomes of a pair are both 1 with a bivariate normal probability."""
    rng = np.random.default_rng(5)
    n, hospitals, rho = 60_000, 300, 0.15
    cluster = np.arange(n) % hospitals
    risk = np.array([0.05, 0.2, 0.5])
    place = rng.integers(0, 3, n)
    latent = np.sqrt(rho) * rng.normal(size=hospitals)[cluster] + np.sqrt(1 - rho) * rng.normal(size=n)
    y = latent < ndtri(risk)[place]
    pairs = ClusteredBins.of(place, cluster, y, np.ones(n))
    effects = pairs.effects(risk)
    assert effects.correlation == pytest.approx(rho, rel=0.15)
    # What is known of clusters of 200 patients is most of it.
    assert np.mean(effects.variance) < 0.3 * effects.correlation
    assert np.var(effects.middle) + np.mean(effects.variance) == pytest.approx(rho, rel=0.25)

    blind = ClusterEffects(rho, np.zeros(hospitals), np.full(hospitals, rho))
    weight, size, own = pairs.simulate(risk, blind, 200, rng)
    assert np.array_equal(weight, size)
    assert weight.sum(axis=1) == pytest.approx(np.full(200, n), rel=0.01)
    assert own.mean(axis=0) == pytest.approx(risk, rel=0.02)
    both = multivariate_normal(cov=[[1.0, rho], [rho, 1.0]]).cdf(ndtri(risk[:2]))
    # Two bins share their clusters: the covariance of their means is that of a pair, over the clusters,
    # and twice as many because clusters are drawn with replacement.
    expected = 2.0 * (both - risk[0] * risk[1]) / hospitals
    assert np.cov(own[:, 0], own[:, 1])[0, 1] == pytest.approx(expected, rel=0.5)


def test_patients_who_are_copies_are_as_correlated_as_can_be_told() -> None:
    y, s = cohorts.simulate(np.random.default_rng(9), 100, 0.3)
    thrice = np.repeat(np.arange(100), 3)
    bins = ScoreBins.of(Sample.of(y[thrice], s[thrice]))
    pairs = ClusteredBins.of(bins.places(s[thrice]), thrice, y[thrice] == 1, np.ones(300))
    assert pairs.effects(bins.smooth_risk).correlation == MOST_CORRELATED
    d = Deployment.of((0.05, 0.4), "1:5")
    alone = split(Cohort.of(y[thrice]), s[thrice], d)
    kept = split(Cohort.of(y[thrice], cluster=thrice), s[thrice], d)
    assert kept.optimism > 1.5 * alone.optimism


def test_clusters_that_mean_nothing_change_little() -> None:
    y, s = cohorts.simulate(np.random.default_rng(12), 3_000, 0.1)
    d = Deployment.of((0.05, 0.2), "1:9")
    alone = split(Cohort.of(y), s, d)
    cluster = np.random.default_rng(1).integers(0, 40, 3_000)
    assert split(Cohort.of(y, cluster=cluster), s, d).optimism == pytest.approx(alone.optimism, rel=0.25)
    many = np.arange(3_000) // 2  # more than are drawn
    assert len(np.unique(many)) > MOST_CLUSTERS
    assert split(Cohort.of(y, cluster=many), s, d).optimism == alone.optimism


def test_few_hospitals_do_not_leave_the_loss_too_high() -> None:
    """Drawn as independent patients, 4,000 of 20 hospitals had a loss half a standard deviation too high."""
    rng = np.random.default_rng(13)
    d = Deployment.of((0.01, 0.10), "1:30")
    losses, independent = [], []
    for _ in range(60):
        y, s, cluster = patients_of_hospitals(rng, 4_000, 20, 0.4)
        losses.append(split(Cohort.of(y, cluster=cluster), s, d, replicates=20).calibration_corrected.value)
        independent.append(split(Cohort.of(y), s, d, replicates=20).calibration_corrected.value)
    # In all hospitals together the findings of either class have a variance of 1.16.
    noise = np.sqrt(1.16) * ndtri((np.arange(4_000) + 0.5) / 4_000)
    died = np.repeat([1.0, 0.0], 4_000)
    evidence = 1.5 * (1.5 * died + np.tile(noise, 2)) - 1.125
    w = np.repeat([0.1, 0.9], 4_000)
    best, own = (
        oracles_mean_net_benefit(died, expit(e), w, (0.01, 0.10), d.cost.c, 0.5)
        for e in (evidence / 1.16, evidence)
    )
    true = best - own
    sd = np.std(losses)
    assert abs(np.mean(losses) - true) < (0.2 + 2.5 / np.sqrt(60)) * sd
    assert np.mean(independent) - np.mean(losses) > 0.2 * sd


def test_the_reliability_band_is_wider_with_few_hospitals() -> None:
    y, s, cluster = patients_of_hospitals(np.random.default_rng(14), 2_000, 20, 0.5)
    alone, kept = reliability(Cohort.of(y), s), reliability(Cohort.of(y, cluster=cluster), s)
    middle = np.quantile(s, 0.8)
    widths = [
        b.high[np.searchsorted(b.at, middle)] - b.low[np.searchsorted(b.at, middle)] for b in (alone, kept)
    ]
    assert widths[1] > 1.2 * widths[0]
    assert np.all(kept.low <= kept.high)


def test_an_isotonic_fit_leaves_empty_bins_out() -> None:
    fit = Blocks.of(np.array([0.0, 1.0, 0.0, 0.0, 2.0]), np.array([0.0, 2.0, 0.0, 2.0, 2.0]))
    assert fit.first.tolist() == [1, 4]
    assert fit.risk_of_bins(5).tolist() == [0.25, 0.25, 0.25, 0.25, 1.0]


class TestWorthOfACalibratedModel:
    """A recalibration adds nothing but its own error, and is not credited with that of the prevalence."""

    def test_the_estimate_is_what_a_fit_to_so_many_patients_truly_adds(self) -> None:
        rng = np.random.default_rng(15)
        c, ends = 0.1, (0.05, 0.20)
        d = Deployment.of(ends, c)
        y, s, w = cohorts.population(0.1, nodes=1_000)

        def value(score: Numbers, source: float) -> float:
            return oracles_mean_net_benefit(y, score, w, ends, c, source)

        before = value(s, 0.1)
        estimates, truths, uncharged = [], [], []
        for _ in range(60):
            died, score = cohorts.simulate(rng, 300, 0.1)
            cohort = Cohort.of(died)
            found = recalibration_worth(cohort, score, d, recalibrators=[Intercept])["intercept"]
            estimates.append(1000 * found.value.value)
            truths.append(1000 * (value(found.recalibrator.predict(s), died.mean()) - before))
            uncharged.append(1000 * (value(s, died.mean()) - before))
        chance = np.std(np.subtract(estimates, truths)) / np.sqrt(60)
        assert np.mean(truths) < 0.0
        assert abs(np.mean(estimates) - np.mean(truths)) < 2.5 * chance
        # What the error in the prevalence costs the model, and was the recalibration's gain.
        assert np.mean(uncharged) < -0.3

    def test_the_cost_of_the_estimated_prevalence_is_taken_off_and_nothing_else(self) -> None:
        """Stated, the same prevalence is no estimate; the difference is the mean over a normal error."""
        died, score = cohorts.simulate(np.random.default_rng(16), 300, 0.1)
        cohort, observed = Cohort.of(died), float(died.mean())
        d = Deployment.of((0.05, 0.2), "1:9")
        asked: Any = {"recalibrators": [Intercept]}
        estimated = recalibration_worth(cohort, score, d, **asked)["intercept"].value
        stated = recalibration_worth(cohort, score, d, source_prevalence=observed, **asked)["intercept"].value
        error = np.sqrt(1.0 / died.sum() + 1.0 / (1.0 - died).sum())
        errors = error * ndtri((np.arange(200) + 0.5) / 200)
        values = [
            oracles_mean_net_benefit(
                died, score, np.ones(300), (0.05, 0.2), d.cost.c, float(expit(logit(observed) + shift))
            )
            for shift in (0.0, *errors)
        ]
        cost = values[0] - float(np.mean(values[1:]))
        assert cost > 0.0002
        assert stated.value - estimated.value == pytest.approx(cost, rel=0.05)
        assert len(stated.noise) == 1  # the fit's alone
        here = recalibration_worth(cohort, score, Deployment.of(None, "1:9"), **asked)["intercept"].value
        assert len(here.noise) == 1

    def test_the_error_of_a_fit_goes_by_its_coefficients(self) -> None:
        died, score = cohorts.simulate(np.random.default_rng(17), 500, 0.2)
        found = recalibration_worth(Cohort.of(died), score, Deployment.of(None, "1:4"))
        for name, coefficients in (("intercept", 1), ("slope", 1), ("logistic", 2), ("beta", 3)):
            worth = found[name]
            assert worth.recalibrator.coefficients == coefficients
            optimism = worth.in_sample.value - worth.value.value
            assert sum(n() for n in worth.value.noise) == pytest.approx(optimism**2 / (2 * coefficients))
        isotonic = found["isotonic"].recalibrator
        assert isinstance(isotonic, Isotonic)
        assert isotonic.coefficients == len(set(isotonic.risk.tolist()))


def oracles_mean_net_benefit(
    y: Numbers, score: Numbers, w: Numbers, ends: tuple[float, float], c: float, source: float
) -> float:
    """Net benefit averaged over prevalences with uniform log odds, decision by decision."""
    shares = (np.arange(250) + 0.5) / 250
    low, high = oracles.log_odds(ends[0]), oracles.log_odds(ends[1])
    cases, others = y == 1, y == 0
    case, other = w[cases] / w[cases].sum(), w[others] / w[others].sum()
    evidence = logit(score) - logit(source)
    total = 0.0
    for x in low + (high - low) * shares:
        treated = evidence + x >= logit(c)
        pi = expit(x)
        benefit = pi * (case @ treated[cases]) - (1 - pi) * c / (1 - c) * (other @ treated[others])
        total += benefit / len(shares)
    return float(total)
