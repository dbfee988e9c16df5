"""Prevalence without labels: every number against another way to it."""

from __future__ import annotations

import json
import pickle
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.stats import t as student

import baserate
from baserate.calibration import Logistic
from baserate.deployment.shift import Shift
from baserate.errors import BaserateError
from baserate.extensions.prevalence.estimate import PrevalenceEstimate, estimate_prevalence
from baserate.extensions.prevalence.recalibration import LabelledScores, Recalibration
from tests.support.cohorts import population, simulate
from tests.support.oracles import log_odds, probability

Numbers = NDArray[np.float64]
Study = tuple[Numbers, Numbers, Numbers]


@cache
def study(
    source: float = 0.2, target: float = 0.05, labelled: int = 2000, unlabelled: int = 3000, seed: int = 1
) -> Study:
    """Outcomes and scores of the source, and scores of the target, calibrated to the source's prevalence."""
    y, s = simulate(np.random.default_rng(seed), labelled, source)
    moved = float(log_odds(source) - log_odds(target))
    _, t = simulate(np.random.default_rng(seed + 1), unlabelled, target, shift=moved)
    return y, s, t


def bent(score: Numbers) -> Numbers:
    """A strictly rising distortion of scores that no line through their log odds undoes."""
    x = np.asarray(log_odds(score))
    return np.asarray(probability(x + 0.15 * x**3))


# The root of the equation


def test_maximum_likelihood_is_where_the_em_algorithm_ends() -> None:
    y, s, t = study()
    pi0 = pi = float(y.mean())
    for _ in range(4_000):
        odds = t / (1 - t) * (1 - pi0) / pi0 * pi / (1 - pi)
        pi = float(np.mean(odds / (1 + odds)))
    assert estimate_prevalence(y, s, t, recalibrate="none").value == pytest.approx(pi, abs=1e-10)


def test_the_values_of_other_packages() -> None:
    """quapy 0.2.3: EMQ run to 1e-12 (at its default it stops at 0.0768), PACC, ACC with the same decisions.

    abstention 0.1.3.1 gives the same for soft BBSE, and its RLLS is its BBSE on these data. labelshift at
    c888777 gives all three, by EM run to 1e-13, BBSE of these decisions, and its ratio estimator. quapy is
    asked anew in tests/peers.
    """
    y, s, t = study()
    asked: dict[str, Any] = {"recalibrate": "none"}
    assert estimate_prevalence(y, s, t, **asked).value == pytest.approx(0.07646511, abs=1e-8)
    assert estimate_prevalence(y, s, t, method="bbse", **asked).value == pytest.approx(
        0.0749703455568909, abs=1e-12
    )
    for method in ("bbse-hard", "rlls"):
        value = estimate_prevalence(y, s, t, method=method, **asked).value
        assert value == pytest.approx(0.10204663189942037, abs=1e-12)


def test_under_covariate_shift_it_is_the_mean_of_the_recalibrated_scores() -> None:
    y, s, t = study()
    inside = np.clip(t, s.min(), s.max())  # beyond the source's scores nothing is known
    mean = float(Logistic.fit(y, s).predict(inside).mean())
    found = estimate_prevalence(y, s, t, shift="covariate", recalibrate="line")
    assert found.value == pytest.approx(mean, abs=1e-9)
    assert estimate_prevalence(y, s, t, shift=0, recalibrate="none").value == pytest.approx(t.mean())


@pytest.mark.parametrize("gamma", [0.0, 1e-6, 0.3, 0.7, 1.0])
def test_the_equation_has_one_root_and_finds_it(gamma: float) -> None:
    y, s, t = study()
    found = estimate_prevalence(y, s, t, shift=gamma, recalibrate="none").value
    x = np.linspace(-12.0, 12.0, 481)
    eta = np.asarray(log_odds(t))[:, None] + gamma * (x - log_odds(y.mean()))
    excess = np.asarray(probability(eta)).mean(axis=0) - probability(x)
    crossings = np.flatnonzero(np.diff(np.sign(excess)))
    assert len(crossings) == 1
    assert x[crossings[0]] <= log_odds(found) <= x[crossings[0] + 1]


def test_the_estimate_moves_smoothly_with_the_dial() -> None:
    y, s, t = study()
    by_gamma = [estimate_prevalence(y, s, t, shift=g).interval for g in (0.0, 1e-9, 9.9e-4, 1.01e-3)]
    assert by_gamma[0] == pytest.approx(by_gamma[1], abs=1e-8)
    assert by_gamma[2] == pytest.approx(by_gamma[3], abs=1e-5)


