"""The page's first screen: a sentence whose numbers are controls, its figures, and what stays where it is."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.datasets import icu_cohort
from baserate.evaluation.evaluation import Evaluation
from tests.page.conftest import at_rest, evaluated, sample

Open = Callable[..., Any]
FIRST = ("#title", "#patients-line", "#sentence", "#second", "#difference", "#patients", "#before > ul")


@pytest.fixture(scope="module")
def ev() -> Evaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(
            icu_cohort(),
            "died",
            ["severity", "network"],
            prevalence=(0.01, 0.10),
            cost="1:30",
            by="unit",
            outcome_name="deaths",
            title="The built-in cohort",
        )


@pytest.fixture(scope="module")
def shared(opened: Open, ev: Evaluation) -> Any:
    return opened(ev, size=(1440, 900))


@pytest.fixture
def page(shared: Any) -> Any:
    shared.set_viewport_size({"width": 1440, "height": 900})
    shared.keyboard.press("Escape")
    shared.evaluate("() => { baserate.setState(baserate.engine.own); scrollTo(0, 0); }")
    settled(shared)
    return shared


def settled(page: Any) -> None:
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def state(page: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("() => baserate.state()")
    return found


def knob(page: Any, control: str) -> Any:
    return page.locator(f"#sentence [data-control={control}]")


def test_one_desktop_screen_holds_the_whole_answer(page: Any) -> None:
    for part in FIRST:
        box = page.locator(part).bounding_box()
        assert box["height"] > 0, part
        assert box["y"] + box["height"] <= 900, part
    assert page.text_content("#title") == page.title() == "The built-in cohort"
    assert page.text_content("#patients-line") == "20,000 patients, 1,650 deaths"
    assert page.locator("#before > ul > li").count() <= 3


def test_a_page_is_short_and_has_few_words(page: Any) -> None:
    for down in range(0, 3_500, 400):
        page.evaluate(f"() => scrollTo(0, {down})")
        settled(page)
    height, words = page.evaluate(
        "() => [document.documentElement.scrollHeight, document.body.innerText.split(/\\s+/).length]"
    )
    assert height < 3_500
    assert words < 1_200


@pytest.mark.parametrize("control", ["prevalence", "cost", "best", "other"])
@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_word_opens_its_panel_by_key_and_escape_gives_the_focus_back(
    page: Any, control: str, key: str
) -> None:
    word = knob(page, control)
    word.focus()
    assert word.get_attribute("aria-expanded") == "false"
    page.keyboard.press(key)
    assert word.get_attribute("aria-expanded") == "true"
    panel = page.locator(f"#{word.get_attribute('aria-controls')}")
    assert panel.is_visible()
    assert panel.evaluate("(one) => one.contains(document.activeElement)")
    page.keyboard.press("Escape")
    assert not panel.is_visible()
    assert word.evaluate("(one) => one === document.activeElement")


def test_a_press_elsewhere_closes_a_panel_and_only_one_is_open(page: Any) -> None:
    knob(page, "prevalence").click()
    knob(page, "cost").click()
    assert page.locator(".panel:visible").count() == 1
    page.locator("#patients-line").click()
    assert page.locator(".panel:visible").count() == 0


def test_sentence_and_main_figure_are_seen_while_a_panel_is_open(page: Any) -> None:
    knob(page, "prevalence").click()
    panel = page.locator("#panel-prevalence").bounding_box()
    for part in ("#sentence", "#difference"):
        box = page.locator(part).bounding_box()
        apart = panel["y"] >= box["y"] + box["height"] or panel["x"] >= box["x"] + box["width"]
        assert apart, part


@pytest.mark.parametrize(
    ("control", "label", "typed", "words"),
    [
        ("prevalence", "Lowest prevalence in percent", "0.001", "0.001 % is outside what this page answers"),
        ("prevalence", "Highest prevalence in percent", "99", "99 % is outside what this page answers"),
        ("prevalence", "Lowest prevalence in percent", "rare", "“rare” is not a prevalence"),
        ("cost", "Most unnecessary treatments per missed death", "1e7", "is outside what this page answers"),
        ("cost", "Most unnecessary treatments per missed death", "many", "“many” is not a cost"),
    ],
)
def test_a_value_that_cannot_be_taken_is_told_in_words(
    page: Any, control: str, label: str, typed: str, words: str
) -> None:
    before = state(page)
    knob(page, control).click()
    box = page.get_by_label(label)
    box.fill(typed)
    box.press("Enter")
    said = page.text_content(f"#panel-{control} .said")
    assert words in said
    assert "Nothing was changed." in said
    assert state(page) == before


def test_the_margin_and_whom_to_compare_with_are_set_and_kept_in_the_address(page: Any) -> None:
    page.locator("#settings [aria-controls=panel-margin]").click()
    page.get_by_label("Smallest difference that matters").fill("20")
    page.get_by_label("Smallest difference that matters").press("Enter")
    assert state(page)["margin"] == 20
    assert page.text_content("#settings [aria-controls=panel-margin]") == "margin 20 per 1,000"
    page.locator("#difference [data-control=other]").click()
    page.locator("#panel-against").get_by_label("treat none").check()
    assert state(page)["against"] == "treat none"
    settled(page)
    assert "minus treat none" in page.text_content("#title-difference")
    # The address follows some time after, later where the machine is busy.
    page.wait_for_function("() => location.hash.includes('against=')")
    address = page.evaluate("() => location.hash")
    assert "margin=20" in address
    assert "against=treat%20none" in address


def test_switches_answer_what_is_to_be_known_before_deciding(page: Any) -> None:
    assert "Use severity" in page.text_content("#sentence")
    page.locator("#before .switch", has_text="recalibrate network").click()
    assert state(page)["recalibrated"] == ["network"]
    assert "Use network" in page.text_content("#sentence")
    settled(page)
    page.locator("#before .switch").first.click()
    assert state(page)["recalibrated"] == []
    assert "Use severity" in page.text_content("#sentence")


TOPS = """() => ["#second", "#settings", "#difference", "#before", "#contents"]
  .map((one) => document.querySelector(one).getBoundingClientRect().top)"""


def test_nothing_moves_under_the_hand_along_a_slider(page: Any) -> None:
    knob(page, "prevalence").click()
    handle = page.locator("#panel-prevalence .handle").first
    handle.focus()
    page.keyboard.press("ArrowRight")
    settled(page)
    before = page.evaluate(TOPS)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        settled(page)
        after = page.evaluate(TOPS)
        assert max(abs(one - other) for one, other in zip(before, after, strict=True)) <= 40
    page.keyboard.press("Escape")


def test_on_a_phone_slider_and_figure_are_in_one_view(page: Any) -> None:
    page.set_viewport_size({"width": 430, "height": 900})
    page.wait_for_timeout(150)
    knob(page, "cost").click()
    rail = page.locator("#panel-cost .rail").bounding_box()
    figure = page.locator("#difference svg").bounding_box()
    sentence = page.locator("#sentence").bounding_box()
    panel = page.locator("#panel-cost").bounding_box()
    assert sentence["y"] >= 0
    assert figure["y"] + figure["height"] <= panel["y"] + 5
    assert rail["y"] + rail["height"] <= 900


def test_an_address_that_was_changed_is_not_written_over(page: Any) -> None:
    """A setting that still waits to be written into the address gives way to the one that somebody names."""
    page.evaluate("""() => {
        const waiting = [];
        const own = globalThis.setTimeout;
        globalThis.setTimeout = (call, ...more) => waiting.push(call);
        baserate.setState({ prevalence: [0.02, 0.04] });
        globalThis.setTimeout = own;
        location.hash = "group=nowhere";
        for (const call of waiting) call();
    }""")
    page.wait_for_function("() => document.querySelector('#told').textContent !== ''")
    assert "a group that is not on this page" in page.text_content("#told")


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("group=nobody", "a group that is not on this page; everyone is shown"),
        ("models=nobody", "a model that is not on this page"),
        ("prevalence=often", "a prevalence that makes no sense; the study's own is shown"),
        ("prevalence=0.0000001", "a prevalence outside what this page answers (0.05 % to 95 %)"),
        ("cost=dear", "a cost that makes no sense"),
        ("units=parsecs", "units that this page does not have"),
        ("margin=-1", "a margin that makes no sense"),
        ("against=nobody", "compare with a model that is not on this page"),
        ("sources=nobody:0.5", "calibrated to a prevalence that makes no sense, or a model"),
        ("recalibrated=nobody", "recalibrate a model that is not on this page"),
        ("colour=blue", "a part that this page does not know (colour)"),
    ],
)
def test_what_makes_no_sense_in_the_address_is_told(page: Any, fragment: str, words: str) -> None:
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    page.wait_for_function("() => document.querySelector('#told').textContent !== ''")
    assert words in page.text_content("#told")
    page.evaluate("() => baserate.setState({prevalence: [0.02, 0.1]})")
    assert page.text_content("#told") == ""


def test_every_part_of_a_setting_comes_back_from_its_address(opened: Open, ev: Evaluation) -> None:
    asked = "#margin=1.5&sources=network:0.5&recalibrated=severity&against=treat%20all&group=cardiac"
    page = opened(ev, asked)
    found = state(page)
    assert (found["margin"], found["sources"]) == (1.5, {"network": 0.5})
    assert (found["recalibrated"], found["against"]) == (["severity"], "treat all")
    assert page.text_content("#told") == ""
    page.evaluate("() => baserate.setState({units: 'net benefit'})")
    page.wait_for_timeout(1200)
    page.reload()
    assert state(page) == {**found, "units": "net benefit"}
    page.close()


def test_contents_lead_to_their_sections_and_leave_the_setting_alone(page: Any) -> None:
    page.evaluate("() => baserate.setState({prevalence: [0.02, 0.2]})")
    for link in page.locator("#contents a").all():
        link.click()
        page.wait_for_timeout(700)
        target = page.locator(link.get_attribute("href"))
        top = target.bounding_box()["y"]
        assert -5 <= top <= 700
    assert state(page)["prevalence"] == [0.02, 0.2]


def test_only_what_is_near_the_window_is_drawn_and_the_rest_for_paper(opened: Open, ev: Evaluation) -> None:
    page = opened(ev, size=(1440, 900))
    page.wait_for_timeout(200)
    drawn = "() => document.querySelectorAll('figure:has(svg.figure)').length"
    few = page.evaluate(drawn)
    assert 2 <= few < 8
    page.pdf(format="A4")
    assert page.evaluate(drawn) == page.locator("figure").count() == 10
    page.close()


def test_paper_is_light_and_without_controls_whatever_the_reader_prefers(page: Any) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    ground, ink = page.evaluate(
        "() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    )
    underlined = knob(page, "prevalence").evaluate("(one) => getComputedStyle(one).textDecorationLine")
    page.emulate_media(media="null", color_scheme="null")
    assert ground == "rgb(255, 255, 255)"
    assert ink == "rgb(31, 35, 40)"
    assert underlined == "none"


@pytest.mark.parametrize("paper", [(695, "A4"), (717, "Letter")])
def test_long_names_are_not_cut_on_paper(opened: Open, paper: tuple[int, str]) -> None:
    width, _ = paper
    data = sample(3, 2_000)
    names = [
        "a gradient-boosted model with sixty characters in its name..",
        "logistic-regression-penalised-refitted-without-any-space-2024",
    ]
    for name, column in zip(names, ("old", "new"), strict=True):
        data[name] = data[column]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(data, "died", names, prevalence=(0.01, 0.1), cost="1:30", by="unit")
    page = opened(ev)
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width, "height": 1_000})
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    page.wait_for_timeout(300)
    beyond = page.evaluate(
        """(width) => [...document.querySelectorAll("td, th, p, h1, h2, h3, figure, li")]
          .filter((one) => one.checkVisibility() && !one.closest(".unseen, caption"))
          .filter((one) => one.getBoundingClientRect().right > width + 1)
          .map((one) => one.textContent.slice(0, 30))""",
        width,
    )
    page.close()
    assert beyond == []


@pytest.mark.parametrize("width", [430, 820, 1024, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_both_schemes(page: Any, width: int, scheme: str) -> None:
    from tests.page.test_browser_controls import CONTRAST

    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(200)
    found = page.evaluate(CONTRAST)
    page.emulate_media(color_scheme="null")
    assert found["seen"] > 60
    assert found["faint"] == []


def test_one_kind_of_minus_and_no_break_before_a_percent_sign(opened: Open) -> None:
    page = opened(evaluated(sample(7, 1_500)), "#prevalence=0.3..0.6&cost=1:2")
    page.wait_for_timeout(200)
    for part in ("#sentence", "#second", "#bins", "#before", "#difference", "#patients"):
        text = page.text_content(part)
        assert not re.search(r"(?<![\w)])-\d", text), part
        assert " %" not in text.replace("\u00a0%", ""), part
    page.close()


def test_away_from_the_study_s_setting_the_page_says_how_exact_it_is(opened: Open) -> None:
    page = opened(evaluated(sample(7, 1_500)))
    assert page.text_content("#bins") == ""
    page.evaluate("() => baserate.setState({prevalence: [0.02, 0.2]})")
    answer = page.evaluate("() => ({exact: baserate.answer().exact, error: baserate.answer().error})")
    assert not answer["exact"]
    words = page.text_content("#bins")
    assert words.startswith(
        "Away from the study's own setting this page works from bins of at least 5 patients"
    )
    told = float(re.findall(r"within ([\d.]+) per 1,000", words)[0])
    assert 1000 * answer["error"] <= told <= 1.11 * 1000 * answer["error"] + 1e-9
    page.close()


def test_the_link_the_sentence_and_all_data_can_be_taken_along(page: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("() => baserate.setState({prevalence: [0.02, 0.2]})")
    page.get_by_role("button", name="Copy sentence").click()
    page.wait_for_timeout(100)
    assert page.evaluate("() => navigator.clipboard.readText()") == page.text_content("#sentence")
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_timeout(100)
    assert page.evaluate("() => navigator.clipboard.readText()").endswith("#prevalence=0.02..0.2")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all data").click()
    content = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert content["state"]["prevalence"] == [0.02, 0.2]
    assert {"difference", "patients", "map", "table-models", "table-usual-measures"} <= set(content["tables"])


@pytest.mark.parametrize("kind", ["SVG", "PNG"])
def test_a_figure_is_saved_as_a_picture_under_the_page_s_policy(page: Any, kind: str) -> None:
    at_rest(page.locator("#difference .save")).click()
    with page.expect_download() as download:
        page.locator("#difference [role=menuitem]", has_text=f"Save {kind}").or_(
            page.locator("#difference [role=menuitem]", has_text=kind)
        ).first.click()
    content = Path(download.value.path()).read_bytes()
    assert content.startswith(b"<svg" if kind == "SVG" else b"\x89PNG")
    assert page.said == []


def test_twelve_groups_do_not_explode(opened: Open) -> None:
    data = sample(3, 6_000)
    data["unit"] = np.array([f"hospital {number}" for number in range(12)])[np.arange(6_000) % 12]
    page = opened(evaluated(data), size=(1440, 900))
    for down in range(0, 5_000, 400):
        page.evaluate(f"() => scrollTo(0, {down})")
        settled(page)
    assert page.evaluate("() => document.documentElement.scrollHeight") < 4_500
    assert page.said == []
    page.close()
