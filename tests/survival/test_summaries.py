"""Site summaries of outcomes by a horizon: close to the patients, alike, and about nobody alone."""

from __future__ import annotations

import io
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

import baserate
from baserate.errors import BaserateWarning, FileError, FollowUpError, SettingError
from baserate.evaluation.evaluate import evaluate_combined
from baserate.evaluation.evaluation import Evaluation
from baserate.extensions.sites.summaries import combine, encode, read_summary, summarise
from baserate.extensions.sites.summary_file import KEY, Summary
from baserate.extensions.sites.summary_weights import pools, weigh
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles
from tests.support.command_line import as_json, run
from tests.survival.test_engines import HORIZON, MODELS, followed

WHERE: dict[str, Any] = {"prevalence": (0.05, 0.4), "cost": "1:9"}
HALVES = (followed()[:3000], followed()[3000:])
LOST = followed().filter((pl.col("status") == 0) & (pl.col("years") < HORIZON)).height


def reduced(
    data: Any,
    least: int = 5,
    *,
    horizon: float = HORIZON,
    by: str | None = None,
    weight: str | None = None,
    censoring: str | None = None,
    event: str = "status",
) -> Summary:
    followed = {"time": "years", "event": event, "horizon": horizon, "censoring": censoring}
    roles = Roles.of(None, list(MODELS), by, None, weight, **followed)
    sources = data if isinstance(data, list) else [data]
    return summarise([read_patients(one, roles, adds_up=True) for one in sources], least)


def evaluated(*summaries: Summary) -> Evaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        patients = combine(summaries, [f"site {number}" for number in range(len(summaries))])
        return evaluate_combined(patients, **WHERE)


def in_memory(frame: pl.DataFrame, **more: Any) -> Evaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        asked = {"time": "years", "event": "status", "horizon": HORIZON, "scores": list(MODELS)}
        return baserate.evaluate(frame, **asked, **WHERE, **more)


def kaplan_meier(time: NDArray[np.float64], event: NDArray[np.int64]) -> float:
    """Risk by the horizon: one less the product over times of one less the hazard."""
    left = 1.0
    for u in np.unique(time[(event == 1) & (time <= HORIZON)]):
        left *= 1.0 - np.count_nonzero((time == u) & (event == 1)) / np.count_nonzero(time >= u)
    return 1.0 - left


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize("asked", [{}, {"by": "ward"}, {"by": "ward", "weight": "w", "censoring": "sex"}])
def test_two_sites_together_are_close_to_all_their_patients(asked: dict[str, Any], lazy: bool) -> None:
    sites = [half.lazy() if lazy else half for half in HALVES]
    ev, exact = evaluated(*(reduced(site, **asked) for site in sites)), in_memory(followed(), **asked)
    assert ev.patients.counts() == (6000, exact.patients.counts()[1])
    told, right = ev.patients.followed(), exact.patients.followed()
    assert told is not None
    assert right is not None
    assert (told.rows, told.censored, told.competing) == (right.rows, right.censored, right.competing)
    # Each group has a curve of its own, and everybody is all groups together.
    strata = [column for column in (asked.get("by"), asked.get("censoring")) if column is not None]
    divided = in_memory(followed(), **{**asked, "censoring": strata or None})
    for group in (None, *exact.groups):
        right_one = divided if group is None else exact
        for model in MODELS:
            ours, theirs = ev.score(model, group), right_one.score(model, group)
            assert abs(ours.value - theirs.value) < 0.2 * theirs.standard_error
            assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.06)
        ours, theirs = ev.compare(*MODELS, group), right_one.compare(*MODELS, group)
        assert abs(ours.value - theirs.value) < 0.2 * theirs.standard_error
        assert 0.95 < ours.standard_error / theirs.standard_error < 1.25


def test_the_methods_paragraph_says_what_the_standard_errors_hold() -> None:
    ev, exact = evaluated(*(reduced(half, by="ward") for half in HALVES)), in_memory(followed(), by="ward")
    assert "standard errors take these weights as known" in ev.methods()
    assert "standard errors include that it was estimated" in exact.methods()
    assert "in each group by itself" in exact.methods()
    assert "of groups, only patients whose outcome is known are counted" in ev.patients.notes


def test_the_risk_is_that_of_kaplan_and_meier() -> None:
    """Six digits are written."""
    frame = followed().with_columns(status=pl.col("status").clip(0, 1))
    ev = evaluated(reduced(frame, by="ward"))
    for group in ("north", "5"):
        of = frame.filter(pl.col("ward") == group)
        right = kaplan_meier(of["years"].to_numpy(), of["status"].to_numpy())
        assert ev.group(group).prevalence == pytest.approx(right, rel=3e-6)
    alone = evaluated(reduced(frame))
    right = kaplan_meier(frame["years"].to_numpy(), frame["status"].to_numpy())
    assert alone.everyone.prevalence == pytest.approx(right, rel=3e-6)


