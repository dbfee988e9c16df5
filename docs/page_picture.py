"""Draws the top of the built-in cohort's page with Chromium: python docs/page_picture.py."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from baserate.cli.demo import Demonstration
from baserate.datasets import icu_cohort

WIDTH, HEIGHT = 1440, 900


def main() -> None:
    """Write the page, photograph it, and keep few colours."""
    target = Path(__file__).with_name("page.png")
    chromium = shutil.which("chromium") or sys.exit("Chromium is needed.")
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder) / "page.html", Path(folder) / "page.png"
        evaluation = Demonstration.of(icu_cohort()).evaluation
        evaluation.to_html(page, title="The built-in cohort: death in intensive care")
        how = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/user",
        ]
        quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
        size = [f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={shot}", page.as_uri()]
        subprocess.run([chromium, *how, *quiet, *size], check=True, capture_output=True)  # noqa: S603
        Image.open(shot).convert("RGB").quantize(64).save(target, optimize=True)
    sys.stdout.write(f"{target}: {target.stat().st_size // 1024} KiB\n")


if __name__ == "__main__":
    main()
