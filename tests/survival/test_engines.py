"""Censored outcomes on an engine: the numbers of the patients in memory, from sums alone."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import baserate
from baserate.errors import (
    BaserateError,
    BaserateWarning,
    FollowUpError,
    MissingValueError,
    OneClassError,
    SettingError,
)
from baserate.evaluation.evaluation import Evaluation
from baserate.patients import follow_up_cells, reading
from baserate.patients.followed import Followed
from baserate.patients.patients import PatientBins
from tests.engines.sources import ENGINES, QUICK, Opener, kept, opener

N = 6000
HORIZON = 2.0
MODELS = ("first", "second")
ASKED: dict[str, Any] = {
    "time": "years",
    "event": "status",
    "horizon": HORIZON,
    "scores": list(MODELS),
    "prevalence": (0.05, 0.4),
    "cost": "1:9",
}


@pytest.fixture(scope="module", params=ENGINES)
def opens(request: pytest.FixtureRequest) -> Iterator[Opener]:
    with ExitStack() as stack:
        yield opener(request.param, stack)


@pytest.fixture(scope="module", params=QUICK)
def opens_quickly(request: pytest.FixtureRequest) -> Iterator[Opener]:
    with ExitStack() as stack:
        yield opener(request.param, stack)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("followed")


@lru_cache(maxsize=4)
def followed(rows: int = N, per_year: int | None = None) -> pl.DataFrame:
    """Patients who are censored sooner in one ward and by sex; some have a competing event.

    Times are whole parts of a year if these are stated, so that some are equal, also to the horizon.
    """
    rng = np.random.default_rng(29)
    x = rng.normal(-1.2, 1.2, rows)
    ward = np.array(["north", "south", "5"])[rng.integers(0, 3, rows)]
    sex = np.array(["F", "M"])[rng.integers(0, 2, rows)]
    scale = 3.0 * np.exp(-0.8 * x)
    slower = np.where(sex == "F", 4.0, 8.0) * np.where(ward == "5", 0.5, 1.0)
    ends = [rng.exponential(one, rows) for one in (scale, 12.0 * np.ones(rows), slower)]
    if per_year is not None:
        ends = [np.ceil(one * per_year) / per_year for one in ends]
    time = np.minimum.reduce(ends)
    status = np.where(ends[0] <= time, 1, np.where(ends[1] <= time, 2, 0))
    risk = np.log(np.expm1(HORIZON / scale))
    first, second = (
        1.0 / (1.0 + np.exp(-(slope * risk + rng.normal(0.0, noise, rows))))
        for slope, noise in ((1.0, 0.4), (0.8, 0.6))
    )
    row = pl.int_range(pl.len())
    return pl.DataFrame(
        {
            "years": time,
            "status": status,
            "first": first,
            "second": second,
            "ward": ward,
            "sex": sex,
            "w": 0.25 + rng.random(rows),
            "word": np.array(["alive", "relapse", "death"])[status],
            "patient": rng.integers(0, rows // 6, rows),
        }
    ).with_columns(
        pl.when(row % 11 != 4).then(pl.col("ward")),
        pl.when(row % 13 != 5).then(pl.col("sex")),
    )


def run(data: Any, **changed: Any) -> Evaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        return baserate.evaluate(data, **{**ASKED, **changed})


@lru_cache(maxsize=8)
def in_memory(rows: int = N, per_year: int | None = None, **changed: Any) -> Evaluation:
    return run(followed(rows, per_year), **changed)


ASKS: dict[str, dict[str, Any]] = {
    "everyone": {},
    "strata with a nameless one": {"censoring": ("sex",)},
    "groups, weights, strata": {"by": "ward", "weight": "w", "censoring": ("sex",)},
    "clusters": {"by": "ward", "cluster": "patient"},
    "clusters, weights": {"cluster": "patient", "weight": "w", "censoring": ("sex", "ward")},
}


def close(ours: Any, theirs: Any, bound: float, *, rel: float = 0.01) -> None:
    assert abs(ours.value - theirs.value) <= bound
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=rel)


@pytest.mark.parametrize("asked", ["groups, weights, strata", "clusters, weights"])
def test_numbers_are_those_of_the_patients_in_memory(asked: str, opens: Opener, home: Path) -> None:
    check_all(asked, opens(kept(followed(), home, "followed")))


@pytest.mark.parametrize("asked", ["everyone", "strata with a nameless one", "clusters"])
def test_other_numbers_are_those_in_memory_too(asked: str, opens_quickly: Opener, home: Path) -> None:
    check_all(asked, opens_quickly(kept(followed(), home, "followed")))


def check_all(asked: str, data: Any) -> None:
    """Counts, risks, scores and differences, of everybody and of groups."""
    exact, ev = in_memory(**ASKS[asked]), run(data, **ASKS[asked])
    assert {*ev.groups} == {*exact.groups}
    bounds = [ev.error_bound(model) + 1e-9 for model in MODELS]
    for group in (None, *ev.groups):
        # A group's bound is not told; its share of the patients is a third or more.
        times = 1.0 if group is None else 5.0
        assert ev.patients.counts(group) == exact.patients.counts(group)
        told, right = ev.patients.followed(group), exact.patients.followed(group)
        assert isinstance(told, Followed)
        assert isinstance(right, Followed)
        assert (told.rows, told.censored, told.competing, told.strata) == (
            right.rows,
            right.censored,
            right.competing,
            right.strata,
        )
        # All of a bin weigh the same: what single patients were given is not seen.
        assert told.heaviest == pytest.approx(right.heaviest, rel=0.05 if "weight" in ASKS[asked] else 1e-9)
        assert told.effective == pytest.approx(right.effective, rel=1e-9)
        assert ev.group(group).prevalence == pytest.approx(exact.group(group).prevalence, rel=1e-10)
        for model, bound in zip(MODELS, bounds, strict=True):
            close(ev.score(model, group), exact.score(model, group), times * bound)
            strategy = ev.compare(model, "treat all", group), exact.compare(model, "treat all", group)
            close(*strategy, times * bound)
        pair = ev.compare(*MODELS, group), exact.compare(*MODELS, group)
        close(*pair, times * sum(bounds))


@pytest.mark.parametrize("seed", range(3))
def test_many_equal_scores_at_the_cut_off_are_seen_in_bins_too(seed: int) -> None:
    """Bins of patients who were all censored weigh nothing; they once hid a heap of scores beside them."""
    rng, n = np.random.default_rng(seed), 600
    risk = rng.beta(2.0, 4.0, n)
    ends = np.stack([rng.exponential(4.0, n), rng.exponential(-3.0 / np.log1p(-risk))])
    frame = pl.DataFrame({"days": np.ceil(ends.min(axis=0)), "status": ends.argmin(axis=0), "s": risk})
    asked: dict[str, Any] = {"scores": "s", "time": "days", "event": "status", "horizon": 3}
    asked |= {"cost": "1:4", "prevalence": 0.3}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        cut = baserate.evaluate(frame, **asked).threshold("s").value
        # Nobody is near the cut-off but forty just above it, who would be below were the prevalence lower.
        apart = np.where(abs(risk - cut) < 0.07, cut - 0.07, risk)
        frame = frame.with_columns(s=np.where(np.arange(n) < 40, 1.02 * cut, apart))
        memory, lazy = (baserate.evaluate(data, **asked).score("s") for data in (frame, frame.lazy()))
    assert memory.method == lazy.method == "hull"
    assert (lazy.low, lazy.high) == pytest.approx((memory.low, memory.high), abs=1e-3)


def test_the_result_says_how_events_were_read(opens_quickly: Opener, home: Path) -> None:
    ev = run(
        opens_quickly(kept(followed(), home, "followed")), event="word", positive="relapse", censored="alive"
    )
    note = "column 'word': alive is censored, relapse is the event, death is a competing event"
    assert note in ev.patients.notes
    exact = in_memory()
    assert ev.score("first").value == pytest.approx(exact.score("first").value, abs=ev.error_bound("first"))
    assert ev.patients.counts() == exact.patients.counts()


@pytest.mark.parametrize("by", [None, "ward"])
def test_few_distinct_times_give_what_memory_gives(by: str | None, opens_quickly: Opener, home: Path) -> None:
    """With scores that bins do not move, every number agrees in all its digits, ties included."""
    log_odds = {model: (pl.col(model) / (1 - pl.col(model))).log().round(1) for model in MODELS}
    rounded = {model: 1.0 / (1.0 + (-one).exp()) for model, one in log_odds.items()}
    frame = followed(30_000, 12).with_columns(**rounded)
    exact, ev = run(frame, by=by), run(opens_quickly(kept(frame, home, f"monthly {by}")), by=by)
    told, right = ev.patients.followed(), exact.patients.followed()
    assert told is not None
    assert right is not None
    assert asdict(told) == pytest.approx(asdict(right), rel=1e-12)
    for group in (None, *ev.groups):
        for model in MODELS:
            ours, theirs = ev.score(model, group), exact.score(model, group)
            assert ours.value == pytest.approx(theirs.value, abs=1e-9)
            assert ours.standard_error == pytest.approx(theirs.standard_error, rel=1e-6)
        ours, theirs = ev.compare(*MODELS, group), exact.compare(*MODELS, group)
        assert ours.value == pytest.approx(theirs.value, abs=1e-9)
        assert ours.standard_error == pytest.approx(theirs.standard_error, rel=5e-3)


@pytest.mark.parametrize("asked", ["everyone", "groups, weights, strata", "clusters"])
def test_stretches_of_time_are_as_good_as_every_step(
    asked: str, opens_quickly: Opener, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With eight places, as for very many patients, values stay exact, and errors within a hundredth."""
    monkeypatch.setattr(follow_up_cells, "_EVERY_STEP", 0)
    monkeypatch.setattr(follow_up_cells, "_MANY_PATIENTS", 0)
    monkeypatch.setattr(follow_up_cells, "_MOST_PLACES", 8)
    exact, ev = (
        in_memory(**ASKS[asked]),
        run(opens_quickly(kept(followed(), home, "followed")), **ASKS[asked]),
    )
    assert isinstance(ev.patients, PatientBins)
    assert ev.patients.follow_up is not None
    assert ev.patients.follow_up.most == (8, 8)
    for group in (None, *ev.groups):
        # A group's weights are known by place: what its curve does within one is a matter of chance.
        loose = 0.0 if group is None else 0.02
        assert ev.group(group).prevalence == pytest.approx(exact.group(group).prevalence, rel=1e-10)
        for model in MODELS:
            ours, theirs = ev.score(model, group), exact.score(model, group)
            close(ours, theirs, ev.error_bound(model) + loose * theirs.standard_error)
        ours, theirs = ev.compare(*MODELS, group), exact.compare(*MODELS, group)
        bounds = sum(ev.error_bound(model) for model in MODELS)
        close(ours, theirs, bounds + loose * theirs.standard_error)


