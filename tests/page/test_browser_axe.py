"""Can everyone use the page? What axe-core can tell by itself: every rule, contrast among them.

Light and dark, wide and narrow, folded sections and popovers open as well as closed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import baserate
from baserate.datasets import icu_cohort
from baserate.evaluation.evaluation import Evaluation
from tests.page.conftest import at_rest, evaluated, sample

# Rules of all standards that axe knows, and of good practice; only what is still tried out is left.
OPTIONS = {"resultTypes": ["violations"], "elementRef": False}
SIZES = {"wide": (1440, 900), "narrow": (430, 932)}
# What opens something: its own state says whether it is open.
OPENERS = "button[aria-expanded=false], [popovertarget]"


def cohort() -> Evaluation:
    return baserate.evaluate(
        icu_cohort(), "died", ["severity", "network"], prevalence=(0.01, 0.10), cost="1:30", by="unit"
    )


def with_warnings() -> Evaluation:
    """Groups, one of them too small to judge; few cases, and a model that is far from calibrated."""
    data = sample(4, 900)
    unit = data["unit"].astype(object)
    unit[:3] = "annexe"
    data["unit"] = unit.astype(str)
    data["mild"] = np.clip(3.0 * data["mild"], 0.0, 0.99)
    ev = evaluated(data, margin=0.5)
    assert len(ev.warnings) > 1
    assert any(group.why_not for group in ev.groups.values())
    return ev


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("axe")
    written = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, make in {"built-in cohort": cohort, "groups and warnings": with_warnings}.items():
            written[name] = folder / f"{name.replace(' ', '-')}.html"
            make().to_html(written[name])
    return written


STUDIES = ("built-in cohort", "groups and warnings")
LOOKS = [(study, scheme, size) for study in STUDIES for scheme in ("light", "dark") for size in SIZES]


@pytest.fixture(params=LOOKS, ids=", ".join)
def page(request: pytest.FixtureRequest, browser: Any, paths: dict[str, Path]) -> Iterator[Any]:
    study, scheme, size = request.param
    width, height = SIZES[size]
    # The page lets no script in but its own; that of axe is for this test.
    context = browser.new_context(
        bypass_csp=True,
        color_scheme=scheme,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
    )
    opened = context.new_page()
    opened.goto(paths[study].as_uri())
    yield opened
    context.close()


def violations(page: Any, part: str | None = None) -> list[str]:
    """Each as a line: the rule, what it says, and the elements that break it."""
    from axe_playwright_python.sync_playwright import Axe

    response = Axe().run(page, context=part, options=OPTIONS).response
    lines = []
    for rule in response["violations"]:
        for node in rule["nodes"]:
            checks = [*node["any"], *node["all"], *node["none"]]
            why = "; ".join(check["message"] for check in checks[:1])
            lines.append(f"{rule['id']} ({rule['impact']}): {node['target']}: {why}: {node['html'][:160]}")
    return lines


def expect_nothing(found: list[str]) -> None:
    """Fail with all that is wrong, each once."""
    wrong = list(dict.fromkeys(found))
    assert not wrong, f"{len(wrong)} violations:\n" + "\n".join(wrong)


def test_nothing_is_wrong_at_first_sight(page: Any) -> None:
    expect_nothing(violations(page))


def test_nothing_is_wrong_in_what_was_folded(page: Any) -> None:
    """Everything open and drawn, as for paper."""
    page.evaluate("() => { dispatchEvent(new Event('beforeprint')); }")
    page.wait_for_timeout(200)
    assert page.locator("details:not([open])").count() == 0
    expect_nothing(violations(page))


def test_nothing_is_wrong_in_what_opens_above_the_page(page: Any) -> None:
    """One after the other, as a reader would: open, look, and close with Escape."""
    found = []
    looked_at = set()
    for opener in page.locator(OPENERS).all():
        opens = opener.get_attribute("aria-controls") or opener.get_attribute("popovertarget")
        if not opener.is_visible() or opens in looked_at:
            continue
        looked_at.add(opens)
        at_rest(opener).click()
        opened = page.locator(f"#{opens}")
        assert opened.is_visible(), opens
        found += violations(page, f"#{opens}")
        page.keyboard.press("Escape")
        assert opened.is_hidden(), opens
    assert len(looked_at) > 4
    expect_nothing(found)


@pytest.mark.parametrize("page", LOOKS[:1], indirect=True)
def test_a_violation_would_be_named(page: Any) -> None:
    """That the lists above are empty says something."""
    page.evaluate(
        "() => { document.querySelector('main, body').insertAdjacentHTML('afterbegin', "
        "'<p style=\"color:#777;background:#888\">unreadable</p><button></button>'); }"
    )
    rules = {line.split(" ")[0] for line in violations(page)}
    assert {"color-contrast", "button-name"} <= rules
