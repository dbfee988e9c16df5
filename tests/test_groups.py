"""Groups: the prevalence their scores are calibrated to, one cut-off for all, and many comparisons."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.stats import norm

import baserate
from baserate import Deployment
from baserate.calibration.readings import sidak
from baserate.errors import SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.estimate import Estimate
from baserate.odds import adjust, expit, logit
from baserate.results.result import result_schema
from baserate.results.words import words
from tests.support.command_line import as_json
from tests.support.command_line import run as command

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

LOW, HIGH, OVERALL = 0.03, 0.20, 0.10
# Log likelihood ratios of the two classes are normal, so far apart, with a variance of as much.
APART = 1.5


@lru_cache(maxsize=8)
def two_groups(calibrated: str, patients: int = 120_000, seed: int = 14) -> dict[str, NDArray[Any]]:
    """Pure label shift between groups of 3 and 20 %, together 10 %: only the prevalence differs.

    Scores are calibrated "within" each group, or to the prevalence of "all"; or to a prevalence of
    neither.
    """
    rng = np.random.default_rng(seed)
    share = (HIGH - OVERALL) / (HIGH - LOW)
    columns: dict[str, list[NDArray[Any]]] = {"died": [], "score": [], "group": []}
    for name, prevalence, part in (("low", LOW, share), ("high", HIGH, 1 - share)):
        size = round(part * patients)
        died = np.zeros(size, dtype=int)
        died[: round(prevalence * size)] = 1
        evidence = np.where(died, APART / 2, -APART / 2) * APART + APART * rng.standard_normal(size)
        source = {"within": prevalence, "all": OVERALL, "neither": 0.4}[calibrated]
        columns["died"].append(died)
        columns["score"].append(expit(evidence + logit(source)))
        columns["group"].append(np.full(size, name))
    return {name: np.concatenate(parts) for name, parts in columns.items()}


def evaluated(calibrated: str, **asked: Any) -> Evaluation:
    patients = asked.pop("patients", 120_000)
    asked = {"cost": "1:1", "by": "group", **asked}
    return baserate.evaluate(two_groups(calibrated, patients), "died", "score", **asked)


def expected_net_benefit(prevalence: float, too_high: float) -> float:
    """At 1:1, of scores whose log odds are too high by some: from the normal distribution alone."""
    threshold = -(logit(prevalence) + too_high)
    true_positives, false_positives = (norm.sf((threshold - side * APART**2 / 2) / APART) for side in (1, -1))
    return float(prevalence * true_positives - (1 - prevalence) * false_positives)


class TestSourcePrevalence:
    def test_all_is_the_prevalence_of_all_patients_also_in_a_group(self) -> None:
        data = two_groups("all", 6_000)
        overall = float(np.mean(data["died"]))
        asked = {"prevalence": (0.02, 0.3), "cost": "1:4", "by": "group"}
        ev = baserate.evaluate(data, "died", "score", source_prevalence="all", **asked)
        stated = baserate.evaluate(data, "died", "score", source_prevalence=overall, **asked)
        for group in (None, "low", "high"):
            assert ev.judged("score", group).source == pytest.approx(overall, rel=1e-12)
            assert ev.score("score", group).value == pytest.approx(
                stated.score("score", group).value, rel=1e-9
            )
            assert ev.threshold("score", group=group).value == pytest.approx(
                stated.threshold("score", group=group).value, rel=1e-9
            )
        gaps = [one.gap("score", "low", "high").parts for one in (ev, stated)]
        for part, estimate in gaps[0].items():
            assert estimate.value == pytest.approx(gaps[1][part].value, rel=1e-9, abs=1e-12)

    def test_group_is_the_default(self) -> None:
        one, other = (
            evaluated("all", patients=3_000),
            evaluated("all", patients=3_000, source_prevalence="group"),
        )
        results = [{**ev.to_dict(), "provenance": None} for ev in (one, other)]
        assert results[0] == results[1]

    @pytest.mark.parametrize(
        ("asked", "told", "kinds"),
        [
            (None, None, ["group", "group"]),
            ("group", None, ["group", "group"]),
            ("all", "all", ["all", "all"]),
            (0.1, 0.1, ["number", "number"]),
            ({"a": "all"}, {"a": "all"}, ["all", "group"]),
            ({"a": 0.5, "b": "all"}, {"a": 0.5, "b": "all"}, ["number", "all"]),
        ],
    )
    def test_it_is_told_and_can_be_asked_again(self, asked: Any, told: Any, kinds: list[str]) -> None:
        data = two_groups("all", 2_000)
        data = {"a": data["score"], "b": data["score"] ** 1.2, "died": data["died"], "group": data["group"]}
        ev = baserate.evaluate(data, "died", ["a", "b"], cost="1:4", by="group", source_prevalence=asked)
        result = ev.to_dict()
        assert [one["of"] for one in result["deployment"]["source_prevalence"].values()] == kinds
        parameters = result["provenance"]["parameters"]
        assert parameters["source_prevalence"] == told
        again = baserate.evaluate(data, **parameters)
        assert {**again.to_dict(), "provenance": None} == {**result, "provenance": None}

    def test_anything_else_is_refused_and_told_what_may_be_said(self) -> None:
        with pytest.raises(SettingError, match="'group' for each group's observed prevalence, 'all'"):
            evaluated("all", patients=2_000, source_prevalence="everyone")
        with pytest.raises(SettingError, match="not among the models"):
            evaluated("all", patients=2_000, source_prevalence={"other": "all"})

    def test_the_command_line_and_a_study_take_it(self, tmp_path: Path) -> None:
        data = two_groups("all", 2_000)
        pl.DataFrame({**data, "second": data["score"] ** 1.1}).write_csv(tmp_path / "two.csv")
        said = [str(tmp_path / "two.csv"), "--outcome", "died", "--score", "score", "--score"]
        said += ["second", "--cost", "1:4", "--by", "group"]
        for more, kinds in (
            (["--source-prevalence", "all"], ["all", "all"]),
            (["--source-prevalence", "score=all", "--source-prevalence", "second=20%"], ["all", "number"]),
            (["--source-prevalence", "second=group"], ["group", "group"]),
        ):
            sources = as_json(*said, *more)["deployment"]["source_prevalence"]
            assert [source["of"] for source in sources.values()] == kinds
        study = tmp_path / "study.toml"
        study.write_text(
            'data = "two.csv"\noutcome = "died"\nscores = ["score", "second"]\nby = "group"\n'
            '[source_prevalence]\nscore = "all"\n[deployment]\ncost = "1:4"\n'
        )
        sources = as_json("--study", str(study))["deployment"]["source_prevalence"]
        assert [source["of"] for source in sources.values()] == ["all", "group"]

    def test_site_summaries_take_it(self, tmp_path: Path) -> None:
        data = pl.DataFrame(two_groups("all", 4_000))
        data.write_csv(tmp_path / "two.csv")
        asked = ["--outcome", "died", "--score", "score", "--by", "group"]
        summary = str(tmp_path / "two.parquet")
        command("reduce", str(tmp_path / "two.csv"), *asked, "--out", summary, "--smallest-cell", "1")
        told = as_json(summary, "--cost", "1:4", "--source-prevalence", "all")
        ev = baserate.evaluate(data, "died", "score", cost="1:4", by="group", source_prevalence="all")
        for group in told["groups"]:
            shown, here = group["models"]["score"]["net_benefit"], ev.score("score", group["name"])
            assert shown["value"] == pytest.approx(here.value, abs=1e-3)
            assert shown["standard_error"] == pytest.approx(here.standard_error, rel=0.05)

    @pytest.mark.parametrize("prevalence", [None, (0.05, 0.3)])
    def test_its_error_is_that_of_an_infinitesimal_jackknife(self, prevalence: Any) -> None:
        """Every patient's weight is changed a little, and everything that was observed is worked out anew."""
        data = two_groups("within", 400, seed=3)  # miscalibrated, so that decisions are not the best
        asked = {"prevalence": prevalence, "cost": ("1:9", "1:4"), "by": "group"}
        weight = np.ones(len(data["died"]))

        def worth(weight: NDArray[Any], group: str) -> float:
            chosen, overall = data["group"] == group, float(np.average(data["died"], weights=weight))
            return baserate.net_benefit(
                data["died"][chosen],
                data["score"][chosen],
                cost=asked["cost"],
                prevalence=prevalence,
                sample_weight=weight[chosen],
                source_prevalence=overall,
            )

        def influence(find: Any) -> float:
            step, squares = 1e-4, 0.0
            for patient in range(len(weight)):
                ends = []
                for sign in (1, -1):
                    changed = weight.copy()
                    changed[patient] += sign * step
                    ends.append(find(changed))
                squares += ((ends[0] - ends[1]) / (2 * step)) ** 2
            return math.sqrt(squares)

        ev = baserate.evaluate(data, "died", "score", source_prevalence="all", **asked)
        stated = baserate.evaluate(
            data, "died", "score", source_prevalence=float(np.mean(data["died"])), **asked
        )

        def of_patients(estimate: Estimate) -> float:
            return math.sqrt(sum(float(np.sum(what**2)) for what in estimate.contributions.values()))

        expected = influence(lambda changed: worth(changed, "low"))
        assert of_patients(ev.score("score", "low")) == pytest.approx(expected, rel=1e-4)
        assert of_patients(stated.score("score", "low")) != pytest.approx(expected, rel=1e-3)
        if prevalence is not None:
            both = influence(lambda changed: worth(changed, "low") - worth(changed, "high"))
            assert of_patients(ev.gap("score", "low", "high").mechanism) == pytest.approx(both, rel=1e-4)
            readings = ev.readings("score", "low", "high")
            assert readings is not None
            assert of_patients(readings.differences["all"]) == pytest.approx(both, rel=1e-4)

    @pytest.mark.parametrize("cluster", [None, "patient"])
    def test_on_an_engine_as_in_memory(self, cluster: str | None) -> None:
        data = pl.DataFrame(two_groups("all", 4_000)).with_columns(second=pl.col("score") ** 1.2)
        data = data.with_columns(patient=pl.int_range(pl.len()) % 1_500)
        asked = {"prevalence": (0.02, 0.3), "cost": "1:4", "by": "group", "source_prevalence": "all"}
        both = [
            baserate.evaluate(source, "died", ["score", "second"], cluster=cluster, **asked)
            for source in (data, data.lazy())
        ]
        for name in ("low", "high"):
            for ask in ("score", "at_common_threshold"):
                here, there = (getattr(ev, ask)("score", name) for ev in both)
                assert there.value == pytest.approx(here.value, abs=2e-4)
                assert there.standard_error == pytest.approx(here.standard_error, rel=0.02)
            here, there = (ev.compare("score", "second", name) for ev in both)
            assert there.value == pytest.approx(here.value, abs=2e-4)
            assert there.standard_error == pytest.approx(here.standard_error, rel=0.05)
        here, there = (ev.readings("score", "low", "high") for ev in both)
        assert here is not None
        assert there is not None
        assert there.supported == here.supported == "all"
        for reading, difference in here.differences.items():
            assert there.differences[reading].value == pytest.approx(difference.value, abs=2e-4)
            for one, other in zip(
                here.observed_expected[reading], there.observed_expected[reading], strict=True
            ):
                assert one is not None
                assert other is not None
                assert other.value == pytest.approx(one.value, rel=1e-3)
                assert other.standard_error == pytest.approx(one.standard_error, rel=0.02)


