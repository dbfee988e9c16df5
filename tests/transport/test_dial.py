"""The dial: what groups say about it, held against other formulas, and what a user sees of it."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.interpolate import CubicSpline
from scipy.optimize import minimize
from studies.shift import DESIGNS, Design, normal, plain

import baserate
from baserate.errors import (
    DataError,
    FileError,
    MissingValueError,
    ScaleWarning,
    ScoreError,
    SettingError,
    TooFewError,
)
from baserate.extensions.sites.summaries import encode, summarise
from baserate.results.dial import read_groups, shift_of
from baserate.results.dial_estimate import ShiftEstimate
from baserate.results.dial_groups import Covariance, GroupRows, fit_groups, within_reach
from baserate.results.dial_line import Line
from tests.support.command_line import run
from tests.support.data import real_data
from tests.support.oracles import Numbers, log_odds, probability


def draw(gamma: float, sizes: list[int], seed: int = 0, *, ends: tuple[float, float] = (0.08, 0.4)) -> Any:
    """Patients one by one, as columns: outcome, score, hospital and a patient with several stays."""
    rng = np.random.default_rng(seed)
    counted = Design("", sizes, ends, normal(0.2, 1.2)).draw(gamma, rng)
    times = counted.weight.astype(int)
    label, group, x = (
        np.repeat(one.astype(float), times) for one in (counted.label, counted.group, counted.log_odds)
    )
    return {
        "died": label.astype(np.int8),
        "score": probability(x + rng.uniform(-0.02, 0.02, len(x))),
        "hospital": np.array([f"H{number:.0f}" for number in group]),
        "weight": rng.uniform(0.5, 2.0, len(x)),
        "patient": group * 10_000 + rng.integers(0, 150, len(x)),
    }


def ask(columns: Any, **asked: Any) -> ShiftEstimate:
    return baserate.shift("died", "score", "hospital", data=columns, **asked)


@cache
def rows_of(seed: int = 3) -> GroupRows:
    columns = draw(0.4, [150, 300, 80, 200, 120], seed)
    group = np.unique(columns["hospital"], return_inverse=True)[1]
    squares = columns["weight"] ** 2
    return GroupRows(group, columns["died"], log_odds(columns["score"]), columns["weight"], squares)


def dense(rows: GroupRows) -> Numbers:
    """A column for each group, and the spline by another basis: natural splines that are 1 at one knot."""
    order = np.argsort(rows.log_odds)
    share = np.cumsum(rows.weight[order])
    at = np.searchsorted(share, np.array([0.05, 0.275, 0.5, 0.725, 0.95]) * share[-1])
    knots = rows.log_odds[order][at]
    spline = CubicSpline(knots, np.eye(5), bc_type="natural")
    inside = np.clip(rows.log_odds, knots[0], knots[-1])
    slope = spline(inside, 1)
    columns = spline(inside) + slope * (rows.log_odds - inside)[:, None]
    return np.column_stack((np.eye(rows.groups)[rows.group], columns[:, 1:]))


def test_intercepts_are_those_of_the_most_likely_regression_with_firths_penalty() -> None:
    rows, k = rows_of(), 5
    design = dense(rows)
    patient = np.bincount(rows.group, rows.squares) / np.bincount(rows.group, rows.weight)

    def loss(b: Numbers) -> float:
        x = design @ b
        likelihood = rows.weight @ (rows.label * x - np.logaddexp(0.0, x))
        spread = np.bincount(rows.group, rows.weight * probability(x) * probability(-x))
        return -float(likelihood + 0.5 * (patient @ np.log(spread)))

    best = minimize(loss, np.zeros(design.shape[1]), method="BFGS", options={"gtol": 1e-7}).x
    found = fit_groups(rows).intercepts
    assert found - found[0] == pytest.approx(best[:k] - best[0], abs=2e-5)


def test_errors_are_those_of_the_whole_information_matrix() -> None:
    """With weights: the sandwich with the mean of every product of residuals, without its structure."""
    rows, k = rows_of(), 5
    fit = fit_groups(rows)
    x = np.column_stack((np.eye(k)[rows.group], fit.basis))
    risk = probability(x @ np.concatenate((fit.intercepts, fit.slopes)))
    rate = probability(fit.prevalences)[rows.group]
    spread = risk * (1 - risk)
    bread = np.linalg.inv((x * (rows.weight * spread)[:, None]).T @ x)[:k]
    own = np.eye(k)[rows.group] / np.bincount(rows.group, rows.weight * rate * (1 - rate))
    errors = fit.covariance()
    squares = rows.squares[:, None]
    meat = (x * squares * spread[:, None]).T @ x
    assert errors.intercepts == pytest.approx(bread @ meat @ bread.T, rel=1e-8, abs=1e-12)
    both = bread @ (x * squares * spread[:, None]).T @ own
    assert errors.both == pytest.approx(both, rel=1e-8, abs=1e-12)
    total = (own * squares * (spread + (risk - rate) ** 2)[:, None]).T @ own
    assert errors.prevalences == pytest.approx(total, rel=1e-8, abs=1e-12)


def test_errors_are_those_from_sample_to_sample() -> None:
    """Of what the line looks at: intercepts minus gamma times prevalences, also at the ends of the dial."""
    design, rng = Design("", [700] * 4, (0.1, 0.4), normal(0.2, 1.2)), np.random.default_rng(1)
    fits = [fit_groups(design.draw(0.3, rng)) for _ in range(100)]
    errors = np.mean([fit.covariance().whole for fit in fits], axis=0)
    contrast = np.array([1.0, -1.0, 0.0, 0.0])
    for gamma in (0.0, 0.3, 1.0):
        both = np.concatenate((contrast, -gamma * contrast))
        seen = [both @ np.concatenate((fit.intercepts, fit.prevalences)) for fit in fits]
        assert np.std(seen) == pytest.approx(math.sqrt(both @ errors @ both), rel=0.12)


def test_bins_are_the_patients_in_them() -> None:
    columns = draw(0.5, [200, 300, 250])
    x = np.round(log_odds(columns["score"]), 1)
    group = np.unique(columns["hospital"], return_inverse=True)[1]
    ones = np.ones(len(x))
    one = fit_groups(GroupRows(group, columns["died"], x, ones, ones))
    keys, counts = np.unique(np.column_stack((group, columns["died"], x)), axis=0, return_counts=True)
    many = counts.astype(float)
    two = fit_groups(
        GroupRows(keys[:, 0].astype(np.intp), keys[:, 1].astype(np.int8), keys[:, 2], many, many)
    )
    assert two.intercepts == pytest.approx(one.intercepts, abs=1e-8)
    assert two.covariance().whole == pytest.approx(one.covariance().whole, rel=1e-8, abs=1e-12)


def known_errors(k: int, rng: np.random.Generator) -> Covariance:
    """Some covariance in which intercepts and prevalences have most of their errors in common."""
    shared, own = rng.uniform(0.1, 0.2, k), rng.uniform(0.03, 0.08, k)
    bend = rng.normal(0.0, 0.03, k)
    intercepts = np.diag(shared**2 + own**2) + np.outer(bend, bend)
    return Covariance(intercepts, np.diag(shared**2), np.diag(shared**2))


def test_gamma_is_where_all_distances_together_are_least() -> None:
    """Over the true prevalences of all groups, the level and the slope, in the metric of all errors."""
    rng = np.random.default_rng(4)
    errors, truth = known_errors(6, rng), np.linspace(-2.0, -0.5, 6)
    noise = rng.multivariate_normal(np.zeros(12), errors.whole)
    intercepts, prevalences = 0.3 + 0.4 * truth + noise[:6], truth + noise[6:]
    line = Line(intercepts, prevalences, errors)
    assert line.tau == 0.0
    precision = np.linalg.inv(errors.whole)

    def distance(b: Numbers) -> float:
        apart = np.concatenate((intercepts - b[0] - b[1] * b[2:], prevalences - b[2:]))
        return float(apart @ precision @ apart)

    best = minimize(
        distance, np.concatenate(([0.0, 0.5], prevalences)), method="BFGS", options={"gtol": 1e-8}
    )
    assert line.gamma == pytest.approx(best.x[1], abs=1e-5)
    assert line.unexplained == pytest.approx(best.fun, rel=1e-6)
    assert line.level_at(line.gamma) == pytest.approx(best.x[0], abs=1e-4)


def test_what_no_dial_explains_makes_the_distances_what_they_should_be() -> None:
    rng = np.random.default_rng(5)
    errors, truth = known_errors(9, rng), np.linspace(-2.5, -0.5, 9)
    noise = rng.multivariate_normal(np.zeros(18), errors.whole)
    line = Line(0.4 * truth + rng.normal(0.0, 0.3, 9) + noise[:9], truth + noise[9:], errors)
    wider = Covariance(errors.intercepts + line.tau**2 * np.eye(9), errors.both, errors.prevalences)
    assert line.tau > 0.1
    assert Line(line.intercepts, line.prevalences, wider).unexplained == pytest.approx(7.0, rel=1e-4)
    low, high = line.tau_interval(0.95)
    assert low < line.tau < high
    assert line.p_value < 0.001


@pytest.mark.parametrize("gamma", [0.0, 1.0])
@pytest.mark.parametrize("spread", [0.2, 2.0])
def test_a_true_gamma_is_refused_as_often_as_it_should_be(gamma: float, spread: float) -> None:
    """Also where prevalences hardly differ by more than chance, which is 0.15 here."""
    rng = np.random.default_rng(6)
    k, samples, refused = 7, 500, 0
    errors, truth = known_errors(k, rng), np.linspace(-1.0, 1.0, k) * spread / 2.0
    for noise in rng.multivariate_normal(np.zeros(2 * k), errors.whole, samples):
        line = Line(gamma * truth + noise[:k], truth + noise[k:], errors)
        refused += abs(line.statistics(np.array([gamma]))[0][0]) > 2.5706  # Student's t, 5 degrees of freedom
    assert refused / samples == pytest.approx(0.05, abs=0.02)


@pytest.mark.parametrize("gamma", [0.0, 0.3, 1.0])
def test_a_population_has_the_gamma_it_was_made_with(gamma: float) -> None:
    """Also where the score is bent, or too moderate: recalibration is part of the fit."""
    for design in (DESIGNS[0], DESIGNS[7], DESIGNS[8]):
        fit = fit_groups(design.population(gamma))
        line = Line(fit.intercepts, fit.prevalences, fit.covariance())
        assert line.gamma == pytest.approx(gamma, abs=0.02)


def test_the_trap_is_avoided() -> None:
    """12 groups of 300: the same outcomes make both coordinates, which pulls a plain regression to 1."""
    rng = np.random.default_rng(7)
    fits = [fit_groups(DESIGNS[1].draw(0.0, rng)) for _ in range(40)]
    lines = [Line(fit.intercepts, fit.prevalences, fit.covariance()) for fit in fits]
    assert np.mean([plain(fit) for fit in fits]) > 0.07
    assert abs(np.mean([line.gamma for line in lines])) < 0.05


def test_the_interval_is_where_the_statistic_is_the_quantile() -> None:
    estimate = ask(draw(0.5, [400] * 8))
    fit = fit_groups(_rows(draw(0.5, [400] * 8)))
    line = Line(fit.intercepts, fit.prevalences, fit.covariance())
    t = line.statistics(np.array([estimate.low, estimate.gamma, estimate.high]))[0]
    assert t == pytest.approx([2.4469, 0.0, -2.4469], abs=1e-3)  # Student's t, 6 degrees of freedom
    assert estimate.standard_error == pytest.approx((estimate.high - estimate.low) / (2 * 2.4469), rel=1e-4)
    assert estimate.degrees_of_freedom == 6


def _rows(columns: Any) -> GroupRows:
    group = np.unique(columns["hospital"], return_inverse=True)[1]
    ones = np.ones(len(group))
    return GroupRows(group, columns["died"], within_reach(log_odds(columns["score"])), ones, ones)


NUMBERS = ("gamma", "low", "high", "standard_error", "reference")


def numbers(estimate: ShiftEstimate) -> list[float]:
    return [*(getattr(estimate, name) for name in NUMBERS), estimate.heterogeneity.tau]


def test_neither_the_order_of_rows_nor_names_nor_a_straight_change_of_scores_matters() -> None:
    columns = draw(0.5, [300, 500, 400, 200, 350, 250])
    base = numbers(ask(columns))
    order = np.random.default_rng(8).permutation(len(columns["died"]))
    assert numbers(ask({name: one[order] for name, one in columns.items()})) == pytest.approx(base, abs=1e-7)
    names = np.array([f"Z{9 - int(name[1:])}" for name in columns["hospital"]])
    assert numbers(ask({**columns, "hospital": names})) == pytest.approx(base, abs=1e-7)
    other = probability(0.5 * log_odds(columns["score"]) - 1.0)
    assert numbers(ask({**columns, "score": other})) == pytest.approx(base, abs=1e-6)
    assert numbers(ask({**columns, "weight": np.full(len(order), 7.0)}, sample_weight="weight")) == (
        pytest.approx(base, abs=1e-7)
    )


def test_outcomes_the_other_way_round_are_the_same_question() -> None:
    """But for the recalibration's knots, which are then elsewhere among equal weights."""
    columns = draw(0.5, [300, 500, 400, 200, 350, 250])
    turned = {**columns, "died": 1 - columns["died"], "score": 1.0 - columns["score"]}
    assert ask(turned).gamma == pytest.approx(ask(columns).gamma, abs=2e-3)


