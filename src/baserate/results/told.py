"""Every number of a result as people read it, one way for each measure: text, tables and frames agree."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from baserate.deployment.notation import short_percent
from baserate.inference.decisions import COUNTS, RATES
from baserate.inference.told import NO_INTERVAL, fixed
from baserate.results.numbers import Number, Together
from baserate.results.words import (
    confidence,
    count_with_interval,
    per_thousand,
    rate_with_interval,
    thousandths,
    with_interval,
    words,
)

PER_PATIENT = "true positives per patient"
PER_1000 = "per 1,000 patients"
SHARE, RATIO, LOG_ODDS, NATS = "share", "ratio", "log odds", "nats"
COUNT, SQUARED = "count", "squared share"


@dataclass(frozen=True)
class Shown:
    """A number to be written: what is not known of it is not a number (nan).

    ``is_exact`` says that it is known without error, as what a default strategy is worth.
    """

    value: float
    low: float
    high: float
    is_exact: bool = False

    @classmethod
    def of(cls, number: Number, *, may_be_exact: bool = False) -> Shown:
        """From a number of a result; ``may_be_exact`` where one without width is."""
        exact = may_be_exact and number.has_no_width
        return cls(_known(number.value), _known(number.low), _known(number.high), exact)

    @classmethod
    def together(cls, number: Together) -> Shown:
        """The same with the interval that holds together with those of its family."""
        return cls(_known(number.value), _known(number.simultaneous.low), _known(number.simultaneous.high))

    @property
    def has_interval(self) -> bool:
        """Whether both ends are known."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def interval(self, level: float | None = None) -> tuple[float, float, float, str]:  # noqa: ARG002
        """The interval, at the level that it was made at."""
        return self.low, self.high, math.nan, "as made"


def _known(value: float | None) -> float:
    return math.nan if value is None else float(value)


@dataclass(frozen=True)
class Kind:
    """How numbers of one kind are told: the unit they are in, their text, and the unit of the text."""

    unit: str
    tell: Callable[[Shown], str]
    text_unit: str


def _percent(number: Shown) -> str:
    return short_percent(number.value)


def _whole(number: Shown) -> str:
    return f"{round(number.value):,}"


_NET_BENEFIT = Kind(PER_PATIENT, per_thousand, PER_1000)
_RATE = Kind(SHARE, rate_with_interval, "percent")
_PERCENT = Kind(SHARE, _percent, "percent")
_COUNT = Kind(COUNT, _whole, COUNT)
_CONFIDENCE = Kind(SHARE, lambda number: confidence(number.value), "percent")
GAP = "gap_"

# Every measure that a frame or a table has; what begins with GAP is net benefit too.
KINDS: dict[str, Kind] = {
    **dict.fromkeys(("net_benefit", "sharpness", "calibration", "calibration_corrected"), _NET_BENEFIT),
    **dict.fromkeys(("difference", "net_benefit_at_common_cutoff", "possible"), _NET_BENEFIT),
    **dict.fromkeys(RATES, _RATE),
    **dict.fromkeys(COUNTS, Kind(PER_1000, count_with_interval, PER_1000)),
    **{name: Kind(SHARE, with_interval, SHARE) for name in ("auc", "accuracy", "mean_score")},
    "brier": Kind(SQUARED, with_interval, SQUARED),
    "log_loss": Kind(NATS, with_interval, NATS),
    "calibration_intercept": Kind(LOG_ODDS, with_interval, LOG_ODDS),
    "calibration_slope": Kind(RATIO, with_interval, RATIO),
    "observed_expected": Kind(RATIO, with_interval, RATIO),
    **dict.fromkeys(("n", "events", "censored", "clusters", "dropped"), _COUNT),
    **dict.fromkeys(("prevalence", "threshold_probability", "cutoff"), _PERCENT),
    **dict.fromkeys(("cutoff_lowest", "cutoff_highest", "common_cutoff"), _PERCENT),
    **dict.fromkeys(("confidence", "confidence_above_margin"), _CONFIDENCE),
}
# Numbers that are no estimates, or whose text has no interval.
_PLAIN = (_percent, _whole, _CONFIDENCE.tell)


def kind_of(measure: str) -> Kind:
    """How a measure is told."""
    return _NET_BENEFIT if measure.startswith(GAP) else KINDS[measure]


def told(measure: str, number: Number | None, *, may_be_exact: bool = False) -> str:
    """A number as text and tables have it; a dash where there is none, and a missing interval is said."""
    if number is None or number.value is None:
        return str(words("numbers.missing"))
    kind, shown = kind_of(measure), Shown.of(number, may_be_exact=may_be_exact)
    if kind.tell in _PLAIN or shown.is_exact or shown.has_interval:
        return kind.tell(shown)
    factor, unit = {_NET_BENEFIT: (1000.0, ""), _RATE: (100.0, " %")}.get(kind, (1.0, ""))
    digits = words("digits.measure") if kind.tell is with_interval else 1
    return f"{fixed(factor * shown.value, digits)}{unit} ({NO_INTERVAL})"


def value_told(measure: str, value: float) -> str:
    """A number that is no estimate, as text has it: a count, a cut-off, a confidence."""
    return kind_of(measure).tell(Shown(value, value, value, is_exact=True))


def ends_told(number: Together | None) -> str:
    """The simultaneous interval per 1,000 patients, without the number; a dash where there is none."""
    if number is None or number.value is None or None in (number.simultaneous.low, number.simultaneous.high):
        return str(words("numbers.missing"))
    _, low, high = thousandths(Shown.together(number))
    return f"{low} to {high}"
