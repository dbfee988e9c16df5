"""What is fuzzed, and what counts as an answer: an error of the project, or agreement with another parser.

Each function takes bytes and returns nothing; it raises :class:`WrongAnswerError`, or whatever the library
raises that is no error of the project.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from click.testing import CliRunner

from baserate.cli import main
from baserate.deployment.deployment import Cost, Prevalence, source_reading_of, threshold_of
from baserate.deployment.distribution import Distribution
from baserate.errors import BaserateError, FileError
from baserate.evaluation.study import Study
from baserate.extensions.sites.summaries import encode, is_summary, read_summaries, read_summary
from baserate.patients.files import Table, read_table


class WrongAnswerError(AssertionError):
    """The library answered, and the answer is not that of another parser."""


def require(holds: object, otherwise: str) -> None:
    """Raise where something does not hold."""
    if not holds:
        raise WrongAnswerError(otherwise)


def csv_table(data: bytes) -> None:
    """A table out of bytes: where it is text, field by field what Python's csv module reads."""
    try:
        table = read_table(io.BytesIO(data))
    except BaserateError:
        return
    if table.layout is None:
        return
    try:
        rows = _python_rows(table)
    except csv.Error as error:
        raise WrongAnswerError(f"a table was read where csv finds none: {error}") from None
    names = [name.strip() for name in rows[0]]
    require(tuple(names) == table.columns, f"columns {table.columns} but csv has {names}")
    count = table.frame.height if any(names) else table.layout.rows  # without columns there are no rows
    require(len(rows) - 1 == count, f"{count} rows but csv has {len(rows) - 1}")
    for place, name in enumerate(names):
        if name:
            require(all(len(row) == len(names) for row in rows), "rows of several lengths were read")
            fields = [row[place] for row in rows[1:]]
            read = [text or "" for text in table.frame[name].to_list()]
            require(read == fields, f"column {name!r}: {read} but csv has {fields}")
            _numbers(table, name, fields)


def _python_rows(table: Table) -> list[list[str]]:
    """The rows as Python's csv module reads them; blank lines at the end are none."""
    layout = table.layout
    if layout is None:
        return []
    text = layout.text[:].decode("utf-8-sig")
    text = re.sub(r"[\r\n][ \r\n]*\Z", "", text)
    quoted = '"' in text and not any("is a character like any other" in note for note in layout.notes)
    reader = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=layout.separator,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
        strict=True,
    )
    return [row or [""] for row in reader]  # a blank line between others is an empty field


def _numbers(table: Table, name: str, fields: list[str]) -> None:
    """A column of plain numbers has the values that Python reads from its fields."""
    try:
        numbers, notes = table.numbers(name)
    except BaserateError:
        return
    if notes:
        return
    for text, number in zip(fields, numbers.to_list(), strict=True):
        if number is not None:
            require(float(text) == number, f"column {name!r}: {text!r} was read as {number}")


def study_file(data: bytes) -> None:
    """A study out of bytes: it says what tomllib reads in it."""
    path = _scratch() / "study.toml"
    path.write_bytes(data)
    try:
        study = Study.read(path)
    except BaserateError:
        return
    content = tomllib.loads(data.decode("utf-8-sig"))
    outcome = study.question.to_dict()["outcome"]
    require(outcome == content.get("outcome"), f"outcome {outcome!r} of {content.get('outcome')!r}")
    stated = content["deployment"]
    wanted = len(stated) if isinstance(stated, list) else 1
    require(len(study.questions) == wanted, f"{len(study.questions)} deployments of {wanted}")
    require(len(study.requirements) == len(content.get("require", [])), "requirements were lost")


def arguments(data: bytes) -> None:
    """A prevalence, a cost, and the prevalence that scores are calibrated to, as people type them."""
    texts = data.decode("utf-8", "replace").split("\n")
    prevalence, cost, source, score = (*texts, "", "", "")[:4]
    for text in texts[:4]:
        for read in (Prevalence.of, Cost.of):
            _reread(read, text)
        for single in (source_reading_of, threshold_of):
            _read(single, text)
    words = ["threshold", "--prevalence", prevalence, "--cost", cost, "--source-prevalence", source, "--json"]
    done = CliRunner().invoke(main, [*words, *(["--score", score] if score else [])])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    require(done.exit_code in (0, 2, 3), f"exit status {done.exit_code}")
    if done.exit_code == 0:
        json.loads(done.stdout, parse_constant=_no_number)


def _reread(read: Callable[[Any], Any], text: str) -> None:
    """What is known of a number has ends and a median in order, and can be stated again."""
    known = _read(read, text)
    if known is None:
        return
    spread: Distribution = known.distribution
    low, high = spread.ends
    require(0.0 <= low <= high <= 1.0, f"{text!r} has the ends {low} and {high}")
    require(
        low * (1 - 1e-9) <= spread.median <= high * (1 + 1e-9), f"{text!r} has the median {spread.median}"
    )
    require(str(known), f"{text!r} has no words")
    stated = json.loads(json.dumps(known.stated))
    again = read(tuple(stated) if isinstance(stated, list) else stated)
    require(again == known, f"{text!r} is stated as {stated!r}, which is read as {again!r}")


