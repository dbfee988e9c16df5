"""Forests: what each model, or one model in each group, is worth, with its interval and in numbers."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from baserate.errors import BaserateError, SettingError
from baserate.figures.display import Display, Panel, Size, chosen_models
from baserate.figures.rows import (
    Column,
    Ends,
    fitting,
    limits_of,
    mark,
    reference_line,
    row_name,
    write_columns,
    write_names,
    write_note,
)
from baserate.figures.style import FAINT, INK, as_written, look
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import DEFAULT_STRATEGIES, WITHOUT_MODEL
from baserate.results.evidence import Evidence
from baserate.results.standing import best_model

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes

_FACTOR = 1000.0
# More groups that cannot be judged than this have no row of their own.
_ROWS_WITHOUT_MARKS = 6
# How many of them are named with the reason below the figure.
_REASONS = 3


@dataclass(frozen=True)
class ForestRow:
    """One row: who, how many patients and cases, the net benefit per 1,000 and its difference; or why not."""

    name: str
    patients: int
    cases: int
    net_benefit: Ends | None
    difference: Ends | None
    why_not: str = ""
    kind: Literal["row", "whole"] = "row"


@dataclass(eq=False, kw_only=True)
class ForestDisplay(Display):
    """A forest of net benefits per 1,000 patients: of models, or of one model in groups.

    Attributes
    ----------
    rows
        What is drawn, from top to bottom; the last is the model in all patients where rows are groups.
    against
        What differences are from: "without a model", a model, a group, or "the rest".
    line, line_name
        Where the dashed line stands, and what it is; None for none.
    difference
        Whether the marks show the differences instead of the net benefits.
    of
        The model whose groups these are; None for a forest of models.
    """

    SIZE: ClassVar[Size] = (7.0, 2.4)

    rows: tuple[ForestRow, ...]
    against: str
    line: float | None
    line_name: str
    difference: bool = False
    of: str | None = None
    texts_: list[Any] = field(init=False, repr=False, default_factory=list)

    @classmethod
    def from_evaluation(
        cls,
        ev: Evidence,
        *,
        models: str | Sequence[str] | None = None,
        group: str | None = None,
        against: str = WITHOUT_MODEL,
        difference: bool = False,
    ) -> Self:
        """A forest of models, from an evaluation.

        Parameters
        ----------
        ev, models, group
            The evaluation; some of its models, one of its groups.
        against
            What differences are from: a default strategy or a model.
        difference
            Whether the marks show the differences, which are paired and so better known.
        """
        if against not in (*ev.models, *DEFAULT_STRATEGIES):
            there = ", ".join(map(repr, (*ev.models, *DEFAULT_STRATEGIES)))
            raise SettingError(f"nothing is called {against!r} to compare with; there are {there}.")
        chosen, whole = chosen_models(ev, models), ev.group(group)
        rows = []
        for model in chosen:
            apart = None if model == against else _ends(ev.compare(model, against, group))
            rows.append(
                ForestRow(model, whole.patients, whole.positives, _ends(ev.score(model, group)), apart)
            )
        line = 0.0 if difference else _FACTOR * ev.score(against, group).value
        return cls(
            models=chosen,
            level=ev.question.level,
            group=group,
            rows=tuple(rows),
            against=against,
            line=line,
            line_name=against,
            difference=difference,
        )

    @classmethod
    def of_groups(cls, ev: Evidence, model: str | None = None, *, difference: bool = False) -> Self:
        """A forest of one model in each group, and in all patients.

        Parameters
        ----------
        ev, model
            An evaluation with groups; the best model unless another is named.
        difference
            Whether the marks show each group's difference from the rest, or from the reference group.
        """
        if not ev.groups:
            raise SettingError("there are no groups to draw: evaluate(..., by=...).")
        model = best_model(ev) if model is None else model
        whole = ev.judged(model).net_benefit
        rows = [_group_row(ev, model, name) for name in ev.groups]
        everyone = ev.everyone
        rows.append(
            ForestRow("all patients", everyone.patients, everyone.positives, _ends(whole), None, kind="whole")
        )
        return cls(
            models=(model,),
            level=ev.question.level,
            rows=tuple(rows),
            against=_reference_of(ev),
            line=0.0 if difference else _FACTOR * whole.value,
            line_name=_reference_of(ev) if difference else "all patients",
            difference=difference,
            of=model,
        )

    @property
    def not_estimable(self) -> dict[str, str]:
        """Groups that cannot be judged, and why."""
        return {row.name: row.why_not for row in self.rows if row.why_not}

    def to_frame(self) -> pl.DataFrame:
        """One row for each row of the figure, net benefit and difference per 1,000 patients."""
        import polars as pl

        content = []
        for row in self.rows:
            numbers: dict[str, float | None] = {}
            for what, ends in (("net_benefit", row.net_benefit), ("difference", row.difference)):
                shown = (None, None, None) if ends is None else (ends.value, ends.low, ends.high)
                numbers |= dict(zip((what, f"{what}_low", f"{what}_high"), shown, strict=True))
            content.append(
                {"name": row.name, "n": row.patients, "cases": row.cases, **numbers, "why_not": row.why_not}
            )
        kinds = dict.fromkeys([name for name in content[0] if name.startswith(("net", "diff"))], pl.Float64)
        return pl.DataFrame(content, schema_overrides=kinds)

    def _size(self) -> Size:
        return self.SIZE[0], 1.1 + 0.24 * len(self._shown()) + (0.5 if self.not_estimable else 0.0)

    def _shown(self) -> list[ForestRow]:
        """The rows that are drawn: where many cannot be judged, without these."""
        if len(self.not_estimable) <= _ROWS_WITHOUT_MARKS:
            return list(self.rows)
        return [row for row in self.rows if not row.why_not]

    def _marked(self, row: ForestRow) -> Ends | None:
        return row.difference if self.difference else row.net_benefit

    def _draw(self, panel: Panel) -> None:
        ax, rows = panel.ax, self._shown()
        places = [-float(number) - (0.35 if row.kind == "whole" else 0.0) for number, row in enumerate(rows)]
        wide = float(ax.get_window_extent().width) / ax.figure.dpi >= 3.6
        names = [row_name(panel.names.get(row.name, row.name), 26 if wide else 15) for row in rows]
        columns = fitting(ax, names, self._columns(rows))
        marked = [ends for ends in map(self._marked, rows) if ends is not None]
        limits = limits_of(marked, [] if self.line is None else [self.line])
        if self.line is not None:
            panel.artists["line"] = reference_line(ax, self.line, self.line_name, limits)
        for number, (place, row) in enumerate(zip(places, rows, strict=True)):
            self._draw_row(panel, number, place, row, limits)
        write_names(ax, places, names)
        self.texts_ = write_columns(ax, places, columns)
        ax.set_xlim(*limits)
        ax.set_ylim(places[-1] - 0.7, 0.7)
        ax.grid(visible=True, axis="x", color=FAINT, alpha=0.2)
        ax.set_axisbelow(True)
        self._label(panel, 60 if wide else 34)

    def _draw_row(
        self, panel: Panel, number: int, place: float, row: ForestRow, limits: tuple[float, float]
    ) -> None:
        ends = self._marked(row)
        if ends is not None:
            style = {"marker": "D", "markersize": 7.5} if row.kind == "whole" else {}
            look_of = look(0 if self.of is not None else number)
            shape = {} if self.of is not None else {"marker": look_of.marker}
            colour = INK if row.kind == "whole" else look_of.colour
            panel.artists[row.name] = mark(panel.ax, place, ends, limits, color=colour, **shape, **style)
        elif row.why_not or (self.difference and row.kind == "row"):
            text = panel.ax.annotate(
                self._words_without_mark(row),
                (0.5, place),
                xycoords=("axes fraction", "data"),
                ha="center",
                va="center",
            )
            text.set(fontsize=7.5, color=FAINT, style="italic")

    def _words_without_mark(self, row: ForestRow) -> str:
        if row.why_not:
            return "not estimable"
        return "reference" if row.name == self.against else "not compared"

    def _columns(self, rows: Sequence[ForestRow]) -> list[Column]:
        level = f"({100 * self.level:g} % CI)"
        counts = [f"{row.patients:,} ({row.cases:,})" for row in rows]
        score = [str(row.net_benefit or "") for row in rows]
        apart = [str(row.difference or "") for row in rows]
        against = "\n".join(textwrap.wrap(f"minus {self.against}", 24)[:2])
        columns = [
            Column("n (cases)", counts, 2),
            Column(f"net benefit\n{level}", score, 1 if self.difference else 3),
            Column(
                f"{against} {level}" if "\n" in against else f"{against}\n{level}",
                apart,
                3 if self.difference else 1,
            ),
        ]
        return columns if self.of is not None else columns[1:]

    def _label(self, panel: Panel, width: int) -> None:
        what = "net benefit per 1,000 patients"
        if self.difference:
            what = f"difference in {what}"
        who = "" if self.of is None else f"{panel.shown(self.of, width)}: "
        as_written(panel.ax.xaxis.label)
        panel.ax.set_xlabel("\n".join(textwrap.wrap(who + what, width)), fontsize=9)
        if self.not_estimable:
            write_note(panel.ax, _note(self.not_estimable))


def _note(why_not: Mapping[str, str]) -> str:
    """Who is not estimable, and why."""
    reasons = [f"{name or '(empty)'}: {why.rstrip('.')}" for name, why in why_not.items()]
    more = f"; and {len(reasons) - _REASONS} more" if len(reasons) > _REASONS else ""
    return f"Not estimable: {'; '.join(reasons[:_REASONS])}{more}."


def _ends(estimate: Estimate) -> Ends:
    low, high, *_ = estimate.interval()
    return Ends(_FACTOR * estimate.value, _FACTOR * low, _FACTOR * high)


def _group_row(ev: Evidence, model: str, name: str) -> ForestRow:
    group = ev.groups[name]
    counts = group.patients, group.positives
    if group.why_not is not None:
        return ForestRow(name, *counts, None, None, str(group.why_not))
    return ForestRow(name, *counts, _ends(ev.judged(model, name).net_benefit), _difference(ev, model, name))


def _difference(ev: Evidence, model: str, name: str) -> Ends | None:
    """A group's net benefit minus that of the rest, or of the reference: of what is drawn of the two."""
    reference = ev.question.reference
    if reference == name:
        return None
    try:  # a group of another column than the reference is not compared with it
        gap = ev.gap(model, name, reference)
    except BaserateError:  # the rest may be too few, or no gap be defined with part of label shift
        return None
    stated = ev.question.deployment.prevalence is not None
    return _ends(gap.mechanism if stated else gap.total)


def _reference_of(ev: Evidence) -> str:
    return "the rest" if ev.question.reference is None else ev.question.reference


def forest_of_models(
    data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any
) -> ForestDisplay:
    """Draw the net benefit of each model with its interval, and its difference from deciding without one.

    Parameters
    ----------
    data, y_prob, ax, options
        As for :meth:`ForestDisplay.draw` and :meth:`ForestDisplay.from_evaluation`.
    """
    return ForestDisplay.draw(data, y_prob, ax=ax, **options)


def forest_of_groups(
    ev: Evidence,
    model: str | None = None,
    *,
    ax: Axes | None = None,
    difference: bool = False,
    **options: Any,
) -> ForestDisplay:
    """Draw the net benefit of a model in each group with its interval, and the difference from the rest.

    Parameters
    ----------
    ev, model, difference
        As for :meth:`ForestDisplay.of_groups`.
    ax, options
        As for :meth:`ForestDisplay.plot`.
    """
    if not isinstance(ev, Evidence):
        raise SettingError(
            "an Evaluation with groups is needed, as baserate.evaluate(..., by=...) returns it."
        )
    return ForestDisplay.of_groups(ev, model, difference=difference).plot(ax, **options)
