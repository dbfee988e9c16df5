"""Outcomes by a horizon in a whole evaluation: text, JSON, frames, documents, figures, and bad input."""

from __future__ import annotations

import json
import pickle
import re
import warnings
from functools import cache
from typing import Any

import jsonschema
import matplotlib as mpl
import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.typing import NDArray

import baserate
from baserate.calibration import by_risk
from baserate.errors import FewEventsWarning, FollowUpError, NotEstimableWarning, SettingError
from baserate.figures.catalogue import FIGURES
from baserate.results.estimated_curve import along_thresholds
from baserate.results.result import result_schema
from tests.survival.oracles import df_surv, incidence

mpl.use("Agg")
pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")
ASKED: dict[str, Any] = {"time": "days", "event": "status", "horizon": 1.5}


@cache
def patients() -> pd.DataFrame:
    """Deaths by 1.5, with competing events and a third censored before; three wards, clusters of four."""
    rng, n = np.random.default_rng(19), 900
    x, z = rng.normal(size=(2, n))
    ends = np.stack(
        [
            rng.exponential(1.0 / 0.35, n),
            rng.exponential(1.0 / np.exp(1.1 * x + 0.5 * z - 1.9)),
            rng.exponential(12.0, n),
        ]
    )
    return pd.DataFrame(
        {
            "days": ends.min(axis=0),
            "status": ends.argmin(axis=0),
            "whole": 1.0 - np.exp(-np.exp(1.1 * x + 0.5 * z - 1.5)),
            "simple": 1.0 - np.exp(-np.exp(1.1 * x - 1.4)),
            "ward": np.array(["east", "north", "west"])[rng.integers(0, 3, n)],
            "clinic": np.where(x > 0.0, "inner", "outer"),
            "cluster": rng.integers(0, n // 4, n),
            "weight": rng.uniform(0.5, 2.0, n),
        }
    )


@cache
def evaluation(**more: Any) -> baserate.Evaluation:
    asked = {**ASKED, "prevalence": (0.05, 0.30), "cost": "1:9", "by": "ward", **more}
    return baserate.evaluate(patients(), scores=["whole", "simple"], **asked)


def cohort(rows: NDArray[np.bool_] | None = None, **more: Any) -> baserate.Cohort:
    data = patients() if rows is None else patients()[rows]
    return baserate.Cohort.of(time=data["days"], event=data["status"], horizon=1.5, **more)


# ---- numbers ----


def test_every_number_is_that_of_the_cohort() -> None:
    ev, people = evaluation(), cohort()
    where = {"prevalence": (0.05, 0.30), "cost": "1:9"}
    whole, simple = (people.net_benefit(patients()[name], **where) for name in ("whole", "simple"))
    for found, wanted in (
        (ev.score("whole"), whole),
        (ev.compare("whole", "simple"), whole - simple),
        (ev.judged("whole").measure("auc").get(), people.auc(patients()["whole"])),
        (ev.judged("simple").measure("brier").get(), people.brier(patients()["simple"])),
    ):
        numbers = [(one.value, one.standard_error, one.low, one.high) for one in (found, wanted)]
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-9)


@pytest.mark.parametrize("ward", ["east", "north", "west"])
def test_a_group_has_a_curve_of_its_own(ward: str) -> None:
    data, ev = patients(), evaluation()
    rows = (data["ward"] == ward).to_numpy()
    alone = cohort(rows).net_benefit(data["whole"][rows], prevalence=(0.05, 0.30), cost="1:9")
    group = ev.score("whole", ward)
    assert (group.value, group.standard_error) == pytest.approx((alone.value, alone.standard_error), rel=1e-9)
    part = data[rows]
    risk = incidence(part["days"].to_numpy(), part["status"].to_numpy(), np.ones(len(part)), 1.5)
    assert ev.group(ward).prevalence == pytest.approx(risk, rel=1e-12)


def test_parts_of_a_difference_between_groups_add_up() -> None:
    gap = evaluation().gap("whole", "east", "north")
    assert gap.total.value == pytest.approx(gap.mechanism.value + gap.label_shift.value, rel=1e-9)
    assert gap.mechanism.value == pytest.approx(gap.sharpness.value + gap.calibration.value, abs=1e-12)
    split = evaluation().split("whole")
    assert split.total.value == pytest.approx(split.sharpness.value - split.calibration.value, rel=1e-9)


