"""Everything that an evaluation can say, it can say from lines."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import baserate
from baserate.errors import BaserateWarning
from baserate.evaluation.evaluation import Evaluation
from baserate.results.result import result_schema
from tests.engines.sources import ASKED, Opener, kept, study


def run(data: Any, **changed: Any) -> Evaluation:
    asked = {"by": "ward", "weight": "w", "reference": "north", **ASKED, **changed}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        return baserate.evaluate(data, "died", ["first", "second"], **asked)


@pytest.fixture(scope="module")
def ev(opens_quickly: Opener, home: Path) -> Evaluation:
    return run(opens_quickly(kept(study(), home, "study")))


@pytest.fixture(scope="module")
def memory() -> Evaluation:
    return run(study())


def test_the_result_is_as_the_schema_says(ev: Evaluation) -> None:
    told = json.loads(json.dumps(ev.to_dict()))
    jsonschema.validate(told, result_schema())
    assert {group["name"] for group in told["groups"]} == {"north", "south", "5", "(missing)"}
    assert all(group["estimable"] for group in told["groups"])


def test_summary_verdict_and_frame_read_as_they_do_in_memory(ev: Evaluation, memory: Evaluation) -> None:
    assert ev.verdict.best == memory.verdict.best
    assert ev.verdict.decided == memory.verdict.decided
    assert str(ev).splitlines()[0] == str(memory).splitlines()[0]
    assert "first" in ev.summary()
    assert "second" in ev.summary()
    keys = ["group", "model", "measure"]
    assert ev.to_frame()[keys].equals(memory.to_frame()[keys])


def test_threshold_and_rivals_are_those_in_memory(ev: Evaluation, memory: Evaluation) -> None:
    for model in ev.models:
        assert ev.threshold(model).value == pytest.approx(memory.threshold(model).value, rel=1e-9)
        assert ev.threshold(model, "5%", "1:9").value == pytest.approx(
            memory.threshold(model, "5%", "1:9").value, rel=1e-9
        )
    for rival in ("treat all", "treat none", "without a model"):
        assert ev.score(rival).value == pytest.approx(memory.score(rival).value, rel=1e-9)


@pytest.mark.parametrize("group", [None, "north", "south", "5", "(missing)"])
def test_parts_are_those_in_memory(ev: Evaluation, memory: Evaluation, group: str | None) -> None:
    for model in ev.models:
        ours, theirs = ev.split(model, group), memory.split(model, group)
        assert ours.total.value == pytest.approx(theirs.total.value, abs=1e-5)
        assert ours.sharpness.value == pytest.approx(theirs.sharpness.value, abs=2e-4)
        assert ours.calibration.value == pytest.approx(theirs.calibration.value, abs=2e-4)
        off = ours.calibration_corrected.value - theirs.calibration_corrected.value
        assert abs(off) < theirs.calibration_corrected.standard_error


@pytest.mark.parametrize("reference", ["north", None])
def test_gaps_are_those_in_memory(ev: Evaluation, memory: Evaluation, reference: str | None) -> None:
    for model in ev.models:
        ours, theirs = (one.gap(model, "south", reference) for one in (ev, memory))
        assert ours.second.name == theirs.second.name
        assert ours.parts.keys() == theirs.parts.keys()
        for name, part in ours.parts.items():
            right = theirs.parts[name]
            assert abs(part.value - right.value) < max(0.2 * right.standard_error, 1e-5), name
            assert part.standard_error == pytest.approx(right.standard_error, rel=0.1, abs=1e-6), name


@pytest.mark.parametrize("group", [None, "north", "south", "5", "(missing)"])
def test_comparisons_are_those_in_memory(ev: Evaluation, memory: Evaluation, group: str | None) -> None:
    for other in ("second", "treat all", "treat none"):
        ours, theirs = (one.compare("first", other, group) for one in (ev, memory))
        assert ours.value == pytest.approx(theirs.value, abs=2e-5)
        assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.02)


def test_groups_and_weights_change_the_hash() -> None:
    asked: list[dict[str, Any]] = [{}, {"weight": None}, {"by": "site"}, {"by": None}]
    found = [run(study().lazy(), **{"reference": None, **one}).patients.sha256 for one in asked]
    assert len(set(found)) == len(asked)


@pytest.mark.parametrize("strategy", ["treat all", "treat none", "without a model"])
@pytest.mark.parametrize("model", ["first", "second"])
def test_comparisons_with_default_strategies_vary_as_in_memory_at_the_observed_prevalence(
    opens_quickly: Opener, home: Path, model: str, strategy: str
) -> None:
    """The default strategy is that of the model's own bins; on another model's it would be independent."""
    asked: dict[str, Any] = {"by": None, "reference": None, "weight": None, "prevalence": None}
    lazy, memory = run(opens_quickly(kept(study(), home, "study")), **asked), run(study(), **asked)
    found, exact = (ev.compare(model, strategy) for ev in (lazy, memory))
    assert found.standard_error == pytest.approx(exact.standard_error, rel=2e-3)
    assert (-found).standard_error == pytest.approx(lazy.compare(strategy, model).standard_error, rel=1e-12)
    interval, wanted = (ev.simultaneous(model, strategy) for ev in (lazy, memory))
    assert interval.high - interval.low == pytest.approx(wanted.high - wanted.low, rel=5e-3)
