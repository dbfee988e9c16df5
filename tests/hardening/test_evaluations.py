"""Whole evaluations of small and awkward cohorts: text, JSON and verdict say one thing, and it can be."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema
import pytest
from hypothesis import given

import baserate
from baserate.errors import BaserateError, BaserateWarning
from baserate.results.result import result_schema
from tests.hardening.answers import answer
from tests.hardening.budget import examples
from tests.hardening.studies import Study, studies

SCHEMA = jsonschema.Draft202012Validator(result_schema())
# Numbers whose interval is moved towards what is possible, or corrected, and may leave its estimate.
FREE = {"calibration_corrected"}


def evaluate(study: Study, **other: Any) -> baserate.Evaluation | BaserateError:
    """The evaluation of a study; warnings are part of the result."""
    asked = {**study.asked, **other}
    ev: baserate.Evaluation | BaserateError = answer(
        baserate.evaluate, study.table, "died", list(study.models), **asked
    )
    return ev


def plain(ev: baserate.Evaluation) -> dict[str, Any]:
    """The result as JSON holds it: no number in it may be none."""
    content: dict[str, Any] = json.loads(as_text(ev))
    return content


def as_text(ev: baserate.Evaluation) -> str:
    return json.dumps(ev.to_dict(), allow_nan=False, sort_keys=True)


def intervals(content: Any, way: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every number with an interval, and the way to it."""
    if isinstance(content, dict):
        if "low" in content and "high" in content:
            yield way, content
        for key, inner in content.items():
            yield from intervals(inner, f"{way}/{key}")
    elif isinstance(content, list):
        for place, inner in enumerate(content):
            yield from intervals(inner, f"{way}/{place}")


def check_intervals(content: dict[str, Any]) -> None:
    """Ends in order, and the estimate between them."""
    for way, one in intervals(content):
        low, high = one["low"], one["high"]
        if low is None or high is None:
            continue
        assert low <= high, (way, one)
        value = one.get("value")
        if value is not None and way.rpartition("/")[2] not in FREE:
            slack = 1e-12 * max(1.0, abs(value))
            assert low - slack <= value <= high + slack, (way, one)
        if "standard_error" in one and one["standard_error"] is not None:
            assert one["standard_error"] >= 0.0, (way, one)


def check_verdict(content: dict[str, Any], text: str) -> None:
    """The verdict names the model of the highest net benefit, and its own numbers agree with the rest."""
    verdict, models = content["verdict"], content["models"]
    worth = {name: model["net_benefit"]["value"] for name, model in models.items()}
    worth |= {
        name: strategy["net_benefit"]["value"] for name, strategy in content["default_strategies"].items()
    }
    best = worth[verdict["best"]]
    slack = 1e-12 * max(1.0, *(abs(value) for value in worth.values()))
    assert all(best >= worth[name] - slack for name in (*models, "without a model")), (verdict["best"], worth)
    assert verdict["difference"]["value"] == pytest.approx(best - worth[verdict["runner_up"]], abs=10 * slack)
    assert verdict["best"] in verdict["tied"]
    assert verdict["decided"] == (
        len(verdict["tied"]) == 1
        and (verdict["best"] == "without a model" or verdict["best"] in verdict["better_than_without"])
    )
    assert verdict["text"].startswith(verdict["sentence"])
    assert " ".join(verdict["sentence"].split()) in " ".join(text.split())
    for name in models:
        assert name in text


@examples(6, shrink=False)
@given(study=studies())
def test_an_evaluation_is_whole_or_refused(study: Study) -> None:
    ev = evaluate(study)
    if isinstance(ev, BaserateError):
        return
    content = plain(ev)
    SCHEMA.validate(content)
    check_intervals(content)
    check_verdict(content, ev.summary())
    assert as_text(ev) == as_text(ev)
    assert content["warnings"] == [warning.sentence() for warning in ev.cautions]
    frame = ev.to_frame()
    for row in frame.filter(frame["group"].is_null()).iter_rows(named=True):
        known = content["models"].get(row["model"], {}).get(row["measure"])
        if isinstance(known, dict) and known.get("value") is not None and row["value"] is not None:
            assert row["value"] == known["value"]


@examples(2, shrink=False)
@given(study=studies(most=60))
def test_a_second_evaluation_is_the_same_to_the_last_bit(study: Study) -> None:
    first, second = evaluate(study), evaluate(study)
    if isinstance(first, BaserateError) or isinstance(second, BaserateError):
        assert str(first) == str(second)
        return
    one, other = plain(first), plain(second)
    for content in (one, other):
        content["provenance"].pop("time")
    assert one == other


@examples(6, shrink=False)
@given(study=studies(fewest=2, most=12))
def test_too_few_patients_are_refused_or_told(study: Study) -> None:
    """With hardly any patients there is an answer that says so, or an error that does."""
    ev = evaluate(study)
    if not isinstance(ev, BaserateError):
        content = plain(ev)
        check_intervals(content)
        assert any("fewer than" in text or "only" in text or "few" in text for text in content["warnings"])


def test_warnings_are_in_the_result_and_in_python() -> None:
    study = {"died": [0, 1] * 10, "s": [0.2, 0.8] * 10}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ev = baserate.evaluate(study, "died", "s", cost="1:1")
    raised = {str(one.message) for one in caught if issubclass(one.category, BaserateWarning)}
    assert raised == set(ev.to_dict()["warnings"])
    assert math.isfinite(ev.score("s").value)
