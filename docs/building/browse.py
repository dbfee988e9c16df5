"""The built site on a phone, opened from its folder: ``python -m docs.building.browse`` after ``make site``.

Needs Playwright and Debian's Chromium (the extra ``browser``). Every page is opened: none may be wider than
the screen, raise an error, or ask anybody but the folder for anything; and a search must find a chapter.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from docs.building.made import ROOT

WIDTH, HEIGHT = 390, 844
ASKED, WANTED = "recalibration", "The risks are off"


def main() -> None:
    """Look at all pages, and fail with what is wrong."""
    from playwright.sync_api import sync_playwright

    site = ROOT / "site"
    with sync_playwright() as playwright:
        program = shutil.which("chromium") or sys.exit("Chromium is needed.")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        wrong = look(page, site) + search(page, site)
        browser.close()
    sys.exit("\n".join(wrong) or None)


def look(page: Any, site: Path) -> list[str]:
    """What is wrong with the pages as a browser shows them."""
    wrong: list[str] = []
    page.on("request", lambda asked: wrong.extend(_elsewhere(page.url, asked.url)))
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    # The page for what is not there belongs to a server, and knows where that has its files.
    for file in sorted(one for one in site.rglob("*.html") if one.name != "404.html"):
        page.goto(file.as_uri())
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > WIDTH:
            wrong.append(f"{file.relative_to(site)} is {width} wide on a screen of {WIDTH}")
    return wrong


def _elsewhere(shown: str, asked: str) -> list[str]:
    local = asked.startswith(("file:", "data:", "blob:", "about:"))
    return [] if local else [f"{shown} asks {asked}"]


def search(page: Any, site: Path) -> list[str]:
    """What is wrong with a search from the folder."""
    page.goto(f"{(site / 'index.html').as_uri()}?q={ASKED}")
    page.wait_for_selector(".md-search-result__item", timeout=30_000)
    first = page.locator(".md-search-result__item h1").first.inner_text()
    return [] if first.startswith(WANTED) else [f"a search for {ASKED} finds {first!r} first"]


if __name__ == "__main__":
    main()
