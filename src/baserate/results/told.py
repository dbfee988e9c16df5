"""Every number of a result as people read it, one way for each measure: text, tables and frames agree.

A result that is stored has numbers without what patients contributed to them; :class:`StoredEstimate` is
such a number, and reads like an :class:`~baserate.Estimate`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from baserate.deployment.notation import short_percent
from baserate.errors import SettingError
from baserate.inference.decisions import COUNTS, RATES
from baserate.inference.told import NO_INTERVAL, fixed, text_with_interval
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
class StoredEstimate:
    """A number of a stored result: its value, standard error and intervals, at the level it was made at.

    ``simultaneous`` is the interval that holds together with those of its family, if it is one of a family;
    ``is_exact`` says that it is known without error, as what a default strategy is worth. An end that is not
    known is not a number (nan).
    """

    value: float
    standard_error: float
    low: float
    high: float
    level: float
    simultaneous: tuple[float, float] | None = None
    is_exact: bool = False

    @classmethod
    def of(cls, content: Mapping[str, Any], level: float, *, may_be_exact: bool = False) -> StoredEstimate:
        """From the dictionary that a result has for a number; ``may_be_exact`` where one without width is."""
        value, error, low, high = (_known(content[key]) for key in ("value", "standard_error", "low", "high"))
        together = content.get("simultaneous")
        ends = None if together is None else (_known(together["low"]), _known(together["high"]))
        exact = may_be_exact and error == 0.0 and low == high == value
        return cls(value, error, low, high, level, ends, exact)

    def interval(self, level: float | None = None) -> tuple[float, float, float, str]:
        """The interval, as it was stored; at another level it cannot be had without the patients."""
        if level not in (None, self.level):
            raise SettingError(
                f"a stored result has its intervals at {100 * self.level:g} %; for "
                f"{100 * float(level or 0):g} % evaluate the patients again with level=."
            )
        return self.low, self.high, self.level, "stored"

    def text(self, factor: float = 1.0) -> str:
        """``factor`` times the number with its interval, as a paper prints it: "146.1 (140.8 to 151.3)"."""
        low, high = sorted((factor * self.low, factor * self.high))
        return text_with_interval(factor * self.value, low, high, is_exact=self.is_exact)

    @property
    def has_interval(self) -> bool:
        """Whether both ends are known."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        if self.is_exact:
            return f"{self.value:.4g}"
        return f"{self.value:.4g} ({100 * self.level:g} % CI {self.low:.4g} to {self.high:.4g})"


def _known(value: float | None) -> float:
    return math.nan if value is None else float(value)


@dataclass(frozen=True)
class Kind:
    """How numbers of one kind are told: the unit they are in, their text, and the unit of the text."""

    unit: str
    tell: Callable[[StoredEstimate], str]
    text_unit: str


def _percent(number: StoredEstimate) -> str:
    return short_percent(number.value)


def _whole(number: StoredEstimate) -> str:
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


def told(measure: str, number: StoredEstimate | None) -> str:
    """A number as text and tables have it; a dash where there is none, and a missing interval is said."""
    if number is None or not math.isfinite(number.value):
        return str(words("numbers.missing"))
    kind = kind_of(measure)
    if kind.tell in _PLAIN or number.is_exact or number.has_interval:
        return kind.tell(number)
    factor, unit = {_NET_BENEFIT: (1000.0, ""), _RATE: (100.0, " %")}.get(kind, (1.0, ""))
    digits = words("digits.measure") if kind.tell is with_interval else 1
    return f"{fixed(factor * number.value, digits)}{unit} ({NO_INTERVAL})"


def ends_told(number: StoredEstimate | None) -> str:
    """The simultaneous interval per 1,000 patients, without the number; a dash where there is none."""
    ends = None if number is None or number.is_exact else number.simultaneous
    if number is None or ends is None or not all(map(math.isfinite, ends)):
        return str(words("numbers.missing"))
    wide = StoredEstimate(number.value, number.standard_error, *ends, number.level)
    _, low, high = thousandths(wide)
    return f"{low} to {high}"
