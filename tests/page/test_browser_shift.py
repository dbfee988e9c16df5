"""How much of the difference in prevalence is label shift: the control, and numbers at any share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from baserate.errors import ShiftError
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.decisions import RATES
from baserate.inference.estimate import Estimate
from baserate.odds import logit
from baserate.results.words import words
from tests.page.conftest import evaluated, sample
from tests.page.exact import at
from tests.page.within import expect_within_error, farthest, sentence_of

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

SHIFTS = (0.0, 0.3, 0.7, 1.0)
# A range, one prevalence, a range of costs at one prevalence, and both.
PLACES: tuple[tuple[list[float], list[float]], ...] = (
    ([0.02, 0.15], [1 / 16, 1 / 16]),
    ([0.05, 0.05], [1 / 16, 1 / 16]),
    ([0.2, 0.2], [1 / 11, 1 / 3]),
    ([0.04, 0.3], [1 / 21, 1 / 5]),
)
MODELS = ["old", "new", "mild"]

ASK = """
({ state }) => {
  const { models, comparisons, verdict, setting } = baserate.engine.answer(state);
  return { models: models.map(({ name, score, cutoff, decisions }) => ({ name, score, cutoff, decisions })),
           comparisons, best: verdict.best, isMoved: setting.isMoved };
}
"""


@pytest.fixture(scope="module")
def cohort() -> Evaluation:
    return evaluated(sample(21, 4_000))


@pytest.fixture(scope="module")
def few() -> Evaluation:
    return evaluated(sample(22, 500))


def states() -> Iterator[dict[str, Any]]:
    for shift in SHIFTS:
        for prevalence, cost in PLACES:
            yield {"prevalence": prevalence, "cost": cost, "shift": shift}


def expect_the_librarys(page: Any, ev: Evaluation, state: dict[str, Any]) -> int:
    """Scores, differences and rates within their stated errors; how many were shown."""
    shown = page.evaluate(ASK, {"state": state})
    exact = at(ev, {"units": "per 1,000", "models": MODELS, **state})
    told = 0
    for model in shown["models"]:
        judged = exact.judged(model["name"])
        assert logit(model["cutoff"]["value"]) == pytest.approx(logit(judged.cutoff.value), abs=1e-6)
        pairs: list[tuple[Any, Estimate | None]] = [(model["score"], exact.score(model["name"]))]
        pairs += [(model["decisions"][rate], judged.measure(rate).estimate) for rate in RATES]
        for number, library in pairs:
            if number is None or number["coarse"] or library is None:
                continue
            told += 1
            expect_within_error(number, library, (state, model["name"]))
    for comparison in shown["comparisons"]:
        if not comparison["difference"]["coarse"]:
            told += 1
            pair = comparison["model"], comparison["other"]
            expect_within_error(comparison["difference"], exact.compare(*pair), (state, pair))
    return told


def test_numbers_from_bins_are_the_librarys_at_any_share(
    opened: Callable[..., Any], cohort: Evaluation
) -> None:
    page = opened(cohort)
    told = [expect_the_librarys(page, cohort, state) for state in states()]
    assert sum(told) > 16 * 12  # of 24 at each setting; the others are not from this page


def test_where_every_patient_is_carried_they_are_nearly_exact(
    opened: Callable[..., Any], few: Evaluation
) -> None:
    page = opened(few, smallest_cell=1)
    for state in states():
        shown = page.evaluate(ASK, {"state": state})
        exact = at(few, {"units": "per 1,000", "models": MODELS, **state})
        for model in shown["models"]:
            library = exact.score(model["name"])
            assert model["score"]["value"] == pytest.approx(library.value, abs=1e-7)
            assert farthest(model["score"], library) <= 0.01 * (library.high - library.low)
        expect_the_librarys(page, few, state)


def test_at_one_it_is_label_shift_to_the_last_digit(opened: Callable[..., Any], cohort: Evaluation) -> None:
    page = opened(cohort)
    for prevalence, cost in PLACES:
        state = {"prevalence": prevalence, "cost": cost}
        plain, one = (page.evaluate(ASK, {"state": asked}) for asked in (state, {**state, "shift": 1}))
        assert plain == one
        assert not one["isMoved"]


def test_at_the_observed_prevalence_no_share_makes_a_difference(
    opened: Callable[..., Any], cohort: Evaluation
) -> None:
    page = opened(cohort)
    state = {"prevalence": None, "cost": [1 / 16, 1 / 16]}
    plain, none = (page.evaluate(ASK, {"state": {**state, "shift": shift}}) for shift in (1, 0))
    assert plain == none


def test_a_fitted_share_brings_its_error(opened: Callable[..., Any]) -> None:
    """At another prevalence than the study's, so that the numbers come from bins."""
    data = sample(23, 4_000)
    fitted = {"gamma": 0.5, "standard_error": 0.2, "degrees_of_freedom": 4.0}
    sure, unsure = evaluated(data, shift=0.5), evaluated(data, shift=fitted)
    state = {"prevalence": [0.01, 0.04], "cost": [1 / 16, 1 / 16], "shift": 0.5}
    widths = []
    for ev in (sure, unsure):
        shown = opened(ev).evaluate(ASK, {"state": state})
        one = next(model["score"] for model in shown["models"] if model["name"] == "old")
        widths.append(one["high"] - one["low"])
    assert widths[1] > 1.02 * widths[0]


