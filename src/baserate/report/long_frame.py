"""A result as one line for each number: all that a paper reports, in the caller's kind of frame.

Frame, tables and JSON hold the same numbers, and what the data withhold stays withheld.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from baserate.errors import SettingError
from baserate.inference.strategies import WITHOUT_MODEL
from baserate.results.measures import GAP, OF_MODELS, measure_of, told, value_told
from baserate.results.numbers import Ends, Number, Together
from baserate.results.result import GapResult, GroupResult, ModelResult, Result

if TYPE_CHECKING:
    import polars as pl

FrameKind = Literal["pandas", "polars", "pyarrow"]
KINDS: tuple[FrameKind, ...] = ("polars", "pandas", "pyarrow")
NOT_ESTIMABLE = "not estimable"
GAP_PARTS = (
    *("total", "mechanism", "sharpness", "calibration", "label_shift"),
    *("sharpness_corrected", "calibration_corrected"),
)


@dataclass(frozen=True)
class Line:
    """One number of a result.

    ``group`` is None for all patients together, ``model`` None for what is about the patients, ``reference``
    what is subtracted: a model or a default strategy, for the parts of a gap the other group. ``unit`` is
    that of the numbers, ``text_unit`` that of the ``text``. ``low`` and ``high`` are the confidence interval
    at ``level``; ``simultaneous_low`` and ``simultaneous_high`` hold together with those of the family.
    ``reason`` says why there is no number.
    """

    group: str | None
    model: str | None
    reference: str | None
    measure: str
    unit: str | None = None
    value: float | None = None
    standard_error: float | None = None
    low: float | None = None
    high: float | None = None
    level: float | None = None
    simultaneous_low: float | None = None
    simultaneous_high: float | None = None
    n: int | None = None
    events: int | None = None
    text: str = ""
    text_unit: str | None = None
    reason: str | None = None


def _alone(line: Line) -> Line:
    """A number of a gap without the interval of its family, which a frame has of the mechanism alone."""
    return replace(line, simultaneous_low=None, simultaneous_high=None)


def lines_of(result: Result) -> list[Line]:
    """Every number of a result: all patients first, then group by group."""
    lines = _Lines(result)
    return [*lines.of_everyone(), *(line for group in result.groups for line in lines.of_group(group))]


@dataclass(frozen=True)
class _Part:
    """Some of the patients: their name, and how many."""

    name: str | None
    n: int
    events: int


@dataclass(frozen=True)
class _Lines:
    """The lines of one result."""

    result: Result

    @property
    def level(self) -> float:
        return self.result.deployment.level

    def of_everyone(self) -> Iterator[Line]:
        data = self.result.data
        part = _Part(None, data.used, data.positives)
        counts: dict[str, float | None] = {"n": data.used, "events": data.positives}
        counts["clusters"] = data.clusters
        if data.follow_up is not None:
            counts["censored"] = data.follow_up.censored
        counts |= {"dropped": data.dropped.rows, "prevalence": data.prevalence}
        for name, count in counts.items():
            if count is not None:
                yield self._plain(part, name, count)
        yield from self._of_part(part, self.result)
        yield self._plain(part, "possible", self.result.verdict.possible, None, WITHOUT_MODEL)

    def of_group(self, group: GroupResult) -> Iterator[Line]:
        part = _Part(group.name, group.patients, group.positives)
        if not group.estimable:
            yield self._absent(part, None, NOT_ESTIMABLE, group.why_not)
            return
        counts: dict[str, float | None] = {"n": part.n, "events": part.events, "censored": group.censored}
        for name, count in {**counts, "prevalence": group.prevalence}.items():
            if count is not None:
                yield self._plain(part, name, count)
        yield from self._of_part(part, group)
        for gap in group.gaps:
            yield from self._of_gap(part, gap)

    def _of_part(self, part: _Part, result: Result | GroupResult) -> Iterator[Line]:
        for model, about in result.models.items():
            yield from self._of_model(part, model, about)
        for name, strategy in result.default_strategies.items():
            yield self._line(part, name, None, "net_benefit", strategy.net_benefit, may_be_exact=True)
        for one in result.comparisons:
            pair = one.model, one.reference
            yield self._line(part, *pair, "difference", one.difference)
            yield self._plain(part, "confidence", one.confidence, *pair)
            if one.confidence_above_margin is not None:
                yield self._plain(part, "confidence_above_margin", one.confidence_above_margin, *pair)

    def _of_model(self, part: _Part, model: str, about: ModelResult) -> Iterator[Line]:
        for name in OF_MODELS:
            number = about.measure(name)
            if number is None:
                yield self._absent(part, model, name, about.not_available.get(name))
            else:
                yield self._line(part, model, None, name, number)
        cut = about.threshold
        cuts = {"threshold_probability": cut.probability, "cutoff": cut.value}
        cuts |= {"cutoff_lowest": cut.low, "cutoff_highest": cut.high}
        common = about.at_common_threshold
        if common is not None:
            cuts["common_cutoff"] = common.threshold
        for name, value in cuts.items():
            yield self._plain(part, name, value, model)
        if common is not None:
            yield self._line(part, model, None, "net_benefit_at_common_cutoff", common.net_benefit)

    def _of_gap(self, part: _Part, gap: GapResult) -> Iterator[Line]:
        pair = gap.model, gap.reference
        for name in GAP_PARTS:
            line = self._line(part, *pair, GAP + name, getattr(gap, name))
            yield line if name == "mechanism" else _alone(line)
        if gap.readings is not None:
            both = gap.readings.difference_at_equal_prevalence
            for reading, number in (("group", both.group), ("all", both.all)):
                yield _alone(self._line(part, *pair, f"{GAP}mechanism_calibrated_to_{reading}", number))

    def _line(
        self,
        part: _Part,
        model: str | None,
        reference: str | None,
        measure: str,
        number: Number | None,
        *,
        may_be_exact: bool = False,
    ) -> Line:
        """A number with its interval."""
        kind = measure_of(measure)
        ends = number.simultaneous if isinstance(number, Together) else Ends(None, None)
        empty = self._empty(part, model, reference, measure)
        return replace(
            empty,
            **{key: getattr(number, key) for key in ("value", "standard_error", "low", "high")},
            level=self.level,
            simultaneous_low=ends.low,
            simultaneous_high=ends.high,
            text=told(measure, number, may_be_exact=may_be_exact),
            unit=kind.unit,
            text_unit=kind.text_unit,
        )

    def _plain(
        self,
        part: _Part,
        measure: str,
        value: float,
        model: str | None = None,
        reference: str | None = None,
    ) -> Line:
        """A number that is no estimate: a count, a cut-off, a confidence."""
        kind, number = measure_of(measure), float(value)
        empty = self._empty(part, model, reference, measure)
        text = value_told(measure, number)
        return replace(empty, value=number, text=text, unit=kind.unit, text_unit=kind.text_unit)

    def _absent(self, part: _Part, model: str | None, measure: str, reason: str | None) -> Line:
        """A number that these patients do not give."""
        empty = self._empty(part, model, None, measure)
        if measure == NOT_ESTIMABLE:
            return replace(empty, text=NOT_ESTIMABLE, reason=reason)
        kind = measure_of(measure)
        text = told(measure, None)
        return replace(empty, text=text, unit=kind.unit, text_unit=kind.text_unit, reason=reason)

    def _empty(self, part: _Part, model: str | None, reference: str | None, measure: str) -> Line:
        """A line without a number."""
        return Line(part.name, model, reference, measure, n=part.n, events=part.events)


def as_long_frame(result: Result, kind: FrameKind) -> Any:
    """The lines of a result as a frame of pandas, Polars or PyArrow."""
    frame = _polars_frame(lines_of(result))
    if kind == "polars":
        return frame
    if kind == "pyarrow":
        return _with_library("pyarrow", frame.to_arrow)
    return _with_library("pandas", lambda: _as_pandas(frame))


def check_frame_kind(kind: object) -> FrameKind:
    """One of the kinds of frame that there are."""
    for known in KINDS:
        if kind == known:
            return known
    raise SettingError(f"kind is 'pandas', 'polars' or 'pyarrow'; found {kind!r}.")


def frame_kind_of(origin: Mapping[str, Any]) -> FrameKind:
    """The kind of frame that data came in, and so the kind to give back; Polars where they came in none."""
    return next((known for known in KINDS if origin.get("kind") == known), "polars")


def _polars_frame(lines: list[Line]) -> pl.DataFrame:
    import polars as pl

    of = {"str": pl.String, "float": pl.Float64, "int": pl.Int64}
    schema = {one.name: of[str(one.type).partition(" ")[0]] for one in fields(Line)}
    rows = [tuple(getattr(line, name) for name in schema) for line in lines]
    return pl.DataFrame(rows, schema=schema, orient="row")


def _as_pandas(frame: pl.DataFrame) -> Any:
    """Without PyArrow, which pandas users need not have."""
    import pandas as pd

    table = pd.DataFrame({name: frame[name].to_list() for name in frame.columns}, columns=frame.columns)
    whole = dict.fromkeys(("n", "events"), "Int64")
    numbers = {name: "float64" for name, kind in frame.schema.items() if kind.is_float()}
    return table.astype({**whole, **numbers})


def _with_library(name: str, make: Any) -> Any:
    try:
        return make()
    except ImportError:
        raise SettingError(
            f"kind={name!r} needs {name}: pip install {name}; or ask for kind='polars'."
        ) from None
