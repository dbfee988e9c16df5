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

import baserate
from baserate.errors import FileError, SettingError
from baserate.evaluation.stored import read_results
from baserate.results.as_json import as_dict, schema
from baserate.results.schema_check import first_fault
from tests.papers.studies import (
    RANGE,
    STUDIES,
    content_of,
    evaluate,
    evaluated,
    hostile,
    of_summaries,
    patients,
)
from tests.support.command_line import run

SCHEMA = schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def stored(study: str) -> baserate.StoredResult:
    return baserate.read_result(content_of(study))


@pytest.mark.parametrize("study", STUDIES)
def test_what_is_read_back_is_what_was_written(study: str) -> None:
    ev, result = evaluated(study), stored(study)
    assert result.to_dict() == content_of(study)
    assert result.models == ev.models
    assert result.groups == tuple(ev.groups)
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
    assert result.to_markdown() == live.to_markdown()
    assert result.to_latex() == live.to_latex()
    assert result.to_html_table() == live.to_html_table()
    assert result.methods() == live.methods()
    assert result.checklist("stratos") == live.checklist("stratos")
    assert result.model_card() == live.model_card()


def test_numbers_can_be_asked_for() -> None:
    ev, result = evaluated("groups"), stored("groups")
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
    assert result.score("treat none").is_exact
    assert result.estimate("auc", "old").value == ev.judged("old").measure("auc").get().value
    with pytest.raises(SettingError, match="no 'auc' of model 'other'"):
        result.estimate("auc", "other")
    with pytest.raises(SettingError, match="not available: no patient's score reaches"):
        stored("nobody is treated").estimate("ppv", "new")


def test_a_result_pickles_and_says_what_it_is() -> None:
    result = stored("clusters")
    assert pickle.loads(pickle.dumps(result)).to_dict() == result.to_dict()
    cases = patients()["died"].sum()
    expected = f"StoredResult(new, old; 320 rows, {cases} with the outcome; baserate {baserate.__version__})"
    assert repr(result) == expected


def test_changing_what_was_read_changes_nothing() -> None:
    content = copy.deepcopy(content_of("range"))
    result = baserate.read_result(content)
    content["models"].clear()
    result.to_dict()["models"].clear()
    assert result.models == ("new", "old")


def test_what_the_json_withholds_stays_withheld() -> None:
    """Sentences about fewer patients than the smallest cell have no counts; nor has what is made of them."""
    data = patients()
    wrong = np.where(np.arange(320) < 4, 1.0 - data["died"], data["new"])
    ev = evaluate(data={**data, "new": wrong}, **RANGE)
    told, discreet = ev.to_dict(), as_dict(ev, ev.verdict, least=20)
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
    "the one before": (b'{"schema_version": "2.2"}', "schema version '2.2'; this baserate reads '2.3'"),
    "a newer": (b'{"schema_version": 99}', "schema version 99; this"),
    "a number, not a text": (b'{"schema_version": 2.3}', "schema version 2.3; this baserate reads '2.3'"),
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
    assert (first_fault(content, SCHEMA) is None) == VALIDATOR.is_valid(content)


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
    assert one.content["deployment"]["prevalence"]["median"] == pytest.approx(0.2)
    shown = run("report", out, "--deployment", names[1], "--table", "models").stdout
    assert "prevalence 20 %" in " ".join(shown.split())


def test_asking_again_with_the_stored_question_gives_the_stored_answer() -> None:
    asked = stored("range").to_dict()["provenance"]["parameters"]
    again = evaluate(prevalence=tuple(asked["prevalence"]), cost=asked["cost"])
    assert again.to_dict()["verdict"] == content_of("range")["verdict"]
    assert RANGE["cost"] == asked["cost"]


def test_a_result_without_what_was_asked_is_no_whole_result() -> None:
    content = copy.deepcopy(content_of("groups"))
    del content["provenance"]["parameters"]["by"]
    with pytest.raises(FileError, match=r"'provenance\.parameters' has no 'by'"):
        baserate.read_result(content)
