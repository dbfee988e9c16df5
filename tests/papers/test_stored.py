"""A result read back says what the evaluation said; a file that is no result is refused with its reason."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools.results import as_stored

import baserate
from baserate.errors import FileError, SettingError
from baserate.evaluation.read_result import read_results
from baserate.results.compute import compute
from baserate.results.hints import value_of
from baserate.results.result import Result, result_schema
from tests.papers.studies import (
    RANGE,
    STUDIES,
    content_of,
    evaluate,
    evaluated,
    evaluations,
    hostile,
    of_summaries,
    patients,
)
from tests.support.command_line import run

VALIDATOR = jsonschema.Draft202012Validator(result_schema())


def read(study: str) -> baserate.Evaluation:
    """A study's result as it comes back from JSON."""
    return baserate.read_result(json.loads(json.dumps(evaluated(study).to_dict(), allow_nan=False)))


@pytest.mark.parametrize("study", evaluations())
def test_the_results_that_readers_are_tested_on_are_those_of_today(study: str) -> None:
    """Text by letter; numbers as near as another machine has them. Else: python -m tools.results."""
    assert_alike(json.loads(as_stored(evaluations()[study]().result)), content_of(study))


def assert_alike(one: Any, other: Any, at: str = "") -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys(), at
        for key in one:
            if key != "version":
                assert_alike(one[key], other[key], f"{at}.{key}")
    elif isinstance(one, list):
        assert len(one) == len(other), at
        for number, (left, right) in enumerate(zip(one, other, strict=True)):
            assert_alike(left, right, f"{at}[{number}]")
    elif isinstance(one, float):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-12), at
    else:
        assert one == other, at


@pytest.mark.parametrize("study", STUDIES)
def test_what_is_read_back_is_what_was_written(study: str) -> None:
    ev, result = evaluated(study), read(study)
    assert json.dumps(result.to_dict()) == json.dumps(ev.to_dict())
    assert result.models == ev.models
    assert tuple(result.groups) == tuple(ev.groups)
    assert result.verdict.text == str(result.verdict) == ev.verdict.text
    assert (result.verdict.best, result.verdict.tied) == (ev.verdict.best, tuple(ev.verdict.tied))
    assert result.warnings == ev.warnings
    assert result.to_frame().equals(ev.to_frame("polars"))


@pytest.mark.parametrize(
    "ev", [hostile, of_summaries, lambda: evaluated("shift below 1")], ids=["hostile", "summaries", "shift"]
)
def test_documents_are_the_same_with_and_without_the_patients(ev: Any) -> None:
    live = ev()
    result = baserate.read_result(json.loads(json.dumps(live.to_dict())))
    assert result.summary() == live.summary()
    assert result.to_markdown() == live.to_markdown()
    assert result.to_latex() == live.to_latex()
    assert result.to_html_table() == live.to_html_table()
    assert result.methods() == live.methods()
    assert result.checklist("stratos") == live.checklist("stratos")
    assert result.model_card() == live.model_card()


def test_numbers_can_be_asked_for() -> None:
    ev, result = evaluated("groups"), read("groups")
    for group in (None, "north"):
        for one, other in (
            (result.score("new", group), ev.score("new", group)),
            (result.compare("new", "old", group), ev.compare("new", "old", group)),
        ):
            assert (one.value, one.standard_error, one.low, one.high) == (
                other.value,
                other.standard_error,
                other.low,
                other.high,
            )
    assert (float(result.score("treat none")), str(result.score("treat none"))) == (0.0, "0")
    back, forth = result.compare("old", "new"), result.compare("new", "old")
    assert forth.confidence() == ev.compare("new", "old").confidence()
    assert back.confidence() == pytest.approx(ev.compare("old", "new").confidence(), abs=1e-12)
    with pytest.raises(SettingError, match=r"to be above 0; found 0\.5"):
        forth.confidence(above=0.5)
    margin = read("margin and level").compare("new", "old").confidence(above=0.002)
    assert margin == evaluated("margin and level").compare("new", "old").confidence(above=0.002)
    common = [each.at_common_threshold("new", "north").value for each in (result, ev)]
    assert common[0] == common[1]
    assert str(result.threshold("new")) == str(ev.threshold("new"))
    assert (back.value, back.low, back.high) == (-forth.value, -forth.high, -forth.low)
    for part in ("total", "sharpness", "calibration", "calibration_corrected"):
        split, again = (getattr(each.split("new", "north"), part) for each in (result, ev))
        assert split.value == again.value
    for group in (None, "south"):
        ends = [each.simultaneous("new", "treat all", group)[:2] for each in (result, ev)]
        assert ends[0] == ends[1]
    for reference in (None, "south"):
        gaps = [each.gap("new", "north", reference) for each in (result, ev)]
        for part in ("total", "mechanism", "label_shift", "sharpness", "calibration"):
            assert getattr(gaps[0], part).value == getattr(gaps[1], part).value


