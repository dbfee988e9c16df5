"""The page in Debian's Firefox: it opens without a word, and says what it says in Chromium."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from baserate.evaluation.evaluation import Evaluation
from tests.page.conftest import evaluated, sample
from tests.page.firefox import Firefox, Tab, firefox

SETTINGS = (
    "",
    "#prevalence=0.02..0.3&cost=1:10",
    "#prevalence=0.05",
    "#prevalence=own&cost=1:50..1:5",
    "#group=south&models=old,mild",
)

# All that can be read but for labels along axes, whose number hangs on the width of letters. Parts are drawn
# when they come near the window, and all of them for paper.
TEXTS = """
async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
    scrollTo(0, y);
    await frame();
  }
  dispatchEvent(new Event("beforeprint"));
  await frame();
  const texts = [...document.querySelectorAll("h1, h2, h3, p, dt, dd, li, table, figcaption, summary")];
  return texts.map((one) => `${one.localName} ${one.textContent.replace(/\\s+/g, " ").trim()}`);
}
"""
FOCUS = """
() => {
  const handles = [...document.querySelectorAll("[role=slider]")];
  handles.find((one) => one.checkVisibility()).focus();
}
"""


@pytest.fixture(scope="module")
def fox() -> Iterator[Firefox]:
    with firefox() as browser:
        yield browser


@pytest.fixture(scope="module")
def ev() -> Evaluation:
    return evaluated(sample(5, 4_000))


@pytest.fixture(scope="module")
def path(ev: Evaluation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("firefox") / "page.html"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev.to_html(file, title="A study of four units")
    return file


@pytest.fixture
def tab(fox: Firefox) -> Iterator[Tab]:
    opened = fox.new_tab()
    opened.resize(1280, 900)
    yield opened
    opened.close()


def verdict(tab: Tab) -> str:
    return str(tab.evaluate("() => baserate.answer().verdict.text"))


def said(tab: Tab) -> str:
    """The answer as it is read."""
    return str(tab.evaluate("() => document.querySelector('#sentence, #verdict-text').textContent"))


def requests(tab: Tab) -> list[str]:
    """What was asked for; what is written out in the address itself asks nobody."""
    return [address for address in tab.asked if not address.startswith("data:")]


def test_the_page_opens_from_a_file_without_a_word_and_asks_for_nothing(tab: Tab, path: Path) -> None:
    tab.goto(path.as_uri())
    tab.evaluate(TEXTS)
    tab.browser.listen(0.5)
    assert tab.said == []
    assert [address for address in requests(tab) if address != path.as_uri()] == []
    assert verdict(tab) != ""


def test_a_word_and_a_request_would_be_seen(tab: Tab, tmp_path: Path) -> None:
    """That the lists of the test above are empty says something."""
    file = tmp_path / "talks.html"
    file.write_text(
        "<!doctype html><title>talks</title><img src='http://127.0.0.1:49151/x.png' alt=''>"
        "<script>console.log('a word'); undefined.nothing;</script>"
    )
    tab.goto(file.as_uri())
    tab.browser.listen(0.5)
    assert requests(tab) == ["http://127.0.0.1:49151/x.png"]
    assert tab.said[0] == "a word"
    assert any("undefined" in word for word in tab.said[1:])


@pytest.mark.parametrize("fragment", SETTINGS)
def test_it_says_what_it_says_in_chromium(tab: Tab, browser: Any, path: Path, fragment: str) -> None:
    tab.goto(path.as_uri() + fragment)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(path.as_uri() + fragment)
    found, expected = tab.evaluate(TEXTS), page.evaluate(TEXTS)
    page.close()
    # Each browser was at the setting, and there was something to compare.
    state = tab.evaluate("() => baserate.state()")
    own = tab.evaluate("() => baserate.engine.own")
    assert (state == own) == (fragment == "")
    assert len([text for text in found if text.startswith("table ")]) >= 3
    assert found == expected


def test_the_setting_in_the_address_can_change(tab: Tab, path: Path) -> None:
    tab.goto(path.as_uri())
    before = verdict(tab)
    tab.evaluate("() => { location.hash = '#prevalence=0.3&cost=1:2'; }")
    tab.wait_for("() => baserate.state().prevalence[0] === 0.3")
    assert verdict(tab) != before


def test_keys_on_the_controls_change_the_verdict(tab: Tab, path: Path) -> None:
    tab.goto(path.as_uri())
    before, state = said(tab), tab.evaluate("() => baserate.state()")
    tab.evaluate(FOCUS)
    tab.press("ArrowRight")
    tab.press("PageUp", "PageUp")
    moved = tab.evaluate("() => baserate.state()")
    assert moved["prevalence"][0] > state["prevalence"][0]
    assert moved["cost"] == state["cost"]
    # The words in the page follow; an address with the same setting says the same.
    assert said(tab) != before
    fragment = f"#prevalence={moved['prevalence'][0]!r}..{moved['prevalence'][1]!r}"
    again = tab.browser.new_tab()
    again.goto(path.as_uri() + fragment)
    assert said(again) == said(tab)
    again.close()


def test_it_prints(tab: Tab, path: Path) -> None:
    tab.goto(path.as_uri())
    paper = tab.pdf()
    assert paper.startswith(b"%PDF-")
    assert len(paper) > 50_000
    tab.browser.listen(0.2)
    assert tab.said == []