def test_copies_of_groups_say_the_same_more_surely() -> None:
    columns = draw(0.5, [300, 500, 400, 200, 350, 250])
    twice: dict[str, Any] = {name: np.concatenate((one, one)) for name, one in columns.items()}
    twice["hospital"] = np.concatenate((columns["hospital"], np.char.add(columns["hospital"], " again")))
    once, more = ask(columns), ask(twice)
    assert more.gamma == pytest.approx(once.gamma, abs=0.02)
    assert more.high - more.low < 0.8 * (once.high - once.low)


def test_arrays_and_columns_are_one() -> None:
    columns = draw(0.5, [300] * 5)
    asked = {"sample_weight": columns["weight"], "cluster": columns["patient"]}
    one = baserate.shift(columns["died"], columns["score"], columns["hospital"], **asked)
    assert numbers(one) == pytest.approx(numbers(ask(columns, sample_weight="weight", cluster="patient")))


@pytest.mark.parametrize("asked", [{}, {"sample_weight": "weight"}, {"cluster": "patient"}])
def test_a_lazy_frame_says_what_memory_says(asked: dict[str, str]) -> None:
    columns = draw(0.5, [400] * 6)
    memory = ask(columns, **asked)
    lazy = ask(pl.DataFrame(columns).lazy(), **asked)
    assert numbers(lazy) == pytest.approx(numbers(memory), abs=2e-3)
    assert [group.name for group in lazy.groups] == [group.name for group in memory.groups]
    assert [group.cases for group in lazy.groups] == [group.cases for group in memory.groups]


