"""What changed between two results: found where something did, and nothing where nothing did."""

from __future__ import annotations

import copy
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

import baserate
from baserate.evaluation.compared import Comparison, compare_results
from tests.papers.studies import RANGE, STUDIES, content_of, evaluate, hostile, patients
from tests.support.command_line import run


def result(content: Any) -> baserate.StoredResult:
    return baserate.read_result(json.loads(json.dumps(content)))


def compared(old: Any, new: Any) -> Comparison:
    return compare_results(result(old), result(new))


def other_patients() -> Any:
    return evaluate(data=patients(400, seed=11), **RANGE).to_dict()


@pytest.mark.parametrize("study", STUDIES)
def test_a_result_is_the_same_as_itself(study: str) -> None:
    comparison = compared(content_of(study), content_of(study))
    assert not comparison.changed
    assert comparison.same_patients
    assert not any(number.is_changed for number in comparison.numbers)
    assert comparison.to_dict()["settings"] == []


def test_neither_time_nor_version_nor_the_order_of_models_is_a_change() -> None:
    later = copy.deepcopy(content_of("range"))
    later["provenance"] |= {"time": "2031-01-01T00:00:00+00:00", "version": "9.9"}
    assert not compared(content_of("range"), later).changed
    turned = evaluate(scores=["old", "new"], **RANGE).to_dict()
    comparison = compared(content_of("range"), turned)
    assert not any(number.is_changed for number in comparison.numbers)


def test_different_patients_have_a_standard_error_of_the_change() -> None:
    old, new = content_of("range"), other_patients()
    comparison = compared(old, new)
    assert comparison.changed
    assert not comparison.same_patients
    assert "independent" in comparison.about_errors
    (change,) = [
        one
        for one in comparison.numbers
        if (one.model, one.reference, one.measure) == ("new", None, "net_benefit")
    ]
    before, after = (content["models"]["new"]["net_benefit"] for content in (old, new))
    assert change.change is not None
    assert change.change.value == pytest.approx(after["value"] - before["value"])
    error = math.sqrt(before["standard_error"] ** 2 + after["standard_error"] ** 2)
    assert change.change.standard_error == pytest.approx(error)
    ends = norm.interval(0.95, loc=change.change.value, scale=error)
    assert (change.change.low, change.change.high) == pytest.approx(ends)
    assert {"rows used", "with the outcome", "data (SHA-256)"} <= {one.what for one in comparison.settings}


def test_the_interval_of_a_change_covers_between_independent_samples() -> None:
    """Of 40 pairs of samples from one population, the change's 90 % interval misses 0 in about 4."""
    asked = {"prevalence": 0.2, "cost": "1:5", "scores": "new", "level": 0.9}
    results = [result(evaluate(data=patients(150, seed=seed), **asked).to_dict()) for seed in range(100, 180)]
    misses = 0
    for old, new in zip(results[::2], results[1::2], strict=True):
        (number,) = [
            one
            for one in compare_results(old, new).numbers
            if one.model == "new" and one.measure == "net_benefit"
        ]
        assert number.change is not None
        misses += not number.change.low <= 0.0 <= number.change.high
    assert misses <= 11  # of 40 at 10 %: more has a probability below 1 in 1,000


def test_the_same_patients_asked_otherwise_have_a_change_without_a_standard_error() -> None:
    other = evaluate(**{**RANGE, "cost": "1:2"}).to_dict()
    comparison = compared(content_of("range"), other)
    assert comparison.same_patients
    assert "same patients" in comparison.about_errors
    assert {"cost"} <= {one.what for one in comparison.settings}
    changed = [one for one in comparison.numbers if one.is_changed]
    assert changed
    for number in changed:
        assert number.to_dict()["change"]["standard_error"] is None
        assert "(" not in number.change_text


@pytest.mark.parametrize("study", ["groups", "one model", "clusters", "lazy"])
def test_the_same_patients_with_other_columns_are_not_taken_for_others(study: str) -> None:
    """The hash is of the columns that were used: another group makes no other patients."""
    comparison = compared(content_of("range"), content_of(study))
    assert comparison.same_patients is None
    assert comparison.to_dict()["same_patients"] is None
    assert "cannot be told" in comparison.about_errors
    changes = [one.change for one in comparison.numbers if one.change is not None]
    assert changes
    assert all(math.isnan(change.standard_error) for change in changes)


