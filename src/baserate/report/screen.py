"""One screen: the verdict, what to know before deciding, the models, the cut-off and the assumption.

Sentences and cells are those of the full text, which :mod:`baserate.report.text` makes; here they are
chosen and wrapped, and what does not fit is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from rich.cells import cell_len, chop_cells

from baserate.deployment.notation import short_percent
from baserate.patients.groupings import Way
from baserate.patients.groupings import title as title_of
from baserate.report.blocks import Table, printable
from baserate.report.text import (
    across_table,
    assumed,
    counted,
    cutoff_reasons,
    groups_by_way,
    models_table,
    place,
    warning_told,
    what_counted,
)
from baserate.results.across import across
from baserate.results.result import GroupResult, Result, Several
from baserate.results.words import cutoff_told, say, words

__all__ = ["LINES", "WIDTH", "screen"]

#: What a screen holds.
LINES, WIDTH = 60, 80
# So many models, or deployments, have a row.
_MOST_ROWS = 12
# So many lines of each part, before parts are made shorter until all fit.
_MOST_OF_A_PART = 14
# A sentence of a verdict, one of several verdicts, a requirement: so many lines.
_SENTENCE, _ONE_OF_SEVERAL, _REQUIREMENT = 6, 4, 2
# The head of a column is at least so wide, where there is room.
_HEAD = 15
_DOTS = " ..."
# A sentence that is cut says where it goes on: what is left of it can read as if it were all.
_CUT = " ... (--full)"
# The kind of remark that stands with the cut-off, and of that which no other is graver than.
_TOLD_WITH_CUTOFF, _GRAVEST = "cutoff", "recalibration_turns"


@dataclass(frozen=True)
class Part:
    """A heading, and under it sentences in one paragraph, of which the last may be left out.

    ``style`` is "verdict" or plain.
    """

    heading: str
    sentences: Sequence[str]
    style: str = ""

    def lines(self, most: int) -> list[str]:
        """The heading, and at most so many lines of the paragraph."""
        heading = wrapped(self.heading, WIDTH, _SENTENCE) if self.heading else []
        indent = "  " if heading else ""
        paragraph = wrapped(" ".join(self.sentences), WIDTH - len(indent), most)
        return [*heading, *(f"{indent}{line}" for line in paragraph)]


@dataclass(frozen=True)
class Listed:
    """A heading and a list under it; ``each`` is how many lines one of them may have."""

    heading: str
    items: Sequence[str]
    each: int = _MOST_OF_A_PART
    numbered: bool = False
    style: str = ""

    def lines(self, most: int) -> list[str]:
        """As many of the list as have so many lines, the first of them at least, and how many more."""
        shown: list[str] = []
        for number, item in enumerate(self.items, 1):
            mark = f"  {number}. " if self.numbered else "  "
            first, *rest = wrapped(item, WIDTH - 5, min(most, self.each))
            lines = [f"{mark}{first}", *(f"     {line}" for line in rest)]
            if shown and len(shown) + len(lines) > most:
                shown.append(f"  and {len(self.items) - number + 1} more: --full")
                break
            shown += lines
        return [*wrapped(self.heading, WIDTH, 1), *shown]


@dataclass(frozen=True)
class Rows:
    """A table whose first columns are names, which are shortened; ``more`` says what is left out."""

    table: Table
    names: int
    more: str = ""
    style: str = ""

    def lines(self, most: int) -> list[str]:
        """All of it, and at most so many lines of its note."""
        note = wrapped(self.table.note, WIDTH, most) if self.table.note else []
        more = [self.more] if self.more else []
        return [*wrapped(self.table.title, WIDTH, 1), *_aligned(self.table, self.names), *more, *note]


def screen(found: Mapping[str, Result], said: str | None = None) -> list[tuple[str, str]]:
    """The parts of the screen, each with its style: of one result, or of one for each deployment.

    ``said`` is what was found on the way.
    """
    parts: list[Part | Listed | Rows] = [] if said is None else [Part("", [said])]
    parts += _of_one(next(iter(found.values()))) if len(found) == 1 else _of_several(found)
    parts += _requirements(found)
    parts.append(Part("", ["Everything else: --full."]))
    for most in range(_MOST_OF_A_PART, 0, -1):
        shown = [part.lines(most) for part in parts]
        if sum(map(len, shown)) + len(shown) - 1 <= LINES:
            break
    return [("\n".join(lines), part.style) for lines, part in zip(shown, parts, strict=True)]


# ---- one deployment ----


def _of_one(result: Result) -> Iterator[Part | Listed | Rows]:
    yield Part("", [*counted(result), *place(result), *what_counted(result)])
    verdict = result.verdict
    yield Part(verdict.sentence, [verdict.text.removeprefix(verdict.sentence).strip()], "verdict")
    yield from _before({"": result})
    yield _models(result)
    yield _cutoff(result)
    if result.groups:
        yield _groups(result)
    yield Part("Assumption", [*assumed(result), *_shift(result, holds=True)])


def _named(result: Result) -> list[str]:
    """The models of which the verdict speaks, the best first."""
    verdict = result.verdict
    ahead = [flip.ahead for flip in verdict.flips if flip.beyond_chance]
    named = dict.fromkeys([result.best_model, verdict.best, verdict.runner_up, *ahead, *verdict.tied])
    return [model for model in named if model in result.models]


def _before(found: Mapping[str, Result]) -> list[Listed]:
    """What to know before deciding, the gravest first, and where if that is not at all of several places."""
    where: dict[str, list[str]] = {}
    for name, result in found.items():
        for text in dict.fromkeys([*_remarks(result), *_warnings(result)]):
            where.setdefault(text, []).append(name)
    # What holds at all deployments comes first.
    texts = sorted(where, key=lambda text: len(where[text]) < len(found))
    items = [f"{_at(where[text], len(found))}{text}" for text in texts]
    return [Listed(words("before.title"), items, numbered=True)] if items else []


def _remarks(result: Result) -> list[str]:
    """What may turn the verdict, and what else is to be known of it."""
    remarks = [one for one in result.before_you_decide if one.kind != _TOLD_WITH_CUTOFF]
    gravest = [one.text for one in remarks if one.kind == _GRAVEST]
    return [
        *gravest,
        *_shift(result, holds=False),
        *(one.text for one in remarks if one.kind != _GRAVEST),
    ]


def _shift(result: Result, *, holds: bool) -> list[str]:
    """Whether the verdict holds for any shift, if that is so, or if it is not."""
    shift = result.verdict.shift
    return [shift.text] if shift is not None and shift.holds == holds else []


def _warnings(result: Result) -> list[str]:
    """Cautions; those of groups, and of models that the verdict does not name, come last."""
    named = _named(result)
    cautions = sorted(
        result.cautions, key=lambda one: one.group is not None or one.model not in (None, *named)
    )
    return [warning_told(one, options=True) for one in cautions]


def _at(places: Sequence[str], of: int) -> str:
    """At which deployments something holds, before what it is; nothing where it is all of them."""
    if len(places) == of:
        return ""
    return f"{places[0]}: " if len(places) == 1 else f"{len(places)} of {of} deployments, as {places[0]}: "


def _models(result: Result) -> Rows:
    """The table of models with their cut-offs; of many models the best, and those that the verdict names."""
    table = models_table(result)
    cutoffs = [short_percent(about.threshold.value) for about in result.models.values()]
    cells = {
        row[0]: (row[0], row[1], _bare(row[2]), _bare(row[3]), cut)
        for row, cut in zip(table.rows[: len(result.models)], cutoffs, strict=True)
    }
    names = dict(zip(result.models, cells.values(), strict=True))
    without = [(*row, "") for row in table.rows[len(result.models) :]]
    shown = _shown(result)
    rows = (*(names[model] for model in shown), *without)
    heads = (*table.columns, words("tables.treat_at_or_above"))
    left = len(result.models) - len(shown)
    more = f"and {left} more model{'s' if left > 1 else ''}: --full" if left else ""
    note = say("tables.models_note", unit=words("units.per 1,000.unit"))
    return Rows(Table(table.title, heads, rows, note), 1, more)


def _shown(result: Result) -> list[str]:
    """All models if they are few; else the best and those of which the verdict speaks, the best first."""
    if len(result.models) <= _MOST_ROWS:
        return list(result.models)
    ranked = [name for name in result.ranking if name in result.models]
    chosen = list(dict.fromkeys([*_named(result), *ranked]))[:_MOST_ROWS]
    return [model for model in ranked if model in chosen]


def _bare(cell: str) -> str:
    """A number without its interval, for which there is no room."""
    return cell.partition(" (")[0]


def _cutoff(result: Result) -> Part:
    """Where treating starts, and why there: of the best model first, if scores differ in that."""
    best, reasons = result.best_model, cutoff_reasons(result)
    why = [reason for models, reason in sorted(reasons.items(), key=lambda one: best not in one[0])]
    moves = [one.text for one in result.before_you_decide if one.kind == _TOLD_WITH_CUTOFF]
    if moves or not result.verdict.better_than_without:  # a cut-off is no advice where no model is
        return Part("Cut-off", [*moves, *why])
    heading = "Cut-off" if len(reasons) == 1 else f"Cut-off of {_short(best, 24)}"
    at = cutoff_told(result.models[best].threshold)
    return Part(f"{heading}: {words('tables.cutoff_on_score')} {at}", why)


def _groups(result: Result) -> Part:
    """What the groups are called, as far as there is room."""
    ways = list(groups_by_way(result).items())
    told = [f"{say('tables.by', column=title_of(way))}: {_some(way, groups)}" for way, groups in ways[:3]]
    more = [f"and {len(ways) - 3} more"] if len(ways) > 3 else []
    return Part("", ["; ".join([*told, *more]) + " (each: --full)."])


def _some(way: Way, groups: Sequence[GroupResult]) -> str:
    """The first few names of groups, and how many more there are."""
    told: list[str] = []
    room = WIDTH
    for group in groups:
        lost = "" if group.estimable else f" ({words('tables.not_estimable')})"
        # Of several ways, each name says of which it is.
        shown = f"{_short(group.name.removeprefix(f'{title_of(way)}: '), 24)}{lost}"
        room -= cell_len(shown) + 2
        if told and room < 0:
            return f"{', '.join(told)} and {len(groups) - len(told)} more"
        told.append(shown)
    return ", ".join(told)


# ---- several deployments ----


def _of_several(found: Mapping[str, Result]) -> Iterator[Part | Listed | Rows]:
    first = next(iter(found.values()))
    yield Part("", [*counted(first), *what_counted(first)])
    verdicts = [f"{name}: {result.verdict.sentence}" for name, result in found.items()]
    yield Listed(f"{len(found)} deployments", verdicts, _ONE_OF_SEVERAL, style="verdict")
    yield _across(across(found))
    yield from _before(found)
    stated = [result for result in found.values() if result.deployment.prevalence is not None]
    yield Part("Assumption", assumed(stated[0] if stated else first))


def _across(several: Several) -> Rows:
    """What each deployment calls for, by how much, and at which cut-off."""
    table = across_table(several)
    cells = tuple((name, told, added, _bare(cut)) for name, told, _, added, cut in table.rows[:_MOST_ROWS])
    heads = tuple(head for number, head in enumerate(table.columns) if number != 2)
    left = len(table.rows) - len(cells)
    more = f"and {left} more deployment{'s' if left > 1 else ''}: --full" if left else ""
    return Rows(Table(table.title, heads, cells), 2, more)


def _requirements(found: Mapping[str, Result]) -> list[Listed]:
    """Requirements, those that are not met before the others."""
    several = len(found) > 1
    required = [(name, one) for name, result in found.items() for one in result.requirements or ()]
    required.sort(key=lambda one: one[1].met)
    if not required:
        return []
    met = sum(one.met for _, one in required)
    items = [
        f"{'met' if one.met else 'NOT MET'}: {f'{name}: ' if several else ''}{one.text}: {one.found}"
        for name, one in required
    ]
    return [Listed(f"Requirements: {met} of {len(items)} met", items, _REQUIREMENT)]


# ---- lines ----


def wrapped(text: str, width: int, most: int) -> list[str]:
    """Lines no wider than that, wide letters counted as two; dots where there would be more lines."""
    lines = [""]
    # A number stays with its percent sign.
    for word in printable(text).replace(" %", "\xa0%").split(" "):
        for piece in [word] if cell_len(word) <= width else chop_cells(word, width):
            longer = f"{lines[-1]} {piece}" if lines[-1] else piece
            if cell_len(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(piece)
    kept = lines[:most]
    if len(lines) > most:
        kept[-1] = _without_last_words(kept[-1], width)
    return [line.replace("\xa0%", " %") for line in kept if line]


def _without_last_words(line: str, width: int) -> str:
    """A line that says in place of its last words, as many as must go, where they are if there is room."""
    end = _CUT if width > 3 * len(_CUT) else _DOTS
    while cell_len(line) > width - len(end) and " " in line:
        line = line.rpartition(" ")[0]
    return _first(line, width - len(end)) + end


def _aligned(table: Table, names: int) -> list[str]:
    """Columns two spaces apart, heads over several lines, and names as long as there is room for."""
    columns = [list(column) for column in zip(*table.rows, strict=True)]
    for least in (_HEAD, 0):
        cells = list(zip(table.columns, columns, strict=True))
        heads = [_head(head, max(least, *map(cell_len, column))) for head, column in cells]
        both = zip(heads, columns, strict=True)
        widths = [max(map(cell_len, chain(head, column))) for head, column in both]
        if sum(widths) + 2 * (len(widths) - 1) <= WIDTH:
            break
    while sum(widths) + 2 * (len(widths) - 1) > WIDTH:
        widest = max(range(names), key=lambda number: widths[number])
        widths[widest] -= 1
    height = max(map(len, heads))
    above = zip(*([""] * (height - len(head)) + head for head in heads), strict=True)
    return [_line(row, widths) for row in [*above, *table.rows]]


def _head(head: str, width: int) -> list[str]:
    """The head of a column, as wide as its cells if its words are not longer."""
    longest = max(map(cell_len, head.replace(" %", "\xa0%").split(" ")))
    return wrapped(head, max(longest, width), 9)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    """A row; of its first cell, a name, the middle is left out, of others the end."""
    cells = [_short(row[0], widths[0]), *map(_cut, row[1:], widths[1:])]
    padded = [cell + " " * (width - cell_len(cell)) for cell, width in zip(cells, widths, strict=True)]
    return "  ".join(padded).rstrip()


def _cut(text: str, width: int) -> str:
    """The beginning of a text, with dots after it, if it is wider."""
    return text if cell_len(text) <= width else _first(text, width - len(_DOTS)).rstrip() + _DOTS


def _short(text: str, width: int) -> str:
    """A name with dots in its middle if it is wider: names often differ at their ends."""
    if cell_len(text := printable(text)) <= width:
        return text
    end = (width - 3) // 2
    return f"{_first(text, width - 3 - end)}...{_first(text[::-1], end)[::-1]}"


def _first(text: str, width: int) -> str:
    """The first letters, as many as have room."""
    kept = text[:width]
    while cell_len(kept) > width:
        kept = kept[:-1]
    return kept