def test_site_summaries_say_what_the_rows_say(tmp_path: Path) -> None:
    columns = draw(0.5, [600] * 6)
    path = tmp_path / "summary.parquet"
    patients = read_groups(columns, "died", "score", "hospital")
    path.write_bytes(encode(summarise([patients], 5)))
    summary = baserate.shift(None, "score", None, data=path)
    assert numbers(summary) == pytest.approx(numbers(shift_of(patients, "score")), abs=0.02)
    with pytest.raises(SettingError, match=r"outcome, by cannot be honoured: .* is a site summary"):
        ask(path)


def test_a_csv_beside_a_summary_is_refused(tmp_path: Path) -> None:
    columns, path = draw(0.5, [600] * 4), tmp_path / "summary.parquet"
    path.write_bytes(encode(summarise([read_groups(columns, "died", "score", "hospital")], 5)))
    other = tmp_path / "other.csv"
    with pytest.raises(FileError, match=r"there is no file .*other\.csv"):
        baserate.shift(None, "score", None, data=[path, other])
    other.write_text("died,score\n1,0.5\n")
    with pytest.raises(SettingError, match=r"other\.csv is not a site summary"):
        baserate.shift(None, "score", None, data=[path, other])


def test_clusters_that_agree_widen_the_interval() -> None:
    columns = draw(0.5, [300] * 6)
    four: dict[str, Any] = {name: np.repeat(one, 4) for name, one in columns.items()}
    four["patient"] = np.repeat(np.arange(len(columns["died"])), 4)
    once, naive, clustered = ask(columns), ask(four), ask(four, cluster="patient")
    assert clustered.heterogeneity.statistic == pytest.approx(once.heterogeneity.statistic, rel=0.15)
    assert naive.heterogeneity.statistic > 3.0 * once.heterogeneity.statistic


