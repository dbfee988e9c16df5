"""Watching a model: the chart's chance of a false alarm, what is seen and when, and months of every kind."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

import baserate
from baserate.errors import BaserateError, DataError, ScoreError, SettingError
from baserate.extensions.sites.summaries import encode, summarise
from baserate.extensions.watch.control_chart import Course, chart
from baserate.extensions.watch.drift import (
    Chance,
    Limit,
    Reference,
    Scored,
    prevalence_course,
    ratio_course,
    skewed,
    slope_course,
)
from baserate.extensions.watch.watched import PREVALENCE, RATIO, SLOPE
from baserate.odds import expit, logit
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles
from tests.support.command_line import run

Numbers = NDArray[np.float64]
NAMES = [f"2026-{month:02d}" for month in range(1, 13)]


@pytest.fixture(autouse=True)
def fewer_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the simulated courses: limits are less certain, and found in a tenth of the time."""
    monkeypatch.setattr("baserate.extensions.watch.watching.Chance", partial(Chance, draws=5_000))


def patients(
    rng: np.random.Generator, size: int, prevalence: float = 0.1, *, middle: float = 0.1, apart: float = 1.5
) -> pl.DataFrame:
    """Scores calibrated to a prevalence of ``middle``, at a prevalence, under label shift."""
    died = (rng.random(size) < prevalence).astype(int)
    score = expit(rng.normal(float(logit(middle)) + apart**2 * (died - 0.5), apart))
    return pl.DataFrame({"died": died, "new": score})


def scored(frame: pl.DataFrame) -> Scored:
    log_odds, label = np.asarray(logit(frame["new"].to_numpy())), frame["died"].to_numpy()
    return Scored(log_odds, np.ones(len(frame)), label.astype(np.int8))


# The chart itself


def normal_course(rng: np.random.Generator, months: int, draws: int, shift: float = 0.0) -> Course:
    """Independent months of variance 1 with a shared error of half as much."""

    def one(count: int) -> Numbers:
        return np.asarray(rng.normal(size=(months, count)) + 0.5 * rng.normal(size=count))

    ones = np.ones(months)
    return Course(one(1)[:, 0] + shift, ones, 0.5 * ones[:, None], one(draws))


def test_a_course_on_its_limit_passes_it_as_often_as_said() -> None:
    """Over 8 months at 1.5 % a month, a course of the simulated law alarms in 12 % of samples."""
    rng = np.random.default_rng(1)
    samples = 600
    alarms = sum(chart(normal_course(rng, 8, 400), 0.015).alarm is not None for _ in range(samples))
    assert abs(alarms / samples - 0.12) < 3.0 * math.sqrt(0.12 * 0.88 / samples)


def test_a_limit_does_not_hang_on_later_months() -> None:
    course = normal_course(np.random.default_rng(2), 10, 2_000)
    whole = chart(course, 0.002)
    fields = (course.deviation, course.variance, course.coupling, course.simulated)
    first = chart(Course(*(one[:6] for one in fields)), 0.002)
    assert whole.limit[:6] == first.limit
    assert whole.statistic[:6] == first.statistic


def test_the_statistic_is_the_largest_over_the_runs() -> None:
    course = normal_course(np.random.default_rng(3), 5, 500)
    charted = chart(course, 0.01)
    runs = {
        start: course.deviation[start:].sum() / math.sqrt((5 - start) + (0.5 * (5 - start)) ** 2)
        for start in range(5)
    }
    assert charted.statistic[-1] == pytest.approx(max(runs.values()))
    assert charted.since[-1] == max(runs, key=lambda start: runs[start])


def test_a_shared_error_alone_is_not_taken_for_many_months() -> None:
    """Months that all lie one reference's standard error too high say nothing, however many they are."""
    months = 24
    coupling = np.ones((months, 1))
    rng = np.random.default_rng(4)
    simulated = 0.01 * rng.normal(size=(months, 4_000)) + rng.normal(size=4_000)
    course = Course(np.full(months, 1.5), np.full(months, 1e-4), coupling, simulated)
    assert chart(course, 0.01 / months).alarm is None


