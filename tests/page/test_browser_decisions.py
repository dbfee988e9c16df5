"""Rates and counts at the cut-off in the page, against the library's on the patients themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from baserate.evaluation.evaluation import Evaluation
from baserate.inference.decisions import COUNTS, RATES, Decisions
from baserate.results.judged import cutoff
from baserate.results.words import count_with_interval, rate_with_interval, words
from tests.page.conftest import evaluated, inside, sample
from tests.page.errors_report import shown_in
from tests.page.within import ENDS, expect_rounded, expect_within_error, stated, texts_of

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
    own = page.evaluate("() => baserate.engine.own")
    values: list[float] = []
    reach: list[float] = []
    errors: list[float] = []
    for state, answer in zip(STATES, answers, strict=True):
        for model in answer["models"]:
            exact = library(ev, model["name"], state)
            for name in (*RATES, *COUNTS):
                estimate, shown = exact.estimate(name), model["decisions"][name]
                if shown["error"] == 0:
                    assert (state["prevalence"], state["cost"]) == (own["prevalence"], own["cost"])
                    expect_rounded(shown, estimate, step=0.0, rel=FIVE_DIGITS)
                    continue
                if shown["coarse"]:  # of too few patients to be told
                    continue
                expect_within_error(shown, estimate, (state, model["name"], name))
                width = estimate.high - estimate.low
                values.append(abs(shown["value"] - estimate.value) / width)
                errors.append(stated(shown, estimate))
                ends = (estimate.low - estimate.value, estimate.high - estimate.value)
                around = (shown["low"] - shown["value"], shown["high"] - shown["value"])
                reach.append(max(abs(one - other) for one, other in zip(around, ends, strict=True)) / width)
    # Patients of the bin that the cut-off lies in are split evenly: at most a few patients are off. Once at
    # most 15 %; but bins hold at least five of a class now, which in a group is much of those missed.
    assert np.quantile(values, 0.9) < 0.06
    assert max(values) < 0.25
    # How far the interval reaches from the value hardly depends on the bins.
    # What the members of a cluster share is carried by coarse cells of scores.
    assert np.quantile(reach, 0.9) < (0.05 if kind == "cluster" else 0.03)
    assert max(reach) < (0.20 if kind == "cluster" else 0.10)
    # What is stated, of half the interval.
    assert np.median(errors) < (0.40 if kind == "cluster" else 0.30)


# As the page carries rates and counts.
FIVE_DIGITS = 1e-4


def test_the_study_s_own_setting_shows_the_library_s_numbers(
    page: Any, modules: Any, study: Evaluation
) -> None:
    """With five digits, and what is shown of them to the letter."""
    own = page.evaluate("() => baserate.engine.own")
    exact, texts = [], []
    for group in (None, "south"):
        answer = page.evaluate("state => baserate.engine.answer(state)", {**own, "group": group})
        for model in answer["models"]:
            for name in (*RATES, *COUNTS):
                estimate = study.judged(model["name"], group).measure(name).get()
                shown = model["decisions"][name]
                if group is not None and shown["error"] > 0:
                    # Exact counts would tell of fewer than five patients.
                    expect_within_error(shown, estimate, (group, model["name"], name))
                    continue
                expect_rounded(shown, estimate, step=0.0, rel=FIVE_DIGITS)
                written = rate_with_interval if name in RATES else count_with_interval
                exact.append(("rate" if name in RATES else "count", shown))
                texts.append(written(estimate))
    assert len(texts) >= len(MODELS) * len((*RATES, *COUNTS))
    assert texts_of(modules, exact) == texts
    groups = page.evaluate("() => baserate.engine.answer(baserate.engine.own).groupDecisions")
    assert {(one["group"], one["name"]) for one in groups} == {
        (group, model) for group in study.groups for model in MODELS
    }
    for one in groups:
        ppv = study.judged(one["name"], one["group"]).measure("ppv").get()
        shown = one["decisions"]["ppv"]
        assert shown["low"] == pytest.approx(ppv.low, rel=FIVE_DIGITS, abs=shown["error"])


def cells(page: Any, title: str) -> list[list[str]]:
    """The rows of a table, as they are read; everything is unfolded and drawn, as for paper."""
    page.evaluate("() => { dispatchEvent(new Event('beforeprint')); }")
    found: list[list[str]] = page.evaluate(
        """(title) => [...document.querySelectorAll(".table table")]
        .find((one) => one.caption.textContent === title).querySelectorAll("tr").values()
        .map((row) => [...row.children].map((cell) => cell.textContent)).toArray()""",
        title,
    )
    return [[cell.replace("\u2003", "") for cell in row] for row in found]


def note(page: Any, title: str) -> str:
    text: str = page.evaluate(
        """(title) => [...document.querySelectorAll(".table")]
        .find((one) => one.querySelector("caption").textContent === title)
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
    found = page.evaluate("() => baserate.engine.answer(baserate.engine.own).groupDecisions")
    decisions = {(one["group"], one["name"]): one["decisions"] for one in found}
    withheld = 0
    for group, model, *numbers in by[1:]:
        judged, shown_there = study.judged(model, group), decisions[group, model]
        looked_at: list[tuple[str, str, Any, int]] = [
            (numbers[1], "sensitivity", rate_with_interval, 100),
            (numbers[5], "treated_per_1000", count_with_interval, 1),
        ]
        for cell, name, write, factor in looked_at:
            exact, error = judged.measure(name).get(), factor * shown_there[name]["error"]
            if error == 0:
                assert cell == write(exact), (group, model, name)
                continue
            # Exact counts would tell of fewer than five patients: from bins, and no digit behind the error's.
            withheld += 1
            ends = [factor * getattr(exact, end) for end in ENDS]
            for (read, digit), number in zip(shown_in(cell), ends, strict=True):
                assert abs(read - number) <= error + digit, (group, model, name)
    assert withheld < len(by)
    assert note(page, "At the decision threshold, by unit") in text


def test_the_cut_off_in_words_is_the_library_s(modules: Any) -> None:
    settings = [
        (prevalence, cost, source, shift, 0.2)
        for prevalence in (0.05, (0.01, 0.10))
        for cost in ("1:30", ("1:50", "1:5"))
        for source in (0.05, 0.3)
        for shift in (1.0, 0.3, 0.0)
    ]
    for asked in settings:
        cut = cutoff(*asked)
        imported = {"cutoffReason": "text/formats.js"}
        given = {name: getattr(cut, name) for name in cut.__dataclass_fields__}
        given |= {"shift": cut.shift.gamma, "notShifted": cut.not_shifted}
        assert inside(modules, imported, "return cutoffReason(given);", given) == cut.reason


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
