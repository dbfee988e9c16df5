"""What a file of patients holds, column by column, and whether an evaluation could use it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from baserate.data.files import numbers, read_table
from baserate.data.reading import read_rows
from baserate.data.roles import Roles
from baserate.errors import BaserateError
from baserate.evaluation.evaluate import evaluation_of
from baserate.evaluation.question import Question
from baserate.report.blocks import Paragraph, Table

_SHOWN = 4


@dataclass(frozen=True)
class Inspection:
    """What would happen, for reading; ``refused`` when an evaluation would stop."""

    blocks: tuple[Paragraph | Table, ...]
    refused: bool


@dataclass(frozen=True)
class Column:
    """One column of a file: how many values, what kind, examples, and what it could serve as."""

    name: str
    kind: str
    distinct: int
    missing: int
    examples: str
    use: str

    def cells(self) -> tuple[str, ...]:
        """As a row of a table."""
        missing = f"{self.missing:,}" if self.missing else ""
        return (self.name, self.kind, f"{self.distinct:,}", missing, self.examples, self.use)


def describe(source: Any) -> tuple[Any, list[Column]]:
    """The file as it was read, and its columns."""
    table = read_table(source)
    found = []
    for name in table.frame.columns:
        series = table.frame[name]
        distinct = series.drop_nulls().unique(maintain_order=True)
        examples = ", ".join(str(value) for value in distinct[:_SHOWN].to_list())
        kind, use = _kind(table, name, len(distinct))
        found.append(Column(name, kind, len(distinct), series.null_count(), examples, use))
    return table, found


def columns_of(source: Any) -> list[Paragraph | Table]:
    """What the file holds, for reading."""
    table, found = describe(source)
    rows = tuple(
        (
            one.name,
            one.kind,
            f"{one.distinct:,}",
            f"{one.missing:,}" if one.missing else "",
            one.examples,
            one.use,
        )
        for one in found
    )
    notes = f" ({'; '.join(table.notes)})" if table.notes else ""
    head = f"{table.source}: {table.frame.height:,} rows, {len(found)} columns{notes}."
    heads = ("column", "kind", "distinct", "missing", "first values", "could be")
    return [Paragraph(head), Table("Columns", heads, rows)]


def _kind(table: Any, name: str, distinct: int) -> tuple[str, str]:
    try:
        values = numbers(table, name).drop_nulls()
    except BaserateError:
        return "text", "group, outcome (say --positive)" if distinct == 2 else "group, cluster"
    if len(values) == 0:
        return "empty", ""
    low, high = float(values.to_numpy().min()), float(values.to_numpy().max())
    if distinct == 1:
        return f"{low:g}", "nothing: it is always the same"
    if distinct == 2 and {low, high} == {0.0, 1.0}:
        return "0 or 1", "outcome, group"
    if low >= 0.0 and high <= 1.0 and distinct > 2:
        return "0 to 1", "score"
    if low >= 0.0 and 1.0 < high <= 100.0 and distinct > 20:
        return f"{low:g} to {high:g}", "a score in percent? weight, cluster"
    return f"{low:g} to {high:g}", "outcome (say --positive)" if distinct == 2 else "weight, group, cluster"


def require_columns(source: Any, wanted: Sequence[str]) -> None:
    """Refuse columns that the file does not have."""
    read_table(source, list(dict.fromkeys(wanted)))


def problems_of(source: Any, roles: Roles, positive: object = None) -> Inspection:
    """What an evaluation would use, drop, complain about or refuse."""
    try:
        patients = read_rows(source, roles, positive=positive, missing="drop")
        question = Question.of(roles, None, "1:1")
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            ev = evaluation_of(question, patients)
    except BaserateError as error:
        return Inspection((Paragraph(f"It would be refused: {error}", "warning"),), True)
    used = f"It would use {ev.everyone.patients:,} patients, {ev.everyone.positives:,} with the outcome."
    blocks = [Paragraph(used)]
    for name, count in patients.missing.items():
        text = f"Column {name!r} is missing for {count:,}: an error, unless --missing drop leaves them out."
        blocks.append(Paragraph(text, "warning"))
    blocks += [Paragraph(f"It would warn: {text}", "warning") for text in ev.warnings]
    for group in ev.groups.values():
        blocks.append(
            Paragraph(f"Group {group.name!r}: {group.patients:,} patients, {group.positives:,} events.")
        )
    return Inspection(tuple(blocks), False)
