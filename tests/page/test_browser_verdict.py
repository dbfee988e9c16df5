"""The verdict's sentence on the page: in parts that are controls, and no surer than the page is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from baserate import Beta, Uniform
from tests.page.conftest import evaluated, inside, sample

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

TEXT = "const textOf = (parts) => parts.map((part) => part.text ?? part).join('');"
ALONE = "new"


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"prevalence": None, "cost": "1:1"},
        {"prevalence": 0.05, "cost": ("1:50", "1:5"), "outcome_name": "deaths", "action_name": "transfers"},
        {"prevalence": 0.2, "cost": "4:1", "margin": 2.0},
        {"cost": ("1:4", "2:1")},
    ],
)
def test_parts_built_from_numbers_are_the_librarys_sentence(opened: Callable[..., Any], asked: Any) -> None:
    ev = evaluated(sample(3, 3000), **asked)
    page = opened(ev)
    shown = page.evaluate(
        f"() => {{ {TEXT} const {{ verdict }} = baserate.engine.answer(baserate.engine.own);"
        "return [textOf(verdict.sentence), verdict.text, verdict.sentence]; }"
    )
    assert shown[0] == ev.verdict.sentence
    assert shown[1] == ev.verdict.text
    controls = {part["control"]: part["text"] for part in shown[2] if isinstance(part, dict)}
    assert {"prevalence", "cost", "best"} <= set(controls)
    assert page.said == []


def test_a_sentence_is_the_start_of_its_text_at_any_setting(opened: Callable[..., Any]) -> None:
    ev = evaluated(sample(4, 1500))
    page = opened(ev)
    rng = np.random.default_rng(0)
    states = []
    for _ in range(60):
        ends = np.sort(np.exp(rng.uniform(np.log(0.002), np.log(0.6), 2))).tolist()
        costs = np.sort(rng.uniform(0.005, 0.8, 2)).tolist()
        states.append(
            {
                "prevalence": [None, ends, [ends[0], ends[0]]][rng.integers(3)],
                "cost": [costs, [costs[0], costs[0]]][rng.integers(2)],
                "units": ["per 1,000", "net benefit", "weighted accuracy", "accuracy"][rng.integers(4)],
                "group": [None, "north"][rng.integers(2)],
                "models": [["old", "new", "mild"], ["old", "mild"], [ALONE]][rng.integers(3)],
            }
        )
    found = page.evaluate(
        f"(states) => {{ {TEXT} return states.map((state) => {{"
        "const { verdict } = baserate.engine.answer(state);"
        "return [textOf(verdict.sentence), verdict.text, verdict.sentence]; }); }",
        states,
    )
    for (sentence, text, parts), state in zip(found, states, strict=True):
        assert text.startswith(sentence)
        assert "undefined" not in text
        assert "{" not in text
        controls = [part["control"] for part in parts if isinstance(part, dict)]
        assert "prevalence" in controls
        assert ("cost" in controls) == (state["units"] != "accuracy")
        assert all(
            a is dict or b is dict for a, b in zip(map(type, parts), map(type, parts[1:]), strict=False)
        )


@pytest.mark.parametrize("asked", [{"prevalence": Beta(2, 38)}, {"cost": Uniform(0.05, 0.2)}])
def test_a_distribution_is_told_by_the_librarys_words(modules: Any, asked: Any) -> None:
    """Where two handles cannot say it, with `study` in the state."""
    ev = evaluated(sample(3, 2000), **asked)
    content = ev.to_dict()
    where = content["deployment"]
    given = {
        "state": {
            "units": "per 1,000",
            "study": True,
            "prevalence": [where["prevalence"][end] for end in ("low", "high")],
            "cost": [where["cost"][end] for end in ("low", "high")],
        },
        "names": content["names"],
        "deployment": where,
    }
    text = inside(
        modules,
        {"verdictPhrases": "engine/phrases.js", "textOf": "engine/phrases.js"},
        "const { state, ...about } = given;"
        "const ends = { range: state.prevalence, costs: state.cost };"
        "return textOf(verdictPhrases(state, { ...about, ...ends }).where);",
        given,
    )
    assert f"here {text}" in ev.verdict.sentence


# A verdict from differences that are given, so that the page's own error can be any.
MADE = """
  const all = { "without a model": 0, ...given.values };
  const compare = (one, other) => {
    const { half = 0.001, error = 0, coarse = false } = given.pairs?.[`${one}|${other}`] ?? given;
    const value = all[one] - all[other];
    const at = () => ({ low: value - half, high: value + half });
    return { value, ...at(), at, error, coarse, confidence: () => 0.99 };
  };
  const state = { prevalence: [0.05, 0.05], cost: [0.1, 0.1], units: "per 1,000", shift: 1 };
  const about = { names: namesOf({}), range: state.prevalence, costs: state.cost, deployment: null };
  const counts = { truePositives: 10.23, falsePositives: 20.1, error: given.counts };
  const names = Object.keys(given.values);
  const isAhead = (one, other) => {
    const { value, low, error } = compare(one, other);
    return low - error > 1e-12 && value >= (given.margin ?? 0);
  };
  return verdictOf({
    judgement: judge({ names, compare, isAhead }), names, compare, together: compare, doneBy: (name) =>
      name === "a" ? counts : { truePositives: 0, falsePositives: 0 },
    possible: 0.05, least: 5, level: 0.95, margin: given.margin ?? null, range: state.prevalence,
    costs: state.cost, shifts: null, observed: { low: 0, high: 1, everyone: 0.1, groups: [] }, count: 1,
    adjusts: false, state, valueAt: () => 0, lead: compare, phrases: verdictPhrases(state, about),
  });