class TestReadings:
    def test_under_label_shift_all_is_right_and_supported(self) -> None:
        """The true difference at equal prevalence is 0; each group's own prevalence gives a wrong one."""
        ev = evaluated("all", prevalence=OVERALL)
        readings = ev.readings("score", "low", "high")
        assert readings is not None
        right, wrong = readings.differences["all"], readings.differences["group"]
        shifts = [float(logit(OVERALL) - logit(prevalence)) for prevalence in (LOW, HIGH)]
        expected = expected_net_benefit(OVERALL, shifts[0]) - expected_net_benefit(OVERALL, shifts[1])
        assert expected == pytest.approx(-0.0303, abs=1e-4)
        assert wrong.low < expected < wrong.high < 0
        assert right.low < 0 < right.high
        assert readings.differ
        assert readings.supported == "all"
        for ratio in readings.observed_expected["all"]:
            assert ratio is not None
            assert ratio.low < 1 < ratio.high

    def test_where_scores_are_calibrated_in_each_group_that_is_right_and_supported(self) -> None:
        ev = evaluated("within", prevalence=OVERALL, source_prevalence="all")
        readings = ev.readings("score", "low", "high")
        assert readings is not None
        right, wrong = readings.differences["group"], readings.differences["all"]
        shifts = [float(logit(prevalence) - logit(OVERALL)) for prevalence in (LOW, HIGH)]
        expected = expected_net_benefit(OVERALL, shifts[0]) - expected_net_benefit(OVERALL, shifts[1])
        assert wrong.low < expected < wrong.high
        assert right.low < 0 < right.high
        assert readings.supported == "group"

    def test_observed_over_expected_of_each_reading_is_a_ratio_of_sums(self) -> None:
        data = two_groups("all", 20_000)
        ev = evaluated("all", patients=20_000)
        readings = ev.readings("score", "low", "high")
        assert readings is not None
        overall = float(np.mean(data["died"]))
        for place, name in enumerate(("low", "high")):
            chosen = data["group"] == name
            died, score = data["died"][chosen], data["score"][chosen]
            moved = adjust(score, overall, float(died.mean()))
            for reading, risk in (("group", score), ("all", moved)):
                ratio = readings.observed_expected[reading][place]
                assert ratio is not None
                assert ratio.value == pytest.approx(died.sum() / risk.sum(), rel=1e-9)

    def test_which_one_is_supported_is_said_beside_both_values(self) -> None:
        ev = evaluated("all", prevalence=OVERALL)
        (gap,) = ev.to_dict()["groups"][1]["gaps"]
        told = gap["readings"]
        assert told["supported"] == "all"
        assert told["differ"]
        flat = " ".join(ev.summary().split())
        # Of two groups the text compares the first with the second, in the order of their names.
        readings = ev.readings("score", "high", "low")
        assert readings is not None
        for difference in readings.differences.values():
            low, high = 1000 * difference.low, 1000 * difference.high
            assert f"{1000 * difference.value:.1f} ({low:.1f} to {high:.1f})" in flat
        assert "supports the second" in flat
        assert "--source-prevalence all asks for this one" in flat
        assert "supports the first" not in flat
        right = " ".join(evaluated("all", prevalence=OVERALL, source_prevalence="all").summary().split())
        assert "supports the second" in right
        assert "asks for this one" not in right
        other = " ".join(evaluated("within", prevalence=OVERALL).summary().split())
        assert "supports the first" in other
        assert "supports the second" not in other

    def test_groups_that_are_alike_cannot_tell(self) -> None:
        rng = np.random.default_rng(8)
        score = expit(rng.normal(-1, 1, 800))
        died = (rng.random(800) < score).astype(int)
        data = {"died": died, "score": score, "group": np.arange(800) % 2}
        readings = baserate.evaluate(data, "died", "score", cost="1:3", by="group").readings(
            "score", "0", "1"
        )
        assert readings is not None
        assert readings.supported is None
        assert not readings.neither_fits

    def test_a_model_that_is_off_on_the_whole_can_still_tell(self) -> None:
        """Scores that are too high everywhere, by the same log odds, are under label shift as before."""
        data = two_groups("all")
        data = {**data, "score": expit(logit(data["score"]) + 0.4)}
        readings = baserate.evaluate(data, "died", "score", cost="1:1", by="group").readings(
            "score", "low", "high"
        )
        assert readings is not None
        for ratio in readings.observed_expected["all"]:
            assert ratio is not None
            assert ratio.high < 1
        assert readings.supported == "all"

    def test_the_contrasts_of_the_readings_differ_by_the_log_odds_of_the_prevalences(self) -> None:
        """Of groups that share no patient, variances add; moving scores moves their intercepts as much."""
        data, ev = two_groups("all", 20_000), evaluated("all", patients=20_000)
        readings = ev.readings("score", "low", "high")
        assert readings is not None
        by_group, by_all = readings.contrasts["group"], readings.contrasts["all"]
        assert by_group is not None
        assert by_all is not None
        own = [ev.judged("score", name).measure("calibration_intercept").get() for name in ("low", "high")]
        assert by_group.value == pytest.approx(own[0].value - own[1].value)
        errors = [intercept.standard_error for intercept in own]
        assert by_group.standard_error == pytest.approx(math.hypot(*errors), rel=1e-3)
        low, high = (float(logit(data["died"][data["group"] == name].mean())) for name in ("low", "high"))
        assert by_all.value == pytest.approx(by_group.value - (low - high))

    def test_three_deaths_tell_nothing(self) -> None:
        data = two_groups("all", 3_000)
        kept = (data["group"] == "high") | (data["died"] == 0)
        kept[np.flatnonzero(~kept)[:3]] = True
        few = {name: values[kept] for name, values in data.items()}
        ev = baserate.evaluate(few, "died", "score", cost="1:1", by="group")
        readings = ev.readings("score", "low", "high")
        assert readings is not None
        assert readings.supported is None
        assert not readings.neither_fits

    def test_scores_that_are_off_in_one_group_support_neither(self) -> None:
        data = two_groups("all")
        off = np.where(data["group"] == "low", 0.45, 0.0)
        data = {**data, "score": expit(logit(data["score"]) + off)}
        ev = baserate.evaluate(data, "died", "score", cost="1:1", by="group", prevalence=OVERALL)
        readings = ev.readings("score", "low", "high")
        assert readings is not None
        assert readings.supported is None
        assert readings.neither_fits
        assert "supports neither" in " ".join(ev.summary().split())

    def test_a_stated_prevalence_has_no_other_reading(self) -> None:
        ev = evaluated("neither", patients=5_000, source_prevalence=0.4)
        assert ev.readings("score", "low", "high") is None
        assert all(gap["readings"] is None for group in ev.to_dict()["groups"] for gap in group["gaps"])

    def test_signs_that_differ_by_chance_are_not_told(self) -> None:
        rng = np.random.default_rng(5)
        died = np.tile([0, 0, 0, 1], 300)
        score = expit(1.2 * died - 1.5 + rng.standard_normal(len(died)))
        group = np.where(rng.random(len(died)) < 0.5, "a", "b")
        data = {"died": died, "score": score, "group": group}
        ev = baserate.evaluate(data, "died", "score", cost="1:3", by="group")
        readings = ev.readings("score", "a", "b")
        assert readings is not None
        assert not readings.differ
        assert "depends on what the scores are calibrated to" not in " ".join(ev.summary().split())


