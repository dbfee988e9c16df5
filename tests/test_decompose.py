"""Why two groups differ: parts that add up, against the definitions, on real data, with intervals."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import baserate
from baserate import Cohort, Deployment
from baserate.calibration.gap import Gap, ScoredCohort, between, by_group, by_model
from baserate.errors import MissingValueError, NotEstimableWarning, SettingError
from baserate.inference.estimate import Estimate
from tests.support import oracles
from tests.support.cohorts import simulate
from tests.support.data import real_data
from tests.support.oracles import Patients
from tests.support.strategies import patients, ranges

Numbers = NDArray[np.float64]

pytestmark = pytest.mark.filterwarnings(
    "ignore::baserate.errors.ScaleWarning", "ignore::baserate.errors.FewEventsWarning"
)

ACCURACY = Deployment.of(None, "1:1", "accuracy")
RNG = np.random.default_rng(8)


def groups(rng: np.random.Generator, n: int = 600) -> tuple[Numbers, Numbers, NDArray[np.str_]]:
    """Three groups that differ in prevalence, separation and calibration."""
    group = rng.choice(["a", "b", "c"], n, p=[0.5, 0.3, 0.2])
    p = np.select([group == "a", group == "b"], [0.1, 0.25], 0.4)
    return *simulate(rng, n, p, 1.4, shift=0.6 * (group == "b")), group


Y, S, GROUP = groups(RNG)
W = RNG.random(len(Y)) + 0.3
CLUSTER = RNG.integers(0, 80, len(Y))


def sides(weight: Any = None, cluster: Any = None, source: Any = None) -> tuple[ScoredCohort, ScoredCohort]:
    cohort = Cohort.of(Y, sample_weight=weight, cluster=cluster)
    made = [ScoredCohort(g, cohort.part(g == GROUP), S[g == GROUP], source) for g in ("a", "b")]
    return made[0], made[1]


def parts(gap: Gap) -> dict[str, Estimate]:
    names = ("total", "mechanism", "label_shift", "sharpness", "calibration")
    return {name: getattr(gap, name) for name in names}


class TestIdentities:
    @pytest.mark.parametrize("cluster", [None, CLUSTER], ids=["patients", "clusters"])
    @pytest.mark.parametrize("weight", [None, W], ids=["unweighted", "weighted"])
    @pytest.mark.parametrize("units", ["net benefit", "weighted accuracy", "accuracy"])
    @pytest.mark.parametrize("prevalence", [None, (0.05, 0.3), 0.2])
    def test_the_parts_add_up_and_so_does_what_each_patient_contributes(
        self, prevalence: Any, units: Any, weight: Any, cluster: Any
    ) -> None:
        deployment = Deployment.of(prevalence, "1:1" if units == "accuracy" else "1:4", units)
        gap = between(*sides(weight, cluster), deployment)
        p = parts(gap)
        corrected = gap.sharpness_corrected, gap.calibration_corrected
        for whole, summands in (
            (p["total"], (p["mechanism"], p["label_shift"])),
            (p["mechanism"], (p["sharpness"], p["calibration"])),
            (p["mechanism"], corrected),
        ):
            assert whole.value == pytest.approx(sum(one.value for one in summands), abs=1e-12)
            for who, what in whole.contributions.items():
                assert what == pytest.approx(sum(one.contributions[who] for one in summands), abs=1e-12)

    @given(
        first=patients(of_each=2),
        second=patients(of_each=2),
        units=st.sampled_from(["net benefit", "weighted accuracy", "accuracy"]),
        c=st.floats(0.02, 0.9),
        given_range=st.one_of(st.none(), ranges()),
    )
    @settings(max_examples=60)
    def test_every_part_is_its_definition_by_quadrature(
        self, first: Patients, second: Patients, units: Any, c: float, given_range: Any
    ) -> None:
        cost = 0.5 if units == "accuracy" else c
        first, second = (without_ties(p, cost) for p in (first, second))
        made = [
            ScoredCohort(str(i), Cohort.of(p.y, sample_weight=p.w), p.s)
            for i, p in enumerate((first, second))
        ]
        gap = between(made[0], made[1], Deployment.of(given_range, cost, units))
        name = units.replace(" ", "_")
        own, over, best = [], [], []
        ends = sorted(p.source_prevalence for p in (first, second))
        low, high = ends if given_range is None else given_range
        for p in (first, second):
            star = Patients(p.y, oracles.isotonic(p.y, p.s, p.w), p.w)
            spread = oracles.log_odds_uniform(low, high) if high - low > 1e-9 else oracles.point(low)
            at_own = oracles.point(p.source_prevalence)
            none = cost / (1 - cost) * (1 - p.source_prevalence) if units == "net benefit" else 0.0
            own.append(oracles.average(p, at_own, oracles.point(cost), name) - none)
            over.append(oracles.average(p, spread, oracles.point(cost), name))
            best.append(oracles.average(star, spread, oracles.point(cost), name))
        expected = {
            "total": own[0] - own[1],
            "mechanism": over[0] - over[1],
            "label_shift": (own[0] - over[0]) + (over[1] - own[1]),
            "sharpness": best[0] - best[1],
            "calibration": (over[0] - best[0]) - (over[1] - best[1]),
        }
        scale = max(1.0, cost / (1 - cost))
        for part, value in expected.items():
            assert getattr(gap, part).value == pytest.approx(value, abs=2e-8 * scale), part

    def test_equal_prevalences_leave_no_label_shift(self) -> None:
        y, s = np.tile([0, 0, 0, 1], 30), np.linspace(0.01, 0.99, 120)
        gap = between(ScoredCohort("x", Cohort.of(y), s), ScoredCohort("y", Cohort.of(y), s[::-1]), ACCURACY)
        assert gap.label_shift.value == 0.0
        assert gap.mechanism.value == gap.total.value
        assert not gap.between_groups


def without_ties(p: Patients, cost: float) -> Patients:
    """The patients, with no score so near to the threshold at their prevalence that rounding decides."""
    return replace(p, s=np.where(np.abs(p.s - cost) < 1e-9, p.s / 2, p.s))


class TestIntervals:
    def test_standard_errors_are_the_spread_over_samples(self) -> None:
        rng = np.random.default_rng(77)
        found: dict[str, list[tuple[float, float]]] = {}
        for _ in range(250):
            y, s, group = groups(rng, 1500)
            cohort = Cohort.of(y)
            two = [ScoredCohort(g, cohort.part(group == g), s[group == g]) for g in ("a", "b")]
            gap = between(two[0], two[1], Deployment.of(None, "1:4"))
            for name in ("total", "mechanism", "label_shift"):
                estimate = getattr(gap, name)
                found.setdefault(name, []).append((estimate.value, estimate.standard_error))
        for name, values in found.items():
            value, error = np.array(values).T
            assert np.median(error) == pytest.approx(value.std(), rel=0.12), name

    def test_the_range_between_the_groups_is_an_estimate_too(self) -> None:
        """Stating the same range leaves out the error in its ends, and nothing else."""
        first, second = sides()
        estimated = between(first, second, Deployment.of(None, "1:4"))
        ends = tuple(sorted((first.prevalence, second.prevalence)))
        stated = between(first, second, Deployment.of(ends, "1:4"))
        assert stated.mechanism.value == pytest.approx(estimated.mechanism.value, abs=1e-14)
        assert stated.mechanism.standard_error != estimated.mechanism.standard_error

    @staticmethod
    def without(cluster: int) -> float:
        """The difference at equal prevalence without a cluster, which may reach into both groups."""
        first, second = (
            ScoredCohort(g, Cohort.of(Y[kept]), S[kept])
            for g in ("a", "b")
            for kept in [(g == GROUP) & (cluster != CLUSTER)]
        )
        return between(first, second, Deployment.of((0.05, 0.3), "1:4")).mechanism.value

    def test_clusters_that_reach_into_both_groups_are_left_out_of_both(self) -> None:
        gap = between(*sides(cluster=CLUSTER), Deployment.of((0.05, 0.3), "1:4"))
        clusters = np.unique(CLUSTER[GROUP != "c"])
        change = [self.without(cluster) - gap.mechanism.value for cluster in clusters]
        right = (len(clusters) - 1) / len(clusters) * sum(one**2 for one in change)
        # Left out in full, but for the curve on which the prevalences move.
        assert gap.mechanism.spread.variance == pytest.approx(right, rel=0.02)
        alone = [Cohort.of(Y[g == GROUP], cluster=CLUSTER[g == GROUP]) for g in ("a", "b")]
        first, second = (ScoredCohort(g, c, S[g == GROUP]) for g, c in zip(("a", "b"), alone, strict=True))
        apart = between(first, second, Deployment.of((0.05, 0.3), "1:4"))
        assert apart.mechanism.standard_error != pytest.approx(gap.mechanism.standard_error, rel=1e-6)

    def test_many_clusters_do_not_make_few_events_certain(self) -> None:
        y = np.array([1, 1, 1] + [0] * 197)
        cohort = Cohort.of(y, cluster=np.arange(200))
        s = np.linspace(0.9, 0.1, 200)
        assert cohort.score(s, Deployment.of((0.05, 0.2), "1:4")).spread.degrees < 10


class TestGroups:
    def test_against_a_reference_and_against_the_rest(self) -> None:
        cohort = Cohort.of(Y)
        found = by_group(cohort, S, GROUP, Deployment.of(None, "1:4"), reference="a")
        assert list(found.gaps) == ["b", "c"]
        assert found["b"].second.name == "a"
        rest = by_group(cohort, S, GROUP, Deployment.of(None, "1:4"))
        assert list(rest.gaps) == ["a", "b", "c"]
        assert len(rest["a"].second.cohort.label) == int((GROUP != "a").sum())
        two = by_group(cohort.part(GROUP != "c"), S[GROUP != "c"], GROUP[GROUP != "c"], ACCURACY)
        assert two["a"].total.value == pytest.approx(-two["b"].total.value, abs=1e-15)
        for part in parts(two["a"]):
            value = getattr(two["a"], part).value
            assert value == pytest.approx(-getattr(two["b"], part).value, abs=1e-14)

    def test_a_group_that_cannot_be_judged_does_not_stop_the_others(self) -> None:
        group = np.where(np.arange(len(Y)) == int(np.argmax(Y)), "lonely", GROUP)
        with pytest.warns(NotEstimableWarning, match="'lonely' is not estimable"):
            found = by_group(Cohort.of(Y), S, group, ACCURACY, reference="a")
        assert "an interval needs two patients of each" in found.not_estimable["lonely"]
        assert list(found.gaps) == ["b", "c"]
        assert "lonely: not estimable" in str(found)
        with pytest.raises(SettingError, match="no gap for 'lonely': 1 with the disease"):
            found["lonely"]
        with pytest.raises(SettingError, match="no gap for 'x': there are 'b', 'c'"):
            found["x"]

    def test_numbers_may_name_groups(self) -> None:
        site = np.where(GROUP == "a", 1, 2)
        found = by_group(Cohort.of(Y), S, site, ACCURACY, reference=1)
        assert list(found.gaps) == ["2"]

    def test_wrong_questions(self) -> None:
        cohort = Cohort.of(Y)
        with pytest.raises(SettingError, match="no group 'z'; there are 'a', 'b', 'c'"):
            by_group(cohort, S, GROUP, ACCURACY, reference="z")
        with pytest.raises(SettingError, match="one group only"):
            by_group(cohort, S, ["a"] * len(Y), ACCURACY)
        with pytest.raises(SettingError, match="source_prevalence= names 'z'"):
            by_group(cohort, S, GROUP, ACCURACY, source_prevalence={"z": 0.1})
        with pytest.raises(SettingError, match="They must match"):
            by_group(cohort, S, GROUP[:-1], ACCURACY)
        with pytest.raises(MissingValueError, match="group is missing"):
            by_group(cohort, S, [None, *GROUP[1:]], ACCURACY)
        with pytest.raises(SettingError, match="no model 'x'"):
            by_model(cohort, {"m": S}, ACCURACY, reference="x")

    def test_two_models_of_the_same_patients_are_paired(self) -> None:
        cohort = Cohort.of(Y)
        other = np.asarray(baserate.odds.expit(0.6 * baserate.odds.logit(S)))
        found = by_model(cohort, {"old": S, "new": other}, Deployment.of(None, "1:4"), reference="old")
        gap = found["new"]
        assert gap.label_shift.value == 0.0
        assert gap.sharpness.value == pytest.approx(0.0, abs=1e-14)  # a monotone map keeps it
        assert gap.total.value == pytest.approx(gap.calibration.value, abs=1e-14)
        score = cohort.net_benefit(other, cost="1:4") - cohort.net_benefit(S, cost="1:4")
        assert gap.total.value == pytest.approx(score.value, abs=1e-15)
        assert gap.total.standard_error == pytest.approx(score.standard_error)

    def test_the_prevalence_that_scores_are_calibrated_to_is_said(self) -> None:
        found = by_group(Cohort.of(Y), S, GROUP, ACCURACY, reference="a", source_prevalence={"b": "20%"})
        text = str(found["b"])
        assert "a " in text.split("calibrated to a prevalence of: ")[1].splitlines()[0]
        assert "% (observed)" in text
        assert "b 20 % (as stated)" in text
        assert "between those observed" in text


CAUCASIAN, AFRICAN_AMERICAN = "Caucasian", "African American"


@cache
def eicu(version: str) -> tuple[pl.DataFrame, Cohort]:
    stays = baserate.datasets.eicu_demo(real_data("eicu_demo")).drop_nulls(version)
    return stays, Cohort.of(stays["died"], cluster=stays["patient"])


def eicu_gap(version: str, deployment: Deployment, source: Any = None) -> Gap:
    stays, cohort = eicu(version)
    made = []
    for name in (AFRICAN_AMERICAN, CAUCASIAN):
        chosen = stays["ethnicity"].eq_missing(name)
        made.append(ScoredCohort(name, cohort.part(chosen), stays.filter(chosen)[version], source))
    return between(made[0], made[1], deployment)


class TestEicu:
    """The paper's own data, as in the table and the text of the method page."""

    @pytest.mark.parametrize(
        ("name", "n", "deaths", "prevalence", "auc", "accuracy", "averaged", "recalibrated"),
        [
            (CAUCASIAN, 1314, 116, 0.0883, 0.8678, 0.9216, 0.9579, 0.9601),
            (AFRICAN_AMERICAN, 166, 3, 0.0181, 0.8896, 0.9578, 0.9009, 0.9734),
        ],
    )
    def test_the_table(
        self,
        name: str,
        n: int,
        deaths: int,
        prevalence: float,
        auc: float,
        accuracy: float,
        averaged: float,
        recalibrated: float,
    ) -> None:
        gap = eicu_gap("apache_iv", ACCURACY)
        number = [AFRICAN_AMERICAN, CAUCASIAN].index(name)
        side = (gap.first, gap.second)[number]
        assert (len(side.cohort.label), side.cohort.label.sum()) == (n, deaths)
        assert round(side.prevalence, 4) == prevalence
        assert round(side.cohort.auc(side.y_prob).value, 4) == auc
        assert round(gap.own[number].value, 4) == accuracy
        assert round(baserate.accuracy(side.cohort.label, side.y_prob, threshold=0.5), 4) == accuracy
        assert round(gap.splits[number].total.value, 4) == averaged
        assert round(gap.splits[number].sharpness.value, 4) == recalibrated

    @pytest.mark.parametrize(
        ("version", "expected"),
        [
            ("apache_iv", [0.0362, -0.0570, 0.0932, 0.0133, -0.0703]),
            ("apache_iva", [0.0422, -0.0479, 0.0902, 0.0131, -0.0611]),
        ],
    )
    def test_the_parts(self, version: str, expected: list[float]) -> None:
        gap = eicu_gap(version, ACCURACY)
        assert [round(one.value, 4) for one in parts(gap).values()] == expected
        assert gap.between_groups

    @pytest.mark.parametrize(
        ("version", "african_american", "caucasian"),
        [("apache_iv", 0.9654, 0.9576), ("apache_iva", 0.9653, 0.9579)],
    )
    def test_a_pooled_prevalence_reverses_the_order(
        self, version: str, african_american: float, caucasian: float
    ) -> None:
        stays, _ = eicu(version)
        gap = eicu_gap(version, ACCURACY, float(stays["died"].to_numpy().mean()))
        assert [round(one.total.value, 4) for one in gap.splits] == [african_american, caucasian]
        assert gap.mechanism.value > 0.0 > eicu_gap(version, ACCURACY).mechanism.value
        assert "African American 8.259 % (as stated)" in gap.source

    @pytest.mark.parametrize("version", ["apache_iv", "apache_iva"])
    @pytest.mark.parametrize(
        "deployment", [ACCURACY, Deployment.of(None, "1:30")], ids=["accuracy", "one to thirty"]
    )
    def test_three_deaths_decide_nothing_about_the_model(self, version: str, deployment: Deployment) -> None:
        gap = eicu_gap(version, deployment)
        for part in ("mechanism", "sharpness", "calibration", "sharpness_corrected", "calibration_corrected"):
            estimate = getattr(gap, part)
            assert estimate.low < 0.0 < estimate.high, part

    def test_the_interval_of_three_deaths_is_as_wide_as_the_bootstrap_s(self) -> None:
        """The bootstrap that estimates the prevalence anew: -.223 to +.005."""
        gap = eicu_gap("apache_iv", ACCURACY)
        assert gap.mechanism.low < -0.1
        assert gap.mechanism.high > 0.005

    def test_at_one_to_thirty_the_parts_are_their_definition(self) -> None:
        gap = eicu_gap("apache_iv", Deployment.of(None, "1:30"))
        c = oracles.point(1 / 31)
        ends = sorted(side.prevalence for side in (gap.first, gap.second))
        over = []
        for side in (gap.first, gap.second):
            p = Patients(side.sample.label.astype(float), side.sample.score, np.ones(len(side.sample.label)))
            over.append(oracles.average(p, oracles.log_odds_uniform(*ends), c, "net_benefit"))
        assert gap.mechanism.value == pytest.approx(over[0] - over[1], abs=1e-9)
        assert [round(1000 * one.value, 1) for one in parts(gap).values()] == [-71.4, -9.0, -62.4, 5.3, -14.3]
        # From the paper's zero, every decision wrong, the total and the label shift are others.
        own = [side.score(Deployment.of(None, "1:30")).value for side in (gap.first, gap.second)]
        assert round(1000 * (own[0] - own[1]), 1) == -69.1
        assert round(1000 * (own[0] - own[1] - gap.mechanism.value), 1) == -60.1

    @pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")
    def test_an_evaluation_gives_the_numbers_of_the_paper_when_it_is_asked_for_accuracy(self) -> None:
        stays, _ = eicu("apache_iv")
        ev = baserate.evaluate(
            stays, "died", ["apache_iv"], cost="1:1", by="ethnicity", cluster="patient", missing="drop"
        )
        gap = ev.gap("apache_iv", AFRICAN_AMERICAN, CAUCASIAN, units="accuracy")
        assert [round(one.value, 4) for one in parts(gap).values()] == [
            0.0362,
            -0.0570,
            0.0932,
            0.0133,
            -0.0703,
        ]
        same = eicu_gap("apache_iv", ACCURACY)
        for name, part in parts(gap).items():
            assert (part.low, part.high) == pytest.approx((parts(same)[name].low, parts(same)[name].high))
        # In net benefit only what does not depend on the zero is the same.
        worth = ev.gap("apache_iv", AFRICAN_AMERICAN, CAUCASIAN)
        for name in ("mechanism", "sharpness", "calibration"):
            assert parts(worth)[name].value == pytest.approx(parts(gap)[name].value, abs=1e-12)
        assert worth.total.value != pytest.approx(gap.total.value, abs=1e-3)

    def test_all_groups_of_the_data_against_the_rest(self) -> None:
        stays, cohort = eicu("apache_iv")
        group = stays["ethnicity"].fill_null("unknown")
        with pytest.warns(NotEstimableWarning):
            found = by_group(cohort, stays["apache_iv"], group, ACCURACY)
        assert set(found.gaps) | set(found.not_estimable) == set(group.unique())
        assert found.not_estimable
