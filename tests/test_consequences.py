"""What deciding at the cut-off does to 1,000 patients: by counting, and as it is printed."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import baserate
from baserate import odds
from baserate.cli.demo import COST, PREVALENCE, TRAINED_AT
from baserate.evaluation.evaluation import Evaluation
from tests.support.cohorts import stays

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")

README = (Path(__file__).parents[1] / "README.md").read_text()
THRESHOLD = 1 / 21


@cache
def evaluated(source: float | None = None, own: bool = False, lazy: bool = False) -> Evaluation:
    patients = stays()
    stated: Any = None if source is None else {"network": source}
    return baserate.evaluate(
        patients.lazy() if lazy else patients,
        "died",
        ["severity", "network"],
        prevalence=None if own else PREVALENCE,
        cost=COST,
        by="unit",
        source_prevalence=stated,
    )


def counted(model: str, group: str | None, source: float | None, prevalence: float | None) -> list[float]:
    """Treated, true positives, missed cases, false positives: decide on adjusted risks, then count."""
    patients = stays() if group is None else stays().filter(unit=group)
    died, score = patients["died"].to_numpy() == 1, patients[model].to_numpy()
    made = died.mean() if source is None else source
    pi = float(died.mean()) if prevalence is None else prevalence
    treated = odds.adjust(score, made, pi) >= THRESHOLD
    right, wrong = 1000 * pi * treated[died].mean(), 1000 * (1 - pi) * treated[~died].mean()
    return [right + wrong, right, 1000 * pi - right, wrong]


def told(done: Any) -> list[float]:
    return [done.treated, done.true_positives, done.false_negatives, done.false_positives]


# Half of the weight of log odds that are uniform between 1 % and 10 % lies on either side of this.
MIDDLE = float(odds.expit((odds.logit(0.01) + odds.logit(0.10)) / 2))


@pytest.mark.parametrize("group", [None, "cardiac", "mixed"])
@pytest.mark.parametrize("model", ["severity", "network"])
def test_they_are_what_counting_adjusted_decisions_gives(model: str, group: str | None) -> None:
    for source in (None, 0.5):
        stated = source if model == "network" else None
        done = evaluated(source).judged(model, group).consequences
        assert done.prevalence == pytest.approx(MIDDLE, rel=1e-12)
        assert told(done) == pytest.approx(counted(model, group, stated, MIDDLE), abs=1e-9)
    done = evaluated(own=True).judged(model, group).consequences
    assert told(done) == pytest.approx(counted(model, group, None, None), abs=1e-9)


def test_from_lines_they_are_those_of_the_patients_but_for_one_cell() -> None:
    for model in ("severity", "network"):
        exact, binned = (told(evaluated(lazy=lazy).judged(model).consequences) for lazy in (False, True))
        assert binned == pytest.approx(exact, abs=1.0)


def test_weights_count() -> None:
    data = {"y": [0, 0, 1, 1, 0, 1], "s": [0.1, 0.6, 0.4, 0.9, 0.2, 0.7], "w": [1, 2, 1, 3, 1, 1]}
    with pytest.warns(baserate.errors.FewEventsWarning):
        ev = baserate.evaluate(data, "y", "s", prevalence=0.5, cost="1:1", weight="w", source_prevalence=0.5)
    assert told(ev.judged("s").consequences) == pytest.approx([650.0, 400.0, 100.0, 250.0])


HEADS = (
    "treated",
    "true positives (cases found)",
    "missed cases",
    "false positives (treated unnecessarily)",
)


def test_the_result_and_the_report_hold_them() -> None:
    ev = evaluated()
    text = ev.summary().split("At the decision threshold")[1].split("Usual measures")[0]
    for model in ("severity", "network"):
        expected = counted(model, None, None, MIDDLE)
        given = ev.to_dict()["models"][model]["per_1000_at_threshold"]
        names = ("treated", "true_positives", "false_negatives", "false_positives")
        assert [given[key]["value"] for key in names] == pytest.approx(expected)
        assert given["prevalence"] == pytest.approx(MIDDLE, rel=1e-12)
        for number, key, head in zip(expected, names, HEADS, strict=True):
            (row,) = [line for line in text.splitlines() if line.startswith(f"{head}, per 1,000")]
            low, high = (given[key][end] for end in ("low", "high"))
            assert f"  {number:.1f} ({low:.1f} to {high:.1f})" in row
    at_median = f"at a prevalence of {100 * MIDDLE:.3g} %, the median of the deployment."
    assert at_median in " ".join(text.split())


def test_the_readme_says_what_they_are() -> None:
    pattern = r"severity misses ([\d.]+) more deaths than network but spares (\d+)"
    said = re.search(pattern, " ".join(README.split()))
    assert said is not None
    severity, network = (counted(model, None, None, MIDDLE) for model in ("severity", "network"))
    assert float(said[1]) == round(severity[2] - network[2], 1)
    assert int(said[2]) == round(network[3] - severity[3])


def test_the_demo_says_by_how_much_the_corrected_network_would_win(demo: str) -> None:
    told_so = evaluated(TRAINED_AT)
    gain = 1000 * (told_so.score("network").value - told_so.score("severity").value)
    assert f"network would win by {gain:.1f}:" in " ".join(demo.split())


def test_a_slope_far_from_one_is_said() -> None:
    rng = np.random.default_rng(2)
    y = rng.random(4000) < 0.2
    evidence = 1.3 * (1.3 * y + rng.normal(size=4000)) - 0.845
    for factor, word in ((2.0, "too extreme"), (0.5, "too moderate"), (1.0, None)):
        score = odds.expit(factor * (evidence + odds.logit(0.2)))
        ev = baserate.evaluate({"y": y, "m": score}, "y", "m", prevalence=0.2, cost="1:4")
        shown = " ".join(ev.summary().split())
        slope = ev.judged("m").measure("calibration_slope").get().value
        sentence = f"m: a slope of {slope:.2f} says its risks are {word}; what that costs is its loss to "
        sentence += "miscalibration."
        assert (sentence in shown) == (word is not None)
        assert word is not None or "says its risks are" not in shown
