"""What outcome, action and study are called: in every sentence, from every way to say it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import baserate
from baserate.errors import SettingError
from baserate.evaluation.study import Study
from baserate.results.names import Names
from baserate.results.result import result_schema
from tests.support.cohorts import simulate, stays
from tests.support.command_line import run

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

Y, GOOD = simulate(np.random.default_rng(5), 600, 0.3, 1.6)
ASKED: dict[str, Any] = {"outcome_name": "deaths", "action_name": "transfers", "title": "A <study>"}


def evaluated(**changed: Any) -> Any:
    asked = {"prevalence": (0.02, 0.3), "cost": "1:9", **ASKED, **changed}
    return baserate.evaluate({"died": Y, "good": GOOD, "g": Y[::-1]}, "died", ["good"], **asked)


def test_sentences_tables_and_json_use_the_names() -> None:
    ev = evaluated(by="g")
    assert "missing one death is as bad as 9 unnecessary transfers" in ev.verdict.sentence
    assert "more deaths found per 1,000 patients than deciding without a model" in ev.verdict.sentence
    text = ev.summary()
    assert f"{int(Y.sum())} deaths (" in text
    for head in ("true positives (deaths found), per 1,000", "missed deaths, per 1,000", "missed deaths  "):
        assert head in text
    assert "missed cases" not in text
    content = ev.to_dict()
    assert content["names"] == {
        "outcome": "deaths",
        "one_outcome": "death",
        "action": "transfers",
        "one_action": "transfer",
        "title": "A <study>",
    }
    jsonschema.validate(content, result_schema())
    assert "<title>A &lt;study&gt;" in ev.page()
    assert "<title>Other" in ev.page(title="Other")


def test_names_change_no_number() -> None:
    def numbers(content: Any) -> Any:
        if isinstance(content, dict):
            return {
                key: numbers(value) for key, value in content.items() if key not in ("names", "provenance")
            }
        if isinstance(content, list):
            return [numbers(one) for one in content]
        return None if isinstance(content, str) else content

    plain = evaluated(outcome_name=None, action_name=None, title=None)
    assert numbers(plain.to_dict()) == numbers(evaluated().to_dict())


@pytest.mark.parametrize("names", [{}, ASKED, {"outcome_name": "diagnosis/diagnoses"}])
def test_they_can_be_asked_again(names: dict[str, str]) -> None:
    asked = {**dict.fromkeys(ASKED), **names}
    given = evaluated(**asked).to_dict()["provenance"]["parameters"]
    assert {key: given[key] for key in asked} == asked
    assert Names.of(*(given[key] for key in asked)) == Names.of(*asked.values())


@pytest.mark.parametrize("key", ["outcome_name", "action_name", "title"])
@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("", "is empty"),
        ("  ", "is empty"),
        ("x" * 121, "must have at most"),
        ("two\nlines", "one line without control characters"),
        ("bell\x07", "control characters"),
        ("\u202eback", "control characters"),
        (3, "must be text; found 3"),
        (True, "must be text; found True"),
    ],
)
def test_names_that_cannot_stand_in_a_sentence_are_refused(key: str, value: Any, problem: str) -> None:
    with pytest.raises(SettingError, match=problem) as error:
        evaluated(**{key: value})
    assert key in str(error.value)


@pytest.mark.parametrize("value", ["/deaths", "death/", "a/b/c", "/"])
def test_a_slash_parts_singular_and_plural(value: str) -> None:
    with pytest.raises(SettingError, match="'death/deaths'"):
        Names.of(value)
    assert Names.of(" death / deaths ").words["one_outcome"] == "death"
    assert Names.of("x" * 60).outcome == "x" * 60
    with pytest.raises(SettingError, match="at most 60 characters; found 61"):
        Names.of("x" * 61)


def test_a_study_and_the_command_line_state_them(tmp_path: Path) -> None:
    stays().head(3000).write_csv(tmp_path / "stays.csv")
    study = tmp_path / "study.toml"
    study.write_text(
        'data = "stays.csv"\noutcome = "died"\nscores = ["severity"]\noutcome_name = "deaths"\n'
        'title = "Of the study"\n[deployment]\nprevalence = "1%..10%"\ncost = "1:30"\n'
    )
    (ev,) = Study.read(study).run().values()
    assert ev.question.names == Names.of("deaths", None, "Of the study")
    line = f"evaluate --study {study} --action-name biopsies --title Told --json --html {tmp_path}/page.html"
    content = json.loads(run(*shlex.split(line)).stdout)
    assert content["names"]["outcome"] == "deaths"
    assert content["names"]["one_action"] == "biopsy"
    assert "unnecessary biopsies" in content["verdict"]["sentence"]
    assert "<title>Told" in (tmp_path / "page.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("outcome_name = 3", "outcome_name= must be a plural noun"),
        ("title = true", "title= must be one line of text"),
        ('action_name = ""', "action_name= is empty"),
        ('outcome_names = "x"', "outcome_name"),
    ],
)
def test_a_study_that_states_them_wrongly_says_so_before_it_runs(said: str, problem: str) -> None:
    import tomllib

    content = tomllib.loads(f'outcome = "y"\nscores = ["s"]\n{said}\n[deployment]\ncost = "1:9"')
    with pytest.raises(SettingError, match=problem):
        Study.of(content)


def test_site_summaries_take_them(tmp_path: Path) -> None:
    stays().head(3000).write_csv(tmp_path / "stays.csv")
    part = tmp_path / "part.parquet"
    asked = f"reduce {tmp_path}/stays.csv --outcome died --score severity --out {part}"
    run(*shlex.split(asked))
    shown = run("evaluate", str(part), "--cost", "1:30", "--outcome-name", "deaths").stdout
    assert "missing one death" in " ".join(shown.split())
