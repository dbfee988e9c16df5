"""The page in a browser: ``python -m benchmarks.page`` measures key to verdict, redraw, file and writing.

Times are in the browser: from the key's event to the changed verdict, and to the second frame after it,
when everything that can be seen has been drawn anew. Keys go to the control of the prevalence, and to that
of the cost, of a page with three models and four groups.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import baserate
from baserate.evaluation.evaluation import Evaluation

KEYS = 50
ROWS = (20_000, 1_000_000)
# What is to be held: milliseconds, megabytes, seconds.
TO_VERDICT, REDRAWN, SIZE, WRITTEN = 16.0, 50.0, 1.0, 5.0
# Between keys: longer than everything that follows one.
PAUSE_MS = 120

# From the key's own event to the change of the sentence, which names prevalence and cost, so that no key
# leaves it as it was; and to the second frame after it, before which all that is seen has been drawn.
SCRIPT = """
() => {
  const WATCHED = { childList: true, subtree: true, characterData: true };
  globalThis.times = [];
  let began = 0;
  document.addEventListener("keydown", () => { began = performance.now(); }, true);
  new MutationObserver(() => {
    if (began === 0) return;
    const [start, verdict] = [began, performance.now() - began];
    began = 0;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      times.push([verdict, performance.now() - start]);
    }));
  }).observe(document.querySelector("#answer, #verdict"), WATCHED);
}
"""


class Keys(NamedTuple):
    """Milliseconds from a key to the verdict, and until all that is seen is drawn anew."""

    verdict: list[float]
    redrawn: list[float]


def press_keys(page: Any, control: str, keys: int = KEYS) -> Keys:
    """Move a control there and back, a key at a time."""
    from tests.page.conftest import reach_slider

    reach_slider(page, control)
    page.evaluate("() => { times.length = 0; }")
    for number in range(keys):
        page.keyboard.press("ArrowRight" if number % 20 < 10 else "ArrowLeft")
        page.wait_for_timeout(PAUSE_MS)
    times = page.evaluate("() => times")
    if len(times) != keys:
        raise RuntimeError(f"of {keys} keys on {control} {len(times)} changed the verdict")
    return Keys(*([float(x) for x in column] for column in zip(*times, strict=True)))


def wide(rows: int = 3_642) -> Evaluation:
    """Six models and sixteen groups: eight sites by two sexes."""
    rng = np.random.default_rng(16)
    died = rng.random(rows) < 0.12
    evidence = 1.4 * (1.4 * died + rng.standard_normal(rows)) - 3.0
    names = [f"model {letter}" for letter in "abcdef"]
    data: dict[str, Any] = {"died": died.astype(int)}
    for number, name in enumerate(names):
        x = (0.7 + 0.1 * number) * evidence + 0.2 * number * rng.standard_normal(rows)
        data[name] = 1.0 / (1.0 + np.exp(-x))
    places = [f"site {site}, {sex}" for site in range(1, 9) for sex in ("women", "men")]
    data["place"] = np.array(places)[rng.integers(0, 16, rows)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return baserate.evaluate(data, "died", names, prevalence=(0.03, 0.2), cost="1:15", by="place")


def write(ev: Evaluation, path: Path) -> tuple[float, float]:
    """Seconds that writing the page took, and its megabytes."""
    start = time.perf_counter()
    ev.to_html(path)
    return time.perf_counter() - start, path.stat().st_size / 1e6


def told(what: str, figure: float, most: float, unit: str, more: str = "") -> str:
    """A figure, and as a share of the most that it is to be."""
    return f"{what:<58}{figure:>8.2f} {unit:<3}{figure / most:>7.2f} of {most:g} {unit}{more}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write pages, open one, and press keys on it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=main.__doc__)
    parser.add_argument(
        "--rows", type=int, nargs="+", default=ROWS, help="sizes of the files; keys go to the first"
    )
    parser.add_argument("--keys", type=int, default=KEYS, help="presses on each control")
    asked = parser.parse_args(arguments)
    from playwright.sync_api import sync_playwright
    from tests.page.conftest import ARGUMENTS, evaluated, sample

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for rows in asked.rows:
            paths.append(Path(folder) / f"{rows}.html")
            seconds, size = write(evaluated(sample(0, rows)), paths[-1])
            what = f"{rows:,} rows, 3 models, 4 groups"
            print(told(f"{what}: file", size, SIZE, "MB"))
            print(told(f"{what}: written in", seconds, WRITTEN, "s"))
        seconds, size = write(wide(), Path(folder) / "wide.html")
        print(told("3,642 rows, 6 models, 16 groups: file", size, SIZE, "MB"))
        print(told("3,642 rows, 6 models, 16 groups: written in", seconds, WRITTEN, "s"))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(paths[0].as_uri())
            page.evaluate(SCRIPT)
            page.wait_for_timeout(1000)
            for control in ("prevalence", "cost"):
                _tell_keys(f"{asked.rows[0]:,} rows: key on {control}", press_keys(page, control, asked.keys))
            browser.close()


def _tell_keys(what: str, keys: Keys) -> None:
    for name, times, most in (
        ("to verdict", keys.verdict, TO_VERDICT),
        ("all redrawn", keys.redrawn, REDRAWN),
    ):
        tenth = statistics.quantiles(times, n=10)[-1]
        more = f"   (median of {len(times)}; 90 % within {tenth:.1f})"
        print(told(f"{what}, {name}", statistics.median(times), most, "ms", more))


if __name__ == "__main__":
    main()
