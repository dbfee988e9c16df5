"""What counted as a case and what as none is said, with counts; and what may mean that it is not known."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import baserate
from baserate.cli import main
from baserate.errors import BaserateWarning
from baserate.evaluation.evaluate import evaluate_summaries
from baserate.results.result import result_schema

CASES, OTHERS = 70, 130


def frame(case: Any = "1", other: Any = "0") -> pl.DataFrame:
    """200 patients of whom 70 have the outcome, with scores that are calibrated to them."""
    rng = np.random.default_rng(3)
    score = np.clip(rng.beta(2.0, 3.7, CASES + OTHERS), 0.02, 0.98)
    sick = np.argsort(score + rng.normal(0.0, 0.4, len(score)))[::-1][:CASES]
    died = [case if row in set(sick.tolist()) else other for row in range(len(score))]
    return pl.DataFrame({"died": died, "risk": score})


def evaluate(data: Any, **asked: Any) -> baserate.Evaluation:
    return baserate.evaluate(data, "died", "risk", cost="1:3", **asked)


def complaints(data: Any, **asked: Any) -> list[BaserateWarning]:
    """What an evaluation warns of, of outcomes that may not be known."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ev = evaluate(data, **asked)
    found = [one.message for one in caught if "not known" in str(one.message)]
    assert [str(one) for one in found] == [text for text in ev.to_dict()["warnings"] if "not known" in text]
    return [one for one in found if isinstance(one, BaserateWarning)]


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, [*arguments], catch_exceptions=False)


