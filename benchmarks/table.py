"""The table of ratios, as plain text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

HEADINGS = ("what baserate does", "against", "rows", "ns/row", "ratio", "over rounds", "growth", "target")
# What stands in a cell that the row has nothing to say in.
NOTHING = "-"
NAMES = 2  # columns of text, aligned left; all others hold numbers


@dataclass(frozen=True)
class Target:
    """What a ratio should reach, or stay within."""

    bound: Literal["at least", "at most"]
    value: float

    def verdict(self, ratio: float) -> str:
        met = ratio >= self.value if self.bound == "at least" else ratio <= self.value
        sign = ">=" if self.bound == "at least" else "<="
        return f"{sign} {_short(self.value)} {'met' if met else 'MISSED'}"


@dataclass(frozen=True)
class Row:
    """One ratio, or with a ``remark`` the reason why there is none."""

    what: str
    against: str
    rows: int | None = None
    ns_per_row: float | None = None
    ratio: float | None = None
    spread: tuple[float, float] | None = None
    # How many times as much baserate takes as on a tenth of the rows.
    growth: float | None = None
    target: Target | None = None
    remark: str = ""

    def cells(self) -> tuple[str, ...]:
        """The row as text; a remark takes the place of every number after the count of rows."""
        names = (
            self.what,
            self.against,
            NOTHING if self.rows is None else f"{self.rows:.3g}".replace("e+0", "e"),
        )
        if self.remark or self.ratio is None:
            return (*names, self.remark)
        return (
            *names,
            NOTHING if self.ns_per_row is None else f"{self.ns_per_row:.1f}",
            _short(self.ratio),
            NOTHING if self.spread is None else f"{_short(self.spread[0])} to {_short(self.spread[1])}",
            NOTHING if self.growth is None else _short(self.growth),
            "" if self.target is None else self.target.verdict(self.ratio),
        )


@dataclass(frozen=True)
class Section:
    """Rows whose ratios are to be read in the same way."""

    title: str
    rows: list[Row]


def as_text(sections: list[Section]) -> str:
    """The table in plain columns."""
    lines = [HEADINGS, *(row.cells() for section in sections for row in section.rows)]
    full = [cells for cells in lines if len(cells) == len(HEADINGS)]
    # A remark runs on to the right; only names and counts of such a row bear on the widths.
    widths = [max(len(cells[i]) for cells in (lines if i <= NAMES else full)) for i in range(len(HEADINGS))]
    return "\n".join(_text_lines(sections, widths)) + "\n"


def as_markdown(sections: list[Section], *, titled: bool = True) -> str:
    """The same in Markdown without targets, each section's title a row of its own, unless it stands above."""
    shown = len(HEADINGS) - 1  # what a ratio should reach is for those who work on it, and on the screen
    lines = [HEADINGS, tuple(":--" if i < NAMES else "--:" for i in range(shown))]
    for section in sections:
        if titled:
            lines.append((f"**{section.title}**",))
        lines.extend(row.cells() for row in section.rows)
    return "".join("| " + " | ".join(_padded(cells)[:shown]) + " |\n" for cells in lines)


def _text_lines(sections: list[Section], widths: list[int]) -> Iterator[str]:
    yield _line(HEADINGS, widths)
    for section in sections:
        yield ""
        yield section.title
        yield from (_line(row.cells(), widths) for row in section.rows)


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    has_remark = len(cells) < len(HEADINGS)
    aligned = [
        cell.ljust(width) if i < NAMES or (has_remark and i > NAMES) else cell.rjust(width)
        for i, (cell, width) in enumerate(zip(cells, widths, strict=False))
    ]
    return "  ".join(aligned).rstrip()


def _padded(cells: tuple[str, ...]) -> tuple[str, ...]:
    return cells + ("",) * (len(HEADINGS) - len(cells))


def _short(ratio: float) -> str:
    """Three digits are more than the rounds agree on."""
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}"