@pytest.mark.parametrize("skewness", [-0.8, 0.3, 1.2])
def test_skewed_draws_have_their_moments(skewness: float) -> None:
    draws = skewed(np.random.default_rng(5).normal(size=400_000), skewness)
    assert abs(draws.mean()) < 0.02
    assert draws.std() == pytest.approx(1.0, abs=0.02)
    assert (draws**3).mean() == pytest.approx(skewness, abs=0.06)


# What drifts


@pytest.mark.parametrize("gamma", [1.0, 0.5, 0.0])
def test_the_mean_at_the_limit_has_the_error_that_resampling_gives(gamma: float) -> None:
    """The influence of the reference on where the limit lies, against the bootstrap."""
    rng = np.random.default_rng(6)
    frame = patients(rng, 1_500, 0.2, middle=0.2)
    limit, chance = Limit(1, 1.5), Chance(0, 10)
    month = scored(patients(rng, 2_000, 0.2, middle=0.2))
    course = prevalence_course(Reference.of(scored(frame), chance), [month], gamma, limit)
    drawn = []
    for _ in range(100):
        again = frame[rng.integers(len(frame), size=len(frame))]
        one = prevalence_course(Reference.of(scored(again), chance), [month], gamma, limit)
        drawn.append(one.deviation[0])
    assert course.coupling[0, 0] == pytest.approx(np.std(drawn), rel=0.25)


def test_a_month_on_the_limit_deviates_by_nothing() -> None:
    """Very many patients: at the tolerated odds the mean is the limit's, under label shift."""
    rng = np.random.default_rng(7)
    reference = Reference.of(scored(patients(rng, 200_000)), Chance(0, 10))
    odds = 1.5 * 0.1 / 0.9
    month = scored(patients(rng, 200_000, odds / (1.0 + odds)))
    course = prevalence_course(reference, [month], 1.0, Limit(1, 1.5))
    assert abs(course.deviation[0]) < 4.0 * math.sqrt(course.variance[0] + course.coupling[0, 0] ** 2)


def test_simulated_courses_have_the_stated_spread() -> None:
    rng = np.random.default_rng(8)
    reference = Reference.of(scored(patients(rng, 4_000)), Chance(0, 20_000))
    months = [scored(patients(rng, size)) for size in (300, 900)]
    courses = [
        prevalence_course(reference, months, 1.0, Limit(1, 1.2)),
        ratio_course(reference, months, Limit(-1, 1.2)),
        slope_course(reference, months, Limit(1, 1.2)),
    ]
    for course in courses:
        spread = np.sqrt(course.variance + (course.coupling**2).sum(axis=1))
        assert course.simulated.std(axis=1) == pytest.approx(spread, rel=0.1)
        together = np.sqrt(course.variance.sum() + (course.coupling.sum(axis=0) ** 2).sum())
        assert course.simulated.sum(axis=0).std() == pytest.approx(together, rel=0.1)


def test_the_slope_says_nothing_of_a_month_in_which_all_risks_are_too_low() -> None:
    rng = np.random.default_rng(9)
    reference = Reference.of(scored(patients(rng, 50_000)), Chance(0, 10))
    month = scored(patients(rng, 50_000))
    low = replace(month, log_odds=month.log_odds - 1.0)
    course = slope_course(reference, [month, low], Limit(1, 1.0))
    assert course.deviation[1] == pytest.approx(course.deviation[0], rel=1e-6)


def test_coefficients_left_open_have_the_errors_of_the_fit() -> None:
    reference = Reference.of(scored(patients(np.random.default_rng(10), 5_000)), Chance(0, 40_000))
    assert np.cov(reference.left_open) == pytest.approx(np.eye(2), abs=0.08)


def test_scores_upside_down_are_refused() -> None:
    frame = patients(np.random.default_rng(11), 2_000)
    with pytest.raises(ScoreError, match="less often"):
        Reference.of(scored(frame.with_columns(new=1.0 - pl.col("new"))), Chance(0, 10))


# The whole


REFERENCE = patients(np.random.default_rng(20), 8_000)


def twelve(rng: np.random.Generator, size: int, changed: Any = None) -> dict[str, pl.DataFrame]:
    """A year of months, of which the last six are drawn by ``changed``."""
    draw = changed or patients
    return {name: patients(rng, size) if place < 6 else draw(rng, size) for place, name in enumerate(NAMES)}