def test_within_the_house_it_is_the_estimate_itself() -> None:
    """With a smallest cell of one every score and every weight is carried."""
    exact, ev = in_memory(followed()), evaluated(reduced(followed(), 1))
    for model in MODELS:
        assert ev.score(model).value == pytest.approx(exact.score(model).value, abs=2e-6)
        known = ev.score(model).standard_error / exact.score(model).standard_error
        assert 1.0 <= known < 1.01  # weights that are taken as known cost a little


def test_the_bound_is_told_and_holds() -> None:
    """Where no weights are given, that of censoring is at most so many times as large as another."""
    one = reduced(followed())
    assert one.follow_up is not None
    ratio = one.follow_up.weight_ratio
    assert ratio is not None
    assert 1.3 < ratio < 2.5
    ev, exact = evaluated(one), in_memory(followed())
    for model in MODELS:
        bound = ev.error_bound(model)
        assert abs(ev.score(model).value - exact.score(model).value) < bound < 0.002
    weighted = reduced(followed(), weight="w")
    assert weighted.follow_up is not None
    assert weighted.follow_up.weight_ratio is None


def metadata(summary: Summary) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(pl.read_parquet_metadata(io.BytesIO(encode(summary)))[KEY])
    return found


def test_the_file_says_how_the_outcome_follows(tmp_path: Path) -> None:
    summary = reduced(followed(), censoring="sex")
    said = metadata(summary)
    assert said["format"] == 5
    competing = followed().filter((pl.col("status") == 2) & (pl.col("years") <= HORIZON)).height
    assert {**said["follow_up"], "weight_ratio": None} == {
        "time": "years",
        "event": "status",
        "horizon": 2.0,
        "censoring": ["sex"],
        "strata": 3,
        "censored": LOST,
        "competing": competing,
        "weight_ratio": None,
    }
    path = tmp_path / "site.parquet"
    path.write_bytes(encode(summary))
    again = read_summary(path)
    assert again.follow_up == summary.follow_up
    assert any("by a horizon of 2 ('years')" in note for note in again.notes)
    assert any("intervals take these weights as known" in note for note in again.notes)


def test_other_summaries_have_the_format_they_had() -> None:
    frame = followed().with_columns(died=(pl.col("status") == 1).cast(pl.Int64))
    plain = summarise([read_patients(frame, Roles.of("died", list(MODELS)))])
    assert metadata(plain)["format"] == 4
    assert "follow_up" not in metadata(plain)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("horizon", -1.0, "how patients were followed"),
        ("censored", 3, "fewer than 5"),
        ("competing", 2, "fewer than 5"),
        ("strata", 0, "how patients were followed"),
        ("weight_ratio", 0.5, "how patients were followed"),
        ("more", 1, "how patients were followed"),
    ],
)
def test_a_file_that_says_otherwise_is_refused(key: str, value: Any, words: str, tmp_path: Path) -> None:
    from baserate.extensions.sites.summary_file import write_lines

    summary = reduced(followed())
    said = metadata(summary)
    said["follow_up"][key] = value
    path = tmp_path / "changed.parquet"
    path.write_bytes(write_lines(summary.lines, {KEY: json.dumps(said)}))
    with pytest.raises(FileError, match=words):
        read_summary(path)


def test_sites_must_be_made_alike() -> None:
    one, names = reduced(HALVES[0]), ["one", "other"]
    with pytest.raises(
        SettingError, match=r"other was made otherwise than one: --horizon 1.5, and --horizon 2"
    ):
        combine([one, reduced(HALVES[1], horizon=1.5)], names)
    words = HALVES[1].with_columns(ended=pl.col("status"))
    with pytest.raises(SettingError, match=r"--event ended, and --event status"):
        combine([one, reduced(words, event="ended")], names)
    frame = HALVES[1].with_columns(died=(pl.col("status") == 1).cast(pl.Int64))
    plain = summarise([read_patients(frame, Roles.of("died", list(MODELS)))])
    for pair in ([one, plain], [plain, one]):
        with pytest.raises(SettingError, match=r"has an outcome by a horizon"):
            combine(pair, names)


def test_the_order_of_rows_does_not_matter() -> None:
    frame = followed()
    shuffled = frame.sample(fraction=1.0, shuffle=True, seed=1)
    assert encode(reduced(frame, by="ward")) == encode(reduced(shuffled, by="ward"))
    assert encode(reduced(frame.lazy(), by="ward")) == encode(reduced(shuffled.lazy(), by="ward"))


def with_few_censored(frame: pl.DataFrame, group: str, number: int) -> pl.DataFrame:
    """Of a ward so many stay censored before the horizon; the others are followed to it."""
    lost = (pl.col("ward") == group) & (pl.col("status") == 0) & (pl.col("years") < HORIZON)
    later = lost & (lost.cum_sum() > number)
    return frame.with_columns(years=pl.when(later).then(HORIZON + 1.0).otherwise(pl.col("years")))


