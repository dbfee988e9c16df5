"""Site summaries that were changed, or made by somebody else: one error each, which names file and fault."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import baserate
from baserate.errors import FileError
from baserate.extensions.sites.summaries import encode, summarise
from baserate.extensions.sites.summary_file import KEY, Summary, read_summary, write_lines
from baserate.patients.reading import read_patients
from baserate.patients.roles import Roles
from tests.support.command_line import run

Lines = Callable[[pl.DataFrame], pl.DataFrame]
FIRST = pl.int_range(pl.len()) == 0
LAST = pl.int_range(pl.len()) == pl.len() - 1
JOINT = pl.col("other").is_not_null()


@cache
def made(weighted: bool = True) -> Summary:
    data = baserate.datasets.icu_cohort(stays=1_500)
    data = data.with_columns(w=pl.Series(np.random.default_rng(0).gamma(2.0, size=len(data))))
    roles = Roles.of("died", ["severity", "network"], "unit", weight="w" if weighted else None)
    return summarise([read_patients(data, roles)])


@cache
def file(weighted: bool = True) -> bytes:
    return encode(made(weighted))


def content() -> dict[str, Any]:
    written: dict[str, Any] = json.loads(pl.read_parquet_metadata(io.BytesIO(file()))[KEY])
    return written


def parquet(lines: pl.DataFrame, metadata: dict[str, str]) -> bytes:
    return write_lines(lines, metadata)


def saying(**changed: Any) -> bytes:
    """A file whose metadata say something else; its lines are as they were, and its hash is right."""
    said = {**content(), **changed}
    known = {name: said[name] for name in made().content if name in said}
    if known.keys() == made().content.keys():
        said["sha256"] = rehashed(known, made().lines)
    if "sha256" in changed:
        said["sha256"] = changed["sha256"]
    return parquet(made().lines, {KEY: json.dumps(said)})


def rehashed(said: dict[str, Any], lines: pl.DataFrame) -> str:
    class Said(Summary):
        @property
        def content(self) -> dict[str, Any]:
            return said

    fields = {name: getattr(made(), name) for name in Summary.__dataclass_fields__}
    return Said(**{**fields, "lines": lines}).sha256


def with_lines(change: Lines, weighted: bool = True) -> bytes:
    """A file with other lines, and the hash that belongs to them."""
    return encode(replace(made(weighted), lines=change(made(weighted).lines)))


def put(name: str, value: Any, where: pl.Expr = FIRST) -> Lines:
    return lambda lines: lines.with_columns(pl.when(where).then(value).otherwise(name).alias(name))


def swapped(lines: pl.DataFrame) -> pl.DataFrame:
    order = np.arange(len(lines))
    order[[0, 1]] = [1, 0]
    return lines[order]


def edited(data: bytes) -> bytes:
    """One number of the lines changed without anything else."""
    return parquet(
        put("mean", pl.col("mean") + 0.01)(pl.read_parquet(io.BytesIO(data))), {KEY: json.dumps(content())}
    )


TIMES_TEN: Lines = lambda lines: lines.with_columns(  # noqa: E731
    weight=pl.col("weight") * 10.0, squares=pl.col("squares") * 100.0
)
NESTED = "[" * 100_000 + "]" * 100_000

# What was done to a file, and what is said about it.
BROKEN: dict[str, tuple[Callable[[], bytes], str]] = {
    # Not a summary of this version.
    "no metadata": (lambda: parquet(made().lines, {}), "not a site summary"),
    "no Parquet": (lambda: b"PAR1 but nothing else", "not a site summary"),
    "empty": (lambda: b"", "not a site summary"),
    "truncated": (lambda: file()[: len(file()) // 2], "not a site summary"),
    "without its end": (lambda: file()[:-4], "not a site summary"),
    "version 3": (lambda: saying(format=3), "version 3; this baserate reads versions 4 and 5"),
    "version 6": (lambda: saying(format=6), "version 6; this baserate reads versions 4 and 5"),
    "version 5 without follow-up": (lambda: saying(format=5), "'follow_up' in its metadata must be"),
    "version 4 with follow-up": (lambda: saying(follow_up=None), "more than a summary says"),
    "version 4.5": (lambda: saying(format=4.5), "an unknown version"),
    "version true": (lambda: saying(format=True), "an unknown version"),
    "version as text": (lambda: saying(format="\x1b[31m4"), "an unknown version"),
    "of 0.1.0": (lambda: parquet(made().lines, {"baserate_part": json.dumps({"version": 2})}), "version 2"),
    # Metadata that are none.
    "no JSON": (lambda: parquet(made().lines, {KEY: "{"}), "not JSON"),
    "a list": (lambda: parquet(made().lines, {KEY: "[1]"}), "not a table of names"),
    "a number": (lambda: parquet(made().lines, {KEY: "4"}), "not a table of names"),
    "null": (lambda: parquet(made().lines, {KEY: "null"}), "not a table of names"),
    "nested": (lambda: parquet(made().lines, {KEY: NESTED}), "not JSON"),
    "a long number": (lambda: parquet(made().lines, {KEY: '{"format": ' + "9" * 10_000 + "}"}), "not JSON"),
    "NaN": (lambda: parquet(made().lines, {KEY: '{"format": NaN}'}), "not JSON"),
    "very long": (lambda: parquet(made().lines, {KEY: " " * 5_000_000 + "{}"}), "too long"),
    "more than is said": (lambda: saying(note="hello"), "more than a summary says"),
    # Values of the wrong kind.
    "models: text": (lambda: saying(models="severity"), "'models' in its metadata must be different names"),
    "models: none": (lambda: saying(models=[]), "'models' in its metadata"),
    "models: numbers": (lambda: saying(models=[1, 2]), "'models' in its metadata"),
    "models: twice": (lambda: saying(models=["severity", "severity"]), "'models' in its metadata"),
    "models: too long": (lambda: saying(models=["severity", "n" * 1_001]), "'models' in its metadata"),
    "models: too many": (lambda: saying(models=[str(i) for i in range(201)]), "'models' in its metadata"),
    "groups: a table": (lambda: saying(groups={}), "'groups' in its metadata"),
    "groups: too many": (lambda: saying(groups=[str(i) for i in range(300)]), "'groups' in its metadata"),
    "small groups: null": (lambda: saying(small_groups=None), "'small_groups' in its metadata"),
    "cell: nothing": (lambda: saying(smallest_cell=0), "'smallest_cell' in its metadata"),
    "cell: true": (lambda: saying(smallest_cell=True), "'smallest_cell' in its metadata"),
    "cell: a half": (lambda: saying(smallest_cell=2.5), "'smallest_cell' in its metadata"),
    "exact: 1": (lambda: saying(every_score=1), "'every_score' in its metadata"),
    "bins: below none": (lambda: saying(bins_per_unit_of_log_odds=-1), "'bins_per_unit_of_log_odds'"),
    "patients: text": (lambda: saying(patients="many"), "'patients' in its metadata"),
    "patients: triples": (lambda: saying(patients=[[9, 9, 9]] * 2), "'patients' in its metadata"),
    "patients: below none": (lambda: saying(patients=[[-9, 9]] * 2), "'patients' in its metadata"),
    "patients: floats": (lambda: saying(patients=[[9.5, 9]] * 2), "'patients' in its metadata"),
    "patients: huge": (lambda: saying(patients=[[10**30, 9]] * 2), "'patients' in its metadata"),
    "weights: text": (lambda: saying(weights="heavy"), "'weights' in its metadata"),
    "weights: zero": (lambda: saying(weights=[[0.0, 1.0]] * 2), "'weights' in its metadata"),
    "dropped: text": (lambda: saying(dropped_rows="some"), "'dropped_rows' in its metadata"),
    "missing: a number": (lambda: saying(missing=3), "'missing' in its metadata"),
    "fingerprint: short": (lambda: saying(fingerprint="ab"), "'fingerprint' in its metadata"),
    "hash: no hex": (lambda: saying(sha256="z" * 64), "'sha256' in its metadata"),
    # Values that do not go together.
    "another group": (lambda: saying(groups=["a", "b", "c"]), "other groups than they name"),
    "few of a class": (lambda: saying(smallest_cell=10**6), "fewer than 1000000 patients of a class"),
    "few dropped": (lambda: saying(dropped_rows=3), "fewer than 5 rows that were dropped"),
    "small groups of none": (
        lambda: saying(groups=[], small_groups=["a"], patients=[[9, 9]], weights=[[1.0, 1.0]]),
        "small groups, but no groups",
    ),
    # Changed since it was written.
    "a mean edited": (lambda: edited(file()), "changed since it was written"),
    "another hash": (lambda: saying(sha256="0" * 64), "changed since it was written"),
    "counts edited": (
        lambda: parquet(made().lines, {KEY: json.dumps({**content(), "dropped_rows": 12})}),
        "changed since it was written",
    ),
    # Tables of another shape.
    "a column missing": (lambda: with_lines(lambda lines: lines.drop("sd")), "must have the columns"),
    "a column more": (lambda: with_lines(lambda lines: lines.with_columns(age=1.0)), "must have the columns"),
    "a column of text": (
        lambda: with_lines(lambda lines: lines.with_columns(pl.col("mean").cast(pl.String))),
        "must have the columns",
    ),
    "counts as floats": (
        lambda: with_lines(lambda lines: lines.with_columns(pl.col("patients").cast(pl.Float64))),
        "must have the columns",
    ),
    "columns in another order": (lambda: with_lines(lambda lines: lines[:, ::-1]), "must have the columns"),
    "weights that are not said": (lambda: saying(weights=None), "must have the columns"),
    # Lines that cannot be.
    "no lines": (lambda: with_lines(lambda lines: lines.head(0)), "do not add up"),
    "a line missing": (lambda: with_lines(lambda lines: lines[1:]), "do not add up"),
    "the last line missing": (lambda: with_lines(lambda lines: lines[:-1]), "do not add up"),
    "a line twice": (lambda: with_lines(lambda lines: pl.concat([lines[:1], lines])), "do not add up"),
    "a model missing": (
        lambda: with_lines(lambda lines: lines.filter(JOINT | (pl.col("model") != "network"))),
        "do not add up",
    ),
    "a pair missing": (lambda: with_lines(lambda lines: lines.filter(~JOINT)), "do not add up"),
    "a group missing": (
        lambda: with_lines(lambda lines: lines.filter(pl.col("group") != "cardiac")),
        "do not add up",
    ),
    "another model": (lambda: with_lines(put("model", pl.lit("x"))), "does not name"),
    "another group's line": (lambda: with_lines(put("group", pl.lit("x"))), "does not name"),
    "a model beside itself": (lambda: with_lines(put("other", pl.lit("severity"), JOINT)), "does not name"),
    "outcome 2": (lambda: with_lines(put("outcome", pl.lit(2, pl.Int8))), "neither 0 nor 1"),
    "no outcome": (lambda: with_lines(put("outcome", pl.lit(None, pl.Int8))), "'outcome' has values missing"),
    "no group": (lambda: with_lines(put("group", pl.lit(None, pl.String))), "'group' has values missing"),
    "no mean": (lambda: with_lines(put("mean", pl.lit(None, pl.Float64))), "'mean' has values missing"),
    "a mean too many": (
        lambda: with_lines(put("other_mean", pl.lit(1.0))),
        "'other_mean' has values missing",
    ),
    "below none": (lambda: with_lines(put("patients", pl.lit(-5))), "fewer than 5 patients"),
    "four": (lambda: with_lines(put("patients", pl.lit(4))), "fewer than 5 patients"),
    "mean: NaN": (lambda: with_lines(put("mean", pl.lit(float("nan")))), "'mean' is not a number"),
    "mean: infinite": (lambda: with_lines(put("mean", pl.lit(float("inf")), LAST)), "'mean' is not a number"),
    "mean: 41": (lambda: with_lines(put("mean", pl.lit(41.0), LAST)), "'mean' is not a number within 40"),
    "sd: below 0": (lambda: with_lines(put("sd", pl.lit(-0.1))), "'sd' is not a number"),
    "sd: NaN": (lambda: with_lines(put("sd", pl.lit(float("nan")))), "'sd' is not a number"),
    "sd: infinite": (lambda: with_lines(put("sd", pl.lit(float("inf")))), "'sd' is not a number"),
    "other sd: NaN": (lambda: with_lines(put("other_sd", pl.lit(float("nan")), LAST)), "'other_sd' is not"),
    "correlation: 1.5": (lambda: with_lines(put("correlation", pl.lit(1.5), LAST)), "a correlation"),
    "correlation: NaN": (lambda: with_lines(put("correlation", pl.lit(float("nan")), LAST)), "a correlation"),
    "weight: 0": (lambda: with_lines(put("weight", pl.lit(0.0))), "a weight is not a number above 0"),
    "weight: infinite": (lambda: with_lines(put("weight", pl.lit(float("inf")))), "a weight is not"),
    "weight: NaN": (lambda: with_lines(put("weight", pl.lit(float("nan")))), "a weight is not"),
    "weight: 1e200": (lambda: with_lines(put("weight", pl.lit(1e200))), "such weights"),
    "squares: too large": (lambda: with_lines(put("squares", pl.col("squares") * 100)), "such weights"),
    "squares: too small": (lambda: with_lines(put("squares", pl.col("squares") / 100)), "such weights"),
    "weights times ten": (lambda: with_lines(TIMES_TEN), "the weights of its lines do not add up"),
    "one patient with a spread": (
        lambda: encode(replace(made(), smallest_cell=1, lines=put("patients", pl.lit(1))(made().lines))),
        "a line of one patient has a spread",
    ),
    "patients moved": (
        lambda: with_lines(
            put("patients", pl.col("patients") + 3, FIRST | (pl.int_range(pl.len()) == 1)), False
        ),
        "do not add up",
    ),
    "another order": (lambda: with_lines(swapped), "not in their order"),
    "models in another order": (lambda: with_lines(lambda lines: lines[::-1]), "not in their order"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_summary_is_one_error_that_names_the_file(name: str, tmp_path: Path) -> None:
    make, said = BROKEN[name]
    path = tmp_path / "site.parquet"
    path.write_bytes(make())
    with pytest.raises(FileError) as caught:
        read_summary(path)
    text = str(caught.value)
    assert said in text
    assert str(path) in text
    assert "baserate reduce" in text
    assert "\x1b" not in text


def test_there_are_enough_of_them() -> None:
    assert len(BROKEN) >= 60


def test_what_is_not_broken_is_read(tmp_path: Path) -> None:
    """The ways in which files are broken here leave them whole where nothing is changed."""
    for weighted in (True, False):
        for data in (file(weighted), with_lines(lambda lines: lines, weighted)):
            path = tmp_path / "site.parquet"
            path.write_bytes(data)
            assert read_summary(path).content == made(weighted).content
    path.write_bytes(saying())
    assert read_summary(path).sha256 == made().sha256


@pytest.mark.parametrize(
    "name", ["no JSON", "version 3", "nested", "weights times ten", "truncated", "no metadata"]
)
def test_the_command_line_says_it_without_a_traceback(name: str, tmp_path: Path) -> None:
    path = tmp_path / "site.parquet"
    path.write_bytes(BROKEN[name][0]())
    said = run(
        "evaluate", str(path), "--cost", "1:30", status=2 if name in ("truncated", "no metadata") else 3
    )
    assert "Error: " in said.stderr


@pytest.mark.parametrize("places", [range(0, 400, 7), range(-400, 0, 7)], ids=["front", "back"])
def test_a_byte_that_was_changed_is_noticed_or_does_not_matter(places: range, tmp_path: Path) -> None:
    path = tmp_path / "site.parquet"
    noticed = 0
    for place in places:
        data = bytearray(file())
        data[place] ^= 0x55
        path.write_bytes(bytes(data))
        found = None
        with suppress(FileError):  # and nothing else
            found = read_summary(path)
        noticed += found is None
        assert found is None or found.sha256 == made().sha256
    assert noticed > len(places) // 4