def test_times_of_very_many_patients_are_rounded(
    opens_quickly: Opener, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow_up_cells, "_MOST_TIMES", 4096)
    ev, exact = run(opens_quickly(kept(followed(), home, "followed"))), in_memory()
    assert any("rounded down to multiples of 0.00390625" in note for note in ev.patients.notes)
    ours, theirs = ev.score("first"), exact.score("first")
    assert abs(ours.value - theirs.value) < 0.02 * theirs.standard_error
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.01)
    assert ev.everyone.prevalence == pytest.approx(exact.everyone.prevalence, rel=1e-3)


def test_with_nobody_censored_it_is_the_binary_result(opens: Opener, home: Path) -> None:
    frame = followed().with_columns(
        status=pl.when(pl.col("years") < HORIZON).then(pl.col("status").clip(1)).otherwise(pl.col("status"))
    )
    frame = frame.with_columns(died=((pl.col("status") == 1) & (pl.col("years") <= HORIZON)).cast(pl.Int64))
    data = opens(kept(frame, home, "complete"))
    asked: dict[str, Any] = {"by": "ward", "weight": "w"}
    binary = {"outcome": "died", "time": None, "event": None, "horizon": None}
    ev, right = run(data, **asked), run(data, **asked, **binary)
    told = ev.patients.followed()
    assert told is not None
    assert told.is_complete
    for group in (None, *ev.groups):
        for model in MODELS:
            ours, theirs = ev.score(model, group), right.score(model, group)
            assert (ours.value, ours.low, ours.high) == (theirs.value, theirs.low, theirs.high)
        ours, theirs = ev.compare(*MODELS, group), right.compare(*MODELS, group)
        assert (ours.value, ours.low, ours.high) == (theirs.value, theirs.low, theirs.high)