@pytest.mark.parametrize("lazy", [False, True])
def test_few_censored_of_a_group_cannot_be_counted(lazy: bool) -> None:
    """By a curve of its own, the weights of a group sum to all its patients: two more than are known."""
    frame = with_few_censored(followed(), "south", 2)
    summary = reduced(frame.lazy() if lazy else frame, by="ward")
    assert summary.weights is not None
    place = summary.groups.index("south")
    known, weight = sum(summary.patients[place]), sum(summary.weights[place])
    of = frame.filter(pl.col("ward") == "south")
    assert known == len(of) - 2
    assert abs(weight - len(of)) > 1.0
    # A group of whom many are censored has a curve of its own.
    place = summary.groups.index("5")
    assert sum(summary.weights[place]) == pytest.approx(frame["ward"].to_list().count("5"), rel=1e-5)


def test_few_censored_altogether_are_left_out() -> None:
    frame = with_few_censored(followed().with_columns(ward=pl.lit("south")), "south", 3)
    summary = reduced(frame)
    assert summary.follow_up is not None
    assert summary.follow_up.censored is None
    assert any("fewer than 5 were censored before it, and are left out" in note for note in summary.notes)
    assert sum(summary.counts) == 5997
    assert (summary.lines["weight"] == summary.lines["patients"]).all()
    told = evaluated(summary).patients.followed()
    assert told is not None
    assert (told.rows, told.censored) == (5997, 0)


def test_few_with_a_competing_event_are_not_told() -> None:
    competing = (pl.col("status") == 2) & (pl.col("years") <= HORIZON)
    frame = followed().with_columns(
        status=pl.when(competing & (competing.cum_sum() > 3)).then(0).otherwise(pl.col("status"))
    )
    summary = reduced(frame)
    assert summary.follow_up is not None
    assert summary.follow_up.competing is None


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize("least", [5, 20])
def test_no_weight_is_that_of_few_patients(least: int, lazy: bool) -> None:
    """An attacker who could take bins apart would find weights that many of a class share."""
    roles = Roles.of(None, list(MODELS), time="years", event="status", horizon=HORIZON)
    source = read_patients(followed().lazy() if lazy else followed(), roles)
    everyone = [np.ones(len(source.binned(MODELS[:1])), dtype=bool)]
    binned = weigh(source, MODELS[:1], everyone, least, few=False)
    known = binned.weight > 0.0
    each = np.round(binned.weight[known] / binned.count[known], 9)
    raw = source.binned(MODELS[:1])
    for label in (0, 1):
        own = binned.label[known] == label
        values, place = np.unique(each[own], return_inverse=True)
        assert np.bincount(place.ravel(), binned.count[known][own]).min() >= least
        assert len(values) > 10
        # What a class weighs in all stays as it is.
        total = raw.weight[raw.label == label].sum()
        assert binned.weight[binned.label == label].sum() == pytest.approx(total, rel=1e-12)


def test_a_group_that_nobody_follows_to_the_horizon_has_the_curve_of_all() -> None:
    short = pl.when(pl.col("ward") == "south").then(pl.col("years").clip(upper_bound=1.9))
    frame = followed().with_columns(years=short.otherwise(pl.col("years")))
    ev = evaluated(reduced(frame, by="ward"))
    assert ev.groups["north"].why_not is None
    with pytest.raises(FollowUpError, match=r"nobody is followed to the horizon of 900"):
        reduced(frame, horizon=900.0)


def test_groups_with_a_curve_together() -> None:
    assert pools([0, 0], 5) == [[0], [1]]
    assert pools([7, 9], 5) == [[0], [1]]
    assert pools([2, 3, 9], 5) == [[2], [0, 1]]
    assert pools([2, 9, 8], 5) == [[1], [0, 2]]


def test_the_command_line_reduces_and_evaluates(tmp_path: Path) -> None:
    paths = []
    for number, half in enumerate(HALVES):
        half.write_csv(tmp_path / f"{number}.csv")
        paths.append(str(tmp_path / f"{number}.parquet"))
        asked = ["--time", "years", "--event", "status", "--horizon", "2", "--censoring", "sex"]
        scores = [word for model in MODELS for word in ("--score", model)]
        done = run("reduce", str(tmp_path / f"{number}.csv"), *asked, *scores, "--out", paths[-1])
        assert "by a horizon of 2 ('years')" in done.output
    told = as_json(*paths, "--prevalence", "5%..40%", "--cost", "1:9")["data"]
    assert told["used"] == 6000
    assert told["follow_up"]["horizon"] == 2.0
    assert told["follow_up"]["censored"] == LOST
    refused = run("evaluate", *paths, "--cost", "1:9", "--horizon", "1", status=2)
    assert "--horizon cannot be honoured" in refused.stderr


def test_another_horizon_of_the_same_patients_is_not_given_out(tmp_path: Path) -> None:
    path = tmp_path / "earlier.parquet"
    path.write_bytes(encode(reduced(followed())))
    now = reduced(followed(), horizon=1.5).given_out("this summary")
    with pytest.raises(SettingError, match=r"tell who had the event between"):
        now.check_against(read_summary(path).given_out("earlier"))
