"""The dial of patients who stay on their engine is that of the same patients in memory."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import baserate
from tests.engines.sources import Opener, kept


@cache
def wards() -> pl.DataFrame:
    """Six wards, one of them without a name, ever sicker; patients with several stays; scores of 0."""
    rng = np.random.default_rng(21)
    patient = rng.integers(0, 900, 4000)
    ward = patient % 6
    x = rng.normal(-2.0 + 0.2 * ward, 1.2)
    died = (rng.random(4000) < 1 / (1 + np.exp(-x - 0.15 * ward))).astype(np.int64)
    score = np.where(x < -5.0, 0.0, 1 / (1 + np.exp(-x)))
    names = np.array([*"abcde", None], dtype=object)[ward]
    columns = {"died": died, "score": score, "ward": names.tolist(), "patient": patient}
    return pl.DataFrame({**columns, "w": rng.uniform(0.5, 2.0, 4000)})


@pytest.mark.parametrize(
    "asked", [{}, {"sample_weight": "w", "cluster": "patient"}], ids=["plain", "weighted"]
)
def test_the_dial_is_that_in_memory(opens: Opener, home: Path, asked: dict[str, str]) -> None:
    memory = baserate.shift("died", "score", "ward", data=wards(), **asked)
    there = baserate.shift("died", "score", "ward", data=opens(kept(wards(), home, "wards")), **asked)
    for name in ("gamma", "low", "high", "reference"):
        assert getattr(there, name) == pytest.approx(getattr(memory, name), abs=2e-3), name
    assert there.heterogeneity.statistic == pytest.approx(memory.heterogeneity.statistic, rel=0.02)
    assert [(one.name, one.patients, one.cases) for one in there.groups] == [
        (one.name, one.patients, one.cases) for one in memory.groups
    ]
    assert "(missing)" in {one.name for one in there.groups}
