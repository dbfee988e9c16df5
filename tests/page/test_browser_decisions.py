"""Rates and counts at the cut-off in the page, against the library's on the patients themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from baserate.evaluation.evaluate import Evaluation
from baserate.evaluation.judged import cutoff
from baserate.evaluation.words import count_with_interval, rate_with_interval, words
from baserate.inference.decisions import COUNTS, RATES, Decisions
from tests.page.conftest import evaluated, inside, sample

MODELS = ["old", "new", "mild"]
PLACES = ([0.01, 0.10], [0.05, 0.05], [0.3, 0.5], None)
STATES = [
    {"prevalence": prevalence, "cost": cost, "units": "per 1,000", "group": group, "models": MODELS}
    for prevalence in PLACES
    for cost in ([1 / 31, 1 / 31], [1 / 6, 1 / 6], [1 / 51, 1 / 6])
    for group in (None, "south")
]
KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "weight": {"weight": "weight"},
    "cluster": {"cluster": "ward"},
}


def library(ev: Evaluation, model: str, state: dict[str, Any]) -> Decisions:
    """The library's decisions at a setting, on the patients themselves."""
    judged = ev.judged(model, state["group"])
    where = state["prevalence"]
    asked = judged.prevalence if where is None else tuple(where)
    cut = cutoff(asked, tuple(state["cost"]), judged.source)
    return Decisions(judged.cohort, judged.sample, cut.value, None if where is None else cut.prevalence)


@pytest.mark.parametrize("kind", KINDS)
def test_rates_and_counts_at_any_setting_are_those_of_the_patients(
    opened: Callable[..., Any], kind: str
) -> None:
    ev = evaluated(sample(21, 20_000), **KINDS[kind])
    page = opened(ev)
    answers = page.evaluate("states => states.map(state => baserate.engine.answer(state))", STATES)
    values: list[float] = []
    apart: list[float] = []
    for state, answer in zip(STATES, answers, strict=True):
        for model in answer["models"]:
            exact = library(ev, model["name"], state)
            for name in (*RATES, *COUNTS):
                estimate, shown = exact.estimate(name), model["decisions"][name]
                width = estimate.high - estimate.low
                values.append(abs(shown["value"] - estimate.value) / width)
                ends = (estimate.low - estimate.value, estimate.high - estimate.value)
                own = (shown["low"] - shown["value"], shown["high"] - shown["value"])
                apart.append(max(abs(one - other) for one, other in zip(own, ends, strict=True)) / width)
    # Patients of the bin that the cut-off lies in are split evenly: at most a few patients are off.
    assert np.quantile(values, 0.9) < 0.05
    assert max(values) < 0.15
    # How far the interval reaches from the value hardly depends on the bins.
    assert np.quantile(apart, 0.9) < 0.03
    # What the members of a cluster share is carried by coarse cells of scores.
    assert max(apart) < (0.15 if kind == "cluster" else 0.05)


def test_the_study_s_own_setting_shows_the_library_s_numbers(page: Any, study: Evaluation) -> None:
    own = page.evaluate("() => baserate.engine.own")
    for group in (None, "south"):
        answer = page.evaluate("state => baserate.engine.answer(state)", {**own, "group": group})
        for model in answer["models"]:
            for name in (*RATES, *COUNTS):
                estimate = study.judged(model["name"], group).measure(name).get()
                shown = model["decisions"][name]
                ends = (estimate.value, estimate.low, estimate.high)
                assert (shown["value"], shown["low"], shown["high"]) == pytest.approx(ends, rel=1e-9)
    groups = page.evaluate("() => baserate.engine.answer(baserate.engine.own).groupDecisions")
    assert {(one["group"], one["name"]) for one in groups} == {
        (group, model) for group in study.groups for model in MODELS
    }
    for one in groups:
        exact = study.judged(one["name"], one["group"]).measure("ppv").get()
        assert one["decisions"]["ppv"]["low"] == pytest.approx(exact.low, rel=1e-9)