def test_a_group_that_is_one_cluster_is_refused() -> None:
    with pytest.raises(TooFewError, match=r"group 'H0': all patients are in one cluster.*Leave cluster out"):
        ask(draw(0.5, [200] * 5), cluster="hospital")


def test_a_group_without_cases_speaks() -> None:
    columns = draw(0.5, [300] * 6)
    died = np.where((columns["hospital"] == "H2") & (columns["died"] == 1), 0, columns["died"])
    estimate = ask({**columns, "died": died})
    assert next(group.cases for group in estimate.groups if group.name == "H2") == 0
    assert math.isfinite(estimate.gamma)
    group = next(group for group in estimate.groups if group.name == "H2")
    assert 0.0 < group.observed < 0.01 < group.observed_high


def test_one_group_may_hold_nearly_everybody() -> None:
    estimate = ask(draw(0.3, [20_000, 60, 60, 60, 60], ends=(0.1, 0.4)))
    assert estimate.low < 0.3 < estimate.high


def test_scores_of_0_and_1_and_weights_of_0_are_legal() -> None:
    columns = draw(0.5, [400] * 6)
    score = np.round(columns["score"], 1)
    assert {0.0, 1.0} <= set(score)
    weight = np.where(columns["hospital"] == "H3", 0.0, 1.0)
    estimate = ask({**columns, "score": score, "weight": weight}, sample_weight="weight")
    assert [group.name for group in estimate.groups] == ["H0", "H1", "H2", "H4", "H5"]
    assert estimate.low < 0.55 < estimate.high


