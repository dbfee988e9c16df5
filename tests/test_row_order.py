"""A result is that of the patients: the same bytes in any order of rows, on any number of threads."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import baserate
from baserate.patients.row_order import by_first_appearance, hashes_of, order_of

ASKED: dict[str, Any] = {"outcome": "died", "scores": ["severity", "network"], "cost": "1:30"}
SETTINGS: dict[str, dict[str, Any]] = {
    "range": {"prevalence": "1%..10%"},
    "observed prevalence": {},
    "groups": {"prevalence": "1%..10%", "by": "unit"},
    "clusters": {"prevalence": "1%..10%", "cluster": "patient", "by": "unit"},
    "weights": {"prevalence": "5%", "weight": "w"},
}


def cohort(stays: int = 1_200) -> pl.DataFrame:
    frame = baserate.datasets.icu_cohort(stays=stays)
    # Tenths, so that many rows are alike, and differ at most in group, cluster or weight.
    rounded = frame.with_columns(pl.col("severity").round(1), w=1.0 + (pl.col("network") * 10).floor())
    return rounded.with_columns(patient=pl.Series([f"p{i % 90}" for i in range(stays)]))


def results(frame: Any, **setting: Any) -> tuple[str, str]:
    """The JSON and the page of a study, without the moment at which they were made."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ev = baserate.evaluate(frame, **ASKED, **setting)
        return timeless(json.dumps(ev.to_dict())), timeless(ev.page())


def timeless(text: str) -> str:
    return re.sub(r'("(?:created|time|at)":\s*)"\d{4}-[^"]*"', r"\1null", text)


@pytest.mark.parametrize("setting", SETTINGS)
def test_json_and_page_are_the_same_bytes_in_any_order_of_rows(setting: str) -> None:
    frame = cohort()
    first = results(frame, **SETTINGS[setting])
    assert first == results(frame.reverse(), **SETTINGS[setting])
    assert first == results(frame.sample(fraction=1.0, shuffle=True, seed=3), **SETTINGS[setting])


def test_json_and_page_are_the_same_bytes_on_any_number_of_threads(tmp_path: Path) -> None:
    path = tmp_path / "cohort.parquet"
    cohort().write_parquet(path)
    program = (
        "import json, sys, warnings, baserate; warnings.simplefilter('ignore');"
        "ev = baserate.evaluate(sys.argv[1], outcome='died', scores=['severity', 'network'], cost='1:30',"
        " prevalence='1%..10%', by='unit', cluster='patient');"
        "print(json.dumps(ev.to_dict())); print(ev.page())"
    )
    found = set()
    for threads in ("1", "2", "5"):
        numbers = dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), threads)
        command = [sys.executable, "-c", program, str(path)]
        done = subprocess.run(command, env={**os.environ, **numbers}, capture_output=True, check=True)
        found.add(timeless(done.stdout.decode()))
    assert len(found) == 1


def test_what_is_wrong_is_told_by_the_rows_as_they_were_given() -> None:
    rng = np.random.default_rng(1)
    score = rng.random(200)
    score[[17, 101]] = 1.25, -0.5
    data = {"y": np.arange(200) % 2, "s": score}
    with pytest.raises(baserate.errors.ScoreError, match=r"-?\d\.\d+ in row 17.*row 101"):
        baserate.evaluate(data, outcome="y", scores="s", cost="1:9")
    weight = np.ones(200)
    weight[[5, 60]] = -1.0
    data = {"y": np.arange(200) % 2, "s": rng.random(200), "w": weight}
    with pytest.raises(baserate.errors.DataError, match=r"row 5.*row 60"):
        baserate.evaluate(data, outcome="y", scores="s", cost="1:9", weight="w")


def test_the_hash_of_the_data_is_the_same_in_any_order_and_another_for_other_patients() -> None:
    frame = cohort(300)

    def digest(data: pl.DataFrame) -> str:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ev = baserate.evaluate(data, **ASKED, by="unit", cluster="patient")
        return ev.patients.sha256

    assert digest(frame) == digest(frame.reverse())
    moved = frame.with_columns(patient=pl.col("patient").shuffle(seed=1))
    assert digest(frame) != digest(moved)


ROWS = st.lists(st.tuples(st.sampled_from([0.0, -0.0, 0.1, 0.5, 1.0]), st.integers(0, 3)), max_size=40)


@given(ROWS, st.randoms())
def test_rows_alike_are_in_one_order_however_shuffled(rows: list[tuple[float, int]], random: Any) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)

    def ordered(some: list[tuple[float, int]]) -> list[tuple[float, int]]:
        numbers = np.array([number for number, _ in some], dtype=np.float64)
        names = hashes_of([f"group {name}" for _, name in some])
        return [some[place] for place in order_of([numbers], [names])]

    assert ordered(rows) == ordered(shuffled)


def test_rows_whose_first_bits_are_alike_are_still_in_one_order() -> None:
    """Keys are sorted by their first bits with the row behind them; what these leave open is sorted again."""
    rng = np.random.default_rng(2)
    # So many rows that some pairs of keys share all bits that a row leaves.
    numbers = rng.random(200_000)
    mirrored = numbers[::-1].copy()
    assert (numbers[order_of([numbers])] == mirrored[order_of([mirrored])]).all()


def test_codes_are_renumbered_as_they_come() -> None:
    assert by_first_appearance(np.array([2, 0, 2, 3]), 5).tolist() == [1, 3, 0, 2, 4]
