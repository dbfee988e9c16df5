"""Whatever the width, nothing of a figure lies beyond its paper, and no tick label meets another."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import baserate
from baserate import Evaluation
from baserate.figures.catalogue import FIGURES
from tests.figures.conftest import made_up

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

WIDTHS = (3.3, 5.0, 7.0)


@pytest.fixture(scope="module")
def six() -> Evaluation:
    """Six models that can hardly be told apart, in three kinds of patients."""
    data: dict[str, Any] = {**made_up(900, 8)}
    rng = np.random.default_rng(1)
    for name in ("third model", "fourth", "fifth", "sixth"):
        data[name] = np.clip(data["good"] + rng.normal(0.0, 0.01, 900), 0.001, 0.999)
    data["kind"] = rng.choice(["medical", "surgical", "heart failure, acute"], 900)
    models = ["good", "poor", "third model", "fourth", "fifth", "sixth"]
    return baserate.evaluate(data, "y", models, by="kind", prevalence=(0.05, 0.4), cost="1:5")


@pytest.fixture(scope="module")
def displays(six: Evaluation) -> dict[str, Any]:
    asked = {"winner-map": {"cells": (4, 3)}}
    return {name: figure.make(six, asked.get(name, {})) for name, figure in FIGURES.items()}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", FIGURES)
def test_nothing_lies_beyond_the_paper(displays: dict[str, Any], name: str, width: float) -> None:
    display = displays[name]
    height = max(display._size()[1], 11.0 if name == "triptych" and width < 6.0 else 0.0)
    made = display.plot(size=(width, height))
    made.figure_.canvas.draw()
    drawn, dpi = made.figure_.get_tightbbox(), made.figure_.dpi
    assert drawn.x0 >= -2.0 / dpi
    assert drawn.x1 <= width + 2.0 / dpi
    for ax in made.figure_.axes:
        for axis, low, high in ((ax.xaxis, "x0", "x1"), (ax.yaxis, "y0", "y1")):
            texts = [label for label in axis.get_ticklabels() if label.get_text().strip()]
            boxes = sorted((one.get_window_extent() for one in texts), key=lambda box: getattr(box, low))
            inside = [box for box in boxes if -1.0 <= getattr(box, low) <= 72.0 * 100]
            assert all(getattr(one, high) <= getattr(other, low) + 1.0 for one, other in pairwise(inside))