class TestOneCutoff:
    @pytest.mark.parametrize("prevalence", [None, 0.1, (0.02, 0.3)])
    def test_its_net_benefit_is_the_mean_over_the_prevalences(self, prevalence: Any) -> None:
        data = two_groups("all", 5_000)
        ev = evaluated("all", patients=5_000, prevalence=prevalence, cost="1:4")
        cut = ev.threshold("score").value
        for name in ("low", "high"):
            chosen = data["group"] == name
            died, treated = data["died"][chosen] == 1, data["score"][chosen] >= cut
            rates = treated[died].mean(), treated[~died].mean()
            where = [float(died.mean())] if prevalence is None else np.atleast_1d(prevalence)
            # Log odds that are uniform between the ends, by the midpoint rule.
            ends = [float(logit(p)) for p in (where[0], where[-1])]
            steps = ends[0] + (ends[1] - ends[0]) * (np.arange(20_000) + 0.5) / 20_000
            p = expit(steps)
            expected = float(np.mean(p * rates[0] - (1 - p) * rates[1] / 4))
            estimate = ev.at_common_threshold("score", name)
            assert estimate.value == pytest.approx(expected, abs=1e-8)
            assert estimate.low < expected < estimate.high
            cohort = baserate.Cohort.of(data["died"][chosen])
            same = cohort.net_benefit(data["score"][chosen], cost="1:4", prevalence=prevalence, threshold=cut)
            assert estimate.value == pytest.approx(same.value, abs=1e-12)
            told = next(one for one in ev.to_dict()["groups"] if one["name"] == name)
            common = told["models"]["score"]["at_common_threshold"]
            assert common["threshold"] == cut
            assert common["net_benefit"]["value"] == estimate.value
            assert common["net_benefit"]["low"] == estimate.low

    @pytest.mark.parametrize(
        ("prevalence", "source"), list(product([None, (0.02, 0.3)], ["group", "all", 0.15]))
    )
    def test_the_note_on_cutoffs_is_true(self, prevalence: Any, source: Any) -> None:
        ev = evaluated("all", patients=4_000, prevalence=prevalence, source_prevalence=source, cost="1:4")
        cuts = [ev.threshold("score", group=name).value for name in ("low", "high")]
        one = abs(logit(cuts[0]) - logit(cuts[1])) < 1e-9
        place = "observed" if prevalence is None else "stated"
        notes = {
            (kind, where): words(f"tables.groups_{kind}_threshold_{where}")
            for kind in ("same", "own")
            for where in ("observed", "stated")
        }
        flat = " ".join(ev.summary().split())
        shown = [key for key, note in notes.items() if note in flat]
        assert shown == [("same" if one else "own", place)]
        if prevalence is None and source == "group":
            assert cuts == pytest.approx([0.2, 0.2])  # the threshold probability of 1:4
        assert one == (ev.threshold("score").value == pytest.approx(cuts[0], rel=1e-9))

    def test_its_advice_gives_one_cutoff(self) -> None:
        """Where scores of each group are calibrated to its own prevalence, one for all ends that."""
        assert "--source-prevalence all, or a number" in words("tables.groups_own_threshold_stated")
        for source in ("all", 0.15):
            ev = evaluated("all", patients=4_000, prevalence=(0.02, 0.3), source_prevalence=source)
            cuts = [ev.threshold("score", group=name).value for name in (None, "low", "high")]
            assert cuts == pytest.approx([cuts[0]] * 3, rel=1e-9)

    def test_models_of_which_other_things_are_true_are_named(self) -> None:
        data = two_groups("all", 3_000)
        data = {**data, "second": data["score"] ** 1.1}
        sources = {"source_prevalence": {"second": "all"}, "prevalence": 0.1}
        ev = baserate.evaluate(data, "died", ["score", "second"], cost="1:4", by="group", **sources)
        flat = " ".join(ev.summary().split())
        assert f"score: {words('tables.groups_own_threshold_stated')}" in flat
        assert f"second: {words('tables.groups_same_threshold_stated')}" in flat