def test_a_quiet_year_is_quiet() -> None:
    watch = baserate.watch("died", "new", twelve(np.random.default_rng(21), 500), reference=REFERENCE)
    assert not watch.alarmed
    assert watch.sentences()[0] == "No alarm in 12 months (2026-01 to 2026-12)."
    assert [month.name for month in watch.months] == NAMES
    held = [one.prevalence.low <= 0.1 <= one.prevalence.high for one in watch.months if one.prevalence]
    assert sum(held) >= 10


def test_a_doubled_prevalence_is_seen_from_scores_alone() -> None:
    rng = np.random.default_rng(22)
    months = twelve(rng, 1_000, lambda rng, size: patients(rng, size, 0.2))
    watch = baserate.watch(
        "died", "new", {name: one.drop("died") for name, one in months.items()}, reference=REFERENCE
    )
    assert [(alarm.what, alarm.side) for alarm in watch.alarms] == [(PREVALENCE, 1)]
    (alarm,) = watch.alarms
    assert "2026-07" <= alarm.since <= alarm.month <= "2026-09"
    assert isinstance(alarm.value, baserate.extensions.prevalence.ranged.Ranged)
    assert alarm.value.low < 0.2 < alarm.value.high
    assert "more common than tolerated" in watch.summary()
    assert all(month.observed_expected is None and month.slope is None for month in watch.months)


def slipped(rng: np.random.Generator, size: int, intercept: float = 0.0, slope: float = 1.0) -> pl.DataFrame:
    """Months in which the outcome goes another way with the score."""
    frame = patients(rng, size)
    middle = float(logit(0.1))
    risk = expit(middle + intercept + slope * (np.asarray(logit(frame["new"].to_numpy())) - middle))
    return frame.with_columns(died=(rng.random(size) < np.asarray(risk)).astype(int))


@pytest.mark.parametrize(("change", "what", "side"), [((0.6, 1.0), RATIO, 1), ((0.0, 0.5), SLOPE, -1)])
def test_a_calibration_that_slipped_is_seen(change: tuple[float, float], what: str, side: int) -> None:
    months = twelve(np.random.default_rng(23), 2_000, lambda rng, size: slipped(rng, size, *change))
    alarms = baserate.watch("died", "new", months, reference=REFERENCE).alarms
    assert (what, side) in {(alarm.what, alarm.side) for alarm in alarms}
    assert not any(alarm.what == PREVALENCE for alarm in alarms)
    assert all(alarm.month >= "2026-07" for alarm in alarms)


def test_a_model_that_was_never_calibrated_does_not_alarm_for_that() -> None:
    def halved(frame: pl.DataFrame) -> pl.DataFrame:
        return frame.with_columns(new=pl.col("new") / 2.0)

    months = {name: halved(one) for name, one in twelve(np.random.default_rng(24), 500).items()}
    watch = baserate.watch("died", "new", months, reference=halved(REFERENCE))
    assert not watch.alarmed
    assert watch.months[0].observed_expected is not None
    assert watch.months[0].observed_expected.value > 1.5


def test_what_was_said_of_a_month_stays_said() -> None:
    months = twelve(np.random.default_rng(25), 500, lambda rng, size: patients(rng, size, 0.25))
    whole = baserate.watch("died", "new", months, reference=REFERENCE)
    some = baserate.watch("died", "new", dict(list(months.items())[:8]), reference=REFERENCE)
    for one, other in zip(whole.months, some.months, strict=False):
        assert one.to_dict() == other.to_dict()


# Months of every kind


FEW = {name: patients(np.random.default_rng(30 + place), 300) for place, name in enumerate(NAMES[:3])}


def plain(watch: baserate.Watch) -> dict[str, Any]:
    """A watch as data, without what its columns are called."""
    return {**watch.to_dict(), "model": ""}


def test_arrays_tables_files_and_one_table_say_the_same(tmp_path: Path) -> None:
    by_table = baserate.watch("died", "new", FEW, reference=REFERENCE)
    pairs = {name: (one["died"].to_numpy(), one["new"].to_numpy()) for name, one in FEW.items()}
    by_array = baserate.watch(REFERENCE["died"].to_numpy(), REFERENCE["new"].to_numpy(), pairs)
    assert plain(by_array) == plain(by_table)
    for name, one in FEW.items():
        one.write_parquet(tmp_path / f"{name}.parquet")
    files = [str(tmp_path / f"{name}.parquet") for name in reversed(FEW)]
    assert plain(baserate.watch("died", "new", files, reference=REFERENCE)) == plain(by_table)
    table = pl.concat([one.with_columns(month=pl.lit(name)) for name, one in FEW.items()])
    by_column = baserate.watch("died", "new", table, reference=REFERENCE, month="month")
    assert plain(by_column) == plain(by_table)