def test_models_groups_and_warnings_that_came_or_went() -> None:
    grouped, alone = content_of("groups"), evaluate(scores="new", **RANGE).to_dict()
    comparison = compared(grouped, alone)
    told = {one.what: (one.old, one.new) for one in comparison.settings}
    assert told["models"] == ("new, old", "new")
    assert told["groups"] == ("north, south", "none")
    gone = [one for one in comparison.numbers if one.new is None]
    assert {one.group for one in gone} == {None, "north", "south"}
    warned = copy.deepcopy(content_of("range"))
    warned["warnings"] = ["A new one."]
    assert compared(content_of("range"), warned).warnings_come == ("A new one.",)
    assert compared(warned, content_of("range")).warnings_gone == ("A new one.",)
    assert compared(warned, content_of("range")).changed


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("results")
    contents = {"old": content_of("range"), "new": other_patients(), "hostile": hostile().to_dict()}
    contents["groups"] = content_of("groups")
    paths = {name: folder / f"{name}.json" for name in contents}
    for name, path in paths.items():
        path.write_text(json.dumps(contents[name]))
    (folder / "broken.json").write_text("{")
    return {**{name: str(path) for name, path in paths.items()}, "broken": str(folder / "broken.json")}


def test_the_command_compares_and_ends_with_a_status(files: dict[str, str]) -> None:
    same = run("compare", files["old"], files["old"], "--fail-on-change").stdout
    assert same.startswith("Nothing changed")
    run("compare", files["old"], files["new"])
    shown = run("compare", files["old"], files["new"], "--fail-on-change", status=4).stdout
    comparison = compare_results(*(baserate.read_result(files[name]) for name in ("old", "new")))
    for number in comparison.numbers:
        assert number.change_text in shown
    content = json.loads(run("compare", files["old"], files["new"], "--json").stdout)
    assert content == json.loads(json.dumps(comparison.to_dict()))
    assert "not valid JSON" in run("compare", files["old"], files["broken"], status=3).stderr


def test_hostile_names_do_not_break_the_comparison(files: dict[str, str]) -> None:
    shown = run("compare", files["old"], files["hostile"]).stdout
    assert not {letter for letter in shown if ord(letter) < 32} - {"\n"}


FORMATS = ("text", "markdown", "latex", "html")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", ["groups", "hostile"])
def test_a_report_in_every_format_has_the_verdict_and_the_tables(
    files: dict[str, str], form: str, name: str
) -> None:
    shown = run("report", files[name], "--format", form).stdout
    assert "1.0" in shown or "0." in shown
    assert "treat none" in shown
    assert len(shown) > 3_000


def test_a_report_says_what_the_library_says(files: dict[str, str], tmp_path: Path) -> None:
    stored = baserate.read_result(files["groups"])
    asked = ("report", files["groups"])
    assert run(*asked).stdout == stored.summary()
    assert run(*asked, "--table", "models", "--format", "markdown").stdout == stored.to_markdown("models")
    assert run(*asked, "--table", "models", "--format", "latex").stdout == stored.to_latex("models")
    assert run(*asked, "--table", "groups", "--format", "html").stdout == stored.to_html_table("groups")
    assert run(*asked, "--methods").stdout == stored.methods()
    assert run(*asked, "--checklist", "stratos").stdout == f"{stored.checklist('stratos')}\n"
    assert (
        json.loads(run(*asked, "--checklist", "tripod+ai", "--format", "json").stdout)
        == stored.checklist().to_dict()
    )
    assert json.loads(run(*asked, "--model-card", "--format", "json").stdout) == stored.model_card().to_dict()
    assert run(*asked, "--model-card", "--model", "old").stdout == stored.model_card("old").to_markdown()
    out = tmp_path / "t.tex"
    assert run(*asked, "--table", "models", "--format", "latex", "--out", str(out)).stdout == ""
    assert out.read_text() == stored.to_latex("models")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--methods", "--table", "models"), "one of them"),
        (("--model", "new"), "--model-card"),
        (("--format", "xml"), "is for --model-card"),
        (("--checklist", "stratos", "--format", "xml"), "is for --model-card"),
        (("--model-card", "--format", "latex"), "not as latex"),
        (("--model-card", "--model", "x"), "no model 'x'"),
        (("--table", "nonsense"), "nonsense"),
        (("--deployment", "x"), "no deployment 'x'"),
    ],
)
def test_what_cannot_be_reported_is_refused(
    files: dict[str, str], options: tuple[str, ...], said: str
) -> None:
    assert said in run("report", files["groups"], *options, status=2).stderr


def test_a_report_does_not_write_over_its_result(files: dict[str, str]) -> None:
    before = Path(files["groups"]).read_text()
    run("report", files["groups"], "--out", files["groups"], status=3)
    assert Path(files["groups"]).read_text() == before


def test_numbers_next_to_each_other_are_the_same() -> None:
    nearly = copy.deepcopy(content_of("range"))
    number = nearly["models"]["new"]["net_benefit"]
    number["value"] = float(np.nextafter(number["value"], 1.0))
    assert not compared(content_of("range"), nearly).changed
    number["value"] += 1e-6
    assert compared(content_of("range"), nearly).changed
