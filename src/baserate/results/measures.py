"""Every measure of a result: its unit, its label, and how it is told; text, tables and frames agree.

What is said of a measure in words stands in ``words.json``, how it is worked out in
:mod:`baserate.results.judged`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

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

__all__ = ["OF_MODELS"]

PER_PATIENT = "true positives per patient"
PER_1000 = "per 1,000 patients"
SHARE, RATIO, LOG_ODDS, NATS = "share", "ratio", "log odds", "nats"
COUNT, SQUARED = "count", "squared share"


#: Where text has a measure: beside a model's score, or for decisions at a cut-off.
Section: TypeAlias = Literal["measures", "rates", "counts"]


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
class Measure:
    """A number that results have.

    Frames have it in ``unit``; text is made by ``tell``, after a ``factor`` in ``text_unit``, with so many
    ``digits`` where its interval does not ask for more. ``is_estimate`` says that it comes with an interval.
    ``section`` is the part of text, and of ``words.json``, that has a line of it; None where none has.
    """

    name: str
    unit: str
    text_unit: str
    tell: Callable[[Shown], str]
    digits: int = 3
    factor: float = 1.0
    section: Section | None = None
    is_estimate: bool = True

    @property
    def label(self) -> str:
        """What its line in text is called."""
        return self.name if self.section is None else str(words(f"{self.section}.{self.name}"))


def _percent(number: Shown) -> str:
    return short_percent(number.value)


def _whole(number: Shown) -> str:
    return f"{round(number.value):,}"


def _net_benefit(name: str) -> Measure:
    return Measure(name, PER_PATIENT, PER_1000, per_thousand, 1, 1000.0)


def _rate(name: str) -> Measure:
    return Measure(name, SHARE, "percent", rate_with_interval, 1, 100.0, "rates")


def _number(name: str, unit: str, section: Section | None = "measures") -> Measure:
    return Measure(name, unit, unit, with_interval, section=section)


def _of_1000(name: str) -> Measure:
    return Measure(name, PER_1000, PER_1000, count_with_interval, 1, section="counts")


def _plain(name: str, unit: str, text_unit: str, tell: Callable[[Shown], str]) -> Measure:
    return Measure(name, unit, text_unit, tell, is_estimate=False)


# Of every model, in the order in which they are shown.
_OF_MODELS = (
    *map(_net_benefit, ("net_benefit", "sharpness", "calibration", "calibration_corrected")),
    _number("auc", SHARE, None),
    *map(_rate, RATES),
    _number("accuracy", SHARE),
    _number("brier", SQUARED),
    _number("log_loss", NATS),
    _number("calibration_intercept", LOG_ODDS),
    _number("calibration_slope", RATIO),
    _number("observed_expected", RATIO),
    _number("mean_score", SHARE),
    *map(_of_1000, COUNTS),
)
_OTHERS = (
    *map(_net_benefit, ("difference", "net_benefit_at_common_cutoff", "possible")),
    *(_plain(name, COUNT, COUNT, _whole) for name in ("n", "events", "censored", "clusters", "dropped")),
    *(
        _plain(name, SHARE, "percent", _percent)
        for name in ("prevalence", "threshold_probability", "cutoff", "cutoff_lowest", "cutoff_highest")
    ),
    _plain("common_cutoff", SHARE, "percent", _percent),
    *(
        _plain(name, SHARE, "percent", lambda number: confidence(number.value))
        for name in ("confidence", "confidence_above_margin")
    ),
)
MEASURES: dict[str, Measure] = {one.name: one for one in (*_OF_MODELS, *_OTHERS)}
#: The names of those of every model.
OF_MODELS = tuple(one.name for one in _OF_MODELS)
GAP = "gap_"


def measure_of(name: str) -> Measure:
    """A measure by its name; every part of a gap, which begins with "gap_", is net benefit."""
    return _net_benefit(name) if name.startswith(GAP) else MEASURES[name]


def labels(section: Section) -> dict[str, str]:
    """The measures in one section of text, with what their lines are called."""
    return {one.name: one.label for one in _OF_MODELS if one.section == section}


def told(measure: str, number: Number | None, *, may_be_exact: bool = False) -> str:
    """A number as text and tables have it; a dash where there is none, and a missing interval is said."""
    if number is None or number.value is None:
        return str(words("numbers.missing"))
    about, shown = measure_of(measure), Shown.of(number, may_be_exact=may_be_exact)
    if not about.is_estimate or shown.is_exact or shown.has_interval:
        return about.tell(shown)
    unit = " %" if about.text_unit == "percent" else ""
    return f"{fixed(about.factor * shown.value, about.digits)}{unit} ({NO_INTERVAL})"


def value_told(measure: str, value: float) -> str:
    """A number that is no estimate, as text has it: a count, a cut-off, a confidence."""
    return measure_of(measure).tell(Shown(value, value, value, is_exact=True))


def ends_told(number: Together | None) -> str:
    """The simultaneous interval per 1,000 patients, without the number; a dash where there is none."""
    if number is None or number.value is None or None in (number.simultaneous.low, number.simultaneous.high):
        return str(words("numbers.missing"))
    _, low, high = thousandths(Shown.together(number))
    return f"{low} to {high}"