def _read(read: Callable[[Any], Any], text: str) -> Any:
    try:
        return read(text)
    except BaserateError:
        return None


def _no_number(text: str) -> None:
    raise WrongAnswerError(f"JSON holds {text}")


def site_summary(data: bytes) -> None:
    """An edited site summary: refused, or read as patients of whom none is less than nothing.

    The first byte says what the others edit: the bytes of the file, or its cells and what it says
    about itself, behind which a damaged file would never get.
    """
    path = _scratch() / "summary.parquet"
    if data[:1] < b"\x40":
        path.write_bytes(_edit_bytes(_summary(), data[1:]))
    else:
        _edit_cells(path, data[1:])
    try:
        if not is_summary(path):
            return
        patients = read_summaries([path])
    except BaserateError:
        return
    for binned in (*patients.single.values(), *patients.joint.values()):
        for field in fields(binned):
            numbers = getattr(binned, field.name)
            if isinstance(numbers, np.ndarray) and numbers.dtype.kind == "f":
                require(not np.isnan(numbers).any(), f"{field.name} is not a number")
        require((np.asarray(binned.count) >= 0).all(), "a count is below zero")
        require((np.asarray(binned.weight) >= 0).all(), "a weight is below zero")


def _edit_bytes(content: bytes, edits: bytes) -> bytes:
    """The file with single bytes changed, three for each edit: a place and a value."""
    edited = bytearray(content)
    for start in range(0, len(edits) - 2, 3):
        place = int.from_bytes(edits[start : start + 2], "little") % len(edited)
        edited[place] = edits[start + 2]
    return bytes(edited)


_VALUES: tuple[Any, ...] = (None, 0, -1, 1, 2, 10**6, 0.5, math.nan, math.inf, -math.inf, 1e300, 1e-300)


def _edit_cells(path: Path, edits: bytes) -> None:
    """The summary written again with cells changed, four bytes for each edit, or its own words.

    Cells get the hash that belongs to them, so that it is not the hash alone which is tried.
    """
    original = _scratch() / "original.parquet"
    original.write_bytes(_summary())
    frame, metadata = pl.read_parquet(original), pl.read_parquet_metadata(original)
    kept = {key: value for key, value in metadata.items() if not key.startswith("ARROW")}
    words = dict(kept)
    for start in range(0, len(edits) - 3, 4):
        column, row, value, kind = edits[start : start + 4]
        name = frame.columns[column % frame.width]
        if kind % 8 == 0:
            frame = frame.filter(pl.int_range(pl.len()) != row % max(1, frame.height))
        elif kind % 8 == 1:
            kept = {key: _edit_text(text, row, value) for key, text in kept.items()}
        else:
            cell, new = pl.int_range(pl.len()) == row % max(1, frame.height), _VALUES[value % len(_VALUES)]
            try:
                frame = frame.with_columns(pl.when(cell).then(pl.lit(new)).otherwise(name).alias(name))
            except (pl.exceptions.PolarsError, OverflowError):
                continue
    if kept == words:
        path.write_bytes(encode(replace(read_summary(original), lines=frame)))
    else:
        frame.write_parquet(path, metadata=kept)


def _edit_text(text: str, place: int, value: int) -> str:
    at = place * 7 % max(1, len(text))
    return text[:at] + chr(value) + text[at + 1 :]


@cache
def _summary() -> bytes:
    """A small site summary of two models and two groups, made as a hospital would."""
    table, summary = _scratch() / "ward.csv", _scratch() / "ward.parquet"
    rows = [
        f"{i % 3 == 0:d},{0.1 + 0.8 * i / 60:.3f},{0.2 + 0.01 * (i % 7):.3f},{'ab'[i % 2]}" for i in range(60)
    ]
    table.write_text("\n".join(["died,old,new,ward", *rows]))
    words = ["reduce", str(table), "--outcome", "died", "--score", "old", "--score", "new", "--by", "ward"]
    done = CliRunner().invoke(main, [*words, "--out", str(summary)])
    if done.exit_code != 0:
        raise FileError(f"no site summary to edit could be made: {done.output}")
    return summary.read_bytes()


@cache
def _scratch() -> Path:
    """A folder for the files of this process, removed with it."""
    folder = tempfile.TemporaryDirectory(prefix="baserate-fuzz-")
    _KEPT.append(folder)
    return Path(folder.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []

READERS: dict[str, Callable[[bytes], None]] = {
    "csv_table": csv_table,
    "study_file": study_file,
    "site_summary": site_summary,
    "arguments": arguments,
}
