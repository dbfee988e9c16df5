"""to_frame: every number of a result, in the caller's kind of frame, as JSON and text have it."""

from __future__ import annotations

import json
import math
import pickle
import re
from collections.abc import Iterator
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import baserate
from baserate.errors import SettingError
from baserate.evaluation.evaluation import Evaluation
from tests.papers.studies import (
    RANGE,
    STUDIES,
    content_of,
    evaluate,
    evaluated,
    hostile,
    of_summaries,
    patients,
    stored,
)

NUMBER = {"value", "standard_error", "low", "high"}


def numbers_in(content: Any) -> Iterator[tuple[float | None, ...]]:
    """Every number with an interval, wherever it stands in a result."""
    if isinstance(content, dict):
        if set(content) >= NUMBER and "degrees_of_freedom" not in content:
            yield tuple(content[key] for key in ("value", "standard_error", "low", "high"))
        else:
            for inside in content.values():
                yield from numbers_in(inside)
    elif isinstance(content, list):
        for inside in content:
            yield from numbers_in(inside)


def reported(content: dict[str, Any]) -> list[tuple[float | None, ...]]:
    """What a frame must hold: all but the verdict's, and the observed/expected of readings."""
    kept = {key: content[key] for key in ("models", "default_strategies", "comparisons", "groups")}
    for group in kept["groups"]:
        for gap in group.get("gaps", ()):
            if gap["readings"] is not None:
                gap["readings"] = {"kept": gap["readings"]["difference_at_equal_prevalence"]}
    return sorted(numbers_in(kept), key=str)


@pytest.mark.parametrize("study", STUDIES)
def test_the_frame_holds_every_number_of_the_result_and_no_other(study: str) -> None:
    frame = stored(study).to_frame("polars")
    with_interval = frame.filter(pl.col("level").is_not_null())
    rows = with_interval.select("value", "standard_error", "low", "high").rows()
    assert sorted(rows, key=str) == reported(json.loads(json.dumps(content_of(study))))
    assert with_interval["level"].unique().to_list() == [content_of(study)["deployment"]["level"]]


@pytest.mark.parametrize("study", STUDIES)
def test_each_line_is_told_apart_and_has_a_text_and_a_unit(study: str) -> None:
    frame = stored(study).to_frame("polars")
    assert frame.select("group", "model", "reference", "measure").is_unique().all()
    assert not frame["text"].is_null().any()
    known = frame.filter(pl.col("value").is_not_null())
    assert not known["unit"].is_null().any()
    assert not [text for text in frame["text"] if "nan" in text or re.search(r"-0(\.0+)?(?![\d.])", text)]
    absent = frame.filter(pl.col("value").is_null())
    assert not absent["reason"].is_null().any()


@pytest.mark.parametrize("study", STUDIES)
def test_the_texts_of_the_frame_are_those_of_the_printed_result(study: str) -> None:
    """Those of measures, differences and default strategies for all patients."""
    ev = stored(study)
    printed = " ".join(ev.summary().split())
    told = [
        "net_benefit",
        "difference",
        "auc",
        "calibration_corrected",
        "sensitivity",
        "ppv",
        "treated_per_1000",
    ]
    told += ["calibration_slope", "brier", "cutoff", "threshold_probability", "false_negatives_per_1000"]
    frame = ev.to_frame("polars").filter(pl.col("group").is_null(), pl.col("measure").is_in(told))
    assert len(frame) > 10
    for text in frame["text"]:
        assert text in printed


def test_counts_cut_offs_and_confidence_are_there() -> None:
    content, frame = content_of("clusters"), stored("clusters").to_frame("polars")

    def value(measure: str, model: str | None = None, reference: str | None = None) -> float:
        here = [pl.col("measure") == measure, pl.col("group").is_null(), pl.col("model").eq_missing(model)]
        (found,) = frame.filter(*here, pl.col("reference").eq_missing(reference))["value"]
        return float(found)

    data, threshold = content["data"], content["models"]["new"]["threshold"]
    assert value("n") == data["used"] == 320
    assert value("events") == data["positives"] == patients()["died"].sum()
    assert value("clusters") == data["clusters"] == 160
    assert value("cutoff", "new") == threshold["value"]
    assert (
        value("cutoff_lowest", "new")
        == threshold["low"]
        < value("cutoff_highest", "new")
        == threshold["high"]
    )
    assert value("threshold_probability", "new") == pytest.approx(1 / 6)
    assert value("confidence", "new", "old") == content["comparisons"][0]["confidence"]
    assert value("possible", None, "without a model") == content["verdict"]["possible"]


