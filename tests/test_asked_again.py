"""Any distribution can be said to every part of the product, and what a result says can be asked again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

import baserate
from baserate import Beta, LogOddsUniform, Sites, Triangular, Uniform
from baserate.cli import main
from baserate.datasets import icu_cohort

SAID = {
    "uniform 1%..10%": Uniform(0.01, 0.10),
    "beta(2, 40)": Beta(2, 40),
    "sites 2% 3, 10% 1": Sites({0.02: 3, 0.10: 1}),
    "triangular 1%..3%..10%": Triangular(0.01, 0.03, 0.10),
    "1%..10%": (0.01, 0.10),
    "a range by name": LogOddsUniform(0.02, 0.30),
    "5%": 0.05,
}
COST = {
    "1:30": "1:30",
    "triangular 1:50..1:30..1:5": Triangular(1 / 51, 1 / 31, 1 / 6),
    "beta(2, 60)": Beta(2, 60),
}
ASKED = [*((one, "1:30") for one in SAID), *(("1%..10%", one) for one in [*COST][1:])]


@pytest.fixture(scope="module")
def stays() -> pl.DataFrame:
    return icu_cohort().head(400)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, stays: pl.DataFrame) -> Path:
    folder = tmp_path_factory.mktemp("asked")
    stays.write_csv(folder / "stays.csv")
    return folder


def numbers(result: Any) -> Any:
    """What a result says, but for when it was worked out, on what file."""
    kept = {key: result[key] for key in ("verdict", "deployment", "models", "comparisons")}
    return json.loads(json.dumps(kept))


@pytest.mark.parametrize(("prevalence", "cost"), ASKED)
def test_what_the_json_says_was_asked_can_be_asked_again(stays: Any, prevalence: str, cost: str) -> None:
    first = baserate.evaluate(stays, "died", ["severity"], prevalence=SAID[prevalence], cost=COST[cost])
    result = json.loads(json.dumps(first.to_dict()))
    asked = result["provenance"]["parameters"]
    again = baserate.evaluate(
        stays, asked["outcome"], asked["scores"], prevalence=asked["prevalence"], cost=asked["cost"]
    )
    assert numbers(again.to_dict()) == numbers(result)
    assert again.question.deployment == first.question.deployment
    whole = baserate.evaluate(stays, **asked)
    assert numbers(whole.to_dict()) == numbers(result)
    assert whole.to_dict()["provenance"]["parameters"] == asked
    assert "_total" not in json.dumps(asked)


@pytest.mark.parametrize(("prevalence", "cost"), [ASKED[3], ASKED[7]])
def test_the_command_line_a_study_and_a_call_say_the_same(
    home: Path, stays: Any, prevalence: str, cost: str
) -> None:
    file, study = str(home / "stays.csv"), home / "study.toml"
    columns = ["--outcome", "died", "--score", "severity"]
    line = CliRunner().invoke(
        main, ["evaluate", file, *columns, "--prevalence", prevalence, "--cost", cost, "--json"]
    )
    assert line.exit_code == 0, line.stderr
    result = json.loads(line.stdout)
    asked = result["provenance"]["parameters"]
    tables = "\n".join(f"{key} = {toml(asked[key])}" for key in ("prevalence", "cost"))
    study.write_text(f'data = "stays.csv"\noutcome = "died"\nscores = ["severity"]\n[deployment]\n{tables}\n')
    done = CliRunner().invoke(main, ["evaluate", "--study", str(study), "--json"])
    assert done.exit_code == 0, done.stderr
    assert numbers(json.loads(done.stdout)) == numbers(result)
    call = baserate.evaluate(stays, "died", ["severity"], prevalence=SAID[prevalence], cost=COST[cost])
    assert numbers(call.to_dict()) == numbers(result)


def toml(value: Any) -> str:
    """Plain data as a TOML value."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    return json.dumps(value)


def test_a_triangle_is_followed_by_verdict_json_page_and_threshold(stays: Any) -> None:
    """The exercise: one class in one file, and everything that people see knows it."""
    ev = baserate.evaluate(
        stays,
        "died",
        ["severity", "network"],
        prevalence="triangular 1%..3%..10%",
        cost="1:30",
        source_prevalence={"network": 0.5},
    )
    assert "where the prevalence is 1 % to 10 %, most likely 3 %, and missing" in ev.verdict.text
    assert "most likely 3 %" in ev.summary()
    known = ev.to_dict()["deployment"]["prevalence"]
    assert (known["kind"], known["low"], known["high"]) == ("Triangular", 0.01, 0.1)
    assert known["median"] == pytest.approx(Triangular(0.01, 0.03, 0.10).median)
    assert known["text"] == "1 % to 10 %, most likely 3 %"
    page = ev.page()
    assert "most likely 3 %" in page
    assert re.search(r'"exact":\s*false', page)
    line = ["threshold", "--prevalence", "triangular 1%..3%..10%", "--cost", "1:30"]
    done = CliRunner().invoke(main, [*line, "--source-prevalence", "10%"])
    assert done.exit_code == 0, done.stderr
    assert "most likely 3 %" in done.stdout


def test_a_stated_end_is_written_as_it_was_stated(stays: Any) -> None:
    ev = baserate.evaluate(stays, "died", ["severity"], prevalence=(0.01, 0.10), cost=("1:50", "1:5"))
    text = json.dumps(ev.to_dict())
    assert "0.10000000000000003" not in text
    known = json.loads(text)["deployment"]
    assert (known["prevalence"]["low"], known["prevalence"]["high"]) == (0.01, 0.1)
    asked = json.loads(text)["provenance"]["parameters"]["prevalence"]
    assert 0.1 in (asked.values() if isinstance(asked, dict) else asked)
    assert (known["cost"]["low"], known["cost"]["high"]) == (1 / 51, 1 / 6)
    assert (known["prevalence"]["kind"], known["cost"]["kind"]) == ("LogOddsUniform", "LogOddsUniform")
    one = baserate.evaluate(stays, "died", ["severity"], prevalence=0.05, cost="1:30").to_dict()["deployment"]
    assert (one["prevalence"]["kind"], one["cost"]["kind"]) == ("value", "value")
    tenth = baserate.evaluate(stays, "died", ["severity"], prevalence=0.10, cost="1:30").to_dict()
    assert tenth["deployment"]["prevalence"]["low"] == tenth["deployment"]["prevalence"]["median"] == 0.1
    assert '"prevalence": 0.1,' in json.dumps(tenth["provenance"]["parameters"])
