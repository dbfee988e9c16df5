"""One list of what can be asked: signature, command line, study files and provenance have it and no other."""

from __future__ import annotations

import inspect
import re
import tomllib
import warnings
from dataclasses import replace
from typing import Any

import click
import polars as pl
import pytest

import baserate
from baserate.cli.evaluate import command
from baserate.cli.init import TEMPLATE
from baserate.errors import BaserateWarning, SettingError
from baserate.evaluation.study import Study
from baserate.options import FOLLOW_UP, GROUPS, OPTIONS, flag_of
from baserate.results.question import Changes
from tests.papers.studies import RANGE, STUDIES, evaluate, evaluated, patients, stored
from tests.support.command_line import run

# Asked by evaluate() alone: what is read, and how it is printed and written.
OF_EVALUATE = {"crossed", "prevalence_from", "prevalence_model", "study_file", "full", "as_json", "as_csv"}
OF_EVALUATE |= {"out", "html", "smallest_cell", "earlier"}


def test_the_signature_has_these_options_and_their_defaults() -> None:
    signature = dict(inspect.signature(baserate.evaluate).parameters)
    del signature["data"]
    required = {name for name, one in signature.items() if one.default is inspect.Parameter.empty}
    assert set(signature) == set(OPTIONS)
    assert required == {"cost"}
    for name, one in signature.items():
        if name == "shift":  # label shift, as it is written
            assert str(one.default).startswith("1 (label shift)")
        elif name not in required:
            assert one.default == OPTIONS[name].default, name


def test_the_command_line_has_them_by_their_flags() -> None:
    options = {one.name: one for one in command.params if isinstance(one, click.Option)}
    assert set(options) == set(OPTIONS) | OF_EVALUATE
    for name, option in OPTIONS.items():
        assert options[name].opts == [flag_of(name)]
        assert options[name].help == option.help
    assert [one for one in options if one in OPTIONS] == [*OPTIONS]


def test_help_lists_them_in_groups() -> None:
    shown = run("evaluate", "--help").stdout
    headings = [f"\n{heading}:\n" for heading in GROUPS.values()]
    parts = re.split("|".join(headings), shown)[1:]
    assert [heading for heading in headings if heading in shown] == headings
    for group, part in zip(GROUPS, parts, strict=True):
        flags = re.findall(r"^  (?:-h, )?(--[a-z-]+)", part, flags=re.MULTILINE)
        assert {flag_of(name) for name, one in OPTIONS.items() if one.group == group} <= set(flags)
    assert "--study" in parts[0]
    assert "--crossed" in parts[1]
    assert "--json" in parts[2]
    assert "FILES" not in "".join(parts)


def test_the_result_records_them() -> None:
    plain, followed = (
        evaluated(study).to_dict()["provenance"]["parameters"] for study in ("range", "censored")
    )
    assert [*plain] == [*followed] == [*OPTIONS]
    assert {name for name in FOLLOW_UP if plain[name] is not None} == set()
    assert (followed["outcome"], followed["event"]) == (None, "died")


def test_what_may_be_asked_otherwise_is_what_no_summary_fixes() -> None:
    assert set(Changes.__annotations__) == {name for name, option in OPTIONS.items() if not option.fixed}


CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "nothing": ("range", {}),
    "a prevalence": ("range", {"prevalence": "5%"}),
    "observed": ("groups", {"prevalence": None, "cost": ("1:20", "1:2")}),
    "how sure": ("range", {"level": 0.9, "margin": 2.0, "seed": 3}),
    "sources": ("groups", {"shift": {"new": 0.5}, "source_prevalence": {"old": 0.4}}),
    "words": ("groups", {"reference": "south", "outcome_name": "deaths", "title": "Again"}),
    "another shift": ("shift below 1", {"shift": 0.8}),
    "censored": ("censored", {"prevalence": 0.1}),
    "on an engine": ("lazy", {"cost": "1:9"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_asked_otherwise_is_asked_anew(change: str) -> None:
    study, changes = CHANGES[change]
    asked = evaluated(study)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        found = asked.at(**changes)
    anew = evaluate(**{**STUDIES[study], **changes})
    told, again = (replace(ev.result, provenance=asked.result.provenance) for ev in (found, anew))
    assert told == again
    assert found.question.to_dict() == anew.question.to_dict()
    assert asked.result == evaluated(study).result


def test_what_cannot_be_asked_otherwise_is_refused() -> None:
    of_columns: Any = {"positive": 1, "by": "site"}
    with pytest.raises(SettingError, match=r"by, positive cannot be asked otherwise.*prevalence, cost"):
        evaluated("range").at(**of_columns)
    with pytest.raises(SettingError, match="holds no patients"):
        stored("range").at(level=0.9)
    with pytest.raises(SettingError, match="cost"):
        evaluated("range").at(cost="cheap")


def test_a_study_file_may_say_each_and_nothing_else() -> None:
    said = {"outcome": "y", "scores": ["a"], "deployment": {"cost": "1:3"}}
    for name in ("prevalence", "cost", "nonsense"):
        with pytest.raises(SettingError, match="means nothing here"):
            Study.of({**said, name: "5%"})
    for name, option in OPTIONS.items():
        if option.kinds:
            with pytest.raises(
                SettingError, match=rf"^{name}= must be {re.escape(option.wanted)}; found True"
            ):
                Study.of({**said, name: True})


def test_the_template_of_a_study_names_most_of_them() -> None:
    text = TEMPLATE.format(name="", data='"d"', table="", outcome='"y"', scores='["a"]', found="")
    keys = {line.lstrip("# ").partition(" =")[0] for line in text.splitlines() if " = " in line}
    missing = set(OPTIONS) - keys - {"source_prevalence", "table", "censored", "estimator", "margin", "shift"}
    assert not missing
    assert tomllib.loads(text)["level"] == OPTIONS["level"].default


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site summary of one model."""
    folder = tmp_path_factory.mktemp("summary")
    source, path = str(folder / "ward.csv"), str(folder / "ward.parquet")
    pl.DataFrame(patients()).write_csv(source)
    run("reduce", source, "--outcome", "died", "--score", "new", "--out", path)
    return path


@pytest.mark.parametrize("name", [name for name, option in OPTIONS.items() if option.fixed])
def test_what_a_summary_has_decided_is_refused_by_its_name(name: str, summary: str) -> None:
    value = {"missing": "drop", "estimator": "kaplan-meier", "horizon": 3.0}.get(name, "new")
    with pytest.raises(SettingError, match=rf"^{name} cannot be honoured"):
        baserate.evaluate(summary, **{**RANGE, name: value})
    shown = run("evaluate", summary, "--cost", "1:5", flag_of(name), str(value), status=2)
    assert f"{flag_of(name)} cannot be honoured" in shown.stderr
