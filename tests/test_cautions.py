"""Warnings before the result: risks that are off, on the whole or in a group; heaps; large clusters."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

import baserate
from baserate.calibration.readings import is_far_from_one
from baserate.errors import FewEventsWarning, ScaleWarning
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.constants import FAR_FROM_ONE
from baserate.odds import adjust, expit, logit

Columns = dict[str, NDArray[Any]]


def calibrated(patients: int, seed: int = 1) -> Columns:
    """Scores that mean what they say; about a quarter of the patients have the outcome."""
    rng = np.random.default_rng(seed)
    score = expit(rng.normal(-1.4, 1.2, patients))
    died = (rng.random(patients) < score).astype(int)
    return {"died": died, "score": score, "group": rng.choice(["a", "b", "c"], patients)}


def evaluated(data: Any, scores: Any = "score", **asked: Any) -> Evaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(data, "died", scores, **{"cost": "1:4", "prevalence": (0.1, 0.4), **asked})


class TestMean:
    def test_a_class_weighted_model_is_told_of(self) -> None:
        """Trained with cases that weigh more: a mean of about 43.5 % where 26 % have the outcome."""
        data = calibrated(2_000)
        data["score"] = adjust(data["score"], 0.259, 0.5)
        ev = evaluated(data)
        ratio = ev.judged("score").measure("observed_expected").get()
        assert ratio.value == pytest.approx(0.595, abs=0.03)
        (warning,) = ev.warnings
        assert warning.startswith(f"score: the mean score is {100 * np.mean(data['score']):.4g} %, but ")
        assert f"{100 * np.mean(data['died']):.4g} % of the patients have the outcome" in warning
        assert f"observed/expected {ratio.value:.2f} ({ratio.low:.2f} to {ratio.high:.2f})" in warning

    def test_a_calibrated_model_is_not(self) -> None:
        assert evaluated(calibrated(20_000), by="group").warnings == ()

    def test_a_little_is_not_worth_a_warning_even_among_very_many(self) -> None:
        data = calibrated(200_000)
        for factor, warned in ((1.0 / 1.05, False), (1.0 / 1.2, True)):
            changed = {**data, "score": data["score"] / factor}
            changed["score"] = np.minimum(changed["score"], 0.999)
            ev = evaluated(changed)
            ratio = ev.judged("score").measure("observed_expected").get()
            assert ratio.high < 1.0
            assert bool(ev.warnings) == warned == (ratio.high < 1.0 / FAR_FROM_ONE) == is_far_from_one(ratio)

    def test_few_patients_whose_mean_is_off_by_chance_are_not_told_of(self) -> None:
        data = calibrated(60)
        data["score"] = np.minimum(data["score"] * 1.3, 0.99)
        assert evaluated(data).warnings == ()

    def test_stays_are_not_called_patients(self) -> None:
        data = calibrated(2_000)
        data["score"], data["patient"] = adjust(data["score"], 0.259, 0.5), np.arange(2_000) % 700
        (warning,) = evaluated(data, cluster="patient").warnings
        assert "of the rows have the outcome" in warning


class TestGroups:
    @staticmethod
    def off_in(groups: dict[str, float], patients: int = 12_000) -> Columns:
        data = calibrated(patients)
        shift = np.array([groups.get(name, 0.0) for name in data["group"]])
        data["score"] = expit(logit(data["score"]) + shift)
        return data

    def test_a_group_that_is_off_is_named_with_its_ratio(self) -> None:
        """Too low in one and too high in another: on the whole nothing is seen."""
        ev = evaluated(self.off_in({"a": -0.6, "b": 0.5}), by="group")
        assert len(ev.warnings) == 2
        for how, name, other in (("too low", "a", "b"), ("too high", "b", "a")):
            (warning,) = [text for text in ev.warnings if how in text]
            ratio = ev.judged("score", name).measure("observed_expected").get()
            assert f"{name} {ratio.value:.2f} ({ratio.low:.2f} to {ratio.high:.2f})" in warning
            assert f"{other} " not in warning.split(" in ")[1].split(".")[0]
            assert "c 1" not in warning

    def test_groups_that_are_off_as_everyone_is_are_not_told_of_again(self) -> None:
        ev = evaluated(self.off_in({"a": 0.7, "b": 0.7, "c": 0.7}), by="group")
        (warning,) = ev.warnings
        assert "the mean score is" in warning

    def test_one_group_that_makes_everyone_be_off_is_named(self) -> None:
        ev = evaluated(self.off_in({"a": 2.0}), by="group")
        assert len(ev.warnings) == 2
        assert "the mean score is" in ev.warnings[0]
        assert "too high (observed/expected) in a 0." in ev.warnings[1]

    def test_under_label_shift_all_is_asked_for_and_then_nothing_is_off(self) -> None:
        from tests.test_groups import two_groups

        data = two_groups("all", 40_000)
        own = evaluated(data, by="group")
        assert any("source_prevalence='all'" in text for text in own.warnings)
        assert evaluated(data, by="group", source_prevalence="all").warnings == ()

    def test_the_page_says_nothing_of_a_group_that_it_does_not_show(self) -> None:
        warning = ScaleWarning(
            "off in {groups}.", in_groups={"a": "a 0.5", "b": "b 0.4"}, most=5, more="and {number} more"
        )
        warning = warning.about(model="score", advice="Look.")
        assert str(warning) == "score: off in a 0.5, b 0.4. Look."
        assert str(warning.without(["b"])) == "score: off in a 0.5. Look."
        assert warning.without(["a", "b"]) is None
        assert warning.without(["z"]) is warning
        assert str(pickle.loads(pickle.dumps(warning))) == str(warning)

    def test_of_many_groups_some_are_named(self) -> None:
        texts = {str(number): f"{number} 0.5" for number in range(9)}
        warning = ScaleWarning("off in {groups}.", in_groups=texts, most=5, more="and {number} more")
        assert str(warning) == "off in 0 0.5, 1 0.5, 2 0.5, 3 0.5, 4 0.5, and 4 more."


class TestHeap:
    """Half the scores are a smooth crowd; a tenth of the patients share one score near the cut-off."""

    @staticmethod
    def heaped(away: float, patients: int = 3_000) -> Columns:
        """The heap is so many standard errors of the prevalence's log odds from the cut-off at 30 %."""
        data = calibrated(patients, seed=4)
        data.pop("group")
        died = data["died"]
        error = np.sqrt(1 / died.sum() + 1 / (patients - died.sum()))
        cut = adjust(0.2, 0.3, float(died.mean()))
        data["score"][: patients // 10] = expit(logit(cut) + away * error)
        return data

    @pytest.mark.parametrize("away", [-1.8, -0.7, 0.5, 1.8])
    def test_within_two_standard_errors_of_an_estimated_cutoff_it_is_told_of(self, away: float) -> None:
        data = self.heaped(away)
        (warning,) = [text for text in evaluated(data, prevalence=0.3).warnings if "one and the same" in text]
        shown = f"{100 * data['score'][0]:.3g} %"
        assert "300 of 3,000 patients have one and the same score" in warning
        assert shown in warning

    @pytest.mark.parametrize("away", [-2.3, 2.3])
    def test_beyond_it_is_not(self, away: float) -> None:
        ev = evaluated(self.heaped(away), prevalence=0.3)
        assert not any("one and the same" in text for text in ev.warnings)

    def test_a_cutoff_that_is_known_has_no_such_window(self) -> None:
        data = self.heaped(0.5)
        stated = float(np.mean(data["died"]))
        ev = evaluated(data, prevalence=0.3, source_prevalence=stated)
        assert not any("one and the same" in text for text in ev.warnings)
        exactly = evaluated(
            {**data, "score": np.where(np.arange(3_000) < 300, 0.2, data["score"])}, prevalence=None
        )
        assert any(
            "300 of 3,000 patients score exactly 20 %, the cut-off" in text for text in exactly.warnings
        )

    def test_one_of_few_patients_is_no_heap(self) -> None:
        risk = np.linspace(0.05, 0.6, 40)
        data = {"died": np.arange(40) % 3 == 0, "score": risk}
        asked = {"prevalence": 0.1, "cost": "1:9"}
        few = baserate.evaluate(data, "died", "score", **asked)
        assert not [one for one in few.warnings if "one and the same score" in one]
        paired = {**data, "score": np.repeat(risk[::2], 2)}
        with pytest.warns(UserWarning, match="2 of 40 patients have one and the same score"):
            baserate.evaluate(paired, "died", "score", **asked)

    def test_a_smooth_crowd_is_no_heap(self) -> None:
        assert evaluated(calibrated(3_000), prevalence=0.3).warnings == ()

    def test_on_an_engine_patients_are_counted_and_not_bins(self) -> None:
        data = pl.DataFrame(self.heaped(0.5)).lazy()
        (warning,) = [text for text in evaluated(data, prevalence=0.3).warnings if "nearly the same" in text]
        counted = int(warning.split(" of 3,000 patients")[0].split()[-1])
        assert 300 <= counted < 315  # a few others are in the heap's bin


class TestClusters:
    @pytest.mark.parametrize("lazy", [False, True])
    @pytest.mark.parametrize(("share", "warned"), [(0.2, False), (0.3, True)])
    def test_one_that_holds_more_than_a_quarter_is_told_of(
        self, share: float, warned: bool, lazy: bool
    ) -> None:
        data = calibrated(1_000)
        data["site"] = np.where(np.arange(1_000) < 1_000 * share, -1, np.arange(1_000) % 40)
        frame = pl.DataFrame(data)
        ev = evaluated(frame.lazy() if lazy else frame, cluster="site")
        told = [str(one) for one in ev.cautions if isinstance(one, FewEventsWarning)]
        assert len(told) == warned
        assert all("one cluster of 'site' holds 30 % of the rows" in text for text in told)

    @pytest.mark.parametrize("lazy", [False, True])
    def test_weights_count(self, lazy: bool) -> None:
        data = calibrated(1_000)
        data["site"] = np.where(np.arange(1_000) < 100, -1, np.arange(1_000) % 40)
        data["w"] = np.where(np.arange(1_000) < 100, 9.0, 1.0)
        frame = pl.DataFrame(data)
        ev = evaluated(frame.lazy() if lazy else frame, cluster="site", weight="w")
        assert any("holds 50 % of the rows" in text for text in ev.warnings)