def test_simultaneous_intervals_are_those_of_the_evaluation_and_wider() -> None:
    ev = evaluated("groups")
    for row in ev.to_frame("polars").filter(pl.col("measure") == "difference").iter_rows(named=True):
        interval = ev.simultaneous(row["model"], row["reference"], row["group"])
        assert (row["simultaneous_low"], row["simultaneous_high"]) == pytest.approx(interval[:2])
        assert row["simultaneous_low"] <= row["low"]
        assert row["simultaneous_high"] >= row["high"]


def test_parts_of_gaps_add_up_and_are_those_of_the_evaluation() -> None:
    ev = evaluated("reference")
    frame = ev.to_frame("polars").filter(pl.col("measure").str.starts_with("gap_"))
    assert set(frame["group"]) == {"north"}
    assert set(frame["reference"]) == {"south"}
    for model in ev.models:
        part = {
            row["measure"]: row["value"]
            for row in frame.filter(pl.col("model") == model).iter_rows(named=True)
        }
        assert part["gap_total"] == pytest.approx(part["gap_mechanism"] + part["gap_label_shift"])
        assert part["gap_mechanism"] == pytest.approx(part["gap_sharpness"] + part["gap_calibration"])
        assert part["gap_mechanism"] == ev.gap(model, "north", "south").mechanism.value


def test_a_group_that_cannot_be_estimated_says_why() -> None:
    frame = stored("a group that cannot be estimated").to_frame("polars")
    (row,) = frame.filter(pl.col("group") == "tiny").iter_rows(named=True)
    assert (row["measure"], row["value"], row["events"]) == ("not estimable", None, 0)
    assert row["reason"] == next(
        group["why_not"]
        for group in content_of("a group that cannot be estimated")["groups"]
        if not group["estimable"]
    )


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (pd.DataFrame, pd.DataFrame),
        (pl.DataFrame, pl.DataFrame),
        (pa.table, pa.Table),
        (dict, pl.DataFrame),
        (lambda data: pl.DataFrame(data).lazy(), pl.DataFrame),
    ],
)
def test_the_frame_is_of_the_kind_that_the_patients_came_in(make: Any, kind: type) -> None:
    ev = evaluate(data=make(patients(120)), scores="new", **RANGE)
    assert type(ev.to_frame()) is kind
    again: Evaluation = pickle.loads(pickle.dumps(ev))
    assert type(again.to_frame()) is kind
    assert type(ev.to_frame("polars")) is pl.DataFrame


def test_all_kinds_of_frame_hold_the_same() -> None:
    ev = evaluated("groups")
    as_polars, as_pandas, as_arrow = (ev.to_frame(kind) for kind in ("polars", "pandas", "pyarrow"))
    assert as_arrow.to_pylist() == as_polars.to_dicts()
    assert list(as_pandas.columns) == as_polars.columns
    for row, other in zip(as_polars.iter_rows(named=True), as_pandas.to_dict("records"), strict=True):
        assert {
            key: None if value is None or value is pd.NA or value != value else value
            for key, value in other.items()
        } == row
    assert as_pandas["n"].dtype == "Int64"
    assert as_pandas["value"].dtype == "float64"


def test_a_kind_that_there_is_not_is_refused() -> None:
    with pytest.raises(SettingError, match="'pandas', 'polars' or 'pyarrow'; found 'excel'"):
        stored("range").to_frame("excel")


def test_a_pandas_frame_of_one_dtype_per_column_survives_a_result_without_groups() -> None:
    frame = stored("one model").to_frame("pandas")
    assert frame["group"].isna().all()
    assert frame["value"].notna().any()


@pytest.mark.parametrize("ev", [hostile, of_summaries], ids=["hostile", "summaries"])
def test_hostile_names_and_summaries_have_frames_too(ev: Any) -> None:
    frame = ev().to_frame("polars")
    content = json.loads(json.dumps(ev().to_dict()))
    rows = frame.filter(pl.col("level").is_not_null()).select("value", "standard_error", "low", "high").rows()
    assert sorted(rows, key=str) == reported(content)
    assert set(frame["model"]) == {*content["models"], "treat all", "treat none", "without a model", None}


def test_the_text_of_an_estimate_is_as_a_paper_prints_it() -> None:
    ev = evaluated("range")
    score = ev.score("new")
    value, low, high = (1000 * x for x in (score.value, score.low, score.high))
    decimals = 1 - math.floor(math.log10((high - low) / 2))
    assert score.text(1000) == f"{value:.{decimals}f} ({low:.{decimals}f} to {high:.{decimals}f})"
    assert (-1 * score).text(1000).startswith("-")
    assert score.text(-1000) == (-1000 * score).text()
    assert baserate.Estimate.exact(0.25).text() == "0.25"
    assert baserate.Estimate.exact(-0.0).text() == "0"
