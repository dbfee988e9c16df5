"""Prevalence without labels from rows that stay where they are: only bins come back."""

from __future__ import annotations

import warnings
from pathlib import Path

import polars as pl
import pytest

from baserate.errors import BaserateWarning
from baserate.extensions.prevalence.estimate import PrevalenceEstimate, estimate_prevalence
from tests.engines.sources import Opener, kept, study


def estimate(source: object, target: object, **asked: object) -> PrevalenceEstimate:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        return estimate_prevalence("died", "first", source=source, target=target, **asked)


def test_an_engine_says_what_memory_says(opens: Opener, home: Path) -> None:
    source = study()
    target = source.filter((pl.col("died") == 0) | (pl.int_range(pl.len()) % 3 == 0)).drop("died")
    weights = {"source_weight": "w", "target_weight": "w"}
    for more in ({}, weights):
        memory = estimate(source, target, **more)
        engine = estimate(
            opens(kept(source, home, "labelled")), opens(kept(target, home, "unlabelled")), **more
        )
        assert engine.interval == pytest.approx(memory.interval, abs=2e-5)
        assert engine.prediction == pytest.approx(memory.prediction, abs=2e-5)
        assert (engine.source_patients, engine.target_patients) == (len(source), len(target))
        assert engine.fit is not None
        assert memory.fit is not None
        assert engine.fit.observed == pytest.approx(memory.fit.observed, abs=1e-9)


def test_scores_that_are_missing_on_an_engine_are_counted(opens_quickly: Opener, home: Path) -> None:
    rows = opens_quickly(kept(study(), home, "study"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        found = estimate_prevalence("died", "first", "gappy", source=rows, target=rows, missing="drop")
    gaps = study()["gappy"]
    assert found.target_patients == len(gaps) - int((gaps.is_null() | gaps.is_nan()).sum())
