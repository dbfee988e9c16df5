"""The page in a notebook's frame: it runs there, sealed off, and says nothing to the console."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.page.conftest import evaluated, sample


def test_the_page_runs_in_a_sandboxed_frame(browser: Any, tmp_path: Path) -> None:
    ev = evaluated(sample(1, 1500))
    path = tmp_path / "notebook.html"
    content = f"<!doctype html><body>{ev._repr_html_()}{ev.show(height=600)._repr_html_()}</body>"
    path.write_text(content, "utf-8")
    page, said = browser.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(path.as_uri())
    # What is not in sight is not drawn.
    page.locator("iframe").scroll_into_view_if_needed()
    frame = page.frame_locator("iframe")
    frame.locator("figure svg.figure").first.wait_for()
    assert ev.verdict.best in frame.locator("body").inner_text()
    assert page.locator("iframe").bounding_box()["height"] == 600
    assert said == []
    page.close()
