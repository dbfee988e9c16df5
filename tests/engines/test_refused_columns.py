"""Columns of lists and dates get the same answer from a relation of DuckDB as from a table in memory."""

from __future__ import annotations

from typing import Any

import duckdb
import polars as pl
import pytest

import baserate
from tests.hardening import test_tracebacks as in_memory


def held(data: pl.DataFrame) -> Any:
    """A table as a relation of DuckDB."""
    return duckdb.connect().from_arrow(data.to_arrow())


@pytest.mark.parametrize("role", ["by", "cluster"])
@pytest.mark.parametrize("kind", in_memory.NESTED)
def test_groups_and_clusters_have_one_name_each(kind: str, role: str) -> None:
    in_memory.test_groups_and_clusters_have_one_name_each(kind, held, role)


@pytest.mark.parametrize("kind", ["lists", "structs"])
def test_outcomes_are_no_lists(kind: str) -> None:
    in_memory.test_outcomes_are_no_lists_either(kind, held)


@pytest.mark.parametrize("positive", [None, "2021-01-01"])
@pytest.mark.parametrize("kind", in_memory.DATES)
def test_a_date_is_no_outcome(kind: str, positive: str | None) -> None:
    in_memory.test_a_date_is_no_outcome(kind, held, positive)


def test_neither_are_dates_with_gaps_dates_of_follow_up_and_times_of_day() -> None:
    in_memory.test_a_date_of_death_is_refused_before_its_gaps_are(held)
    in_memory.test_nor_does_it_say_how_follow_up_ended(held)
    in_memory.test_times_of_day_are_no_outcomes(held)


def test_what_counted_as_a_case_is_said() -> None:
    data = in_memory.frame().with_columns(
        died=pl.when(pl.col("died") == 1).then(pl.lit("died")).otherwise(pl.lit("alive"))
    )
    ev = baserate.evaluate(held(data), "died", "risk", cost="1:3", positive="died")
    values = ev.to_dict()["data"]["outcome_values"]
    assert [tuple(one.values()) for one in values] == [
        ("died", "case", 20, None),
        ("alive", "none", 40, None),
    ]
