"""What watching a model gives: the months with their numbers, the alarms, and the rule that raised them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from baserate.deployment.distribution import as_float
from baserate.deployment.notation import short_percent
from baserate.deployment.shift import LABEL_SHIFT, Shift
from baserate.errors import SettingError
from baserate.extensions.prevalence.ranged import Ranged
from baserate.extensions.watch.drift import Limit
from baserate.inference.draws import check_seed
from baserate.inference.estimate import check_level

if TYPE_CHECKING:
    import polars as pl

PREVALENCE, RATIO, SLOPE = "prevalence", "observed/expected", "slope"
# How the chance of a false alarm is shared out. It is so whether or not outcomes are known, so that a limit
# that was stated once does not move when the first outcomes come in.
_SHARES = {PREVALENCE: 0.5, RATIO: 0.25, SLOPE: 0.25}
SIDES = (1, -1)
_DIRECTIONS = {1: "above", -1: "below"}
# The months in which the chance of a false alarm is counted.
MONTHS = 24

# A chart's quantity and side, and what it found in a month: the statistic and its limit.
ChartKey: TypeAlias = tuple[str, int]
Charts: TypeAlias = Mapping[ChartKey, tuple[float, float]]


@dataclass(frozen=True)
class Rule:
    """What counts as a change, and how often none may be called one.

    ``tolerance`` is the factor by which the odds of the prevalence, and of the outcome at equal scores,
    may differ from the reference; ``slope_tolerance`` that for the slope. ``false_alarms`` is the chance of
    any false alarm in 24 months, over all charts together.
    """

    tolerance: float = 1.25
    slope_tolerance: float = 1.1
    false_alarms: float = 0.05
    shift: Shift = LABEL_SHIFT
    level: float = 0.95
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("tolerance", "slope_tolerance"):
            if not 1.0 <= as_float(getattr(self, name)) < math.inf:
                raise SettingError(
                    f"{name} {getattr(self, name)!r}: it is a factor from 1 (any change counts) upwards, "
                    "such as 1.25."
                )
        if not 0.0 < as_float(self.false_alarms) < 1.0:
            raise SettingError(
                f"false_alarms {self.false_alarms!r}: it is the chance of a false alarm in {MONTHS} months, "
                "between 0 and 1."
            )
        check_level(self.level)
        check_seed(self.seed)
        for name in ("tolerance", "slope_tolerance", "false_alarms"):
            object.__setattr__(self, name, float(getattr(self, name)))

    def chance_a_month(self, what: str) -> float:
        """The chance of a false alarm on one side of a chart in one month."""
        return self.false_alarms * _SHARES[what] / len(SIDES) / MONTHS

    def limit(self, what: str, side: int) -> Limit:
        """How far a quantity may go."""
        return Limit(side, self.slope_tolerance if what == SLOPE else self.tolerance)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "tolerance": self.tolerance,
            "slope_tolerance": self.slope_tolerance,
            "false_alarms": self.false_alarms,
            "months": MONTHS,
            "shift": self.shift.stated,
            "level": self.level,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Alarm:
    """A quantity that lies beyond its tolerance: since when it seems to, and when that was first certain.

    ``value`` is that of the months since then: the estimated prevalence with its interval; observed over
    expected, and the slope, as multiples of what the reference makes one expect.
    """

    what: str
    side: int
    month: str
    since: str
    value: Ranged | float | None
    reference: float

    @property
    def words(self) -> str:
        """In a sentence."""
        run = f"in {self.month}" if self.since == self.month else f"from {self.since} to {self.month}"
        return f"{self.month}: {_CHANGES[self.what, self.side]}{self._found(run)}."

    def _found(self, run: str) -> str:
        if self.value is None:
            return ""
        if isinstance(self.value, Ranged):
            here, there = self.value.words(short_percent), short_percent(self.reference)
            return f": {run} an estimated {here}, in the reference {there}"
        times = f"{self.value:.2f} times"
        return f": {run} {times} " + ("the reference's" if self.what == SLOPE else "as many as expected")

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        value = self.value.to_dict() if isinstance(self.value, Ranged) else {"value": self.value}
        return {
            "what": self.what,
            "direction": _DIRECTIONS[self.side],
            "month": self.month,
            "since": self.since,
            **value,
            "reference": self.reference,
            "words": self.words,
        }


_CHANGES = {
    (PREVALENCE, 1): "by the scores, the outcome is more common than tolerated",
    (PREVALENCE, -1): "by the scores, the outcome is less common than tolerated",
    (RATIO, 1): "more cases than the scores say, their odds beyond what is tolerated (observed/expected)",
    (RATIO, -1): "fewer cases than the scores say, their odds beyond what is tolerated (observed/expected)",
    (SLOPE, 1): "the risks are too moderate, beyond the tolerance (calibration slope)",
    (SLOPE, -1): "the risks are too extreme, beyond the tolerance (calibration slope)",
}


@dataclass(frozen=True, eq=False)
class Month:
    """One month, or the reference: its numbers with their intervals.

    ``prevalence`` is estimated from the scores, None where that could not be done; for the reference it is
    the observed one. ``labelled`` patients have a known outcome, ``cases`` of them have it.
    ``observed_expected`` and ``slope`` are those of the scores as they are, not recalibrated.
    """

    name: str
    patients: int
    mean_score: float
    prevalence: Ranged | None
    fit_p_value: float | None
    labelled: int
    cases: int
    observed_expected: Ranged | None
    slope: Ranged | None
    charts: Charts
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        ranged = {
            "prevalence": self.prevalence,
            "observed_expected": self.observed_expected,
            "slope": self.slope,
        }
        return {
            "month": self.name,
            "patients": self.patients,
            "mean_score": self.mean_score,
            "labelled": self.labelled,
            "cases": self.cases if self.labelled else None,
            **{name: None if one is None else one.to_dict() for name, one in ranged.items()},
            "fit_p_value": self.fit_p_value,
            "charts": [
                {
                    "what": what,
                    "direction": _DIRECTIONS[side],
                    "statistic": value,
                    "limit": limit if math.isfinite(limit) else None,
                }
                for (what, side), (value, limit) in self.charts.items()
            ],
            "notes": list(self.notes),
        }

    @property
    def _counts(self) -> dict[str, Any]:
        return {
            "month": self.name,
            "patients": self.patients,
            "mean_score": self.mean_score,
            "labelled": self.labelled,
            "cases": self.cases if self.labelled else None,
        }

    @property
    def _ranged(self) -> dict[str, Ranged | None]:
        numbers = self.prevalence, self.observed_expected, self.slope
        return dict(zip(("prevalence", "observed_expected", "slope"), numbers, strict=True))

    def columns(self) -> dict[str, Any]:
        """The numbers under one name each, for a table."""
        columns = self._counts
        for name, one in self._ranged.items():
            ends = (None, None, None) if one is None else (one.value, one.low, one.high)
            columns |= dict(zip((name, f"{name}_low", f"{name}_high"), ends, strict=True))
        return columns | {"fit_p_value": self.fit_p_value}

    def row(self) -> tuple[str, ...]:
        """The numbers as text."""
        return (
            self.name,
            f"{self.patients:,}",
            short_percent(self.mean_score),
            "" if self.prevalence is None else self.prevalence.words(short_percent),
            f"{self.cases:,} of {self.labelled:,}" if self.labelled else "",
            *(
                "" if one is None else one.words("{:.2f}".format)
                for one in (self.observed_expected, self.slope)
            ),
        )


HEADS = (
    *("", "patients", "mean score", "prevalence (by scores)", "cases", "observed/expected", "slope", "alarm"),
)


@dataclass(frozen=True, eq=False)
class Watch:
    """A model watched over months: its reference, the months, the alarms, and the rule that raised them."""

    model: str
    reference: Month
    months: tuple[Month, ...]
    alarms: tuple[Alarm, ...]
    rule: Rule
    notes: tuple[str, ...]

    @property
    def alarmed(self) -> bool:
        """Whether any chart has raised an alarm; it stays raised until the watch starts anew."""
        return bool(self.alarms)

    def sentences(self) -> list[str]:
        """The alarms, or that there are none; what was noted; what it rests on."""
        first, last, number = self.months[0].name, self.months[-1].name, len(self.months)
        span = f"1 month ({first})" if number == 1 else f"{number:,} months ({first} to {last})"
        found = [f"Alarm in {alarm.words}" for alarm in self.alarms] or [f"No alarm in {span}."]
        notes = [f"{month.name}: {note}" for month in self.months for note in month.notes]
        return [*found, *notes, *self.notes, self._rests_on()]

    def _rests_on(self) -> str:
        rule = self.rule
        return (
            f"An alarm is a change of the odds by more than a factor of {rule.tolerance:g}, or of the slope "
            f"by more than {rule.slope_tolerance:g}, against the reference, whose own error is allowed for. "
            f"Where nothing has changed so much, the chance of any alarm in {MONTHS} months is at most "
            f"{100.0 * rule.false_alarms:g} %. The prevalence is estimated from the scores with a shift of "
            f"{rule.shift}."
        )

    def table(self) -> list[tuple[str, ...]]:
        """A row of text for the reference and for every month; :data:`HEADS` are the heads of its columns."""
        return [(*month.row(), ", ".join(self._alarms_of(month))) for month in (self.reference, *self.months)]

    def _alarms_of(self, month: Month) -> list[str]:
        return [f"{one.what} {_DIRECTIONS[one.side]}" for one in self.alarms if one.month == month.name]

    def summary(self) -> str:
        """The alarms in words, and the table of months."""
        rows = [HEADS, *self.table()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = (
            "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows
        )
        return "\n".join([*self.sentences(), "", *lines])

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "model": self.model,
            "alarms": [alarm.to_dict() for alarm in self.alarms],
            "reference": self.reference.to_dict(),
            "months": [month.to_dict() for month in self.months],
            "rule": self.rule.to_dict(),
            "notes": list(self.notes),
        }

    def to_frame(self) -> pl.DataFrame:
        """One row a month, with numbers and ends of intervals in columns of their own."""
        import polars as pl

        rows = [month.columns() | {"alarm": ", ".join(self._alarms_of(month))} for month in self.months]
        return pl.DataFrame(rows, infer_schema_length=None)

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"Watch({self.model}; {len(self.months):,} months, {len(self.alarms):,} alarms)"