def cells(page: Any, title: str) -> list[list[str]]:
    """The rows of a table, as they are read."""
    found: list[list[str]] = page.evaluate(
        """(title) => [...document.querySelectorAll("section.table")]
        .find((one) => one.querySelector("h2, h3").textContent === title).querySelectorAll("tr").values()
        .map((row) => [...row.children].map((cell) => cell.textContent)).toArray()""",
        title,
    )
    return [[cell.replace("\u2003", "") for cell in row] for row in found]


def note(page: Any, title: str) -> str:
    text: str = page.evaluate(
        """(title) => [...document.querySelectorAll("section.table")]
        .find((one) => one.querySelector("h2, h3").textContent === title)
        .querySelector("p.note").textContent""",
        title,
    )
    return text


def test_the_tables_read_as_the_text_does(opened: Callable[..., Any], study: Evaluation) -> None:
    page, text = opened(study), " ".join(study.summary().split())
    head, *rows = cells(page, words("tables.decisions"))
    assert head[1:] == MODELS
    shown = {row[0]: row[1:] for row in rows}
    for name, label in (words("rates") | words("counts")).items():
        written = rate_with_interval if name in RATES else count_with_interval
        expected = [written(study.judged(model).measure(name).get()) for model in MODELS]
        assert shown[label] == expected
        assert " ".join(f"{label} {' '.join(expected)}".split()) in text
    assert shown[words("tables.threshold_probability")] == ["3.23 %"] * 3
    assert note(page, words("tables.decisions")) in text
    by = cells(page, "At the decision threshold, by unit")
    assert len(by) == 1 + 4 * 3
    for group, model, *numbers in by[1:]:
        judged = study.judged(model, group)
        assert numbers[1] == rate_with_interval(judged.measure("sensitivity").get())
        assert numbers[5] == count_with_interval(judged.measure("treated_per_1000").get())
    assert note(page, "At the decision threshold, by unit") in text


def test_the_cut_off_in_words_is_the_library_s(modules: Any) -> None:
    settings = [
        (prevalence, cost, source)
        for prevalence in (0.05, (0.01, 0.10))
        for cost in ("1:30", ("1:50", "1:5"))
        for source in (0.05, 0.3)
    ]
    for asked in settings:
        cut = cutoff(*asked)
        imported = {"cutoffText": "text/formats.js", "cutoffReason": "text/formats.js"}
        given = {name: getattr(cut, name) for name in cut.__dataclass_fields__}
        said = inside(modules, imported, "return [cutoffText(given), cutoffReason(given)];", given)
        assert said == [str(cut), cut.reason]


def test_where_nobody_is_treated_the_page_says_so(opened: Callable[..., Any]) -> None:
    data = sample(22, 3000)
    data = {**data, **{name: data[name] / 20 for name in MODELS}}
    page = opened(evaluated(data, prevalence=0.01, cost="1:1", source_prevalence=0.1))
    for state in ({}, {"cost": [0.6, 0.6]}):
        page.evaluate("change => baserate.setState(change)", state)
        page.wait_for_timeout(100)
        rows = {row[0]: row[1:] for row in cells(page, words("tables.decisions"))}
        assert rows["positive predictive value"] == ["-"] * 3
        assert "NaN" not in page.locator("body").inner_text()
        assert "old: no positive predictive value, because no patient's score reaches the cut-off of" in note(
            page, words("tables.decisions")
        )


def test_nothing_is_written_as_0_on_the_page_and_in_the_text(page: Any, study: Evaluation) -> None:
    (row,) = [row for row in cells(page, words("tables.models")) if row[0] == "treat none"]
    assert row[1] == "0"
    (line,) = [line for line in study.summary().splitlines() if line.startswith("treat none ")]
    assert line.split() == ["treat", "none", "0"]
