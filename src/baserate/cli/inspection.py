"""What a file of patients holds, column by column, and whether an evaluation could use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from baserate.errors import BaserateError
from baserate.evaluation.evaluation import evaluation_of
from baserate.evaluation.study_file import Written
from baserate.patients.files import Table as FileTable
from baserate.patients.files import read_table
from baserate.patients.outcome_values import in_words
from baserate.patients.patients import Patients
from baserate.patients.reading import read_rows
from baserate.patients.roles import Roles
from baserate.report.blocks import Paragraph, Table
from baserate.results.question import Question

_SHOWN = 4


@dataclass(frozen=True)
class Inspection:
    """What would happen, for reading; ``refused`` when an evaluation would stop."""

    blocks: tuple[Paragraph | Table, ...]
    refused: bool


@dataclass(frozen=True)
class Column:
    """One column of a file: how many values, of what kind, what it could serve as, how it is written."""

    name: str
    kind: str
    distinct: int
    missing: int
    examples: str
    use: str
    notes: tuple[str, ...] = ()

    def cells(self) -> tuple[str, ...]:
        """As a row of a table."""
        missing = f"{self.missing:,}" if self.missing else ""
        kind = "; ".join((self.kind, *self.notes))
        return (self.name, kind, f"{self.distinct:,}", missing, self.examples, self.use)


def describe(source: Any) -> tuple[FileTable, list[Column]]:
    """The file as it was read, and its columns."""
    table = read_table(source)
    return table, [_describe_column(table, name) for name in table.frame.columns]


def _describe_column(table: FileTable, name: str) -> Column:
    series = table.frame[name]
    distinct = series.drop_nulls().unique(maintain_order=True)
    examples = ", ".join(str(value) for value in distinct[:_SHOWN].to_list())
    kind, use, notes = _classify(table, name, len(distinct))
    return Column(name, kind, len(distinct), series.null_count(), examples, use, notes)


def describe_columns(source: Any) -> list[Paragraph | Table]:
    """What the file holds, for reading."""
    table, columns = describe(source)
    notes = f" ({'; '.join(table.notes)})" if table.notes else ""
    head = f"{table.source}: {table.frame.height:,} rows, {len(columns)} columns{notes}."
    heads = ("column", "kind", "distinct", "missing", "first values", "could be")
    return [Paragraph(head), Table("Columns", heads, tuple(column.cells() for column in columns))]


def _classify(table: FileTable, name: str, distinct: int) -> tuple[str, str, tuple[str, ...]]:
    """What a column holds, what it could be used as, and how its numbers are written."""
    held = table.frame[name].dtype
    if held.is_nested():
        return "several values a row", "nothing: make a column of each", ()
    if held.is_temporal():
        return "dates or times", "group, cluster", ()
    try:
        series, notes = table.numbers(name)
    except BaserateError:
        return "text", "group, outcome (say --positive)" if distinct == 2 else "group, cluster", ()
    values = series.drop_nulls().to_numpy()
    if len(values) == 0:
        return "empty", "", notes
    whole = bool((values == values.round()).all())
    return *_classify_numbers(float(values.min()), float(values.max()), distinct, whole), notes


def _classify_numbers(low: float, high: float, distinct: int, whole: bool) -> tuple[str, str]:
    if distinct == 1:
        return f"{low:g}", "nothing: it is always the same"
    if distinct == 2 and {low, high} == {0.0, 1.0}:
        return "0 or 1", "outcome, group"
    if low >= 0.0 and high <= 1.0 and distinct > 2:
        return "0 to 1", "score"
    if low >= 0.0 and 1.0 < high <= 100.0 and distinct > 20 and not whole:
        return f"{low:g} to {high:g}", "a score in percent? weight, cluster"
    return f"{low:g} to {high:g}", "outcome (say --positive)" if distinct == 2 else "weight, group, cluster"


def require_file_columns(source: Any, wanted: Sequence[str]) -> None:
    """Refuse columns that the file does not have."""
    read_table(source, list(dict.fromkeys(wanted)))


def find_problems(source: Any, question: Question, written: Written) -> Inspection:
    """What an evaluation would use, drop, complain about or refuse."""
    roles = question.roles
    try:
        with written.telling(), roles.named():
            patients = read_rows(source, roles, positive=question.positive, missing="drop")
            ev = evaluation_of(question, patients)
    except BaserateError as error:
        return Inspection(
            (Paragraph(f"It would be refused: {error.sentence(options=True)}", "warning"),), True
        )
    used = _count(patients, roles, ev.everyone.patients)
    blocks = [
        Paragraph(f"It would use {used}, {ev.everyone.positives:,} with the outcome{_censored(patients)}.")
    ]
    if patients.outcome_values is not None:
        blocks.append(Paragraph(in_words(patients.outcome_values, roles.outcome)))
    for name, count in patients.missing.items():
        text = f"Column {name!r} is missing for {count:,}: an error, unless --missing drop leaves them out."
        blocks.append(Paragraph(text, "warning"))
    blocks += [Paragraph(f"It would warn: {one.sentence(options=True)}", "warning") for one in ev.cautions]
    for group in ev.groups.values():
        used = _count(patients, roles, group.patients, group.name)
        blocks.append(Paragraph(f"Group {group.name!r}: {used}, {group.positives:,} events."))
    return Inspection(tuple(blocks), False)


def _censored(patients: Patients) -> str:
    """How many have no outcome, because they were not followed to the horizon."""
    followed = patients.followed()
    return "" if followed is None else f", {followed.censored:,} censored before the horizon"


def _count(patients: Patients, roles: Roles, rows: int, group: str | None = None) -> str:
    """How many patients; where rows are stays or visits, how many of these, and of how many clusters."""
    clusters = patients.clusters(group)
    if clusters is None:
        return f"{rows:,} patients"
    return f"{rows:,} rows of {clusters:,} clusters ({roles.cluster!r})"