def test_strata_weights_and_clusters_are_those_of_the_cohort() -> None:
    data = patients()
    for asked, given in (
        ({"censoring": "clinic"}, {"censoring": data["clinic"]}),
        (
            {"censoring": ["clinic"], "weight": "weight"},
            {"censoring": data["clinic"], "sample_weight": data["weight"]},
        ),
        ({"cluster": "cluster"}, {"cluster": data["cluster"]}),
    ):
        ev = baserate.evaluate(data, scores="whole", cost="1:9", prevalence="20%", **ASKED, **asked)
        wanted = cohort(**given).net_benefit(data["whole"], cost="1:9", prevalence="20%")
        found = ev.score("whole")
        assert (found.value, found.standard_error) == pytest.approx(
            (wanted.value, wanted.standard_error), rel=1e-9
        )


def test_strata_of_two_columns_are_those_of_both() -> None:
    data = patients()
    both = data["clinic"] + " " + data["ward"]
    ev = baserate.evaluate(data, scores="whole", cost="1:9", censoring=["clinic", "ward"], **ASKED)
    wanted = cohort(censoring=both).net_benefit(data["whole"], cost="1:9")
    assert ev.score("whole").value == pytest.approx(wanted.value, rel=1e-12)
    assert ev.to_dict()["data"]["follow_up"]["strata"] == 6


def test_with_nobody_censored_it_is_the_binary_evaluation() -> None:
    data = patients().assign(status=lambda one: one["status"].replace(0, 2))
    data["died"] = ((data["status"] == 1) & (data["days"] <= 1.5)).astype(int)
    asked = {"scores": ["whole", "simple"], "prevalence": (0.05, 0.30), "cost": "1:9", "by": "ward"}
    followed = baserate.evaluate(data, **ASKED, censored=0, **asked).to_dict()
    binary = baserate.evaluate(data, "died", **asked).to_dict()
    for part in ("verdict", "models", "comparisons", "default_strategies"):
        assert followed[part] == binary[part], part
    for one, other in zip(followed["groups"], binary["groups"], strict=True):
        assert {**one, "censored": None} == other


def test_the_estimator_of_the_treated() -> None:
    data = df_surv()
    asked = {"time": "time", "horizon": 1.5, "cost": 0.1, "scores": ["score", "other"]}
    km = baserate.evaluate(data, event="event", estimator="kaplan-meier", **asked)
    people = baserate.Cohort.of(time=data["time"], event=data["event"], horizon=1.5)
    wanted = people.treated_net_benefit(data["score"], cost=0.1)
    assert km.score("score").value == pytest.approx(0.16105438, abs=5e-9)
    assert km.score("score").standard_error == pytest.approx(wanted.standard_error, rel=1e-9)
    difference = wanted - people.treated_net_benefit(data["other"], cost=0.1)
    found = km.compare("score", "other")
    assert (found.value, found.low) == pytest.approx((difference.value, difference.low), rel=1e-9)
    curve = along_thresholds(km, "score", [0.05, 0.1, 0.25, 0.5]).value
    assert curve == pytest.approx([0.18768577, 0.16105438, 0.10919671, 0.05783202], abs=5e-9)
    assert "Kaplan-Meier risk among the treated" in km.summary()
    assert "Vickers et al. 2008" in km.methods()
    assert km.to_dict()["data"]["follow_up"]["estimator"] == "kaplan-meier"


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({"prevalence": (0.1, 0.2)}, "prevalence"),
        ({"cost": ("1:20", "1:5")}, "range of costs"),
        ({"censoring": "old"}, "strata"),
    ],
)
def test_what_the_risk_of_the_treated_cannot_tell_is_refused(more: dict[str, Any], word: str) -> None:
    asked = {"time": "time", "event": "event", "horizon": 1.5, "cost": 0.1, "scores": "score", **more}
    with pytest.raises(SettingError, match=word):
        baserate.evaluate(df_surv(), estimator="kaplan-meier", **asked)