def test_decisions_are_scores_too() -> None:
    columns = draw(1.0, [600] * 6)
    estimate = ask({**columns, "score": (columns["score"] > 0.2).astype(float)})
    assert estimate.low < 1.0 < estimate.high


def test_a_constant_score_carries_nothing() -> None:
    columns = draw(0.5, [100] * 4)
    with pytest.raises(ScoreError, match=r"same score: it knows nothing.*a shift of 1"):
        ask({**columns, "score": np.full(400, 0.2)})


def test_chance_is_no_score() -> None:
    columns = draw(0.5, [500] * 6)
    estimate = ask({**columns, "score": np.random.default_rng(9).random(3000)})
    assert estimate.low < 1.0 < estimate.high
    assert estimate.low > 0.9


def test_a_score_that_falls_where_it_should_rise_is_told() -> None:
    columns = draw(0.5, [800] * 5)
    x = log_odds(columns["score"])
    folded = probability(np.abs(x + 1.0) - 2.0)
    with pytest.warns(ScaleWarning, match="score: In some of its range the risk falls where the score rises"):
        estimate = ask({**columns, "score": folded})
    assert "Look at its calibration first" in estimate.words


def test_two_groups_are_too_few() -> None:
    with pytest.raises(TooFewError, match=r"column 'hospital' has 2 groups \('H0', 'H1'\).* at least 3"):
        ask(draw(0.5, [100, 100]))


def test_without_groups_it_says_how_to_ask() -> None:
    with pytest.raises(SettingError, match=r"needs groups whose prevalences differ.*by="):
        baserate.shift("died", "score", None, data=draw(0.5, [100] * 3))


def test_what_is_wrong_with_columns_is_said_by_their_names() -> None:
    columns = draw(0.5, [100] * 3)
    with pytest.raises(DataError, match="'y_prob' has 299"):
        baserate.shift(columns["died"], columns["score"][:-1], columns["hospital"])
    score = columns["score"].copy()
    score[4] = np.nan
    with pytest.raises(MissingValueError, match="'score' for 1 of 300"):
        ask({**columns, "score": score})
    assert sum(group.patients for group in ask({**columns, "score": score}, missing="drop").groups) == 299
    with pytest.raises(SettingError, match="level= must"):
        ask(columns, level=95)


def test_groups_that_are_alike_cannot_tell() -> None:
    estimate = ask(draw(0.5, [300] * 6, ends=(0.2, 0.2)))
    assert not estimate.can_tell
    assert "Prevalences differ between the groups by no more than chance" in estimate.words
    assert "gamma may be anything from 0 (covariate shift) to 1 (label shift)" in estimate.words
    with pytest.raises(SettingError, match="cannot be used as an estimate: gamma may be anything"):
        estimate.as_shift()
    json.dumps(estimate.to_dict(), allow_nan=False)


def made(gamma: float, low: float, high: float) -> ShiftEstimate:
    base = ask(draw(0.5, [200] * 5))
    fields = {**base.__dict__, "gamma": gamma, "low": low, "high": high}
    return ShiftEstimate(**fields)


