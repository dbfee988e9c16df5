"""A stored result for reading: warnings, verdict, what to know before deciding, tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baserate.patients.outcome_values import in_words
from baserate.report.blocks import Paragraph, Table, as_plain
from baserate.report.tables import first_upper, size_in_words, tables, where_in_words
from baserate.results.words import words


def blocks(content: Mapping[str, Any], table: str | None = None) -> list[Paragraph | Table]:
    """Everything a reader is shown, in order; or one table alone."""
    if table is not None:
        return list(tables(content, table))
    shown: list[Paragraph | Table] = [
        Paragraph(f"{size_in_words(content)}. {first_upper(where_in_words(content))}.")
    ]
    values = content["data"].get("outcome_values")  # older results do not say
    shown += [Paragraph(in_words(values, content["provenance"]["parameters"]["outcome"]))] if values else []
    shown += [Paragraph(f"Warning: {warning}", "warning") for warning in content["warnings"]]
    shown.append(Paragraph(content["verdict"]["text"], "verdict"))
    if content["verdict"]["shift"] is not None:
        shown.append(Paragraph(content["verdict"]["shift"]["text"]))
    remarks = " ".join(one["text"] for one in content["before_you_decide"])
    shown += [Paragraph(f"{words('before.title')}: {remarks}")] if remarks else []
    return [*shown, *tables(content), _provenance(content)]


def as_text(content: Mapping[str, Any]) -> str:
    """The blocks as plain text."""
    return "\n\n".join(as_plain(block) for block in blocks(content)) + "\n"


def _provenance(content: Mapping[str, Any]) -> Paragraph:
    record, digest = content["provenance"], content["data"]["sha256"][:12]
    return Paragraph(f"baserate {record['version']}, {record['time']}, seed {record['seed']}, data {digest}.")