def test_cut_offs_and_risks_elsewhere_are_closed_forms() -> None:
    for study in ("groups", "range", "shift below 1"):
        ev, result = evaluated(study), read(study)
        model = ev.models[-1]
        assert result.threshold(model).value == ev.threshold(model).value
        for asked in ({"prevalence": "7%"}, {"cost": "1:9"}, {"prevalence": 0.2, "cost": "1:3"}):
            there, again = result.threshold(model, **asked), ev.threshold(model, **asked)
            assert there.value == pytest.approx(again.value, rel=1e-12)
            assert there.reason == again.reason
        risks = [each.adjusted(model, [0.01, 0.2, 0.9], 0.05) for each in (result, ev)]
        assert risks[0] == pytest.approx(risks[1], rel=1e-12)


def test_what_needs_patients_says_that_there_are_none_and_what_to_do() -> None:
    result = read("groups")
    for ask in (
        lambda: result.shift(),
        lambda: result.page(),
        lambda: result.readings("new", "north"),
        lambda: result.judged("new"),
        lambda: result.gap("new", "north", prevalence=0.5),
        lambda: result.question.deployment,
        lambda: len(result.patients.models),
        lambda: result.groups["north"].prevalence,
        lambda: result.cautions[0],
        lambda: baserate.figures.DecisionCurveDisplay.from_evaluation(result),
        lambda: baserate.figures.forest_of_models(result),
        lambda: baserate.figures.decomposition(result),
        lambda: baserate.figures.decomposition(result, by="groups"),
        lambda: baserate.pool_imputations([result, result]),
    ):
        with pytest.raises(SettingError, match=r"holds no patients.*evaluate the patients again"):
            ask()
    with pytest.raises(SettingError, match="no model 'other'; there are 'new', 'old'"):
        result.score("other")
    with pytest.raises(SettingError, match="no group 'x'; there are 'north', 'south'"):
        result.score("new", "x")
    with pytest.raises(SettingError, match="no 'new' minus 'other'"):
        result.compare("new", "other")


def test_a_result_pickles_and_says_what_it_is() -> None:
    result = read("clusters")
    assert pickle.loads(pickle.dumps(result)).to_dict() == result.to_dict()
    cases = patients()["died"].sum()
    expected = f"Evaluation(new, old; 320 rows, {cases} with the outcome; read, of baserate "
    assert repr(result) == f"{expected}{baserate.__version__})"
    assert result.result == evaluated("clusters").result == pickle.loads(pickle.dumps(result.result))


def test_changing_what_was_read_changes_nothing() -> None:
    content = copy.deepcopy(content_of("range"))
    result = baserate.read_result(content)
    content["models"].clear()
    content["provenance"]["parameters"]["scores"].clear()
    result.to_dict()["models"].clear()
    assert result.models == ("new", "old")
    assert result.to_dict()["provenance"]["parameters"]["scores"] == {"new": "new", "old": "old"}


def test_what_the_json_withholds_stays_withheld() -> None:
    """Sentences about fewer patients than the smallest cell have no counts; nor has what is made of them."""
    data = patients()
    wrong = np.where(np.arange(320) < 4, 1.0 - data["died"], data["new"])
    ev = evaluate(data={**data, "new": wrong}, **RANGE)
    told, discreet = ev.to_dict(), compute(ev, ev.verdict, least=20).to_dict()
    openly, withheld = (one["models"]["new"]["not_available"]["log_loss"] for one in (told, discreet))
    assert "4 of 320" in openly
    assert "fewer than 20 of 320" in withheld
    result = baserate.read_result(json.loads(json.dumps(discreet)))
    reasons = result.to_frame()["reason"].drop_nulls().to_list()
    assert withheld in reasons
    texts = [*reasons, result.to_markdown(), result.methods(), str(result.checklist()), str(result)]
    for text in (*texts, result.model_card().to_markdown()):
        assert "4 of 320" not in " ".join(text.split())