def test_words_say_how_much_the_score_carries_and_what_to_do() -> None:
    said = made(0.26, 0.18, 0.34).words
    assert said.startswith(
        "The score already carries 74 % (95 % CI 66 to 82) of what differs in prevalence between these 5 "
        "groups. It is not label shift, and full adjustment to another prevalence would be too much: "
        "use shift=0.26."
    )
    assert "covariate shift would fit: use shift=0." in made(-0.05, -0.2, 0.1).words
    assert "carries 100 % (95 % CI 90 to 100)" in made(-0.05, -0.2, 0.1).words
    assert "Label shift would fit, and leaving scores as they are would not: use shift=0.9" in (
        made(0.9, 0.7, 1.1).words
    )
    assert "gamma may be anything up to 0.7, so that label shift (1) does not fit" in (
        made(0.1, -math.inf, 0.7).words
    )
    assert "gamma may be anything from 0.3, so that covariate shift (0) does not fit" in (
        made(0.9, 0.3, math.inf).words
    )


def test_an_estimate_is_what_a_deployment_takes() -> None:
    estimate = ask(draw(0.3, [800] * 6))
    stated = baserate.Deployment.of(0.1, "1:9", shift=estimate).shift
    assert (stated.gamma, stated.standard_error) == (estimate.gamma, estimate.standard_error)
    assert stated.degrees_of_freedom == 4
    assert made(-0.1, -0.2, 0.1).as_shift().gamma == 0.0
    assert made(1.1, 0.8, 1.3).as_shift().gamma == 1.0


def test_carried_prevalences_are_the_observed_ones_at_gamma_0_and_one_at_gamma_1() -> None:
    for gamma, apart in ((0.0, 1.0), (1.0, 0.0)):
        groups = ask(draw(gamma, [20_000] * 5)).groups
        observed, carried = (
            np.array([log_odds(getattr(group, name)) for group in groups]) for name in ("observed", "carried")
        )
        assert np.polyfit(observed, carried, 1)[0] == pytest.approx(apart, abs=0.06)


def test_an_evaluation_knows_its_dial() -> None:
    columns = draw(0.5, [300] * 5)
    columns["other"] = probability(0.3 * log_odds(columns["score"]))
    ev = baserate.evaluate(columns, "died", ["score", "other"], cost="1:4", by="hospital", level=0.9)
    own = shift_of(read_groups(columns, "died", ["score", "other"], "hospital"), "other", 0.9)
    assert numbers(ev.shift("hospital", "other")) == pytest.approx(numbers(own))
    assert ev.shift().model == ev.verdict.best
    with pytest.raises(SettingError, match=r"has groups by 'hospital': ask evaluate\(\.\.\., by='year'\)"):
        ev.shift("year")
    with pytest.raises(SettingError, match="no model 'third'"):
        ev.shift(model="third")
    alone = baserate.evaluate(columns, "died", "score", cost="1:4")
    with pytest.raises(SettingError, match="this evaluation has no groups"):
        alone.shift("hospital")
    with pytest.raises(SettingError, match="needs groups"):
        alone.shift()


@pytest.fixture
def cohort(tmp_path: Path) -> str:
    columns = draw(0.5, [300] * 5)
    columns["other"] = probability(0.3 * log_odds(columns["score"]))
    path = tmp_path / "cohort.csv"
    pl.DataFrame(columns).write_csv(path)
    return str(path)


ASKED = ("--outcome", "died", "--score", "score", "--by", "hospital")


def test_the_command_prints_what_the_library_says(cohort: str) -> None:
    estimate = baserate.shift("died", "score", "hospital", data=cohort)
    printed = run("shift", cohort, *ASKED).stdout
    assert printed.startswith(estimate.heading)
    assert estimate.words in " ".join(printed.split())
    assert "H3" in printed
    both = json.loads(run("shift", cohort, *ASKED, "--score", "second=other", "--json").stdout)["shift"]
    assert [one["model"] for one in both] == ["score", "second"]
    assert both[0]["gamma"] == pytest.approx(estimate.gamma)
    assert both[0]["groups"][0]["name"] == "H0"


def test_the_command_reads_summaries_pipes_and_weights(cohort: str, tmp_path: Path) -> None:
    summary = str(tmp_path / "summary.parquet")
    run("reduce", cohort, *ASKED, "--out", summary)
    assert run("shift", summary).stdout.startswith("score, by group: gamma")
    assert "is a site summary" in run("shift", summary, *ASKED, status=2).stderr
    content = Path(cohort).read_bytes()
    weighted = run("shift", "-", *ASKED, "--weight", "weight", "--cluster", "patient", stdin=content).stdout
    assert weighted != run("shift", cohort, *ASKED).stdout


