"""Losses, forests, decompositions and maps: every way to make one gives the same numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from polars.testing import assert_frame_equal
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, cross_validate

import baserate
from baserate import figures
from baserate.figures import Display

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.BaserateWarning")

ASKED: dict[str, Any] = {"cost": "1:9", "prevalence": (0.05, 0.3)}
KINDS: dict[type[Display], dict[str, Any]] = {
    figures.MurphyDisplay: {"thresholds": (0.0, 0.5)},
    figures.BrierCurveDisplay: {"recalibrated": False},
    figures.CostCurveDisplay: {"band": None},
    figures.ForestDisplay: {"against": "treat all"},
    figures.DecompositionDisplay: {},
    figures.WinnerMapDisplay: {"cells": (4, 3)},
}
HOSTILE = ("$x_1$", "_hidden", "100 % \\alpha", "Σ-score", "very long name " * 9)


def patients(n: int = 400) -> tuple[Any, Any]:
    rng = np.random.default_rng(8)
    x = rng.normal(size=(n, 2))
    return x, (rng.random(n) < 1 / (1 + np.exp(1.5 - 1.5 * x[:, 0]))).astype(int)


@pytest.mark.parametrize("kind", KINDS)
def test_predictions_estimators_and_an_evaluation_agree(kind: type[Display]) -> None:
    x, y = patients()
    model = LogisticRegression().fit(x[:200], y[:200])
    risk = model.predict_proba(x[200:])[:, 1]
    own = KINDS[kind]
    ev = baserate.evaluate({"y": y[200:], "LogisticRegression": risk}, "y", "LogisticRegression", **ASKED)
    expected = kind.from_evaluation(ev, **own).to_frame()
    assert len(expected) > 0
    named = {"LogisticRegression": risk}
    assert_frame_equal(kind.from_predictions(y[200:], named, **ASKED, **own).to_frame(), expected)
    assert_frame_equal(kind.from_estimator(model, x[200:], y[200:], **ASKED, **own).to_frame(), expected)


@pytest.mark.parametrize("kind", KINDS)
def test_cross_validation_is_its_pooled_predictions(kind: type[Display]) -> None:
    x, y = patients(240)
    folds = {"cv": KFold(3), "return_estimator": True, "return_indices": True}
    results = cross_validate(LogisticRegression(), x, y, **folds)
    pooled = np.empty(len(y))
    for model, test in zip(results["estimator"], results["indices"]["test"], strict=True):
        pooled[test] = model.predict_proba(x[test])[:, 1]
    own = KINDS[kind]
    found = kind.from_cv_results({"model": results}, x, y, **ASKED, **own).to_frame()
    expected = kind.from_predictions(y, {"model": pooled}, **ASKED, **own).to_frame()
    assert_frame_equal(found, expected)


@pytest.mark.parametrize("kind", KINDS)
def test_names_sizes_and_files(kind: type[Display], tmp_path: Path) -> None:
    _, y = patients()
    rng = np.random.default_rng(1)
    models = {name: np.clip(0.15 + 0.3 * y + rng.normal(0, 0.15, len(y)), 0.01, 0.99) for name in HOSTILE}
    own = {**KINDS[kind], "cells": (2, 2)} if kind is figures.WinnerMapDisplay else KINDS[kind]
    drawn = [kind.from_predictions(y, models, **ASKED, **own) for _ in range(2)]
    for name, display in zip(("figure.svg", "again.svg"), drawn, strict=True):
        display.save(tmp_path / name, size=(5.0, 4.0))
    assert (tmp_path / "figure.svg").read_bytes() == (tmp_path / "again.svg").read_bytes()
    drawn[0].save(tmp_path / "figure.pdf")
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")
    shown = (tmp_path / "figure.svg").read_text(encoding="utf-8")
    if kind is not figures.WinnerMapDisplay:  # which names only those who win
        assert "$x_1$" in shown
        assert "_hidden" in shown
    renamed = drawn[1].plot(names={"_hidden": "renamed"})
    renamed.figure_.canvas.draw()


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_drawn_on_the_axes_that_are_given(kind: type[Display]) -> None:
    from matplotlib import pyplot as plt

    _, y = patients()
    rng = np.random.default_rng(1)
    score = np.clip(0.15 + 0.3 * y + rng.normal(0, 0.15, len(y)), 0.01, 0.99)
    figure, axes = plt.subplots(1, 2, layout="constrained")
    display = kind.from_predictions(y, {"model": score}, **ASKED, **KINDS[kind]).plot(axes[1])
    assert display.ax_ is axes[1]
    assert display.figure_ is figure
    assert not axes[0].has_data()
    figure.canvas.draw()