BROKEN: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "not valid JSON"),
    "half": (b'{"schema_version": "2.1", ', r"not valid JSON \(line 1\)"),
    "no object": (b"[1, 2]", "no JSON object"),
    "another": (b'{"a": 1}', "no 'schema_version'"),
    "an older": (b'{"schema_version": "1.0"}', "schema version '1.0'; this baserate reads"),
    "the one before": (b'{"schema_version": "2.3"}', "schema version '2.3'; this baserate reads '2.4'"),
    "a newer": (b'{"schema_version": 99}', "schema version 99; this"),
    "a number, not a text": (b'{"schema_version": 2.4}', "schema version 2.4; this baserate reads '2.4'"),
    "a number that is none": (b'{"schema_version": NaN}', "NaN, which is no number"),
    "not text": (b"\xff\xfe\x00", "not text in UTF-8"),
    "no list": (b'{"schema_version": "2.1", "evaluations": []}', "must be a list"),
    "deep": (b"[" * 100_000, "not valid JSON"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_file_that_is_no_result_is_refused_with_its_reason(kind: str, tmp_path: Path) -> None:
    content, reason = BROKEN[kind]
    (tmp_path / "r.json").write_bytes(content)
    with pytest.raises(FileError, match=rf"r\.json.*{reason}"):
        baserate.read_result(tmp_path / "r.json")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"none\.json cannot be read: No such file"):
        baserate.read_result(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("warnings",), None, "'warnings' must be a list; found None"),
        (
            ("models", "new", "auc", "value"),
            "0.8",
            "'models.new.auc.value' must be a number or null; found '0.8'",
        ),
        (("data", "used"), 1.5, "'data.used' must be a whole number"),
        (("verdict", "confidence"), 1.5, "'verdict.confidence' must be at most 1; found 1.5"),
        (("data", "sha256"), "x", "'data.sha256' must look like"),
        (("more",), 1, "the result has 'more', which no result has"),
        (("ranking",), [], "'ranking' is not about the models, which are 'new', 'old'"),
        (("models",), {}, "is not about the models, which are none"),
        (("comparisons",), [], "'comparisons' is not about the models"),
        (("deployment", "shift"), {}, "'deployment.shift' is not about the models"),
        (("default_strategies", "treat all"), {}, "'default_strategies.treat all' has no 'net_benefit'"),
        (("default_strategies",), {}, "'default_strategies' has no 'treat all'"),
        (("verdict", "best"), "x", "'verdict.best' is none of the models: 'x'"),
        (("provenance", "parameters"), {"outcome": float("nan")}, "holds what JSON cannot"),
        (("data", "positives"), [[[10**5000]]], "'data.positives' must be a whole number; found list"),
    ],
)
def test_a_result_that_is_damaged_says_where(path: tuple[str, ...], value: Any, said: str) -> None:
    content = copy.deepcopy(content_of("range"))
    place = content
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(FileError, match="not a whole result") as error:
        baserate.read_result(content)
    assert said in str(error.value)


def places(content: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = (
        content.items()
        if isinstance(content, dict)
        else enumerate(content)
        if isinstance(content, list)
        else ()
    )
    return [at, *(place for key, value in inside for place in places(value, (*at, key)))]


def fits(content: dict[str, Any]) -> bool:
    """Whether it is a result by the types; if so, it comes back byte by byte."""
    try:
        result = value_of(Result, content)
    except FileError:
        return False
    plain = result.to_dict()
    return plain == value_of(Result, plain).to_dict()


PLACES = places(content_of("groups"))[1:]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(PLACES), st.sampled_from([None, True, -1, 0, 0.5, 2, "", "x", [], {}, "drop"]))
def test_our_check_of_the_schema_agrees_with_another(place: tuple[Any, ...], value: Any) -> None:
    content = copy.deepcopy(content_of("groups"))
    holder = content
    for key in place[:-1]:
        holder = holder[key]
    if value == "drop":
        del holder[place[-1]]
    else:
        holder[place[-1]] = value
    assert fits(content) == VALIDATOR.is_valid(content)


def test_several_deployments_are_told_apart(tmp_path: Path) -> None:
    import polars as pl

    pl.DataFrame(patients()).write_csv(tmp_path / "c.csv")
    out = str(tmp_path / "r.json")
    asked = (
        "--outcome",
        "died",
        "--score",
        "new",
        "--cost",
        "1:5",
        "--prevalence",
        "10%",
        "--prevalence",
        "20%",
    )
    run("evaluate", str(tmp_path / "c.csv"), *asked, "--out", out)
    names = list(read_results(out))
    assert len(names) == 2
    with pytest.raises(SettingError, match=f"several deployments: name one of '{names[0]}'"):
        baserate.read_result(out)
    with pytest.raises(SettingError, match="no deployment 'x'"):
        baserate.read_result(out, deployment="x")
    one = baserate.read_result(out, deployment=names[1])
    assert one.to_dict()["deployment"]["prevalence"]["median"] == pytest.approx(0.2)
    shown = run("report", out, "--deployment", names[1], "--table", "models").stdout
    assert "prevalence 20 %" in " ".join(shown.split())


def test_asking_again_with_the_stored_question_gives_the_stored_answer() -> None:
    asked = read("range").to_dict()["provenance"]["parameters"]
    again = evaluate(prevalence=tuple(asked["prevalence"]), cost=asked["cost"])
    assert again.to_dict()["verdict"] == evaluated("range").to_dict()["verdict"]
    assert RANGE["cost"] == asked["cost"]


def test_a_result_without_what_was_asked_is_no_whole_result() -> None:
    content = copy.deepcopy(content_of("groups"))
    del content["provenance"]["parameters"]["by"]
    with pytest.raises(FileError, match=r"'provenance\.parameters' has no 'by'"):
        baserate.read_result(content)