# ---- what is said ----


def test_text_and_json_say_who_was_followed() -> None:
    data, ev = patients(), evaluation()
    censored = int(((data["status"] == 0) & (data["days"] < 1.5)).sum())
    competing = int(((data["status"] == 2) & (data["days"] <= 1.5)).sum())
    cases = int(((data["status"] == 1) & (data["days"] <= 1.5)).sum())
    content = ev.to_dict()
    jsonschema.validate(content, result_schema())
    said = content["data"]["follow_up"]
    assert (said["censored"], said["competing"], content["data"]["positives"]) == (censored, competing, cases)
    weights = np.sort(np.asarray(cohort().sampling.weight))
    assert said["heaviest_share"] == pytest.approx(weights[-10:].sum() / weights.sum(), rel=1e-12)
    text = " ".join(ev.summary().split())
    assert said["text"] in text
    risk = incidence(data["days"].to_numpy(), data["status"].to_numpy(), np.ones(len(data)), 1.5)
    for part in (
        f"{cases} with the outcome by 1.5 (days)",
        f"{censored} were censored",
        f"{100 * risk:.3g} %",
    ):
        assert part in text
    assert f"{competing} had a competing event" in text
    assert "Aalen-Johansen" in text
    by_ward = data["ward"].value_counts()
    for group in content["groups"]:
        own = (data["ward"] == group["name"]) & (data["status"] == 0) & (data["days"] < 1.5)
        assert (group["patients"], group["censored"]) == (by_ward[group["name"]], own.sum())


def test_documents_say_who_was_followed() -> None:
    ev = evaluation()
    censored = ev.to_dict()["data"]["follow_up"]["censored"]
    assert f"{censored} were censored before" in ev.methods()
    assert "Graf et al. 1999" in ev.methods()
    stored = baserate.read_result(ev.to_dict())
    assert stored.methods() == ev.methods()
    assert stored.summary() == ev.summary()
    assert f"{censored} censored before" in ev.checklist().to_markdown()
    assert "by 1.5 of column days" in str(ev.model_card())


def test_a_result_can_be_asked_for_again_and_kept() -> None:
    ev = evaluation(censoring="clinic")
    again = baserate.evaluate(patients(), **ev.to_dict()["provenance"]["parameters"])
    assert again.to_dict()["models"] == ev.to_dict()["models"]
    assert pickle.loads(pickle.dumps(ev)).score("whole").low == ev.score("whole").low


def test_the_order_of_rows_does_not_matter() -> None:
    shuffled = patients().sample(frac=1.0, random_state=1)
    asked = {**ASKED, "scores": ["whole", "simple"], "prevalence": (0.05, 0.30), "cost": "1:9", "by": "ward"}
    other = baserate.evaluate(shuffled, **asked).to_dict()
    first = evaluation().to_dict()
    assert other["data"]["sha256"] == first["data"]["sha256"]
    assert other["models"] == first["models"]


def test_a_hash_tells_follow_up_apart() -> None:
    later = patients().assign(days=lambda one: one["days"].where(one["days"] > 1.5, one["days"] * 0.99))
    asked = {**ASKED, "scores": ["whole"], "cost": "1:9"}
    hashes = {baserate.evaluate(one, **asked).to_dict()["data"]["sha256"] for one in (patients(), later)}
    assert len(hashes) == 2


