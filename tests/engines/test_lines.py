"""Every engine makes the same lines: those of a sum over the patients, one by one, in long double."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import baserate
from baserate.evaluation.evaluation import Evaluation
from baserate.patients.binning import COARSE, FINE, Binned
from baserate.patients.patients import PatientBins
from tests.engines.sources import ASKED, Opener, cells, kept, net_benefit, study

pytestmark = pytest.mark.filterwarnings("ignore::baserate.errors.ScaleWarning")

SETTINGS: dict[str, dict[str, Any]] = {
    "whole numbers, integer groups, weights": {"outcome": "died", "by": "site", "weight": "w"},
    "true and false, named groups": {"outcome": "dead", "by": "ward"},
    "text, weights": {"outcome": "status", "positive": "EXPIRED", "weight": "w"},
    "gaps, dropped": {"outcome": "known", "scores": ["gappy", "second"], "by": "site", "missing": "drop"},
}


def asked_of(setting: str) -> dict[str, Any]:
    return {"scores": ["first", "second"], **ASKED, **SETTINGS[setting]}


def run(data: Any, setting: str) -> Evaluation:
    asked = asked_of(setting)
    return baserate.evaluate(data, asked.pop("outcome"), asked.pop("scores"), **asked)


@lru_cache(maxsize=8)
def in_memory(setting: str) -> Evaluation:
    return run(study(), setting)


@lru_cache(maxsize=8)
def on_polars(setting: str) -> Evaluation:
    return run(study().lazy(), setting)


def complete(setting: str) -> pl.DataFrame:
    """The patients who are left, with their labels as 0 and 1."""
    asked = asked_of(setting)
    needed = [asked["outcome"], *asked["scores"]]
    return study().with_columns(pl.col(pl.Float64).fill_nan(None)).drop_nulls(needed)


def names_of(frame: pl.DataFrame, by: str | None) -> list[Any] | None:
    if by is None:
        return None
    return ["(missing)" if one is None else str(one) for one in frame[by].to_list()]


def by_cell(lines: Binned) -> dict[tuple[Any, ...], int]:
    groups = [None] * len(lines.label) if lines.group is None else lines.group.tolist()
    keys = zip(groups, lines.label.tolist(), *lines.bins.T.tolist(), strict=True)
    return {key: place for place, key in enumerate(keys)}


@pytest.fixture(scope="module", params=SETTINGS)
def evaluated(request: pytest.FixtureRequest, opens: Opener, home: Path) -> tuple[str, Evaluation]:
    return request.param, run(opens(kept(study(), home, "study")), request.param)


def patients_of(ev: Evaluation) -> PatientBins:
    assert isinstance(ev.patients, PatientBins)
    return ev.patients


def test_lines_are_the_sums_of_the_patients(evaluated: tuple[str, Evaluation]) -> None:
    setting, ev = evaluated
    asked, frame = asked_of(setting), complete(setting)
    weight = frame["w"].to_numpy() if "weight" in asked else np.ones(len(frame))
    label, group = frame["died"].to_numpy(), names_of(frame, asked.get("by"))
    for model in asked["scores"]:
        lines = patients_of(ev).single[model]
        right = cells(label, frame[model].to_numpy(), weight, group, FINE)
        found = by_cell(lines)
        assert found.keys() == right.keys()
        assert lines.width == 1 / FINE
        place = [found[key] for key in right]
        assert lines.count[place].tolist() == [one.count for one in right.values()]
        for column, name in ((lines.weight, "weight"), (lines.squares, "squares")):
            expected = np.array([getattr(one, name) for one in right.values()])
            np.testing.assert_allclose(column[place], expected, rtol=1e-10)
        expected = np.array([one.log_odds for one in right.values()]).astype(float)
        np.testing.assert_allclose(lines.log_odds[place, 0], expected, rtol=1e-10, atol=1e-10)


def test_joint_lines_count_the_same_patients(evaluated: tuple[str, Evaluation]) -> None:
    setting, ev = evaluated
    asked, frame = asked_of(setting), complete(setting)
    lines = patients_of(ev).joint[tuple(asked["scores"])]
    assert lines.width == 1 / COARSE
    sides = []
    for model in asked["scores"]:
        s = frame[model].to_numpy().astype(np.longdouble)
        with np.errstate(divide="ignore"):
            raw = np.floor(np.log(s / (1 - s)) * COARSE)
        sides.append(np.clip(raw, -40 * COARSE, 40 * COARSE) + np.where(s == 1, 1, np.where(s == 0, -1, 0)))
    groups = names_of(frame, asked.get("by")) or [None] * len(frame)
    counts: dict[tuple[Any, ...], int] = {}
    for key in zip(
        groups, frame["died"].to_list(), *(side.astype(int).tolist() for side in sides), strict=True
    ):
        counts[key] = counts.get(key, 0) + 1
    found = by_cell(lines)
    assert {key: int(lines.count[place]) for key, place in found.items()} == counts


def test_what_was_read_dropped_and_used_is_counted(evaluated: tuple[str, Evaluation]) -> None:
    setting, ev = evaluated
    memory = in_memory(setting)
    assert ev.patients.rows == memory.patients.rows == len(study())
    assert ev.everyone.patients == memory.everyone.patients == len(complete(setting))
    assert ev.everyone.positives == memory.everyone.positives
    assert ev.patients.dropped_rows == memory.patients.dropped_rows
    assert dict(ev.patients.missing) == dict(memory.patients.missing)
    assert [(g.name, g.patients, g.positives) for g in ev.groups.values()] == [
        (g.name, g.patients, g.positives) for g in memory.groups.values()
    ]


def test_scores_are_those_of_a_long_double_sum_over_the_lines(evaluated: tuple[str, Evaluation]) -> None:
    setting, ev = evaluated
    for model in ev.models:
        lines = patients_of(ev).single[model]
        for group in (None, *ev.groups):
            chosen = np.ones(len(lines.label), dtype=bool) if group is None else lines.group == group
            parts = (lines.label[chosen], lines.log_odds[chosen, 0], lines.weight[chosen])
            right = net_benefit(*parts, ASKED["prevalence"], 1 / 16)
            assert ev.score(model, group).value == pytest.approx(right, abs=1e-10)
            memory = in_memory(setting).score(model, group)
            assert ev.score(model, group).value == pytest.approx(memory.value, abs=1e-5)


def test_every_engine_gives_what_polars_gives(evaluated: tuple[str, Evaluation]) -> None:
    setting, ev = evaluated
    polars = on_polars(setting)
    assert patients_of(ev).sha256 == patients_of(polars).sha256
    assert ev.patients.group_names == polars.patients.group_names
    one, other = ev.models
    for group in (None, *ev.groups):
        for model in ev.models:
            ours, theirs = ev.judged(model, group), polars.judged(model, group)
            for measure in ("net_benefit", "auc", "brier"):
                found, right = ours.measure(measure).get(), theirs.measure(measure).get()
                assert found.value == pytest.approx(right.value, abs=1e-10)
                assert found.standard_error == pytest.approx(right.standard_error, abs=1e-10)
        found, right = ev.compare(one, other, group), polars.compare(one, other, group)
        assert found.value == pytest.approx(right.value, abs=1e-10)
        assert found.standard_error == pytest.approx(right.standard_error, abs=1e-10)


def test_the_result_says_which_engine_held_the_patients(evaluated: tuple[str, Evaluation]) -> None:
    kinds = ("polars", "duckdb", "dask", "pyspark", "pyspark_connect", "sqlframe", "ibis")
    origin = evaluated[1].patients.origin
    assert origin.get("reduced_by", origin["kind"]) in kinds
