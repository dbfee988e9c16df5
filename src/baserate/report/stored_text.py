"""A stored result for reading: warnings, verdict, what to know before deciding, tables."""

from __future__ import annotations

from baserate.patients.outcome_values import in_words
from baserate.report.blocks import Paragraph, Table
from baserate.report.tables import first_upper, size_in_words, tables, where_in_words
from baserate.results.result import Result
from baserate.results.words import words


def blocks(result: Result, table: str | None = None) -> list[Paragraph | Table]:
    """Everything a reader is shown, in order; or one table alone."""
    if table is not None:
        return list(tables(result, table))
    shown: list[Paragraph | Table] = [
        Paragraph(f"{size_in_words(result)}. {first_upper(where_in_words(result))}.")
    ]
    values = result.data.outcome_values
    shown += [Paragraph(in_words(values, result.provenance.parameters["outcome"]))] if values else []
    shown += [Paragraph(f"Warning: {warning}", "warning") for warning in result.warnings]
    shown.append(Paragraph(result.verdict.text, "verdict"))
    if result.verdict.shift is not None:
        shown.append(Paragraph(result.verdict.shift.text))
    remarks = " ".join(one.text for one in result.before_you_decide)
    shown += [Paragraph(f"{words('before.title')}: {remarks}")] if remarks else []
    return [*shown, *tables(result), _provenance(result)]


def _provenance(result: Result) -> Paragraph:
    record, digest = result.provenance, result.data.sha256[:12]
    return Paragraph(f"baserate {record.version}, {record.time}, seed {record.seed}, data {digest}.")
