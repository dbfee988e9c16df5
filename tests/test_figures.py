"""What figures share: percent axes, looks that differ without colour, and matplotlib only where one draws."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

import baserate
from baserate.figures.style import COLOURS, look, percent_ticks, prevalence_axis

DOCS = Path(__file__).parents[1] / "docs"


def test_prevalence_is_even_in_log_odds_and_written_in_percent() -> None:
    ax = Figure().subplots()
    prevalence_axis(ax, 0.01, 0.5)
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert labels == ["1 %", "2 %", "5 %", "10 %", "20 %", "50 %"]
    where = ax.transData.transform([(pi, 50.0) for pi in (0.01, 0.1, 0.5)])[:, 0]
    odds = [baserate.odds.logit(pi) for pi in (0.01, 0.1, 0.5)]
    assert (where[1] - where[0]) / (where[2] - where[0]) == pytest.approx(
        (odds[1] - odds[0]) / (odds[2] - odds[0])
    )


@pytest.mark.parametrize("ends", [(0.0001, 0.0002), (0.018, 0.088), (0.3, 0.35), (0.9, 0.999), (1e-9, 0.99)])
def test_there_are_a_few_round_ticks(ends: tuple[float, float]) -> None:
    ticks = percent_ticks(*ends)
    assert 2 <= len(ticks) <= 10
    assert all(ends[0] <= tick <= ends[1] for tick in ticks)


def test_groups_differ_without_colour() -> None:
    looks = [look(number) for number in range(5)]
    assert len({one.dashes for one in looks}) == len({one.marker for one in looks}) == 5
    grey = [np.dot([0.299, 0.587, 0.114], mpl.colors.to_rgb(colour)) for colour in COLOURS[:2]]
    assert abs(grey[0] - grey[1]) > 0.2


def test_without_matplotlib_the_message_says_what_to_install() -> None:
    code = """
import sys
sys.modules["matplotlib"] = None
import baserate
data = {"y": [0, 1] * 20, "a": [0.1, 0.8, 0.3, 0.4] * 10}
try:
    baserate.figures.roc_curve(baserate.evaluate(data, "y", "a", cost="1:1"))
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "figures need matplotlib: pip install 'baserate[plots]'"


def test_numbers_in_the_text_of_the_page_are_checked_by_its_code() -> None:
    page = (DOCS / "groups.md").read_text()
    code = " ".join(re.findall(r"^```pycon\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL))
    prose = re.sub(r"^```pycon\n.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL).rpartition("\nData: ")[0]
    for number in re.findall(r"(?<![\w.])\d+\.\d+", prose):
        assert number in code, number
    assert max(map(len, page.splitlines())) <= 120
