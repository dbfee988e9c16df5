"""Decomposition: what a model gains by ranking and loses by risks that are off; why groups differ."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from baserate.errors import BaserateError, SettingError
from baserate.figures.display import Display, Panel, Size, chosen_models
from baserate.figures.rows import (
    MINUS,
    Column,
    Ends,
    fitting,
    limits_of,
    mark,
    number,
    reference_line,
    row_name,
    write_columns,
    write_names,
    write_note,
)
from baserate.figures.style import COLOURS, FAINT, INK, as_written, look
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import WITHOUT_MODEL
from baserate.results.evidence import Evidence
from baserate.results.standing import best_model

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes

_FACTOR = 1000.0
_GREY, _GREEN, _ORANGE = "#8c8c8c", COLOURS[2], COLOURS[1]
_KEY = (
    "\N{WHITE CIRCLE} discrimination, \N{BLACK SQUARE} net benefit, hatched: lost by calibration; "
    "zero is treat none."
)
# Parts of a group's difference: what each is called, its colour, and whether it is hatched.
_GROUP_PARTS = {
    "total": ("", _GREY, ""),
    "mechanism": ("= at equal prevalence", _GREEN, ""),
    "label_shift": ("+ label shift", _ORANGE, "////"),
}


@dataclass(frozen=True)
class Part:
    """One number of a decomposition, per 1,000 patients: whose, which part, and its interval."""

    name: str
    part: str
    ends: Ends


@dataclass(eq=False, kw_only=True)
class DecompositionDisplay(Display):
    """What models gain and lose, or why a model does differently in groups; per 1,000 patients.

    Of models: discrimination, what the order of the scores is worth; minus the calibration loss, because
    risks are off; is the net benefit. Discrimination and loss are without the optimism of recalibrating on
    the patients who judge it, and a loss may fall below zero by chance.
    Of groups: the difference of a group from another, or from all others, each at its own prevalence; it is
    the difference at equal prevalence (mechanism) plus label shift, which comes of the prevalence alone.

    Attributes
    ----------
    parts
        All numbers that are drawn.
    by
        "models" or "groups".
    without
        Net benefit without a model, in a decomposition of models.
    against
        What each group is compared with, by group.
    not_estimable
        Groups without a decomposition, and why.
    """

    SIZE: ClassVar[Size] = (7.0, 2.4)

    parts: tuple[Part, ...]
    by: Literal["models", "groups"]
    without: float = 0.0
    against: dict[str, str] = field(default_factory=dict)
    not_estimable: dict[str, str] = field(default_factory=dict)
    texts_: list[Any] = field(init=False, repr=False, default_factory=list)

    @classmethod
    def from_evaluation(
        cls,
        ev: Evidence,
        *,
        models: str | Sequence[str] | None = None,
        group: str | None = None,
        by: Literal["models", "groups"] = "models",
    ) -> Self:
        """From an evaluation.

        Parameters
        ----------
        ev, models, group
            The evaluation; some of its models, one of its groups. With ``by="groups"`` one model, the best
            unless another is named.
        by
            "models" for what each model gains and loses; "groups" for why one model does differently in each
            group. Beside predictions an array of groups, of which the figure then is.
        """
        if by == "models":
            return cls._by_models(ev, chosen_models(ev, models), group)
        if by != "groups":
            raise SettingError(f"by is 'models' or 'groups'; found {by!r}.")
        if group is not None:
            raise SettingError("by='groups' draws every group; group= is for by='models'.")
        chosen = chosen_models(ev, best_model(ev) if models is None else models)
        if len(chosen) > 1:
            raise SettingError(f"by='groups' draws one model; found {', '.join(map(repr, chosen))}.")
        return cls._by_groups(ev, chosen[0])

    @classmethod
    def _split(cls, asked: dict[str, Any]) -> dict[str, Any]:
        """Beside predictions ``by`` may be the groups themselves, of which the figure then is."""
        own = super()._split(asked)
        if not isinstance(own.get("by", ""), str):
            asked["by"], own["by"] = own["by"], "groups"
        return own

    @classmethod
    def _by_models(cls, ev: Evidence, models: tuple[str, ...], group: str | None) -> Self:
        parts = []
        for model in models:
            split = ev.split(model, group)
            for part, estimate in (
                ("discrimination", split.sharpness_corrected),
                ("calibration loss", split.calibration_corrected),
                ("net benefit", ev.score(model, group)),
            ):
                parts.append(Part(model, part, _ends(estimate)))
        without = _FACTOR * ev.score(WITHOUT_MODEL, group).value
        level = ev.question.level
        return cls(models=models, level=level, group=group, parts=tuple(parts), by="models", without=without)

    @classmethod
    def _by_groups(cls, ev: Evidence, model: str) -> Self:
        if not ev.groups:
            raise SettingError("there are no groups to draw: evaluate(..., by=...).")
        parts, against, refused = [], {}, {}
        for name in _compared(ev):
            try:
                gap = ev.gap(model, name, ev.compared_with(name))
            except BaserateError as error:
                refused[name] = str(error)
                continue
            against[name] = gap.second.name
            parts += [Part(name, part, _ends(gap.parts[part])) for part in _GROUP_PARTS]
        if not parts:
            first = next(iter(refused.values()), "there is nobody to compare it with")
            raise SettingError(f"no group can be compared: {first}")
        return cls(
            models=(model,),
            level=ev.question.level,
            parts=tuple(parts),
            by="groups",
            against=against,
            not_estimable=refused,
        )

    def part(self, name: str, part: str) -> Ends:
        """One number of those drawn."""
        for one in self.parts:
            if (one.name, one.part) == (name, part):
                return one.ends
        raise SettingError(f"there is no part {part!r} of {name!r} here.")

    def to_frame(self) -> pl.DataFrame:
        """One row for each part of each model or group."""
        import polars as pl

        return pl.DataFrame(
            [
                {"name": one.name, "part": one.part, "value": one.ends.value, "low": one.ends.low}
                | {"high": one.ends.high}
                for one in self.parts
            ]
        )

    def _size(self) -> Size:
        per_row = 0.34 if self.by == "models" else 0.62
        names = len(self.parts) // 3
        return self.SIZE[0], 1.1 + per_row * names + (0.5 if self.not_estimable else 0.0)

    @property
    def _others(self) -> list[str]:
        """What groups are compared with."""
        return list(dict.fromkeys(self.against.values()))

    def _name_of(self, group: str, width: int) -> str:
        """A group, and what it is compared with where that is not the same for all."""
        if len(self._others) == 1:
            return row_name(group, width)
        return row_name(f"{group or '(empty)'} minus {self.against[group] or '(empty)'}", width)

    def _draw(self, panel: Panel) -> None:
        limits = self._draw_models(panel) if self.by == "models" else self._draw_groups(panel)
        panel.ax.set_xlim(*limits)
        panel.ax.grid(visible=True, axis="x", color=FAINT, alpha=0.2)
        panel.ax.set_axisbelow(True)
        as_written(panel.ax.xaxis.label)

    def _draw_models(self, panel: Panel) -> tuple[float, float]:
        """A row for each model: discrimination, net benefit, and the loss between them."""
        ax, names = panel.ax, list(self.models)
        places = [-float(which) for which in range(len(names))]
        gained, lost, left = (
            [self.part(name, part) for name in names]
            for part in ("discrimination", "calibration loss", "net benefit")
        )
        limits = limits_of([*gained, *left], [self.without])
        panel.artists["without a model"] = reference_line(ax, self.without, WITHOUT_MODEL, limits)
        for which, (place, name) in enumerate(zip(places, names, strict=True)):
            colour = look(which).colour
            ends = sorted((gained[which].value, left[which].value))
            loss = ax.barh(
                place,
                ends[1] - ends[0],
                left=ends[0],
                height=0.34,
                facecolor="white",
                edgecolor=colour,
                hatch="////",
                linewidth=0.8,
            )
            panel.artists[f"loss of {name}"] = loss
            mark(ax, place + 0.27, gained[which], limits, color=colour, marker="o", markerfacecolor="white")
            panel.artists[name] = mark(ax, place - 0.27, left[which], limits, color=colour)
        wide = _is_wide(ax)
        shown = [row_name(panel.names.get(name, name), 26 if wide else 14) for name in names]
        level = f"({100 * self.level:g} % CI)"
        columns = [
            Column(f"\N{WHITE CIRCLE} discrimination\n{level}", [str(one) for one in gained], 1),
            Column(f"{MINUS} lost by calibration\n{level}", [str(one) for one in lost], 2),
            Column(f"= \N{BLACK SQUARE} net benefit\n{level}", [str(one) for one in left], 3),
        ]
        self.texts_ = write_columns(ax, places, fitting(ax, shown, columns))
        write_names(ax, places, shown)
        ax.set_ylim(places[-1] - 0.75, 0.75)
        ax.set_xlabel("net benefit per 1,000 patients", fontsize=9)
        write_note(ax, _KEY)
        return limits

    def _draw_groups(self, panel: Panel) -> tuple[float, float]:
        """A row for each part of each group's difference, bars from zero."""
        ax = panel.ax
        places, names = [], []
        limits = limits_of([one.ends for one in self.parts], [0.0])
        wide = _is_wide(ax)
        for place_of, one in enumerate(self.parts):
            words, colour, hatch = _GROUP_PARTS[one.part]
            place = -float(place_of) - 0.5 * (place_of // 3)
            places.append(place)
            names.append(words or self._name_of(one.name, 30 if wide else 17))
            fill: dict[str, Any] = {
                "facecolor": "white" if hatch else colour,
                "edgecolor": colour,
                "hatch": hatch,
            }
            bar = ax.barh(place, one.ends.value, height=0.7, zorder=1.5, **fill)
            panel.artists[f"{one.name}, {one.part}"] = bar
            mark(ax, place, one.ends, limits, color=INK, marker="|", markersize=8)
        ax.axvline(0.0, color=INK, linewidth=1.0, zorder=2.0)
        level = f"per 1,000 ({100 * self.level:g} % CI)"
        columns = [
            Column(level, [str(one.ends) for one in self.parts], 1),
            # Where there is no room for both: the intervals are drawn as well.
            Column("per 1,000", [number(one.ends.value) for one in self.parts], 2),
        ]
        kept = fitting(ax, names, columns[:1], least=0) or columns[1:]
        self.texts_ = write_columns(ax, places, kept)
        write_names(ax, places, names)
        ax.set_ylim(places[-1] - 0.7, 0.7)
        what = f"{panel.shown(self.models[0], 40)}: net benefit per 1,000 patients, "
        what += f"minus that in {self._others[0]}" if len(self._others) == 1 else "difference"
        ax.set_xlabel("\n".join(textwrap.wrap(what, 60 if wide else 34)), fontsize=9)
        if self.not_estimable:
            reasons = [f"{name or '(empty)'}: {why.rstrip('.')}" for name, why in self.not_estimable.items()]
            more = f"; and {len(reasons) - 3} more" if len(reasons) > 3 else ""
            write_note(ax, f"Not compared: {'; '.join(reasons[:3])}{more}.")
        return limits


def _ends(estimate: Estimate) -> Ends:
    low, high, *_ = estimate.interval()
    return Ends(_FACTOR * estimate.value, _FACTOR * low, _FACTOR * high)


def _compared(ev: Evidence) -> list[str]:
    """Groups that are compared: of the two of a column only the first, and never a reference with itself."""
    return [
        name for name in ev.groups if name not in (ev.families.reference_of(name), ev.compared_with(name))
    ]


def _is_wide(ax: Axes) -> bool:
    root = ax.get_figure(root=True)
    return root is None or float(ax.get_window_extent().width) / root.dpi >= 3.6


def decomposition(
    data: Any, y_prob: Any = None, *, ax: Axes | None = None, **options: Any
) -> DecompositionDisplay:
    """Draw what models gain and lose, or with ``by="groups"`` why a model does differently in groups.

    Parameters
    ----------
    data, y_prob, ax, options
        As for :meth:`DecompositionDisplay.draw` and :meth:`DecompositionDisplay.from_evaluation`.
    """
    return DecompositionDisplay.draw(data, y_prob, ax=ax, **options)
