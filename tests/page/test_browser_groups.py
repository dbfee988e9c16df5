"""The page's tables of groups against the library: O/E, one cut-off for all, both readings of the source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import baserate
from baserate.evaluation.evaluation import Evaluation
from baserate.odds import expit
from tests.page.conftest import evaluated, sample
from tests.page.within import apart, expect_rounded, expect_within_error
from tests.test_groups import two_groups

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")


def table(page: Any, title: str) -> tuple[list[str], list[list[str]], str]:
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    section = page.locator(f".table:has(caption:text-is('{title}'))")
    section.scroll_into_view_if_needed()
    section.locator("tbody tr").first.wait_for()
    heads = [" ".join(text.split()) for text in section.locator("thead th").all_text_contents()]
    rows = [
        [" ".join(cell.split()) for cell in row.locator("th, td").all_text_contents()]
        for row in section.locator("tbody tr").all()
    ]
    return heads, rows, " ".join(section.text_content().split())


def groups_at(page: Any, ev: Evaluation, **changed: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        "changed => baserate.engine.answer({ ...baserate.engine.own, ...changed }).groups",
        changed,
    )
    assert len(found) == len(ev.groups)
    return found


@pytest.mark.parametrize("source", ["group", "all", {"new": 0.1, "old": "all"}])
@pytest.mark.parametrize("prevalence", [None, [0.01, 0.1], [0.05, 0.05]])
def test_one_cutoff_and_each_group_s_own_are_the_library_s(
    opened: Callable[..., Any], source: Any, prevalence: Any
) -> None:
    data = sample(3, 8_000)
    where = None if prevalence is None else tuple(prevalence)
    ev = evaluated(data, source_prevalence=source, prevalence=where)
    page = opened(ev)
    for group in groups_at(page, ev):
        for model in group["models"]:
            name, here = group["name"], model["name"]
            assert model["cutoff"] == pytest.approx(ev.threshold(here, group=name).value, rel=1e-6)
            assert model["commonCutoff"] == pytest.approx(ev.threshold(here).value, rel=1e-6)
            common, score = ev.at_common_threshold(here, name), ev.score(here, name)
            for shown, exact in ((model["withCommonCutoff"], common), (model["score"], score)):
                if shown["error"] == 0:
                    expect_rounded(shown, exact)
                else:
                    # Withheld: it would tell of fewer than five patients, and is from bins of as many.
                    expect_within_error(shown, exact, (name, here))
                    assert shown["coarse"] or apart(shown, exact) < 0.20
            ratio = ev.judged(here, name).measure("observed_expected").get()
            assert model["observedExpected"]["value"] == pytest.approx(ratio.value, rel=1e-3)


def test_the_table_shows_them_with_a_note_that_is_true(opened: Callable[..., Any]) -> None:
    ev = evaluated(sample(3, 8_000), cluster="ward", source_prevalence={"new": 0.1})
    heads, rows, text = table(opened(ev), "By unit")
    assert heads[:4] == ["group", "rows", "events", "prevalence"]
    assert "observed/expected" in heads
    assert "one cut-off for all" in heads
    told = {group["name"]: group for group in ev.to_dict()["groups"]}
    for row in rows:
        measures = told[row[0]]["models"][row[4]]
        ratio = [measures["observed_expected"][key] for key in ("value", "low", "high")]
        assert row[heads.index("observed/expected")] == "{:.2f} ({:.2f} to {:.2f})".format(*ratio)
    assert "old, mild: Each group has a cut-off of its own" in text
    assert "new: All groups have one cut-off" in text


def test_both_readings_stand_in_the_table_of_differences(opened: Callable[..., Any]) -> None:
    ev = baserate.evaluate(two_groups("all", 30_000), "died", "score", cost="1:1", prevalence=0.1, by="group")
    page = opened(ev)
    _, rows, text = table(page, "Why groups differ")
    shown = {row[2].strip(): row[3] for row in rows}
    readings = ev.readings("score", "high", "low")
    assert readings is not None
    for reading, words in (("group", "in each group"), ("all", "to all patients")):
        cell = shown[f"with scores calibrated {words}"]
        assert float(cell.split()[0]) == pytest.approx(1000 * readings.differences[reading].value, abs=0.6)
    assert "which supports the second" in text
    assert "--source-prevalence all asks for this one" in text


def test_fixed_decisions_are_worth_their_mean_over_a_range(opened: Callable[..., Any]) -> None:
    """A range that the study did not state, on the page alone, against the definition."""
    data = two_groups("all", 30_000)
    ev = baserate.evaluate(data, "died", "score", cost="1:4", prevalence=0.1, by="group")
    page = opened(ev)
    for group in groups_at(page, ev, prevalence=[0.02, 0.3]):
        (model,) = group["models"]
        chosen = data["group"] == group["name"]
        died, treated = data["died"][chosen] == 1, data["score"][chosen] >= model["commonCutoff"]
        rates = treated[died].mean(), treated[~died].mean()
        low, high = (float(baserate.odds.logit(p)) for p in (0.02, 0.3))
        p = [float(expit(low + (high - low) * (step + 0.5) / 2000)) for step in range(2000)]
        expected = sum(x * rates[0] - (1 - x) * rates[1] / 4 for x in p) / len(p)
        assert model["withCommonCutoff"]["value"] == pytest.approx(expected, abs=1e-3)