def test_a_bent_score_misleads_em_and_a_line_but_not_the_default() -> None:
    """In whole populations, so that what is left is bias and no chance."""
    y, s, own = population(0.1, nodes=1500)
    _, t, weight = population(0.02, shift=float(log_odds(0.1) - log_odds(0.02)), nodes=1500)
    weights = {"source_weight": own, "target_weight": weight}
    how: tuple[Any, ...] = ("none", "line", "spline")
    raw, line, spline = (
        estimate_prevalence(y, bent(s), bent(t), recalibrate=one, **weights).value - 0.02 for one in how
    )
    assert raw < -0.015
    assert line < -0.01
    assert abs(spline) < 0.001


def test_the_spline_is_a_line_beyond_its_outer_knots() -> None:
    y, s, _ = study()
    fit = Recalibration.fit(labelled(y, bent(s)))
    assert len(fit.knots) == 4
    x = fit.knots[-1] + np.arange(3.0) * (fit.ends[1] - fit.knots[-1]) / 2.0
    assert np.diff(fit.log_odds(x), 2) == pytest.approx([0.0], abs=1e-9)
    straight = Recalibration.fit(labelled(y, s), "line")
    line = Logistic.fit(y, s)
    assert straight.coefficients == pytest.approx((line.intercept, line.slope), abs=1e-8)


def labelled(y: Numbers, s: Numbers, weight: Numbers | None = None) -> LabelledScores:
    cohort = baserate.Cohort.of(y, sample_weight=weight)
    return LabelledScores.of(cohort, cohort.sample(s))


@pytest.mark.parametrize("levels", [2, 3, 5])
def test_few_distinct_scores_get_as_many_coefficients_as_they_carry(levels: int) -> None:
    """Recalibrated, each of few scores means the share of cases among those who have it, as far as it can."""
    y, s, _ = study()
    score = np.floor(s * levels).clip(0, levels - 1) / levels + 0.1
    fit = Recalibration.fit(labelled(y, score))
    distinct = np.unique(score)
    risk = np.array([y[score == one].mean() for one in distinct])
    own = np.asarray(probability(fit.log_odds(np.asarray(log_odds(distinct)))))
    assert own == pytest.approx(risk, abs=0.06)
    assert len(fit.knots) <= levels


# How sure


def test_the_standard_error_is_that_of_samples_drawn_again() -> None:
    rng = np.random.default_rng(3)
    y, s, t = study(0.25, 0.4, 700, 500)
    asked: dict[str, Any] = {"shift": 0.7}
    again = []
    for _ in range(120):
        one, other = rng.integers(0, len(y), len(y)), rng.integers(0, len(t), len(t))
        again.append(estimate_prevalence(y[one], s[one], t[other], **asked).value)
    assert estimate_prevalence(y, s, t, **asked).standard_error == pytest.approx(np.std(again), rel=0.15)


def test_the_interval_is_the_likelihood_interval_with_the_error_of_the_source() -> None:
    y, s, t = study()
    found = estimate_prevalence(y, s, t, recalibrate="none")
    pi0, n = float(y.mean()), len(t)
    ratio = t / (1 - t) * (1 - pi0) / pi0

    def log_likelihood(pi: float) -> float:
        return float(np.log1p(pi * (ratio - 1)).sum())

    h = (ratio - 1) / (1 + found.value * (ratio - 1))
    of_target = 1.0 / (n * float(np.mean(h**2)))
    slope = float(np.mean(ratio / (1 + found.value * (ratio - 1)) ** 2)) * of_target * n
    of_source = slope**2 * (1 / y.sum() + 1 / (len(y) - y.sum()))  # of the log odds of the prevalence
    assert found.standard_error == pytest.approx((of_target + of_source) ** 0.5, rel=1e-3)
    for end in found.interval:
        fall = 2.0 * (log_likelihood(found.value) - log_likelihood(end))
        assert fall == pytest.approx(1.96**2 * (1.0 + of_source / of_target), rel=5e-3)


