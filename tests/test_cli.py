from __future__ import annotations

import errno
import json
import math
import re
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from jsonschema import validate

import baserate
from baserate.cli import main
from baserate.cli.demo import COST, PREVALENCE
from baserate.results.result import result_schema
from tests.support.cohorts import stays
from tests.support.command_line import run


def test_help_names_every_command() -> None:
    assert "demo" in run("--help").stdout
    assert "built-in cohort" in run("demo", "--help").stdout
    assert run("--version").stdout == f"baserate, version {baserate.__version__}\n"


def test_an_unknown_command_is_wrong_usage() -> None:
    assert "No such command" in run("deploy", status=2).stderr


def test_help_imports_no_numerics() -> None:
    code = "import sys; from baserate.cli import main; main(['-h'], standalone_mode=False)"
    code += "; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def parts(text: str) -> list[float]:
    found = re.search(r"rarer: (\S+) = (\S+) at equal prevalence (\S+) by label shift\.", text)
    assert found
    return [float(part) for part in found.groups()]


def worth_of(cohort: pl.DataFrame, model: str) -> float:
    """Net benefit per 1,000 patients; zero is treating none."""
    value = baserate.net_benefit(
        cohort["died"], cohort[model], cost=COST, prevalence=PREVALENCE, baseline="treat-none"
    )
    return 1000 * value


def test_demo_prints_the_verdict_and_leaves_the_result(demo: str, demo_result: Path) -> None:
    content = json.loads(demo_result.read_text())
    validate(content, result_schema())
    assert content["verdict"]["best"] == "severity"
    assert " ".join(content["verdict"]["text"].split()) in " ".join(demo.split())
    assert "result.json" in demo


def test_demo_prints_the_figures_of_the_library(demo: str) -> None:
    cohort = stays()
    lines = [line.split() for line in demo.splitlines()]
    for model in ("severity", "network"):
        auc = baserate.auc(cohort["died"], cohort[model])
        accuracy = baserate.accuracy(cohort["died"], cohort[model], threshold=0.5)
        predicted = f"{100 * cohort[model].to_numpy().mean():.1f}"
        shown = [
            model,
            "8.2",
            "%",
            predicted,
            "%",
            f"{auc:.3f}",
            f"{accuracy:.3f}",
            f"{worth_of(cohort, model):.1f}",
        ]
        assert shown in lines
    lead = worth_of(cohort, "severity") - worth_without_a_model()
    told = f"it is worth {lead:.1f} more deaths found per 1,000 patients than deciding without a model"
    assert told in " ".join(demo.split())
    assert ["treat", "none", "0"] in lines


def test_treating_all_is_worth_the_cases_less_the_harm(demo: str) -> None:
    # Mean of pi - c/(1-c) (1-pi) with uniform log odds of pi, from the mean of pi itself.
    mean = math.log(0.99 / 0.90) / WIDTH
    lines = [line.split() for line in demo.splitlines()]
    assert ["treat", "all", f"{1000 * (mean - (1 - mean) / 20):.1f}"] in lines
    assert ["without", "a", "model", f"{worth_without_a_model():.1f}"] in lines


# Of log odds between 1 % and 10 %.
WIDTH = math.log(0.1 / 0.9) - math.log(0.01 / 0.99)


def worth_without_a_model() -> float:
    """Treating all where that is above zero, from a prevalence of 1:20, 4.8 %, upwards; per 1,000."""
    mean = math.log((1 - 1 / 21) / 0.90) / WIDTH
    share = (math.log(0.1 / 0.9) - math.log(1 / 20)) / WIDTH
    return 1000 * (mean - (share - mean) / 20)


def test_demo_shows_each_unit(demo: str) -> None:
    cohort = stays()
    lines = [line.split() for line in demo.splitlines()]
    shares = sorted(float(part["died"].to_numpy().mean()) for part in cohort.partition_by("unit"))
    for name in ("mixed", "cardiac"):
        rows = cohort.filter(pl.col("unit") == name)
        died, score = rows["died"].to_numpy(), rows["severity"].to_numpy()
        shown = [f"{len(rows):,}", f"{100 * died.mean():.1f}", "%", f"{100 * score.mean():.1f}", "%"]
        equal = baserate.accuracy(died, score, prevalence=(shares[0], shares[1]))
        plain = ((score >= 0.5) == died).mean()
        assert [name, *shown, f"{baserate.auc(died, score):.3f}", f"{plain:.3f}", f"{equal:.3f}"] in lines
    corrected = baserate.accuracy(died, score, prevalence=(shares[0], shares[1]), source_prevalence=0.1)
    assert f"to {corrected:.3f} in the cardiac unit" in " ".join(demo.split())


def test_demo_says_the_deployment_and_the_parts_that_add_up(demo: str) -> None:
    text = " ".join(demo.split())
    assert "1 % to 10 %" in text
    assert "1:20 (one missed case = 20 unnecessary treatments)" in text
    total, mechanism, shift = parts(text)
    assert total == pytest.approx(mechanism + shift, abs=0.0011)
    assert total > 0 > mechanism


@pytest.mark.parametrize(
    ("quoted", "status", "said"),
    [("KeyboardInterrupt", 130, "Interrupted.\n"), ("MemoryError", 70, "a mistake")],
)
def test_ctrl_c_that_polars_quotes_in_a_panic_is_an_interrupt(
    quoted: str, status: int, said: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It panics where it is interrupted on the way from Rust to Python, and a panic is no ``Exception``."""
    panic = pl.exceptions.PanicException(f"called `unwrap()` on PyErr {{ type: <class '{quoted}'> }}")
    assert ends_by(panic, monkeypatch) == status
    assert said in capfd.readouterr().err


@pytest.mark.parametrize(
    ("failure", "status"),
    [(SystemExit(1), 70), (RuntimeError("nobody foresaw this"), 70), (SystemExit(4), 4), (MemoryError(), 3)],
)
def test_a_library_that_fails_does_not_read_as_an_answer(
    failure: BaseException, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status 1 is how interpreters and libraries end a process: it never is one of ours."""
    assert ends_by(failure, monkeypatch) == status


def test_a_reader_who_has_gone_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaves(*_given: object, **_more: object) -> None:
        try:
            raise BrokenPipeError(errno.EPIPE, "Broken pipe")
        except BrokenPipeError:
            sys.exit(1)  # as click does

    monkeypatch.setattr("click.Group.main", leaves)
    with pytest.raises(SystemExit) as end:
        main(["demo"])
    assert end.value.code == 0


def ends_by(failure: BaseException, monkeypatch: pytest.MonkeyPatch) -> object:
    """The exit status of a command in which something fails."""

    def fails(*_given: object, **_more: object) -> None:
        raise failure

    monkeypatch.setattr("click.Group.main", fails)
    with pytest.raises(SystemExit) as end:
        main(["demo"])
    return end.value.code
