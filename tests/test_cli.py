from __future__ import annotations

import math
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

import baserate
from baserate.cli import main
from baserate.cli.demo import COST, PREVALENCE
from baserate.datasets import icu_cohort


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_help_names_every_command() -> None:
    assert "demo" in run("--help")
    assert "built-in cohort" in run("demo", "--help")
    assert run("--version") == f"baserate, version {baserate.__version__}\n"


def test_an_unknown_command_is_wrong_usage() -> None:
    result = CliRunner().invoke(main, ["deploy"])
    assert result.exit_code == 2
    assert "No such command" in result.output


def test_help_imports_no_numerics() -> None:
    code = "import sys; from baserate.cli import main; main(['-h'], standalone_mode=False)"
    code += "; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def parts(text: str) -> list[float]:
    found = re.search(r"accuracy (\S+) = mechanism (\S+) \+ label shift ([+-]\d\.\d+)", text)
    assert found
    return [float(part) for part in found.groups()]


@pytest.fixture(scope="module")
def demo() -> str:
    return run("demo")


def test_demo_prints_the_figures_of_the_library(demo: str) -> None:
    cohort = icu_cohort()
    lines = [line.split() for line in demo.splitlines()]
    for model in ("severity", "network"):
        worth = baserate.net_benefit(
            cohort["died"], cohort[model], cost=COST, prevalence=PREVALENCE, baseline="treat-none"
        )
        auc = baserate.auc(cohort["died"], cohort[model])
        accuracy = baserate.accuracy(cohort["died"], cohort[model], threshold=0.5)
        assert [model, f"{auc:.3f}", f"{accuracy:.3f}", f"{1000 * worth:.1f}"] in lines
    assert ["treat", "no", "one", "0.0"] in lines


def test_treating_everyone_is_worth_the_cases_less_the_harm(demo: str) -> None:
    # Mean of pi - c/(1-c) (1-pi) with uniform log odds of pi, from the mean of pi itself.
    width = math.log(0.1 / 0.9) - math.log(0.01 / 0.99)
    mean = math.log(0.99 / 0.90) / width
    assert f"{1000 * (mean - (1 - mean) / 30):.1f}" in demo


def test_demo_says_the_deployment_and_the_parts_that_add_up(demo: str) -> None:
    text = " ".join(demo.split())
    assert "1 % to 10 %" in text
    assert "1:30 (one missed case = 30 needless treatments)" in text
    total, mechanism, shift = parts(text)
    assert total == pytest.approx(mechanism + shift, abs=0.0011)
    assert total > 0 > mechanism