class TestManyGroups:
    @staticmethod
    def many() -> Evaluation:
        rng = np.random.default_rng(9)
        died = (rng.random(3_000) < 0.2).astype(int)
        score = expit(1.2 * died - 1.8 + rng.standard_normal(3_000))
        data = {
            "died": died,
            "a": score,
            "b": np.clip(score + 0.02 * rng.standard_normal(3_000), 0.001, 0.999),
        }
        data["site"] = rng.integers(0, 5, 3_000)
        return baserate.evaluate(data, "died", ["a", "b"], cost="1:4", prevalence=0.2, by="site")

    def test_intervals_for_all_groups_together_have_the_level_of_sidak(self) -> None:
        ev = self.many()
        result = ev.to_dict()
        for group in result["groups"]:
            for gap in group["gaps"]:
                estimate = ev.gap(gap["model"], group["name"]).mechanism
                low, high, *_ = estimate.interval(0.95 ** (1 / 5))
                assert gap["simultaneous"] == {"low": low, "high": high, "comparisons": 5}
                assert low < gap["mechanism"]["low"] < gap["mechanism"]["high"] < high
            pair = group["comparisons"][0]
            assert (pair["model"], pair["reference"]) == ("a", "b")
            # For all comparisons of all groups: wider than for this one in all groups.
            low, high, *_ = ev.compare("a", "b", group["name"]).interval(0.95 ** (1 / 5))
            together = pair["difference"]["simultaneous"]
            assert together["low"] < low < high < together["high"]
        text = " ".join(ev.summary().split())
        assert "all 5 together" in text
        assert "holds for all 5 comparisons together at 95 %" in text

    def test_independent_intervals_at_that_level_all_hold_with_the_level(self) -> None:
        for comparisons in (1, 2, 5, 12):
            assert sidak(0.95, comparisons) ** comparisons == pytest.approx(0.95)

    def test_two_groups_are_one_comparison(self) -> None:
        ev = evaluated("all", patients=3_000)
        (gap, *_) = ev.to_dict()["groups"][0]["gaps"]
        assert gap["simultaneous"]["comparisons"] == 1
        assert gap["simultaneous"]["low"] == pytest.approx(gap["mechanism"]["low"])
        assert "all 1 together" not in ev.summary()
        assert (
            "minus two" not in ev.summary()
            or "together" not in ev.summary().partition("Why groups differ")[2]
        )

    def test_the_result_follows_the_schema(self) -> None:
        import jsonschema

        for ev in (self.many(), evaluated("all", patients=3_000, source_prevalence="all")):
            jsonschema.validate(ev.to_dict(), result_schema())


def test_rows_are_not_called_patients_where_clusters_are_named() -> None:
    data = {**two_groups("all", 3_000), "patient": np.arange(3_000) % 900}
    for cluster, word in ((None, "patients"), ("patient", "rows")):
        ev = baserate.evaluate(data, "died", "score", cost="1:4", by="group", cluster=cluster)
        head = ev.summary().split("\nBy group\n")[1].splitlines()[0]
        assert head.split()[:2] == ["group", word]


def test_deployments_in_units_of_accuracy_have_readings_too() -> None:
    ev = evaluated("all", patients=4_000)
    gap = ev.gap("score", "low", "high", units="accuracy")
    assert gap.over.units == Deployment.of(None, "1:1", "accuracy").units