def test_the_command_draws_one_model(cohort: str, tmp_path: Path) -> None:
    for suffix, start in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        path = tmp_path / f"dial{suffix}"
        run("shift", cohort, *ASKED, "--figure", str(path))
        assert path.read_bytes().startswith(start)
    two = run("shift", cohort, *ASKED, "--score", "other", "--figure", "x.svg", status=2)
    assert "--figure draws one model; there are score, other." in two.stderr
    assert "must end in .svg" in run("shift", cohort, *ASKED, "--figure", "x.doc", status=2).stderr


def test_the_figure_has_every_group_between_both_ends_of_the_dial() -> None:
    pytest.importorskip("matplotlib").use("Agg")
    estimate = ask(draw(0.5, [300] * 5))
    ax = baserate.figures.shift(estimate)
    assert {text.get_text() for text in ax.texts} == {group.name for group in estimate.groups}
    low, high = ax.get_xlim()
    assert all(low < group.observed_low < group.observed_high < high for group in estimate.groups)
    for line, gamma in zip(ax.get_lines()[:3], (0.0, 1.0, estimate.gamma), strict=True):
        x, y = (log_odds(np.asarray(one)) for one in line.get_data())
        assert np.polyfit(x, y, 1)[0] == pytest.approx(1.0 - gamma, abs=1e-9)
        at = log_odds(estimate.reference)
        assert np.interp(at, x, y) == pytest.approx(at)


def test_support2_by_disease() -> None:
    """The model carries more of what differs than physicians do, and neither is label shift."""
    table = pl.read_csv(real_data("support2") / "support2.csv", infer_schema_length=None)
    died = ((pl.col("death") == 1) & (pl.col("d.time") <= 180)).cast(pl.Int8)
    risks = {"model": 1 - pl.col("surv6m"), "physician": 1 - pl.col("prg6m")}
    patients = read_groups(
        table.with_columns(died=died, **risks), "died", list(risks), "dzgroup", missing="drop"
    )
    model, physician = (shift_of(patients, name) for name in risks)
    assert (model.gamma, model.low, model.high) == pytest.approx((0.20, 0.09, 0.30), abs=0.006)
    assert (physician.gamma, physician.low, physician.high) == pytest.approx((0.53, 0.36, 0.70), abs=0.006)
    assert model.heterogeneity.p_value > 0.2
    assert physician.heterogeneity.p_value < 0.001
    assert all(one.can_tell for one in (model, physician))


@pytest.mark.parametrize("seed", [1, 14, 17])
def test_many_patients_with_one_score_are_no_fall(seed: int) -> None:
    """Rounding made one of them lower than another, by no standard error at all."""
    rng = np.random.default_rng(seed)
    x = rng.choice(np.linspace(-3.0, 1.0, 9), 3001)
    died, ones = (rng.random(3001) < probability(x)).astype(np.int8), np.ones(3001)
    assert fit_groups(GroupRows(rng.integers(0, 3, 3001), died, x, ones, ones)).largest_fall == 0.0


def test_scores_that_only_name_the_group_tell_nothing() -> None:
    group = np.repeat(np.arange(6), 300)
    score = np.repeat([0.05, 0.1, 0.15, 0.2, 0.3, 0.4], 300)
    died = np.random.default_rng(1).random(1800) < score
    with pytest.raises(ScoreError, match="within the groups all scores are the same"):
        baserate.shift(died, score, group)


@pytest.mark.parametrize(("beyond", "within"), [(1.0, -0.5), (-0.5, 1.5)])
def test_what_lies_beyond_the_dial_is_no_shift(beyond: float, within: float) -> None:
    rng = np.random.default_rng(2)
    group = np.repeat(np.arange(6), 1000)
    sicker = np.linspace(-1.0, 1.0, 6)[group]
    x = rng.normal(-1.5 + within * sicker, 1.2)
    died = rng.random(6000) < probability(x + beyond * sicker)
    estimate = baserate.shift(died, probability(x), group)
    assert estimate.low > 1.0 or estimate.high < 0.0
    assert "neither label shift nor covariate shift fits" in estimate.words
    with pytest.raises(SettingError, match="neither label shift nor covariate shift fits"):
        estimate.as_shift()