"""
IMPORTED = {
    "judge": "engine/conclusion.js",
    "verdictOf": "engine/verdict.js",
    "verdictPhrases": "engine/phrases.js",
    "namesOf": "engine/phrases.js",
}
VALUES = {"a": 0.02, "b": 0.01}


def verdict(modules: Any, **given: Any) -> dict[str, Any]:
    found: dict[str, Any] = inside(modules, IMPORTED, MADE, {"values": VALUES, **given})
    return found


def test_a_lead_must_exceed_the_pages_own_error_too(modules: Any) -> None:
    assert verdict(modules, error=0.008)["decided"]
    unsure = verdict(modules, error=0.0095)
    assert unsure["tied"] == ["a", "b"]
    assert unsure["betterThanWithout"] == ["a"]
    assert unsure["text"].startswith("Too close to call between a and b")
    none = verdict(modules, error=0.025)
    assert none["text"].startswith("No model is shown to be better than deciding without one")


def test_non_inferiority_must_exceed_it_too(modules: Any) -> None:
    close = {"values": {"a": 0.02, "b": 0.0199}, "margin": 0.002}
    assert verdict(modules, **close)["nonInferior"] == ["b"]
    assert verdict(modules, **close, error=0.001)["nonInferior"] == []


def test_where_the_page_is_too_coarse_it_says_so_and_how_to_know(modules: Any) -> None:
    shown = verdict(modules, pairs={"a|b": {"coarse": True}})
    assert shown["coarse"]
    assert not shown["decided"]
    assert shown["text"] == (
        "Not from this page: where 5 % have the outcome, and missing one case is as bad as 9 unnecessary "
        "treatments, its bins (at least 5 patients each) are too coarse to tell a from b. The library can: "
        "baserate evaluate --prevalence 5% --cost 1:9"
    )
    assert (
        "".join(part["text"] if isinstance(part, dict) else part for part in shown["sentence"])
        == shown["text"]
    )
    # A comparison that does not decide is left out, and no more.
    other = verdict(modules, pairs={"a|without a model": {"coarse": True}})
    assert other["decided"]
    assert "it adds" in verdict(modules)["text"]
    assert "it adds" not in other["text"]
    alone = verdict(modules, values={"a": 0.0001}, coarse=True)
    assert "too coarse to tell a from deciding without a model" in alone["text"]


def test_counts_have_no_digit_below_their_error(modules: Any) -> None:
    for error, told in ((0.0, "finds 10.2 more cases"), (0.2, "finds 10 more cases")):
        counts = {"truePositives": error, "falsePositives": 0.0}
        assert told in verdict(modules, counts=counts)["text"]
    counts = {"truePositives": 0.0, "falsePositives": 3.0}
    assert "finds" not in verdict(modules, counts=counts)["text"]