def test_a_score_that_knows_too_little_has_no_number(opened: Callable[..., Any]) -> None:
    data = sample(24, 3_000)
    rng = np.random.default_rng(24)
    data["mild"] = np.clip(rng.normal(0.1, 0.01, len(data["died"])), 0.05, 0.15)
    ev = evaluated(data)
    state = {"prevalence": [0.01, 0.02], "cost": [1 / 16, 1 / 16], "shift": 0}
    with pytest.raises(ShiftError):
        at(ev, {"units": "per 1,000", "models": MODELS, **state}).score("mild")
    page = opened(ev)
    page.evaluate("(state) => baserate.setState(state)", state)
    answer = page.evaluate("() => JSON.parse(JSON.stringify(baserate.answer().verdict))")
    assert "mild" in sentence_of(answer)
    assert sentence_of(answer).startswith(str(words("page.shift.no_world_sentence")).split("{")[0])
    figure = page.locator("figure#models")
    figure.scroll_into_view_if_needed()
    figure.get_by_text(str(words("page.shift.no_world"))).first.wait_for(state="attached")


# ---- the control ----


@pytest.fixture
def turning(opened: Callable[..., Any]) -> Any:
    """A page whose verdict hangs on the share: 'mild' is too moderate for an adjustment in full."""
    return opened(evaluated(sample(25, 6_000), prevalence=(0.2, 0.4), cost="1:4"))


def test_the_control_moves_sentence_address_and_way_back(turning: Any) -> None:
    before = turning.locator("#sentence").inner_text()
    knob = turning.locator("#shift-line [data-control=shift]")
    assert knob.inner_text() == "all"
    knob.click()
    slider = turning.locator("#shift")
    slider.focus()
    slider.press("Home")
    assert turning.locator("#sentence").inner_text() != before
    assert knob.inner_text() == "none"
    turning.wait_for_function("() => location.hash.includes('shift=0')")
    turning.wait_for_function("() => document.querySelector('#shift-verdict').textContent !== ''")
    assert turning.locator("#panel-shift button.plain").is_visible()
    turning.locator("#panel-shift button.plain").click()
    assert turning.locator("#sentence").inner_text() == before
    turning.wait_for_function("() => location.hash === ''")
    assert turning.said == []


def test_the_line_is_there_only_where_prevalence_differs(turning: Any) -> None:
    line = turning.locator("#shift-line")
    assert line.is_visible()
    turning.evaluate("() => baserate.setState({ prevalence: null })")
    assert line.is_hidden()


def test_an_address_asks_for_a_share(opened: Callable[..., Any], cohort: Evaluation) -> None:
    page = opened(cohort, "#shift=0.35")
    assert page.evaluate("() => baserate.state().shift") == 0.35
    wrong = opened(cohort, "#shift=1.2")
    assert wrong.evaluate("() => baserate.state().shift") == 1
    assert words("page.address.shift") in wrong.locator("#told").inner_text()


def test_at_the_studys_setting_the_line_says_what_the_library_does(turning: Any) -> None:
    result = turning.evaluate("() => baserate.engine.result.verdict.shift.text")
    said = turning.locator("#shift-verdict").inner_text().replace("\u00a0", " ")
    assert said
    assert result.startswith(said)
