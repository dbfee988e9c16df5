"""What changed between two results, for reading."""

from __future__ import annotations

from collections.abc import Sequence

from baserate.evaluation.compared import VERDICT, Comparison, NumberChange
from baserate.report.blocks import Paragraph, Table
from baserate.results.told import told
from baserate.results.words import words


def comparison_blocks(comparison: Comparison) -> list[Paragraph | Table]:
    """Whether anything changed, then what: settings and verdict, numbers, warnings."""
    shown: list[Paragraph | Table] = [Paragraph(_headline(comparison), "verdict")]
    short = [one for one in comparison.settings if one.what != VERDICT]
    if short:
        rows = tuple((one.what, one.old, one.new) for one in short)
        shown.append(Table("What is different", ("", "old", "new"), rows))
    for one in comparison.settings:
        if one.what == VERDICT:  # too long for a table
            shown += [Paragraph(f"Verdict, old: {one.old}"), Paragraph(f"Verdict, new: {one.new}")]
    shown.append(_numbers(comparison))
    for head, texts in (
        ("Warnings gone", comparison.warnings_gone),
        ("New warnings", comparison.warnings_come),
    ):
        shown += [Paragraph(f"{head}: {text}", "warning") for text in texts]
    old, new = comparison.software
    software = f"baserate {old}." if old == new else f"baserate {old} (old), {new} (new)."
    return [*shown, Paragraph(software)]


def _headline(comparison: Comparison) -> str:
    if not comparison.changed:
        return "Nothing changed: same patients, same question, same verdict, same numbers, same warnings."
    settings = {one.what for one in comparison.settings}
    if "best" in settings or "decided" in settings or "tied" in settings:
        return "The verdict changed."
    return "The verdict is the same." if settings or _any_number(comparison) else "Only warnings changed."


def _any_number(comparison: Comparison) -> bool:
    return any(number.is_changed for number in comparison.numbers)


def _numbers(comparison: Comparison) -> Table:
    grouped = any(number.group is not None for number in comparison.numbers)
    heads: Sequence[str] = ("group", "model", "minus", "old", "new", "change")
    rows = [_row(number) for number in comparison.numbers]
    if not grouped:
        heads, rows = heads[1:], [row[1:] for row in rows]
    note = f"Net benefit per 1,000 patients, with confidence intervals. {comparison.about_errors}"
    return Table("Net benefits and differences", tuple(heads), tuple(rows), note)


def _row(number: NumberChange) -> tuple[str, ...]:
    group = "" if number.group is None else number.group
    change = number.change_text if number.is_changed else str(words("numbers.missing"))
    sides = (told(number.measure, side) for side in (number.old, number.new))
    return group, number.model or "", number.reference or "", *sides, change