def test_the_interval_of_this_very_sample_knows_what_outcomes_vary_by() -> None:
    """Under label shift the sample's share is known better than the population's; under none of it, worse."""
    y, s, t = study(0.2, 0.3, 50_000, 400)
    label, covariate = (estimate_prevalence(y, s, t, shift=gamma) for gamma in (1, 0))
    assert label.prediction[0] > label.low
    assert label.prediction[1] < label.high
    assert covariate.prediction[0] < covariate.low
    assert covariate.prediction[1] > covariate.high
    # Where the source is known, an outcome varies by p (1 - p) about its risk.
    width = covariate.prediction[1] - covariate.prediction[0]
    risk = Logistic.fit(y, s).predict(t)
    assert width == pytest.approx(2 * 1.96 * np.sqrt(np.mean(risk * (1 - risk)) / len(t)), rel=0.05)


def test_an_uncertain_dial_widens_the_interval() -> None:
    y, s, t = study(0.2, 0.4)
    sure, unsure = (estimate_prevalence(y, s, t, shift=Shift(0.5, error, 6)) for error in (0.0, 0.2))
    assert sure.value == unsure.value
    assert unsure.low < sure.low
    assert unsure.high > sure.high
    ends = [estimate_prevalence(y, s, t, shift=gamma).value for gamma in (0.49, 0.51)]
    slope = (ends[1] - ends[0]) / 0.02
    added = unsure.standard_error**2 - sure.standard_error**2
    assert added == pytest.approx((slope * 0.2) ** 2, rel=1e-2)
    assert unsure.fit is None


def test_fieller_ends_are_where_the_means_differ_by_so_many_standard_errors() -> None:
    y, s, t = study()
    found = estimate_prevalence(y, s, t, method="bbse", recalibrate="none")
    cases, others = s[y == 1], s[y == 0]
    for end in found.interval:
        apart = t.mean() - end * cases.mean() - (1 - end) * others.mean()
        variance = t.var() / len(t) + end**2 * cases.var(ddof=1) / len(cases)
        variance += (1 - end) ** 2 * others.var(ddof=1) / len(others)
        assert abs(apart) / variance**0.5 == pytest.approx(student.ppf(0.975, 2000), rel=5e-3)


@pytest.mark.filterwarnings("ignore::baserate.errors.AssumptionWarning")
def test_weights_count_as_weights() -> None:
    y, s, t = study()
    plain = estimate_prevalence(y, s, t)
    same = estimate_prevalence(
        y, s, t, source_weight=np.full(len(y), 3.0), target_weight=np.full(len(t), 0.1)
    )
    assert same.interval == pytest.approx(plain.interval, abs=1e-9)
    assert same.prediction == pytest.approx(plain.prediction, abs=1e-9)
    times = 1 + np.arange(len(t)) % 3
    weighted = estimate_prevalence(y, s, t, target_weight=times)
    repeated = estimate_prevalence(y, s, np.repeat(t, times))
    assert weighted.value == pytest.approx(repeated.value, abs=1e-9)
    assert weighted.standard_error > repeated.standard_error  # one patient who counts twice is not two
    own = 1.0 + np.arange(len(y)) % 2
    weighted = estimate_prevalence(y, s, t, source_weight=own)
    repeated = estimate_prevalence(np.repeat(y, own.astype(int)), np.repeat(s, own.astype(int)), t)
    assert weighted.value == pytest.approx(repeated.value, abs=1e-6)