# ---- figures ----


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_drawn(name: str, tmp_path: Any) -> None:
    display = FIGURES[name].make(evaluation(), {})
    display.save(tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").stat().st_size > 1000


def test_predictions_may_have_follow_up_for_outcomes() -> None:
    data = patients()
    follow_up = baserate.FollowUp.of(data["days"], data["status"], 1.5, censoring=data["clinic"])
    display = baserate.figures.DecisionCurveDisplay.from_predictions(follow_up, data["whole"], cost="1:9")
    ev = baserate.evaluate(data, scores="whole", cost="1:9", censoring="clinic", **ASKED)
    other = baserate.figures.DecisionCurveDisplay.from_evaluation(ev)
    drawn, wanted = (one.to_frame()["net_benefit"].to_list() for one in (display, other))
    assert drawn == pytest.approx(wanted, rel=1e-9)


def test_groups_of_risk_are_told_by_their_own_curves() -> None:
    data, people = patients(), cohort()
    groups = by_risk(people, data["whole"], groups=5)
    assert [one.patients for one in groups] == [180] * 5
    for one in groups:
        rows = ((data["whole"] >= one.low) & (data["whole"] <= one.high)).to_numpy()
        part = data[rows]
        risk = incidence(part["days"].to_numpy(), part["status"].to_numpy(), np.ones(len(part)), 1.5)
        assert one.observed is not None
        assert one.observed.value == pytest.approx(risk, rel=1e-12)
        assert one.predicted == pytest.approx(part["whole"].mean(), rel=1e-12)
        # The standard error is Aalen's for the incidence: that of the part alone by the jackknife.
        days, ended = part["days"].to_numpy(), part["status"].to_numpy()
        alone = [incidence(np.delete(days, i), np.delete(ended, i), np.ones(179), 1.5) for i in range(180)]
        jackknife = np.sqrt(179 / 180 * np.sum((np.array(alone) - np.mean(alone)) ** 2))
        assert one.observed.standard_error == pytest.approx(jackknife, rel=0.03)
    frame = baserate.figures.CalibrationDisplay.from_evaluation(
        evaluation(), models="whole", groups=5
    ).to_frame()
    drawn = frame.filter(frame["what"] == "group")
    assert drawn["observed"].to_list() == pytest.approx(
        [one.observed.value for one in groups if one.observed]
    )


def test_groups_of_risk_without_censoring_are_shares() -> None:
    y, s = [0, 0, 1, 0, 1, 1, 0, 1], [0.1, 0.1, 0.2, 0.3, 0.6, 0.6, 0.7, 0.9]
    groups = by_risk(baserate.Cohort.of(y * 4), s * 4, groups=2)
    assert [(one.patients, one.cases, one.observed and one.observed.value) for one in groups] == [
        (16, 4, 0.25),
        (16, 12, 0.75),
    ]
    with pytest.raises(SettingError, match="at least 2"):
        by_risk(baserate.Cohort.of(y * 4), s * 4, groups=1)


# ---- bad input ----


def test_heavy_weights_are_warned_of() -> None:
    rng = np.random.default_rng(2)
    n, days = 400, np.append(np.full(12, 2.0), rng.uniform(0.0, 1.4, 388))
    data = {"days": days, "status": np.append(np.zeros(12), rng.random(388) < 0.2).astype(int)}
    data["s"] = np.clip(0.3 * data["status"] + rng.uniform(0.01, 0.6, n), 0, 1)
    with pytest.warns(FewEventsWarning, match="ten heaviest weights"):
        ev = baserate.evaluate(data, scores="s", cost="1:9", **ASKED)
    said = ev.to_dict()["data"]["follow_up"]
    weights = np.sort(
        np.asarray(baserate.Cohort.of(time=days, event=data["status"], horizon=1.5).sampling.weight)
    )
    assert said["heaviest_share"] == pytest.approx(weights[-10:].sum() / weights.sum())
    assert any("ten heaviest" in one for one in ev.warnings)
    with warnings.catch_warnings():
        warnings.simplefilter("error", FewEventsWarning)
        baserate.evaluate(patients(), scores="whole", cost="1:9", **ASKED)


def test_a_few_who_stand_for_all_others_are_warned_of_however_few_outcomes_are_known() -> None:
    rng = np.random.default_rng(1)
    days = np.r_[np.linspace(0.1, 0.5, 13), np.linspace(0.6, 1.3, 183), 1.35, 1.4, 1.6, 1.7]
    status = np.r_[np.ones(8), np.full(5, 2), np.zeros(183), 1, 1, 0, 0].astype(int)
    weights = np.asarray(baserate.FollowUp.of(days, status, 1.5).weights())
    assert np.count_nonzero(weights) == 17
    assert np.sort(weights)[-4:].sum() > 0.9 * weights.sum()
    data = {"days": days, "status": status, "s": rng.random(200) / 2.0}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        baserate.evaluate(data, scores="s", cost="1:9", **ASKED)
    assert any(isinstance(one.message, FewEventsWarning) for one in caught)


def test_weights_that_were_given_are_not_taken_for_those_of_censoring() -> None:
    data = patients().assign(weight=1.0)
    lost = (data["status"] == 0) & (data["days"] < 1.5)
    data.loc[lost, "status"] = 2
    data.loc[data.index[lost][0], ["status", "days"]] = [0, 1.4]
    data.loc[:5, "weight"] = 60.0
    with warnings.catch_warnings():
        warnings.simplefilter("error", FewEventsWarning)
        ev = baserate.evaluate(data, scores="whole", cost="1:9", weight="weight", **ASKED)
    assert ev.to_dict()["data"]["follow_up"]["heaviest_share"] > 0.25


def test_by_the_treated_a_group_of_whom_none_is_followed_does_not_stop_the_others() -> None:
    data = patients().copy()
    late = (data["whole"] >= 0.5) & (data["ward"] == "east") & (data["days"] >= 1.0)
    data.loc[late, ["status", "days"]] = [0, 1.0]
    asked = {"scores": ["whole"], "cost": 0.5, "estimator": "kaplan-meier", **ASKED}
    with pytest.warns(NotEstimableWarning, match="'east'.*treated is followed to the horizon"):
        ev = baserate.evaluate(data, by="ward", **asked)
    assert "not estimable" in ev.summary()
    alone = baserate.evaluate(data[data["ward"] == "north"], **asked)
    assert ev.score("whole", "north").value == alone.score("whole").value


def test_by_the_treated_the_verdict_says_that_its_counts_are_by_weights() -> None:
    asked = {"scores": ["whole"], "cost": "1:3", **ASKED}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        weighted, treated = (
            baserate.evaluate(patients(), estimator=estimator, **asked)
            for estimator in ("ipcw", "kaplan-meier")
        )
    (counts,) = re.findall(r"Compared with deciding .*? treatments\.", weighted.verdict.text)
    assert f"By weights for censoring, c{counts[1:]}" in treated.verdict.text
    found, treats = (
        weighted.judged("whole").measure(name).get().value
        for name in ("true_positives_per_1000", "false_positives_per_1000")
    )
    risk = weighted.everyone.prevalence
    missed, spared = 1000 * risk - found, 1000 * (1 - risk) - treats
    assert f"{missed:.1f} fewer cases" in counts
    gain = 1000 * weighted.compare("whole", "without a model").value
    assert spared / 3 - missed == pytest.approx(gain, abs=1e-9)


@pytest.mark.parametrize("lazy", [False, True])
def test_how_much_one_cluster_holds_is_a_share_of_all_patients(lazy: bool) -> None:
    data = patients().assign(cluster=lambda frame: np.where(frame.index < 450, -1, frame.index))
    source = pl.from_pandas(data).lazy() if lazy else data
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(source, scores="whole", cost="1:9", cluster="cluster", **ASKED)
    remarks = [one.text for one in ev.before_you_decide]
    assert "One cluster of cluster holds 50 % of the data: all rests on few clusters." in remarks


def test_a_mean_score_that_is_weighted_says_so() -> None:
    data = patients().assign(low=lambda frame: frame["whole"] / 4.0)
    with pytest.warns(baserate.errors.ScaleWarning, match="the mean score, weighted for censoring, is"):
        ev = baserate.evaluate(data, scores="low", cost="1:9", **ASKED)
    weights = np.asarray(baserate.FollowUp.of(data["days"], data["status"], 1.5).weights())
    mean = np.average(data["low"], weights=weights)
    assert f"{100 * mean:.4g} %" in next(one for one in ev.warnings if "mean score" in one)


def test_single_precision_does_not_move_the_horizon() -> None:
    days = np.array([0.1, 0.3, 0.3, 0.3, 0.6, 0.9] * 20)
    status = np.array([1, 1, 2, 0, 1, 0] * 20)
    score = np.linspace(0.01, 0.9, 120)
    double, single = (
        baserate.FollowUp.of(days.astype(kind), status, 0.3) for kind in (np.float64, np.float32)
    )
    assert double.label.tolist() == single.label.tolist()
    frames = [pl.DataFrame({"days": days.astype(np.float32), "status": status, "s": score})]
    frames.append(frames[0].with_columns(days=days))
    asked = {"scores": "s", "time": "days", "event": "status", "horizon": 0.3, "cost": "1:4"}
    values = [
        baserate.evaluate(source, **asked).score("s").value
        for frame in frames
        for source in (frame, frame.lazy())
    ]
    assert values == pytest.approx([values[0]] * 4, abs=1e-6)
    assert values[0] == baserate.net_benefit(
        y_prob=score, cost="1:4", baseline="treat-none", time=days, event=status, horizon=0.3
    )


def _with(**columns: Any) -> pd.DataFrame:
    data = patients().copy()
    for name, values in columns.items():
        if callable(values):
            values = values(data[name])
        data[name] = values
    return data


@pytest.mark.parametrize(
    ("data", "more", "error", "words"),
    [
        (_with(days=lambda one: one - 0.5), {}, FollowUpError, ["'days' is negative", "when the prediction"]),
        (
            _with(days=lambda one: one.astype(str)),
            {},
            FollowUpError,
            ["'days' must be times", "text such as"],
        ),
        (_with(days=lambda one: one.where(one < 3, np.inf)), {}, FollowUpError, ["not a finite number"]),
        (
            _with(days=lambda one: one.where(one < 3)),
            {},
            baserate.errors.MissingValueError,
            ["'days'", "drop"],
        ),
        (
            _with(status=lambda one: one.astype(float).where(one != 2)),
            {},
            baserate.errors.MissingValueError,
            ["'status'"],
        ),
        (_with(status=lambda one: one - 1), {}, FollowUpError, ["must be codes", "-1"]),
        (
            _with(status=lambda one: one + 1),
            {},
            FollowUpError,
            ["does not say who was censored", "censored=1"],
        ),
        (
            _with(status=lambda one: one.map({0: "home", 1: "died", 2: "moved"})),
            {},
            FollowUpError,
            ["'died'", "positive="],
        ),
        (patients(), {"positive": 7}, FollowUpError, ["no value 7", "0, 1, 2"]),
        (patients(), {"horizon": 99.0}, FollowUpError, ["horizon of 99", "longest follow-up is"]),
        (patients(), {"horizon": 0}, SettingError, ["above zero"]),
        (patients(), {"horizon": None}, SettingError, ["missing: horizon=."]),
        (patients(), {"outcome": "status"}, SettingError, ["not both"]),
        (patients(), {"estimator": "breslow"}, SettingError, ["'ipcw' or 'kaplan-meier'"]),
        (patients(), {"censoring": "place"}, baserate.errors.ColumnError, ["'place'"]),
        (patients(), {"time": "whole"}, SettingError, ["'whole' is the time"]),
        (_with(status=0), {}, baserate.errors.OneClassError, ["nobody has the event by the horizon of 1.5"]),
        (_with(status=0, days=1.0), {}, FollowUpError, ["nobody is followed to the horizon"]),
    ],
)
def test_bad_input_is_refused_in_words(
    data: pd.DataFrame, more: dict[str, Any], error: type[Exception], words: list[str]
) -> None:
    with pytest.raises(error) as caught:
        baserate.evaluate(data, **{"scores": "whole", "cost": "1:9", **ASKED, **more})
    for word in words:
        assert word in str(caught.value)


def test_missing_times_can_be_dropped_and_are_counted() -> None:
    data = _with(days=lambda one: one.where(one < 3))
    lost = int(data["days"].isna().sum())
    ev = baserate.evaluate(data, scores="whole", cost="1:9", missing="drop", **ASKED)
    assert ev.to_dict()["data"]["dropped"] == {"rows": lost, "missing": {"days": lost}}
    rest = baserate.evaluate(data.dropna(), scores="whole", cost="1:9", **ASKED)
    assert ev.score("whole").low == rest.score("whole").low


def test_a_group_of_which_none_is_followed_is_not_estimable_and_the_rest_goes_on() -> None:
    data = patients().copy()
    east = (data["ward"] == "east").to_numpy()
    data.loc[east & (data["days"] > 1.2), ["days", "status"]] = [1.2, 0]
    with pytest.warns(NotEstimableWarning, match="east.*nobody is followed to the horizon"):
        ev = baserate.evaluate(data, scores="whole", cost="1:9", by="ward", **ASKED)
    by_name = {group["name"]: group for group in ev.to_dict()["groups"]}
    assert not by_name["east"]["estimable"]
    assert by_name["north"]["estimable"]
    inner = (data["clinic"] == "inner").to_numpy()
    data.loc[inner & (data["days"] > 1.2), ["days", "status"]] = [1.2, 0]
    with pytest.raises(FollowUpError, match="with clinic 'inner'"):
        baserate.evaluate(data, scores="whole", cost="1:9", censoring="clinic", **ASKED)


def test_constant_equal_perfect_and_useless_models() -> None:
    """A tie is told as a tie, a constant never wins, and a perfect model does."""
    data = patients().copy()
    data["constant"], data["copy"] = 0.2, data["whole"]
    data["perfect"] = ((data["status"] == 1) & (data["days"] <= 1.5)).astype(float) * 0.98 + 0.01
    asked = {**ASKED, "prevalence": (0.05, 0.30), "cost": "1:9"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tie = baserate.evaluate(data, scores=["whole", "copy"], **asked)
        constant = baserate.evaluate(data, scores=["constant"], **asked)
        perfect = baserate.evaluate(data, scores=["perfect", "whole"], **asked)
    assert set(tie.verdict.tied) == {"whole", "copy"}
    assert tie.compare("whole", "copy").value == 0.0
    assert tie.compare("whole", "copy").standard_error == 0.0
    assert constant.verdict.best == "without a model"
    assert constant.compare("constant", "without a model").value <= 0.0
    assert perfect.verdict.best == "perfect"
    assert perfect.verdict.decided
    judged = perfect.judged("perfect")
    assert judged.net_benefit.value == pytest.approx(
        perfect.verdict.possible + perfect.score("without a model").value, rel=0.05
    )


def test_a_page_is_made_and_carries_what_it_does_not_know() -> None:
    ev = evaluation()
    doubts = [one["doubt"] for one in _page_of(ev)["page"]["slices"]]
    assert doubts[0]["cases"] == doubts[0]["others"] == 0.0
    assert all(0.0 < one["relative"] < 1.0 for one in doubts)
    rows = (patients()["ward"] == "east").to_numpy()
    weights = np.asarray(cohort().sampling.weight)[rows], np.asarray(cohort(rows).sampling.weight)
    score = patients()["whole"].to_numpy()[rows]
    label = (patients()["status"] == 1).to_numpy()[rows] & (patients()["days"] <= 1.5).to_numpy()[rows]
    apart = max(
        abs(float(np.subtract(*(w[label & (score <= cut)].sum() / w[label].sum() for w in weights))))
        for cut in score
    )
    other = _page_of(ev)["page"]["slices"][1]
    assert other["name"] == "east"
    assert other["doubt"]["cases"] >= apart - 1e-4
    plain = baserate.evaluate(patients().assign(died=label_of()), "died", ["whole"], cost="1:9")
    assert [one["doubt"] for one in _page_of(plain)["page"]["slices"]] == [None]


def label_of() -> NDArray[np.int_]:
    return np.asarray((patients()["status"] == 1) & (patients()["days"] <= 1.5)).astype(int)


def _page_of(ev: baserate.Evaluation) -> dict[str, Any]:
    found = re.search(r'id="study">(.*?)</script>', ev.page(), re.DOTALL)
    assert found is not None
    content: dict[str, Any] = json.loads(found[1])
    return content


def test_few_who_were_censored_are_not_counted_on_a_page() -> None:
    data = patients().copy()
    known = ((data["status"] > 0) | (data["days"] >= 1.5)).to_numpy()
    kept = known | (np.cumsum(~known) <= 3)
    ev = baserate.evaluate(data[kept], scores="whole", cost="1:9", **ASKED)
    assert ev.to_dict()["data"]["follow_up"]["censored"] == 3
    said = _page_of(ev)["result"]["data"]["follow_up"]
    assert said["censored"] is None
    assert "a few were censored" in said["text"]