KINDS: dict[str, tuple[Any, Any]] = {
    "integers": (1, 0),
    "floats": (1.0, 0.0),
    "booleans": (True, False),
    "text": ("1", "0"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("opens", [pl.DataFrame.lazy, pl.DataFrame.to_dict, pl.DataFrame.to_pandas])
def test_what_counted_is_the_same_however_it_is_held(kind: str, opens: Callable[..., Any]) -> None:
    ev = evaluate(opens(frame(*KINDS[kind])))
    assert ev.to_dict()["data"]["outcome_values"] == [
        {"value": "1", "counts_as": "case", "n": CASES, "word": None},
        {"value": "0", "counts_as": "none", "n": OTHERS, "word": None},
    ]
    assert "\n\nColumn 'died': '1' is a case (70), '0' is none (130).\n\n" in ev.summary()


def test_patients_who_were_dropped_are_not_counted() -> None:
    data = frame().with_columns(
        risk=pl.when(pl.int_range(pl.len()) < 40).then(None).otherwise(pl.col("risk"))
    )
    for held in (data, data.lazy()):
        found = evaluate(held, missing="drop").to_dict()["data"]
        assert sum(one["n"] for one in found["outcome_values"]) == found["used"] == 160


def test_values_that_mean_the_same_are_one() -> None:
    died = ["true", "TRUE", "1", "1.0"] * 20 + ["0", "false", "False"] * 40
    ev = evaluate({"died": died, "risk": np.linspace(0.9, 0.1, len(died))})
    assert [tuple(one.values()) for one in ev.to_dict()["data"]["outcome_values"]] == [
        ("1", "case", 80, None),
        ("0", "none", 120, None),
    ]


def test_the_schema_has_what_counted() -> None:
    schema = result_schema()
    jsonschema.validate(evaluate(frame()).to_dict(), schema)
    assert "outcome_values" in schema["$defs"]["Data"]["required"]
    assert schema["$defs"]["CountedValue"]["properties"]["counts_as"] == {"enum": ["case", "none"]}


@pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")  # the scores are random
def test_followed_patients_have_codes_in_place_of_outcomes() -> None:
    rng = np.random.default_rng(4)
    data = {
        "days": rng.exponential(200.0, 300) + 1.0,
        "status": rng.integers(0, 2, 300),
        "risk": rng.random(300),
    }
    asked: dict[str, Any] = {"time": "days", "event": "status", "horizon": 100, "cost": "1:3"}
    for held in (data, pl.DataFrame(data).lazy()):
        ev = baserate.evaluate(held, scores="risk", **asked)
        assert ev.to_dict()["data"]["outcome_values"] is None
        assert "is a case" not in ev.summary()


@pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")  # of few bins
def test_site_summaries_do_not_know_and_the_page_does_not_tell(tmp_path: Path) -> None:
    data, summary, page = (str(tmp_path / name) for name in ("a.csv", "a.parquet", "a.html"))
    frame("dead", "alive").write_csv(data)
    asked = ("--outcome", "died", "--score", "risk", "--positive", "dead")
    made = run("reduce", data, *asked, "--out", summary)
    assert made.exit_code == 0
    ev = evaluate_summaries([summary], cost="1:3")
    assert ev.to_dict()["data"]["outcome_values"] is None
    assert "is a case" not in ev.summary()
    assert run("evaluate", data, *asked, "--cost", "1:3", "--html", page).exit_code == 0
    written = Path(page).read_text(encoding="utf-8")
    assert "outcome_values" not in written
    assert "alive" not in written


def test_a_site_that_makes_a_summary_is_warned(tmp_path: Path) -> None:
    frame("1", "unknown").write_csv(tmp_path / "a.csv")
    asked = ("--outcome", "died", "--score", "risk", "--positive", "1", "--out", str(tmp_path / "a.parquet"))
    with pytest.warns(BaserateWarning, match="'unknown' counted as none for 130 of 200 patients"):
        main.main(["reduce", str(tmp_path / "a.csv"), *asked], standalone_mode=False)


UNKNOWN: list[Any] = [
    *(
        "unknown",
        "Unknown ",
        "?",
        "??",
        "n.a.",
        "not known",
        "(missing)",
        "<unk>",
        "-",
        "--",
        "*",
        "-9",
        "99.0",
    ),
    *("Not available", "UNDETERMINED", "inconclusive", "lost to follow-up", "don't know"),
    *(-9, -99, 9, 99, 999, 9999, 77, 888, -1.0),
]


@pytest.mark.parametrize("value", UNKNOWN)
def test_a_value_for_not_known_that_counted_as_none_is_warned_of(value: Any) -> None:
    case = 2 if isinstance(value, (int, float)) else "yes"
    data = frame(type(value)(case), value)
    shown = value.strip() if isinstance(value, str) else f"{value:g}"
    for held in (data, data.lazy()):
        (warning,) = complaints(held, positive=case)
        assert warning.sentence() == (
            f"column 'died': {shown.removesuffix('.0')!r} counted as none for 130 of 200 patients, but looks "
            "like what is written where the outcome is not known. If it means that, leave the value empty "
            "there, and say missing='drop' to leave these patients out; if it means that there was no such "
            "outcome, write 0."
        )
        assert "130" not in warning.sentence(least=131).replace("fewer than 131", "")


CONTROLS: list[tuple[Any, Any]] = [
    *(("yes", "no"), ("dead", "alive"), ("died", "survived"), (1, 0), (True, False), (2, 1), (1, 2)),
    *((1, -1), ("+", "-"), ("sepsis", "none"), ("positive", "negative"), (9, 8), ("unknown", "known")),
    *(("Y", "N"), ("99", "0"), ("ja", "nein"), ("1", "0.0"), ("case", "control"), ("1", "healthy")),
]


@pytest.mark.parametrize(("case", "other"), CONTROLS)
def test_a_plain_value_is_not(case: Any, other: Any) -> None:
    for held in (frame(case, other), frame(case, other).lazy()):
        assert complaints(held, positive=case) == []


def test_a_study_of_0_and_1_warns_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for held in (frame(1, 0), frame().lazy(), frame(True, False)):
            assert evaluate(held).warnings == ()


def test_words_for_missing_that_are_known_are_missing_as_before() -> None:
    for value in ("n/a", "NA", ".", "", "null", "nan"):
        for held in (frame("1", value), frame("1", value).lazy()):
            with pytest.raises(baserate.errors.MissingValueError):
                evaluate(held, positive=1)


def test_the_file_and_the_option_are_named_on_the_command_line(tmp_path: Path) -> None:
    path = str(tmp_path / "a.csv")
    frame("1", "unknown").write_csv(path)
    asked = (path, "--outcome", "died", "--score", "risk", "--positive", "1")
    for found in (run("check", *asked), run("evaluate", *asked, "--cost", "1:3", "--full")):
        text = " ".join(found.output.split())
        assert "Column 'died': '1' is a case (70), 'unknown' is none (130)." in text
        assert f"column 'died' in {path}: 'unknown' counted as none for 130 of 200 patients" in text
        assert "say --missing drop to leave" in text
    stored = json.loads(run("evaluate", *asked, "--cost", "1:3", "--json").output)
    one = {"value": "unknown", "counts_as": "none", "n": 130, "word": None}
    assert stored["data"]["outcome_values"][1] == one


def test_a_stored_result_says_it_too(tmp_path: Path) -> None:
    path, out = str(tmp_path / "a.csv"), str(tmp_path / "a.json")
    frame("dead", "alive").write_csv(path)
    asked = (path, "--outcome", "died", "--score", "risk", "--positive", "dead", "--cost", "1:3")
    assert run("evaluate", *asked, "--out", out).exit_code == 0
    assert "Column 'died': 'dead' is a case (70), 'alive' is none (130)." in run("report", out).output
    content = json.loads(Path(out).read_text())
    del content["data"]["outcome_values"]
    Path(out).write_text(json.dumps(content))
    assert "is a case" not in run("report", out).output


def test_a_word_of_the_file_is_said_and_warned_of(tmp_path: Path) -> None:
    pyreadstat = pytest.importorskip("pyreadstat")
    path = str(tmp_path / "a.sav")
    labels = {"died": {1.0: "dead", 2.0: "status unknown"}}
    pyreadstat.write_sav(frame(1.0, 2.0).to_pandas(), path, variable_value_labels=labels)
    ev = evaluate(path, positive=1)
    assert "Column 'died': '1' (dead) is a case (70), '2' (status unknown) is none (130)." in ev.summary()
    pyreadstat.write_sav(
        frame(1.0, 2.0).to_pandas(), path, variable_value_labels={"died": {1.0: "dead", 2.0: "Unknown"}}
    )
    (warning,) = complaints(path, positive=1)
    assert "'2' (Unknown) counted as none" in str(warning)
