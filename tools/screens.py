"""Pictures of a page: ``python tools/screens.py report.html pictures`` opens it in Debian's Chromium.

First screens at four sizes, light and dark; forced colours; the whole page, with all that is folded open
too; and the printed sheets, A4 and Letter.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SIZES = {"desktop": (1440, 900), "laptop": (1024, 768), "tablet": (820, 1180), "phone": (430, 932)}
SHEETS = {"a4": "A4", "letter": "Letter"}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
UNFOLD = "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"
# Sections may be drawn when they come into view.
SCROLL = """
async () => {
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
  await new Promise((done) => setTimeout(done, 300));
  scrollTo(0, 0);
}
"""


def take(file: Path, folder: Path, fragment: str = "", sizes: Sequence[str] = tuple(SIZES)) -> list[Path]:
    """Write the pictures into a folder."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    address = file.resolve().as_uri() + fragment
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    taken: list[Path] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)

        def picture(name: str, page: Any, *, whole: bool = False) -> None:
            taken.append(folder / f"{name}.png")
            page.screenshot(path=taken[-1], full_page=whole)

        for size in sizes:
            for scheme in ("light", "dark"):
                page = _open(browser, address, SIZES[size], color_scheme=scheme)
                picture(f"{size}-{scheme}", page)
                page.evaluate(SCROLL)
                picture(f"{size}-{scheme}-whole", page, whole=True)
                if scheme == "light":
                    page.evaluate(UNFOLD)
                    page.evaluate(SCROLL)
                    picture(f"{size}-unfolded", page, whole=True)
                page.context.close()
        for scheme in ("light", "dark"):
            page = _open(browser, address, SIZES["desktop"], color_scheme=scheme, forced_colors="active")
            picture(f"forced-{scheme}", page)
            page.evaluate(SCROLL)
            picture(f"forced-{scheme}-whole", page, whole=True)
            page.context.close()
        for name, sheet in SHEETS.items():
            page = _open(browser, address, SIZES["desktop"])
            paper = folder / f"print-{name}.pdf"
            page.pdf(path=paper, format=sheet, prefer_css_page_size=False)
            page.context.close()
            taken += [paper, *_sheets(paper, folder)]
        browser.close()
    return taken


def _open(browser: Any, address: str, size: tuple[int, int], **look: Any) -> Any:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **look
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_timeout(500)
    return page


def _sheets(file: Path, folder: Path) -> list[Path]:
    """A PDF as pictures, one for each sheet; by Debian's poppler-utils."""
    for old in folder.glob(f"{file.stem}-*.png"):
        old.unlink()
    program = shutil.which("pdftoppm")
    if program is None:
        raise FileNotFoundError("no pdftoppm: apt-get install poppler-utils")
    command = [program, "-png", "-r", "110", str(file), str(file.with_suffix(""))]
    subprocess.run(command, check=True)  # noqa: S603
    return sorted(folder.glob(f"{file.stem}-*.png"))


def main(arguments: Sequence[str] | None = None) -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(prog="python tools/screens.py", description=__doc__)
    parser.add_argument("page", type=Path, help="the page's file")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument(
        "--setting", default="", help='what follows in the address, such as "#prevalence=0.05"'
    )
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    asked = parser.parse_args(arguments)
    taken = take(asked.page, asked.folder, asked.setting, asked.sizes)
    print(*taken, sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
