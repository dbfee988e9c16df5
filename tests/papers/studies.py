"""Small studies of every kind that a paper may report: evaluated once, and as tests/results has them."""

from __future__ import annotations

import json
import tempfile
import warnings
from collections.abc import Callable
from contextlib import chdir
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import baserate
from baserate.errors import BaserateWarning
from baserate.evaluation.evaluate import evaluate_summaries
from baserate.evaluation.evaluation import Evaluation
from tests.support.command_line import run

# Names that mean something in Markdown, LaTeX, HTML, or to a terminal.
HOSTILE = [
    "a|b_c*d",
    "50% & $5 #1 ~x^2 {y} \\z",
    "<b>bold</b> &amp; 'it'",
    "[1] \\\\ *star* `code` --dash ,,low",
    "µ-Größe ≤ 3 é 你好 🩺",
    "two\nlines\ttab",
    '=1+1 "quoted" http://a.b/c',
    "1. one",
    " ",
    "x" * 200,
]


def patients(n: int = 320, seed: int = 5) -> dict[str, Any]:
    """Outcomes, three scores and groups."""
    rng = np.random.default_rng(seed)
    died = (rng.random(n) < 0.25).astype(int)
    evidence = 1.5 * died + rng.normal(size=n)

    def score(noise: float, slope: float) -> Any:
        return 1.0 / (1.0 + np.exp(-(slope * (evidence + noise * rng.normal(size=n)) - 1.5)))

    site = np.array(["north", "south"])[rng.integers(0, 2, n)]
    return {
        "died": died,
        "new": score(0.2, 1.3),
        "old": score(1.5, 0.8),
        "site": site,
        "patient": np.arange(n) // 2,
    }


def _with(**columns: Any) -> dict[str, Any]:
    return {**patients(), **columns}


def _lonely() -> dict[str, Any]:
    """A third group without a case."""
    data = patients()
    alone = (data["died"] == 0) & (np.arange(len(data["died"])) < 9)
    return {**data, "site": np.where(alone, "tiny", data["site"])}


def _followed() -> dict[str, Any]:
    """Not everybody is followed to day 30; some have a competing event."""
    data, rng = patients(), np.random.default_rng(8)
    days = np.where(data["died"] == 1, rng.uniform(1, 30, 320), rng.uniform(10, 90, 320))
    ended = np.where(data["died"] == 1, 1, rng.choice([0, 2], 320, p=[0.9, 0.1]))
    return {**data, "died": ended, "days": np.round(days, 1)}


def _wards() -> dict[str, Any]:
    """Five wards, of which the prevalence differs."""
    data = patients(900, seed=6)
    rank = np.random.default_rng(9).normal(1.2 * data["died"])
    ward = np.searchsorted(np.quantile(rank, [0.2, 0.4, 0.6, 0.8]), rank)
    return {**data, "ward": np.array(["a", "b", "c", "d", "e"])[ward]}


RANGE: dict[str, Any] = {"prevalence": (0.05, 0.30), "cost": "1:5"}
STUDIES: dict[str, dict[str, Any]] = {
    "range": RANGE,
    "groups": {**RANGE, "by": "site"},
    "observed prevalence": {"cost": "1:5"},
    "observed prevalence by group": {"cost": "1:5", "by": "site"},
    "one model": {**RANGE, "scores": "new"},
    "a tie": {**RANGE, "data": _with(old=patients()["new"])},
    "a constant": {**RANGE, "data": _with(old=np.full(320, 0.25)), "by": "site"},
    "useless and perfect": {"data": _with(old=0.05 + 0.9 * patients()["died"]), **RANGE},
    "a group that cannot be estimated": {**RANGE, "data": _lonely(), "by": "site"},
    "shift below 1": {**RANGE, "shift": 0.5, "by": "site"},
    "nobody is treated": {
        "prevalence": 0.01,
        "cost": "1:1",
        "source_prevalence": 0.5,
        "data": _with(new=patients()["new"] / 50),
    },
    "clusters": {**RANGE, "cluster": "patient", "source_prevalence": {"new": 0.5}},
    "margin and level": {**RANGE, "margin": 2.0, "level": 0.9, "outcome_name": "deaths"},
    "range of costs": {"prevalence": baserate.Beta(2, 10), "cost": ("1:20", "1:2")},
    "reference": {**RANGE, "by": "site", "reference": "south", "source_prevalence": "all"},
    "dropped": {**RANGE, "data": _with(new=[None, *patients()["new"][1:]]), "missing": "drop"},
    "several columns": {
        **RANGE,
        "data": _with(ward=np.where(np.arange(320) % 3 == 0, "a: b", "c")),
        "by": ["site", "ward", ("site", "ward")],
        "outcome_name": "deaths",
        "action_name": "work-ups",
    },
    "lazy": {**RANGE, "data": pl.DataFrame(patients()).lazy(), "by": "site"},
    "censored": {
        **RANGE,
        "data": _followed(),
        "by": "site",
        "outcome": None,
        "time": "days",
        "event": "died",
        "horizon": 30.0,
    },
    "fitted shift": {**RANGE, "data": _wards(), "by": "ward", "shift": "fitted"},
}
# What their results are read from; ``python -m tools.results`` writes them.
RESULTS = Path(__file__).parents[1] / "results"


def file_of(name: str) -> Path:
    """Where the result of a study is kept."""
    return RESULTS / f"{name.replace(' ', '-')}.json"


def evaluations() -> dict[str, Callable[[], Evaluation]]:
    """How every result is made that is kept."""
    made: dict[str, Callable[[], Evaluation]] = {name: partial(evaluated, name) for name in STUDIES}
    return {**made, "hostile": hostile, "of summaries": of_summaries}


@cache
def stored(name: str) -> Evaluation:
    """An evaluation as its result was kept, without patients."""
    return baserate.read_result(file_of(name))


@cache
def evaluated(name: str) -> Evaluation:
    """The evaluation of a study."""
    return evaluate(**STUDIES[name])


def evaluate(**asked: Any) -> Evaluation:
    """An evaluation of the patients, or of others that are given, without warnings."""
    data, scores = asked.pop("data", patients()), asked.pop("scores", ["new", "old"])
    outcome = asked.pop("outcome", "died")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        return baserate.evaluate(data, outcome, scores, **asked)


@cache
def content_of(name: str) -> Any:
    """A result as its file has it."""
    return json.loads(file_of(name).read_text(encoding="utf-8"))


@cache
def hostile() -> Evaluation:
    """Models, groups and columns of hostile names."""
    data = patients()
    group = np.array(HOSTILE[2:4])[(data["site"] == "north").astype(int)]
    columns = {
        "died": data["died"],
        HOSTILE[0]: data["new"],
        HOSTILE[1]: data["old"],
        HOSTILE[4]: data["new"] ** 2,
    }
    return evaluate(
        data={**columns, HOSTILE[6]: group},
        scores=[HOSTILE[0], HOSTILE[1], HOSTILE[4]],
        by=HOSTILE[6],
        **RANGE,
    )


@cache
def of_summaries() -> Evaluation:
    """The evaluation of a site summary."""
    source, summary = "ward.csv", "ward.parquet"  # what was read is told by its path
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        pl.DataFrame(patients()).write_csv(source)
        options = ("--outcome", "died", "--score", "new", "--score", "old", "--by", "site")
        run("reduce", source, *options, "--out", summary)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", BaserateWarning)
            return evaluate_summaries([summary], **RANGE)