def test_site_summaries_need_no_rows(tmp_path: Path) -> None:
    def summary(name: str, frame: pl.DataFrame) -> str:
        path = tmp_path / f"{name}.parquet"
        path.write_bytes(encode(summarise([read_patients(frame, Roles.of("died", "new"))], 5)))
        return str(path)

    by_rows = baserate.watch("died", "new", FEW, reference=REFERENCE)
    files = {name: summary(name, one) for name, one in FEW.items()}
    by_counts = baserate.watch(None, "new", files, reference=summary("reference", REFERENCE))
    for one, other in zip(by_rows.months, by_counts.months, strict=True):
        assert (one.patients, one.cases) == (other.patients, other.cases)
        assert one.prevalence is not None
        assert other.prevalence is not None
        assert other.prevalence.value == pytest.approx(one.prevalence.value, abs=0.005)
        for chart_of, (statistic, _) in one.charts.items():
            assert other.charts[chart_of][0] == pytest.approx(statistic, abs=0.15)


def test_outcomes_that_are_not_known_yet() -> None:
    """All scores count for the prevalence, and the outcomes that are known for the rest."""
    half = FEW["2026-03"].with_columns(died=pl.when(pl.int_range(pl.len()) < 150).then("died"))
    with pytest.raises(BaserateError, match=r"2026-03.*missing='drop'"):
        baserate.watch("died", "new", {**FEW, "2026-03": half}, reference=REFERENCE)
    watch = baserate.watch("died", "new", {**FEW, "2026-03": half}, reference=REFERENCE, missing="drop")
    assert (watch.months[2].patients, watch.months[2].labelled) == (300, 150)
    none = FEW["2026-03"].with_columns(died=pl.lit(None, pl.Int64))
    unknown = baserate.watch("died", "new", {**FEW, "2026-03": none}, reference=REFERENCE).months[2]
    assert (unknown.labelled, unknown.to_dict()["cases"]) == (0, None)
    assert unknown.prevalence == watch.months[2].prevalence


def test_tiny_months_and_months_without_a_case() -> None:
    without = FEW["2026-01"].filter(pl.col("died") == 0)
    months = {"2026-01": without, "2026-02": FEW["2026-02"][:1], "2026-03": FEW["2026-03"][:0]}
    watch = baserate.watch("died", "new", months, reference=REFERENCE)
    assert [month.name for month in watch.months] == ["2026-01", "2026-02"]
    assert watch.months[0].observed_expected is None
    assert watch.months[1].prevalence is None
    assert "2026-03 has no patients, and is left out." in watch.notes


def test_months_out_of_order_and_missing_are_told() -> None:
    shuffled = {name: FEW[name] for name in ("2026-03", "2026-01")}
    watch = baserate.watch("died", "new", shuffled, reference=REFERENCE)
    assert [month.name for month in watch.months] == ["2026-01", "2026-03"]
    assert any("put in the order of their names" in note for note in watch.notes)
    assert any("No patients of 2026-02" in note for note in watch.notes)
    words = {"March": FEW["2026-01"], "April": FEW["2026-02"]}
    kept = baserate.watch("died", "new", words, reference=REFERENCE)
    assert [month.name for month in kept.months] == ["March", "April"]


@pytest.mark.parametrize(
    ("months", "said"),
    [
        ({"2026-01": FEW["2026-01"], "2026-02": FEW["2026-01"]}, "hold the same scores"),
        ({"2026-01": FEW["2026-01"], "2026_01": FEW["2026-02"]}, "are the same month"),
        ({"2026-01": FEW["2026-01"].with_columns(new=100 * pl.col("new"))}, "2026-01.*percent"),
        ({"2026-01": FEW["2026-01"].rename({"new": "old"})}, "2026-01.*no column 'new'"),
        ({}, "nothing to watch"),
        (3, "months must be"),
    ],
)
def test_months_that_cannot_be(months: Any, said: str) -> None:
    with pytest.raises(BaserateError, match=f"(?s){said}"):
        baserate.watch("died", "new", months, reference=REFERENCE)


