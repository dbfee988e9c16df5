"""The dial as paragraphs and a table of its groups."""

from __future__ import annotations

from baserate.report.blocks import Paragraph, Table
from baserate.results.dial_estimate import GroupPrevalence, ShiftEstimate

_COLUMNS = ("group", "patients", "cases", "observed prevalence", "carried by the score")


def shift_blocks(estimate: ShiftEstimate) -> list[Paragraph | Table]:
    """What :func:`baserate.shift` found, for reading."""
    table = Table(
        f"Groups by {estimate.by}",
        _COLUMNS,
        tuple(_row(group) for group in estimate.groups),
        f"{100 * estimate.level:g} % CI. Carried: the prevalence if groups differed by nothing but what "
        "is in their patients' scores.",
    )
    return [Paragraph(estimate.heading, "verdict"), Paragraph(estimate.words), table]


def _row(group: GroupPrevalence) -> tuple[str, ...]:
    observed = _share(group.observed, group.observed_low, group.observed_high)
    carried = _share(group.carried, group.carried_low, group.carried_high)
    return group.name, f"{group.patients:,}", f"{group.cases:,}", observed, carried


def _share(value: float, low: float, high: float) -> str:
    return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
