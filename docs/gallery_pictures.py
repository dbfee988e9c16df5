"""Draws the pictures of docs/papers.md: twelve figures, by the code that stands below each.

Run ``python -m docs.gallery_pictures`` after changing a figure; a test compares the pictures with the ones
that are kept.
"""

from __future__ import annotations

import re
import tempfile
import warnings
from pathlib import Path
from typing import Any

import matplotlib as mpl

import baserate
from baserate import Evaluation, figures

HERE = Path(__file__).parent
PICTURES = HERE / "gallery"
PAGE = HERE / "papers.md"


def evaluation() -> Evaluation:
    """The evaluation of the page."""
    stays = baserate.datasets.icu_cohort(stays=3000)
    asked: dict[str, Any] = {
        "prevalence": (0.01, 0.10),
        "cost": "1:30",
        "source_prevalence": {"network": 0.5},
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # one of the two models is miscalibrated on purpose
        return baserate.evaluate(stays, "died", ["severity", "network"], by="unit", **asked)


def code_of_pictures() -> dict[str, str]:
    """The code that makes each picture, by its name, as it stands below it in the page."""
    pattern = r"\]\(gallery/([a-z-]+)\.svg\)<br>`(figures\.[^`]+)`"
    return dict(re.findall(pattern, PAGE.read_text(encoding="utf-8")))


def draw() -> dict[str, str]:
    """Each picture as SVG text, by the name of its file."""
    ev, drawn = evaluation(), {}
    with mpl.rc_context(), tempfile.TemporaryDirectory() as folder:
        mpl.rcdefaults()
        mpl.use("Agg")
        for name, code in code_of_pictures().items():
            display = eval(code, {"figures": figures, "ev": ev})  # noqa: S307
            display.save(Path(folder) / f"{name}.svg")
            text = (Path(folder) / f"{name}.svg").read_text(encoding="utf-8")
            drawn[f"{name}.svg"] = without_links(text)
    return drawn


def without_links(text: str) -> str:
    """A picture must fetch nothing: without document type and metadata, which name pages."""
    for pattern in (r"<!DOCTYPE.*?>\s*", r"<metadata>.*?</metadata>\s*"):
        text = re.sub(pattern, "", text, flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, picture in draw().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