def test_a_changed_scale_is_told() -> None:
    shrunk = {"2026-01": FEW["2026-01"].with_columns(new=pl.col("new") / 1000.0)}
    watch = baserate.watch("died", "new", shrunk, reference=REFERENCE)
    assert any("Has the scale of the score" in note for note in watch.months[0].notes)
    decision = pl.when(pl.col("new") > 0.2).then(0.4).otherwise(0.05)
    rounded = {"2026-01": FEW["2026-01"].with_columns(new=decision)}
    decided = baserate.watch("died", "new", rounded, reference=REFERENCE)
    assert any("look like decisions" in note for note in decided.months[0].notes)


IMPOSSIBLE = {"tolerance": 0.8, "slope_tolerance": math.nan, "false_alarms": 0.0, "level": 2.0, "shift": 3}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_settings_that_cannot_be(name: str) -> None:
    asked: dict[str, Any] = {name: IMPOSSIBLE[name]}
    with pytest.raises(SettingError, match=name):
        baserate.watch("died", "new", FEW, reference=REFERENCE, **asked)


# The command line


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    REFERENCE.write_csv(tmp_path / "judged.csv")
    for name, one in FEW.items():
        one.write_csv(tmp_path / f"{name}.csv")
    patients(np.random.default_rng(40), 3_000, 0.4).write_csv(tmp_path / "2026-04.csv")
    return tmp_path


COLUMNS = ("--outcome", "died", "--score", "new")


def test_the_command_ends_in_1_when_there_is_an_alarm(folder: Path) -> None:
    files = [str(folder / f"2026-0{month}.csv") for month in (1, 2, 3, 4)]
    quiet = run("watch", str(folder / "judged.csv"), *files[:3], *COLUMNS)
    assert quiet.stdout.startswith("No alarm in 3 months")
    figure = folder / "months.svg"
    loud = run("watch", str(folder / "judged.csv"), *files, *COLUMNS, "--figure", str(figure), status=5)
    assert loud.stdout.startswith("Alarm in 2026-04")
    drawn = figure.read_text()
    assert "<svg" in drawn
    assert ">observed/expected</text>" in drawn
    run("watch", str(folder / "judged.csv"), *files, *COLUMNS, "--figure", str(figure), status=5)
    assert figure.read_text() == drawn


def test_the_command_gives_json_and_csv(folder: Path) -> None:
    asked = ("watch", str(folder / "judged.csv"), f"first={folder / '2026-01.csv'}", *COLUMNS)
    content = json.loads(run(*asked, "--json").stdout)
    assert [month["month"] for month in content["months"]] == ["first"]
    assert content["rule"]["false_alarms"] == 0.05
    rows = run(*asked, "--csv").stdout.splitlines()
    assert rows[0].startswith("month,patients,mean_score,labelled,cases,prevalence,prevalence_low")
    assert rows[1].startswith("first,300,")


def test_the_command_refuses_what_makes_no_sense(folder: Path) -> None:
    file, reference = str(folder / "2026-01.csv"), str(folder / "judged.csv")
    assert "--outcome is missing" in run("watch", reference, file, "--score", "new", status=2).stderr
    assert "both of '2026-01'" in run("watch", reference, file, file, *COLUMNS, status=2).stderr
    assert "one of the two" in run("watch", reference, file, *COLUMNS, "--json", "--csv", status=2).stderr
    assert "no column" in run("watch", reference, file, "--outcome", "died", "--score", "x", status=3).stderr


def test_doubled_data_is_no_matter_of_names() -> None:
    with pytest.raises(DataError, match="March and April"):
        baserate.watch("died", "new", {"March": FEW["2026-01"], "April": FEW["2026-01"]}, reference=REFERENCE)


@pytest.mark.parametrize("cases", [0, 9])
def test_a_reference_with_few_cases_is_refused(cases: int) -> None:
    rng = np.random.default_rng(1)
    y, p = np.arange(200) < cases, rng.uniform(0.05, 0.6, 200)
    with pytest.raises(DataError, match=r"only one|10 of each|has no patient|one outcome|with the outcome"):
        baserate.watch(y, p, {"2026-01": rng.uniform(0.05, 0.6, 100)})
