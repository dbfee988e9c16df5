"""The page in a browser: ``python -m benchmarks.page`` measures key press to verdict, and the file's size.

Three models, four groups. Times are in the browser: from the key's event to the changed verdict, and
what tables and figures take after that, in the script of the frame that shows them all.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from pathlib import Path

KEYS = 60
ROWS = (30_000, 1_000_000)

# Between the key's own event and the change of the verdict's text; and how long the frame's callbacks take
# that bring everything else up to date: this one is asked for after them, and runs after them.
SCRIPT = """
() => {
  globalThis.times = [];
  const verdict = document.querySelector("#verdict");
  let began = 0;
  document.addEventListener("keydown", () => { began = performance.now(); }, true);
  new MutationObserver(() => {
    if (began === 0) return;
    const changed = performance.now() - began;
    began = 0;
    requestAnimationFrame((start) => times.push([changed, performance.now() - start]));
  }).observe(verdict, { childList: true, subtree: true, characterData: true });
}
"""


def main() -> None:
    """Write a page for each number of rows, and press keys on it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=main.__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS)
    sizes = parser.parse_args().rows
    from playwright.sync_api import sync_playwright
    from tests.page.conftest import ARGUMENTS, evaluated, sample

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    print("rows        page written in   size      key to verdict (median, 90 %)   all else, in its frame")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for rows in sizes:
            ev = evaluated(sample(0, rows))
            path = Path(folder) / f"{rows}.html"
            start = time.perf_counter()
            ev.to_html(path)
            written = time.perf_counter() - start
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(path.as_uri())
            page.evaluate(SCRIPT)
            page.locator("[role=slider]").first.focus()
            for number in range(KEYS):
                page.keyboard.press("ArrowRight" if number % 20 < 10 else "ArrowLeft")
                page.wait_for_timeout(60)
            times = page.evaluate("() => times")
            verdict, drawn = zip(*times, strict=True)
            tenth = statistics.quantiles(verdict, n=10)[-1]
            print(
                f"{rows:<12,}{written:>8.1f} s {path.stat().st_size / 1e6:>13.2f} MB"
                f"{statistics.median(verdict):>12.1f} ms, {tenth:.1f} ms{statistics.median(drawn):>20.1f} ms"
                f"   ({len(times)} keys)"
            )
        browser.close()


if __name__ == "__main__":
    main()