def test_weights_sum_to_the_patients_and_cases_to_kaplan_meier(opens_quickly: Opener, home: Path) -> None:
    """By another formula: the product of one less the hazard of the event, time by time."""
    frame = followed().with_columns(status=pl.col("status").clip(0, 1))
    ev = run(opens_quickly(kept(frame, home, "one event")), by="ward")
    for group in (None, "north", "5"):
        of = frame if group is None else frame.filter(pl.col("ward") == group)
        time, event = of["years"].to_numpy(), of["status"].to_numpy()
        survival = 1.0
        for u in np.unique(time[(event == 1) & (time <= HORIZON)]):
            survival *= 1.0 - np.count_nonzero((time == u) & (event == 1)) / np.count_nonzero(time >= u)
        cohort, _ = ev.patients.cohort("first", group)
        assert np.asarray(cohort.sampling.weight).sum() == pytest.approx(len(of), rel=1e-11)
        assert ev.group(group).prevalence == pytest.approx(1.0 - survival, rel=1e-10)


def test_bins_can_be_pickled(opens_quickly: Opener, home: Path) -> None:
    asked: dict[str, Any] = {"by": "ward", "cluster": "patient"}
    ev = run(opens_quickly(kept(followed(), home, "followed")), **asked)
    again = pickle.loads(pickle.dumps(ev.patients))
    assert again.sha256 == ev.patients.sha256
    assert again.followed("north") == ev.patients.followed("north")
    cohort, sample = again.cohort("first", "north")
    wanted = ev.judged("first", "north")
    assert cohort.score(sample, wanted.deployment).value == pytest.approx(
        wanted.cohort.score(wanted.sample, wanted.deployment).value, rel=1e-15
    )


