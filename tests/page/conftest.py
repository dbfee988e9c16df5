"""A browser for the page. Debian's Chromium; set BASERATE_BROWSER=1 to run these tests."""

from __future__ import annotations

import json
import os
import re
import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.evaluation.evaluation import Evaluation

Open = Callable[..., Any]

ASKED = os.environ.get("BASERATE_BROWSER") == "1"
# As root, and without the calls home that a browser makes by itself.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Not skipped but left alone: in CI a step of its own runs them, and nothing may be skipped there.
collect_ignore_glob = [] if ASKED else ["test_browser_*.py"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium."""
    with chromium() as launched:
        yield launched


@contextmanager
def chromium() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield launched
        launched.close()


# An address that leads to the files of this repository, and nowhere else.
SITE = "http://baserate.test/"
ROOT = Path(__file__).parents[2]
ASSETS = "/src/baserate/page/assets"
KINDS = {".js": "text/javascript", ".json": "application/json"}


@pytest.fixture(scope="session")
def modules(browser: Any) -> Any:
    return blank_page(browser)


def blank_page(browser: Any) -> Any:
    """A blank page in which the scripts' modules can be imported as they stand in the repository."""
    page = browser.new_page()

    def serve(route: Any) -> None:
        path = ROOT / route.request.url.removeprefix(SITE)
        kind = KINDS.get(path.suffix)
        text = path.read_text("utf-8") if kind else "<!doctype html><title>modules</title>"
        route.fulfill(body=text, content_type=f"{kind or 'text/html'}; charset=utf-8")

    page.route("**/*", serve)
    page.goto(SITE)
    return page


# What comes near is drawn then, and moves what is below it: as long as something moves, a hand waits, too.
AT_REST = """async (element) => {
  element.scrollIntoView({ block: "center" });
  let [place, since] = ["", performance.now()];
  while (performance.now() - since < 200) {
    await new Promise(requestAnimationFrame);
    const { left, top } = element.getBoundingClientRect();
    if (place !== `${left} ${top}`) [place, since] = [`${left} ${top}`, performance.now()];
  }
}"""


def at_rest(element: Any) -> Any:
    """An element that is seen, once everything about it is drawn and nothing moves it any more."""
    element.evaluate(AT_REST)
    return element


def inside(modules: Any, imported: dict[str, str], body: str, given: Any = None) -> Any:
    """Run a function body with names imported from modules: {"csvText": "page/csv.js"}."""
    lines = [f"const {{ {name} }} = await import('{ASSETS}/{path}');" for name, path in imported.items()]
    return modules.evaluate(f"async (given) => {{ {' '.join(lines)}\n{body} }}", given)


def sample(seed: int, patients: int) -> dict[str, Any]:
    """Three models and four groups; the third model's risks are too moderate."""
    rng = np.random.default_rng(seed)
    died = rng.random(patients) < 0.1
    evidence = 1.5 * (1.5 * died + rng.standard_normal(patients)) - 1.1
    noise = rng.standard_normal((2, patients))
    logits = {
        "old": evidence - 2.2,
        "new": evidence + 0.5 * noise[0] - 2.0,
        "mild": 0.7 * evidence + 0.2 * noise[1] - 1.0,
    }
    data: dict[str, Any] = {name: 1.0 / (1.0 + np.exp(-x)) for name, x in logits.items()}
    return {
        **data,
        "died": died.astype(int),
        "unit": np.array(["north", "south", "east", "west"])[rng.integers(0, 4, patients)],
        "ward": rng.integers(0, 60, patients),
        "weight": rng.exponential(size=patients) + 0.2,
    }


def evaluated(data: dict[str, Any], **asked: Any) -> Evaluation:
    given = {
        "prevalence": (0.01, 0.10),
        "cost": "1:30",
        "by": "unit",
        "source_prevalence": {"new": 0.1},
        **asked,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(data, "died", ["old", "new", "mild"], **given)


@pytest.fixture(scope="session")
def study() -> Evaluation:
    return evaluated(sample(0, 30_000))


@pytest.fixture(scope="session")
def opened(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Writes an evaluation's page and opens it; what the console says and what is asked for is kept."""
    folder = tmp_path_factory.mktemp("pages")

    def open_page(ev: Evaluation, fragment: str = "", size: tuple[int, int] = (1280, 900), **how: Any) -> Any:
        path = folder / f"{len(list(folder.iterdir()))}.html"
        ev.to_html(path, **how)
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.said, page.asked = [], []
        page.on("console", lambda message: page.said.append(message.text))
        page.on("pageerror", lambda error: page.said.append(str(error)))
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(path.as_uri() + fragment)
        page.path = path
        return page

    return open_page


def reach_slider(page: Any, control: str) -> Any:
    """The first handle of the prevalence or of the cost, focused; its panel is opened where it has one."""
    panel = page.locator(f"#panel-{control}")
    if panel.count() > 0:
        if panel.is_hidden():
            page.locator(f"[data-control={control}], [aria-controls=panel-{control}]").first.click()
        handle = panel.locator("[role=slider]").first
    else:
        handle = page.get_by_role("slider").nth({"prevalence": 0, "cost": 2}[control])
    handle.focus()
    return handle


@pytest.fixture(scope="session")
def page(opened: Callable[..., Any], study: Evaluation) -> Any:
    return opened(study)


def data_of(path: Path) -> dict[str, Any]:
    """The data that a page carries."""
    return data_in(path.read_text("utf-8"))


def data_in(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="study">(.*?)</script>', html, re.S)
    assert found is not None
    content: dict[str, Any] = json.loads(found[1])
    return content