def test_a_higher_level_is_a_wider_interval() -> None:
    y, s, t = study()
    narrow, wide = (estimate_prevalence(y, s, t, level=level) for level in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.value < narrow.high < wide.high


# The ends of what is possible


@pytest.mark.filterwarnings("ignore::baserate.errors.AssumptionWarning")
@pytest.mark.parametrize("method", ["ml", "bbse", "bbse-hard"])
def test_an_estimate_at_an_end_has_an_interval_to_one_side(method: Any) -> None:
    y, s, t = study()
    healthy = np.sort(t)[: len(t) // 2]
    found = estimate_prevalence(y, s, healthy, method=method)
    assert found.value == found.low == 0.0
    assert 0.0 < found.high < 0.05
    assert "end of what is possible" in found.summary()
    assert found.as_prevalence().distribution.ends[0] == pytest.approx(0.5 / (len(healthy) + 1))
    ill = estimate_prevalence(1 - y, 1 - s, 1 - healthy, method=method)
    assert ill.value == ill.high == 1.0
    assert ill.low == pytest.approx(1.0 - found.high, abs=1e-9)


def test_nobody_is_told_from_anybody_by_a_score_of_chance() -> None:
    rng = np.random.default_rng(0)
    y, s, t = (rng.random(400) < 0.3).astype(float), rng.uniform(0.2, 0.4, 400), rng.uniform(0.2, 0.4, 400)
    for method in ("bbse", "bbse-hard"):
        assert estimate_prevalence(y, s, t, method=method).interval == (0.0, 1.0)
    found = estimate_prevalence(y, s, t, method="rlls", recalibrate="line")
    assert found.interval == (0.0, 1.0)
    assert "say nothing about the prevalence" in found.summary()


def test_scores_of_exactly_0_and_1_are_legal_also_where_they_are_wrong() -> None:
    y, s, t = study()
    s, t = (np.where(one > 0.8, 1.0, np.where(one < 0.02, 0.0, one)) for one in (s, t))
    assert y[s == 1.0].min() == 0.0
    whole, rounded = estimate_prevalence(*study()), estimate_prevalence(y, s, t)
    assert rounded.value == pytest.approx(whole.value, abs=0.02)


@pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")
def test_decisions_give_the_estimate_of_rogan_and_gladen() -> None:
    y, s, t = study()
    s, t = (s > 0.3).astype(float), (t > 0.3).astype(float)
    sensitivity, specificity = s[y == 1].mean(), 1 - s[y == 0].mean()
    expected = (t.mean() + specificity - 1) / (sensitivity + specificity - 1)
    for method in ("ml", "bbse", "bbse-hard"):
        assert estimate_prevalence(y, s, t, method=method).value == pytest.approx(expected, abs=1e-9)


# Where they come from


def test_frames_files_engines_and_folders_say_the_same(tmp_path: Any) -> None:
    y, s, t = study()
    source, target = pl.DataFrame({"died": y, "new": s}), pl.DataFrame({"new": t, "ward": "a"})
    expected = estimate_prevalence(y, s, t)
    source.write_csv(tmp_path / "source.csv")
    target.write_parquet(tmp_path / "target.parquet")
    (tmp_path / "folder").mkdir()
    target.write_parquet(tmp_path / "folder" / "part.parquet")
    exact = [
        (source, target),
        (source.to_pandas(), target.to_pandas()),
        (str(tmp_path / "source.csv"), tmp_path / "target.parquet"),
        ({"died": y, "new": s}, {"new": t}),
    ]
    for one, other in exact:
        found = estimate_prevalence("died", "new", source=one, target=other)
        assert found.interval == pytest.approx(expected.interval, abs=1e-9)
    for one, other in ((source.lazy(), target.lazy()), (source, str(tmp_path / "folder"))):
        binned = estimate_prevalence("died", "new", source=one, target=other)
        assert binned.interval == pytest.approx(expected.interval, abs=1e-5)
        assert binned.fit is not None
        assert expected.fit is not None
        assert binned.fit.p_value == pytest.approx(expected.fit.p_value, abs=1e-6)
        assert (binned.source_patients, binned.target_patients) == (len(y), len(t))
    mixed = estimate_prevalence("died", "new", t, source=source)
    assert mixed.interval == pytest.approx(expected.interval, abs=1e-9)


def test_a_site_summary_may_stand_for_either(tmp_path: Any) -> None:
    from baserate.extensions.sites.summaries import encode, summarise
    from baserate.patients.reading import read_patients
    from baserate.patients.roles import Roles

    y, s, t = study()
    expected = estimate_prevalence(y, s, t)
    for name, (labels, score) in {"source": (y, s), "target": (np.arange(len(t)) % 2, t)}.items():
        patients = read_patients({"died": labels, "new": score}, Roles.of("died", "new"), adds_up=True)
        (tmp_path / name).write_bytes(encode(summarise([patients])))
    paths = [tmp_path / "source"], str(tmp_path / "target")
    found = estimate_prevalence(None, "new", source=paths[0], target=paths[1])
    assert found.interval == pytest.approx(expected.interval, abs=2e-3)
    with pytest.raises(BaserateError, match="no column 'old' in the site summary"):
        estimate_prevalence(None, "old", source=paths[0], target=t)


def test_missing_values_are_refused_or_dropped_and_counted() -> None:
    y, s, t = study()
    source = pl.DataFrame({"died": y, "new": s}).with_columns(
        pl.when(pl.int_range(pl.len()) % 100 > 0).then("new")
    )
    target = pl.DataFrame({"new": t}).with_columns(pl.when(pl.int_range(pl.len()) % 100 > 1).then("new"))
    for one in (source, source.lazy()):
        with pytest.raises(BaserateError, match="values are missing in column 'new' for 20"):
            estimate_prevalence("died", "new", source=one, target=target)
    for other in (target, target.lazy()):
        with pytest.raises(BaserateError, match="values are missing in column 'new' for 60"):
            estimate_prevalence(y, s, "new", target=other)
        found = estimate_prevalence("died", "new", source=source, target=other, missing="drop")
        assert (found.source_patients, found.target_patients) == (1980, 2940)
        assert "60 patients without outcome were left out" in found.summary()


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no scores of the target": ({"p_target": None}, "p_target is missing"),
    "one patient": ({"p_target": [0.3]}, "at least two patients without outcome"),
    "no patient": ({"p_target": []}, "there are no rows"),
    "percent": ({"p_target": [3.0, 50.5]}, "score 'p_target' must lie between 0 and 1"),
    "text": ({"p_target": ["0.1", "0.2"]}, "'p_target'.*must be numbers; found text"),
    "negative weights": ({"target_weight": [-1.0, 1.0, 1.0]}, "column 'target_weight' must be at least 0"),
    "too few weights": ({"target_weight": [1.0]}, "different numbers of rows"),
    "weights of nothing": ({"target_weight": [0.0] * 3}, "'target_weight' is 0 for every patient"),
    "labels": ({"y_source": [1, 2] * 20}, "column 'y_source' must be 0 and 1"),
    "one class": ({"y_source": [1] * 40}, "every patient has the disease"),
    "method": ({"method": "em"}, "method must be one of 'ml'"),
    "recalibrate": ({"recalibrate": "isotonic"}, "recalibrate must be one of"),
    "level": ({"level": 95}, "level= must"),
    "shift": ({"shift": 1.5}, "shift=1.5: a number from 0"),
    "bbse needs label shift": ({"shift": 0.5, "method": "bbse"}, "rests on label shift"),
    "one score": ({"p_source": [0.2] * 40}, "every score of the source is the same"),
    "separated": ({"p_source": [0.1, 0.9] * 20}, "separate"),
    "names without a table": ({"y_source": "died", "p_source": "new"}, "."),
    "no such column": ({"target": {"new": [0.1, 0.2]}, "p_target": "old"}, "no column 'old'"),
    "column by number": (
        {"target": {"new": [0.1, 0.2]}, "p_target": 3},
        "score must be the name of one column",
    ),
}


@pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")
@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_used_is_refused_in_words(case: str) -> None:
    changed, words = REFUSED[case]
    score = np.tile([0.1, 0.3, 0.2, 0.6], 10)
    asked: dict[str, Any] = {"y_source": [0, 1] * 20, "p_source": score, "p_target": [0.1, 0.2, 0.7]}
    with pytest.raises(BaserateError, match=words):
        estimate_prevalence(**{**asked, **changed})


# What is said


def test_the_summary_says_what_was_found_and_what_it_rests_on() -> None:
    y, s, t = study()
    found = estimate_prevalence(y, s, t)
    said = found.summary()
    assert said.startswith(
        f"Estimated prevalence: {100 * found.value:.3g} % (95 % CI {100 * found.low:.3g} %"
    )
    assert "rests on label shift" in said
    assert "95 % prediction interval" in said
    assert "cannot be seen without outcomes" in said
    for shift, words in ((0, "covariate shift"), (0.4, "share of label shift of 0.4")):
        other = estimate_prevalence(y, s, t, shift=shift)
        assert words in other.summary()
        assert "Scores without outcomes cannot test that." in other.summary()


def test_the_result_is_plain_data_and_travels() -> None:
    y, s, t = study()
    found = estimate_prevalence(y, s, t, shift={"gamma": 0.5, "standard_error": 0.1, "degrees_of_freedom": 4})
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert told["prevalence"] == found.value
    assert told["interval"] == {"low": found.low, "high": found.high, "level": 0.95}
    assert Shift.of(told["shift"]) == found.shift
    assert pickle.loads(pickle.dumps(found)) == found


def test_the_interval_is_the_range_of_a_deployment() -> None:
    y, s, t = study()
    found = estimate_prevalence(y, s, t)
    deployment = baserate.Deployment.of(found.as_prevalence(), "1:30")
    assert deployment.prevalence is not None
    assert deployment.prevalence.distribution.ends == pytest.approx(found.interval)
    assert isinstance(found, PrevalenceEstimate)