def test_the_hash_follows_times_events_and_the_horizon() -> None:
    lazy = followed().lazy()
    later = followed().with_columns(years=pl.col("years") * 1.001).lazy()
    known = followed().with_columns(status=pl.col("status").replace({2: 0})).lazy()
    found = [run(one).patients.sha256 for one in (lazy, later, known)]
    found += [run(lazy, horizon=1.5).patients.sha256, run(lazy, censoring="sex").patients.sha256]
    assert len({*found}) == len(found)
    assert run(lazy).patients.sha256 == found[0]


FEW = followed()[:400]
ROW = pl.int_range(pl.len())
WRONG: dict[str, tuple[type[BaserateError], list[str], pl.DataFrame, dict[str, Any]]] = {
    "negative times": (
        FollowUpError,
        ["'years'", "negative", "3 of 400"],
        FEW.with_columns(years=pl.when(ROW < 3).then(-1.0).otherwise(pl.col("years"))),
        {},
    ),
    "infinite times": (
        FollowUpError,
        ["'years'", "not a finite number", "2 of 400"],
        FEW.with_columns(years=pl.when(ROW < 2).then(float("inf")).otherwise(pl.col("years"))),
        {},
    ),
    "missing times": (
        MissingValueError,
        ["'years'", "5 ", "400", "drop"],
        FEW.with_columns(years=pl.when(ROW >= 5).then(pl.col("years"))),
        {},
    ),
    "missing events": (
        MissingValueError,
        ["'status'", "5 ", "400", "drop"],
        FEW.with_columns(status=pl.when(ROW >= 5).then(pl.col("status"))),
        {},
    ),
    "times as text": (FollowUpError, ["'years'", "numbers", "text"], FEW.cast({"years": pl.String}), {}),
    "words for events": (FollowUpError, ["'word'", "positive=", "censored="], FEW, {"event": "word"}),
    "an event that is not there": (
        FollowUpError,
        ["'word'", "'cured'"],
        FEW,
        {"event": "word", "positive": "cured"},
    ),
    "scores for events": (FollowUpError, ["'first'", "20"], FEW, {"event": "first", "scores": ["second"]}),
    "one value for two things": (SettingError, ["both 1"], FEW, {"positive": 1, "censored": "1"}),
    "a horizon beyond all": (FollowUpError, ["nobody", "horizon of 900", "censored"], FEW, {"horizon": 900}),
    "all censored before": (
        FollowUpError,
        ["nobody", "400 are censored"],
        FEW.with_columns(years=pl.col("years").clip(upper_bound=1.0), status=pl.lit(0)),
        {"positive": None, "censored": 0},
    ),
    "nobody has the event": (
        OneClassError,
        ["'status'", "nobody has the event by the horizon of 2"],
        FEW.with_columns(status=pl.col("status").replace({1: 2})),
        {},
    ),
    "nobody followed in a stratum": (
        FollowUpError,
        ["nobody with sex 'M'", "fewer strata"],
        FEW.with_columns(
            years=pl.when(pl.col("sex") == "M")
            .then(pl.col("years").clip(upper_bound=1.9))
            .otherwise(pl.col("years"))
        ),
        {"censoring": "sex"},
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_as_in_memory(case: str, opens_quickly: Opener, home: Path) -> None:
    error, words, frame, asked = WRONG[case]
    for data in (frame, opens_quickly(kept(frame, home, f"wrong {case}"))):
        with pytest.raises(error) as found:
            run(data, **asked)
        assert type(found.value) is error
        for word in words:
            assert word in str(found.value), str(found.value)


OTHERWISE: dict[str, tuple[pl.DataFrame, dict[str, Any]]] = {
    "weights of nothing": (
        followed().with_columns(w=pl.when(ROW % 3 == 1).then(0.0).otherwise(pl.col("w"))),
        {"weight": "w", "by": "ward"},
    ),
    "weights beyond squares": (followed().with_columns(w=pl.col("w") * 1e200), {"weight": "w"}),
    "true and false": (followed().with_columns(status=pl.col("status") == 1), {}),
    "whole days": (
        followed().with_columns(years=(pl.col("years") * 100).ceil().cast(pl.Int32)),
        {"horizon": 200},
    ),
    "short numbers": (followed().cast({"years": pl.Float32, "status": pl.Float32}), {"by": "sex"}),
    "times of zero": (
        followed().with_columns(years=pl.when(ROW % 9 == 1).then(0.0).otherwise(pl.col("years"))),
        {},
    ),
    "many censored at the horizon": (followed().with_columns(years=pl.col("years").clip(0.0, HORIZON)), {}),
}


@pytest.mark.parametrize("case", OTHERWISE)
def test_columns_of_other_kinds_are_read_as_in_memory(case: str, opens_quickly: Opener, home: Path) -> None:
    frame, asked = OTHERWISE[case]
    exact, ev = run(frame, **asked), run(opens_quickly(kept(frame, home, f"otherwise {case}")), **asked)
    for group in (None, *ev.groups):
        assert ev.group(group).prevalence == pytest.approx(exact.group(group).prevalence, rel=1e-10)
        ours, theirs = ev.score("first", group), exact.score("first", group)
        close(ours, theirs, 5.0 * ev.error_bound("first") + 1e-9)
    assert ev.patients.counts() == exact.patients.counts()


def test_gaps_may_be_dropped(opens_quickly: Opener, home: Path) -> None:
    frame = followed().with_columns(
        years=pl.when(ROW % 7 != 3).then(pl.col("years")), status=pl.when(ROW % 5 != 3).then(pl.col("status"))
    )
    ev = run(opens_quickly(kept(frame, home, "gaps")), missing="drop")
    exact = run(frame, missing="drop")
    assert ev.patients.missing == exact.patients.missing
    assert ev.patients.dropped_rows == exact.patients.dropped_rows > 1000
    close(ev.score("first"), exact.score("first"), ev.error_bound("first") + 1e-9)


def test_a_group_that_nobody_follows_to_the_horizon_is_not_estimable(
    opens_quickly: Opener, home: Path
) -> None:
    frame = followed().with_columns(
        years=pl.when(pl.col("ward") == "south")
        .then(pl.col("years").clip(upper_bound=1.9))
        .otherwise(pl.col("years"))
    )
    ev, exact = run(opens_quickly(kept(frame, home, "short")), by="ward"), run(frame, by="ward")
    for one in (ev, exact):
        assert "nobody is followed to the horizon of 2" in str(one.groups["south"].why_not)
        assert one.groups["north"].why_not is None
    told, right = ev.patients.followed("south"), exact.patients.followed("south")
    assert told == right
    assert told is not None
    assert told.heaviest is None
    close(ev.score("first", "north"), exact.score("first", "north"), 5e-6)


def test_identities_are_no_strata() -> None:
    with pytest.raises(SettingError, match=r"more than 1,000 strata"):
        run(followed().with_columns(own=pl.int_range(pl.len())).lazy(), censoring="own")


def test_who_changes_meanwhile_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pass reads the data again."""
    whole = follow_up_cells.counted

    monkeypatch.setattr(reading, "counted", lambda frame: whole(frame.head(N - 1)))
    with pytest.raises(BaserateError, match=r"changed while they were read: 6,000 patients and then 5,999"):
        run(followed().lazy())
