"""What is wrong with the patients is found on the engine, and said as it is in memory."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import baserate
from baserate.errors import (
    BaserateError,
    BaserateWarning,
    ColumnError,
    DataError,
    FileError,
    LabelError,
    MissingValueError,
    NotEstimableWarning,
    OneClassError,
    ScoreError,
    SettingError,
)
from baserate.evaluation.evaluation import Evaluation
from tests.engines.sources import ASKED, Opener, kept, study, write

Change = Callable[[pl.DataFrame], pl.DataFrame]
FEW = study()[:400].with_columns(pl.col("gappy").fill_nan(None))
FEW = FEW.with_columns(fours=pl.when(pl.int_range(pl.len()) < 7).then(4.0).otherwise(pl.col("second")))


def run(data: Any, **changed: Any) -> Evaluation:
    asked = {"outcome": "died", "scores": ["first", "second"], **ASKED, **changed}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BaserateWarning)
        return baserate.evaluate(data, asked.pop("outcome"), asked.pop("scores"), **asked)


def on(**columns: pl.Expr) -> Change:
    return lambda frame: frame.with_columns(**columns)


def first_rows(count: int, then: pl.Expr, column: str) -> pl.Expr:
    return pl.when(pl.int_range(pl.len()) < count).then(then).otherwise(pl.col(column))


class Case:
    """A change to the patients or to the question, the error it must give, and words of its message."""

    def __init__(self, error: type[BaserateError], *words: str, change: Change | None = None, **asked: Any):
        self.error, self.words, self.asked = error, words, asked
        self.frame = FEW if change is None else change(FEW)


GAPS = FEW["gappy"].null_count()
WRONG: dict[str, Case] = {
    "gaps in a score": Case(MissingValueError, "'gappy'", f"{GAPS} ", "400", "drop", scores=["gappy"]),
    "gaps in the outcome": Case(MissingValueError, "'known'", "8", "400", outcome="known"),
    "gaps in the weight": Case(
        MissingValueError, "'w'", "3 ", change=on(w=first_rows(3, pl.lit(None), "w")), weight="w"
    ),
    "a score below 0": Case(
        ScoreError,
        *("'first'", "2 of 400", "0 and 1", "2 below 0, 0 above 1", "All are -0.5"),
        change=on(first=first_rows(2, pl.lit(-0.5), "first")),
    ),
    "a score above 1": Case(
        ScoreError,
        *("'first'", "5 of 400", "0 and 1", "0 below 0, 5 above 1", "to 1.5"),
        change=on(first=first_rows(5, pl.lit(1.5), "first")),
    ),
    "scores of both kinds": Case(
        ScoreError,
        *("'second'", "7 of 400", "2 below 0, 5 above 1; from -3 to 4", "do not clip"),
        change=on(second=first_rows(2, pl.lit(-3.0), "fours")),
    ),
    "a score just above 1": Case(
        ScoreError, "'first'", "1 of 400", "clip", change=on(first=first_rows(1, pl.lit(1.0001), "first"))
    ),
    "an infinite score": Case(
        ScoreError,
        *("'first'", "infinite", "1 of 400"),
        change=on(first=first_rows(1, pl.lit(float("inf")), "first")),
    ),
    "percent": Case(ScoreError, "'first'", "percent", change=on(first=pl.col("first") * 100)),
    "three outcomes": Case(LabelError, "'died'", "2", change=on(died=first_rows(3, pl.lit(2), "died"))),
    "outcomes 1 and 2": Case(LabelError, "'died'", "positive", change=on(died=pl.col("died") + 1)),
    "probabilities as outcome": Case(LabelError, "'gappy'", "scores", outcome="first", scores=["second"]),
    "text without positive": Case(LabelError, "'status'", "'ALIVE'", "positive", outcome="status"),
    "a positive value that is not there": Case(
        LabelError, "'status'", "'DEAD'", outcome="status", positive="DEAD"
    ),
    "a negative weight": Case(
        DataError,
        *("'w'", "2 of 400", "2 below 0, 0 infinite"),
        change=on(w=first_rows(2, pl.lit(-1.0), "w")),
        weight="w",
    ),
    "an infinite weight": Case(
        DataError,
        *("'w'", "2 of 400", "0 below 0, 2 infinite"),
        change=on(w=first_rows(2, pl.lit(float("inf")), "w")),
        weight="w",
    ),
    "weights of nothing": Case(DataError, "'w'", change=on(w=pl.lit(0.0)), weight="w"),
    "no such column": Case(ColumnError, "'frist'", "'first'", scores=["frist"]),
    "no rows": Case(DataError, "no rows", change=lambda frame: frame[:0]),
    "nobody is complete": Case(
        DataError, "no patient is left", change=on(first=pl.lit(None, dtype=pl.Float64)), missing="drop"
    ),
    "one outcome only": Case(OneClassError, "'died'", change=on(died=pl.lit(0))),
    "one case": Case(
        DataError, "'died'", change=on(died=pl.when(pl.int_range(pl.len()) == 0).then(1).otherwise(0))
    ),
    "no such reference": Case(SettingError, "'west'", by="ward", reference="west"),
}
WRONG["probabilities as outcome"].words = ("'first'", "scores")


# Where engines differ in what they make of nothing, of text, or of what is not a number.
EVERYWHERE = (
    "gaps in a score",
    "scores of both kinds",
    "percent",
    "three outcomes",
    "text without positive",
    "a negative weight",
    "no rows",
)


def check(case: Case, data: Any) -> None:
    with pytest.raises(BaserateError) as in_memory:
        run(case.frame, **case.asked)
    with pytest.raises(case.error) as on_engine:
        run(data, **case.asked)
    assert type(on_engine.value) is type(in_memory.value)
    for words in case.words:
        assert words in str(on_engine.value)
    # The same sentence, but for rows, which have no order on an engine.
    said = in_memory.value.sentence(examples=False)
    assert str(on_engine.value) == re.sub(r" \(first rows[^)]*\)", "", said)


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_gets_the_error_that_it_gets_in_memory(
    name: str, opens_quickly: Opener, home: Path
) -> None:
    check(WRONG[name], opens_quickly(kept(WRONG[name].frame, home, re.sub(r"\W", "-", name))))


@pytest.mark.parametrize("name", EVERYWHERE)
def test_every_engine_finds_what_engines_see_differently(name: str, opens: Opener, home: Path) -> None:
    check(WRONG[name], opens(kept(WRONG[name].frame, home, re.sub(r"\W", "-", name))))


def test_a_tiny_group_is_not_estimable_and_the_others_go_on(opens_quickly: Opener, home: Path) -> None:
    ward = pl.when(pl.int_range(pl.len()) < 3).then(pl.lit("tiny")).otherwise(pl.lit("rest"))
    frame = FEW.with_columns(ward=ward, died=first_rows(3, pl.lit(0), "died"))
    data = opens_quickly(kept(frame, home, "tiny"))
    with pytest.warns(NotEstimableWarning, match="'tiny'"):
        ev = baserate.evaluate(data, "died", ["first"], by="ward", **ASKED)
    memory = run(frame, scores=["first"], by="ward")
    assert ev.groups["tiny"].why_not is not None
    assert str(ev.groups["tiny"].why_not) == str(memory.groups["tiny"].why_not)
    assert (ev.groups["tiny"].patients, ev.groups["tiny"].positives) == (3, 0)
    assert ev.score("first", "rest").value == pytest.approx(memory.score("first", "rest").value, abs=1e-5)
    with pytest.raises(DataError, match="tiny"):
        ev.score("first", "tiny")


def test_single_weights_of_zero_are_right(opens_quickly: Opener, home: Path) -> None:
    """A line of patients without weight is worth nobody, as each of them is in memory."""
    frame = FEW.with_columns(w=first_rows(40, pl.lit(0.0), "w"))
    data = opens_quickly(kept(frame, home, "zeros"))
    ev, memory = run(data, weight="w"), run(frame, weight="w")
    for model in ev.models:
        found, right = ev.score(model), memory.score(model)
        assert found.value == pytest.approx(right.value, abs=1e-5)
        assert found.standard_error == pytest.approx(right.standard_error, rel=0.01)


# What follows depends on how things are written, not on the engine: one engine is enough.


def names_and_sizes(ev: Evaluation) -> dict[str, int]:
    return {name: group.patients for name, group in ev.groups.items()}


@pytest.mark.parametrize(
    "values",
    [
        ["1", "1.0"],
        ["00123", "123"],
        ["3.0", "north"],
        ["None", "nan"],
        ["(missing)", None],
        [1.0, 2.5],
        [1.0, float("nan")],
        [True, False],
    ],
    ids=str,
)
def test_groups_have_the_names_that_they_have_in_memory(values: list[Any]) -> None:
    column = pl.Series([values[i % 2] for i in range(len(FEW))])
    frame = FEW.with_columns(column.alias("ward"))
    assert names_and_sizes(run(frame.lazy(), by="ward")) == names_and_sizes(run(frame, by="ward"))


def test_categories_are_groups_and_outcomes() -> None:
    frame = FEW.with_columns(pl.col("ward", "status").cast(pl.Categorical))
    asked: dict[str, Any] = {"outcome": "status", "positive": "EXPIRED", "by": "ward"}
    assert names_and_sizes(run(frame.lazy(), **asked)) == names_and_sizes(run(frame, **asked))


@pytest.mark.parametrize("dtype", [pl.Float64, pl.UInt8, pl.Int64, pl.String, pl.Float32], ids=str)
def test_outcomes_of_0_and_1_may_be_of_any_type(dtype: Any) -> None:
    frame = FEW.with_columns(pl.col("died").cast(dtype))
    assert run(frame.lazy()).everyone.positives == FEW["died"].sum()


@pytest.mark.parametrize("written", ["0.3", "n/a"])
def test_scores_as_text_get_the_error_that_they_get_in_memory(written: str) -> None:
    frame = FEW.with_columns(first=pl.lit(written))
    with pytest.raises(BaserateError, match="first") as in_memory:
        run(frame)
    with pytest.raises(BaserateError, match="first") as on_engine:
        run(frame.lazy())
    assert type(on_engine.value) is type(in_memory.value)


def test_gaps_are_dropped_for_every_model_and_counted_by_column() -> None:
    asked: dict[str, Any] = {"outcome": "known", "scores": ["gappy", "second"], "missing": "drop"}
    ev, memory = run(FEW.lazy(), **asked), run(FEW, **asked)
    assert dict(ev.patients.missing) == dict(memory.patients.missing) == {"known": 8, "gappy": GAPS}
    assert ev.patients.dropped_rows == memory.patients.dropped_rows


def test_a_group_that_is_also_a_needed_column_still_has_its_gaps_found() -> None:
    for data in (FEW, FEW.lazy()):
        with pytest.raises(MissingValueError, match="known"):
            run(data, outcome="known", by="known")


def test_more_groups_than_there_can_be_are_refused() -> None:
    frame = FEW.with_columns(ward=pl.int_range(pl.len()))
    for data in (frame, frame.lazy()):
        with pytest.raises(SettingError, match="different values"):
            run(data, by="ward")


def test_a_folder_written_by_region_keeps_its_region(tmp_path: Path) -> None:
    """Spark and Polars put a column of groups into the names of folders."""
    frame = FEW.with_columns(region=pl.Series(np.where(np.arange(len(FEW)) % 3 == 0, "south", "north")))
    for region in ("north", "south"):
        part = frame.filter(pl.col("region") == region).drop("region")
        write(part, tmp_path / "patients" / f"region={region}")
    found = names_and_sizes(run(tmp_path / "patients", by="region"))
    assert found == names_and_sizes(run(frame, by="region"))


def test_a_folder_or_pattern_without_parquet_gets_a_file_error(tmp_path: Path) -> None:
    (tmp_path / "notes.csv").write_text("died,first\n1,0.5\n")
    for data in (
        tmp_path,
        str(tmp_path / "*.parquet"),
        str(tmp_path / "none[1].csv"),
        str(tmp_path / "*.csv"),
    ):
        with pytest.raises(FileError):
            run(data)


def test_a_damaged_file_in_a_folder_gets_a_file_error(tmp_path: Path) -> None:
    folder = write(FEW, tmp_path / "damaged")
    whole = (folder / "part-1.parquet").read_bytes()
    (folder / "part-1.parquet").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileError):
        run(folder)


def test_files_with_different_columns_get_an_error_of_ours(tmp_path: Path) -> None:
    folder = write(FEW, tmp_path / "different")
    FEW.drop("second").write_parquet(folder / "part-1.parquet")
    with pytest.raises(BaserateError, match="second"):
        run(folder)


def test_a_model_may_be_called_like_another_column() -> None:
    scores = {"first": "second", "died": "first", "w": "first"}
    ev, memory = run(FEW.lazy(), scores=scores, weight="w"), run(FEW, scores=scores, weight="w")
    for model in scores:
        assert ev.score(model).value == pytest.approx(memory.score(model).value, abs=1e-5)
