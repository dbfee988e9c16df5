"""An evaluation that was read from a file: it has no patients, and answers what its result says.

Cut-offs, and risks at another prevalence, are closed forms and answered too. Its numbers are those of the
result (:mod:`baserate.results.numbers`), under the names that an evaluation has for its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from baserate.calibration.gap import THE_REST, Gap
from baserate.calibration.split import Split
from baserate.deployment.deployment import (
    Cost,
    CostLike,
    Prevalence,
    PrevalenceLike,
    Value,
    source_prevalence_of,
)
from baserate.deployment.shift import Shift
from baserate.deployment.units import UnitLike
from baserate.errors import DataError, SettingError
from baserate.evaluation.evaluation import Evaluation
from baserate.inference.estimate import Estimate, Interval
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.odds import adjust
from baserate.report.long_frame import FrameKind
from baserate.results.judged import Cutoff, cutoff
from baserate.results.numbers import Difference
from baserate.results.result import GapResult, GroupResult, ModelResult, Remark, Result
from baserate.results.verdict import Verdict

T = TypeVar("T")


class NoPatients:
    """In place of what is not there: whoever asks is told so."""

    def _refuse(self, *_: object) -> Any:
        raise _holds_no_patients()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # of copying and pickling, which ask what there is
            raise AttributeError(name)
        return self._refuse()

    def __repr__(self) -> str:
        return "<not read>"

    __getitem__ = __iter__ = __len__ = __bool__ = _refuse


def _holds_no_patients() -> SettingError:
    return SettingError(
        "this evaluation was read from a file, and holds no patients: it has what the file says.",
        advice="For other questions evaluate the patients again, with baserate.evaluate.",
    )


@dataclass(frozen=True, eq=False, repr=False)
class EvaluationWithoutPatients(Evaluation):
    """What :func:`read_result` returns; see :class:`baserate.Evaluation`."""

    stored: Result = field(kw_only=True)

    @classmethod
    def of(cls, result: Result) -> EvaluationWithoutPatients:
        """The evaluation that a result is of."""
        nobody: Any = NoPatients()
        groups = dict.fromkeys((group.name for group in result.groups), nobody)
        return cls(nobody, nobody, nobody, groups, nobody, result.provenance.time, stored=result)

    @property
    def result(self) -> Result:
        """As it was read."""
        return self.stored

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, in the order in which they were given."""
        return tuple(self.stored.models)

    @property
    def level(self) -> float:
        """The confidence level of the intervals."""
        return self.stored.deployment.level

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader must know before the result, in words."""
        return self.stored.warnings

    @property
    def verdict(self) -> Verdict:
        """That of the result: a :class:`~baserate.results.result.VerdictResult`."""
        return cast(Verdict, self.stored.verdict)

    @property
    def before_you_decide(self) -> tuple[Remark, ...]:
        """What may change what one does with the verdict."""
        return self.stored.before_you_decide

    def score(self, model: str, group: str | None = None) -> Estimate:
        """Net benefit of a model, or of a default strategy."""
        part = _part(self.stored, group)
        if model in DEFAULT_STRATEGIES:
            return cast(Estimate, part.default_strategies[model].net_benefit)
        return cast(Estimate, _model(part, model).net_benefit)

    def compare(self, model: str, reference: str, group: str | None = None) -> Estimate:
        """Net benefit of a model minus that of another, whichever way round the result has it."""
        return cast(Estimate, _difference(self.stored, group, model, reference))

    def simultaneous(self, model: str, reference: str, group: str | None = None) -> Interval:
        """The interval of a difference that holds together with all others; its own level is not kept."""
        ends = _difference(self.stored, group, model, reference).simultaneous
        low, high = (math.nan if end is None else end for end in (ends.low, ends.high))
        return Interval(low, high, math.nan, "as made")

    def split(self, model: str, group: str | None = None) -> Split:
        """Discrimination and calibration loss."""
        return cast(Split, _model(_part(self.stored, group), model).split)

    def gap(
        self,
        model: str,
        group: str,
        reference: str | None = None,
        *,
        prevalence: PrevalenceLike | None = None,
        units: UnitLike | None = None,
    ) -> Gap:
        """Why a model does otherwise in a group, against whom the result compares it with."""
        found = _gap(self.stored, model, group, reference)
        if found is None or prevalence is not None or units is not None:
            raise _holds_no_patients()
        return cast(Gap, found)

    def at_common_threshold(self, model: str, group: str) -> Estimate:
        """Net benefit in a group of the one cut-off that everyone has."""
        common = _model(_group(self.stored, group), model).at_common_threshold
        if common is None:
            raise _holds_no_patients()
        return cast(Estimate, common.net_benefit)

    def threshold(
        self,
        model: str,
        prevalence: PrevalenceLike | None = None,
        cost: CostLike | None = None,
        *,
        group: str | None = None,
    ) -> Cutoff:
        """The cut-off on the raw score: at the deployment, or at another prevalence or cost."""
        part = _part(self.stored, group)
        if prevalence is None and cost is None:
            return cast(Cutoff, _model(part, model).threshold)
        source, observed, shift = _calibration(self.stored, part, model)
        asked = self.stored.provenance.parameters
        if prevalence is None:
            prevalence = _again(Prevalence.of, asked["prevalence"], observed)
        if cost is None:
            cost = _again(Cost.of, asked["cost"])
        return cutoff(prevalence, cost, source, shift, observed)

    def adjusted(self, model: str, score: Any, prevalence: Value) -> Any:
        """The probability that a patient with this score has the disease, at the given prevalence."""
        source, observed, shift = _calibration(self.stored, self.stored, model)
        reached = shift.prevalence_for_scores(source_prevalence_of(prevalence), observed)
        return adjust(score, source, reached)

    @property
    def _frame_kind(self) -> FrameKind:
        return "polars"

    def _curve(self) -> None:
        """None: a figure needs the patients."""

    def __repr__(self) -> str:
        data, version = self.stored.data, self.stored.provenance.version
        counts = f"{data.used:,} rows, {data.positives:,} with the outcome"
        return f"Evaluation({', '.join(self.models)}; {counts}; read, of baserate {version})"


def _part(result: Result, group: str | None) -> Result | GroupResult:
    """All patients, or a group by its name."""
    return result if group is None else _group(result, group)


def _group(result: Result, group: str) -> GroupResult:
    """A group that can be judged, by its name."""
    groups = {one.name: one for one in result.groups}
    if str(group) not in groups:
        raise SettingError(f"no group {group!r}; there are {', '.join(map(repr, groups)) or 'none'}.")
    found = groups[str(group)]
    if found.why_not is not None:
        raise DataError(f"group {group!r} is not estimable: {found.why_not}")
    return found


def _gap(result: Result, model: str, group: str, reference: str | None) -> GapResult | None:
    """A group minus its reference, if the result has it; of two groups the other is the rest."""
    part = _group(result, group)
    _model(part, model)
    if reference is not None:
        _group(result, reference)
    others = [one.name for one in result.groups if one.by == part.by and one.name != part.name]
    known = {THE_REST: others} if len(others) == 1 else {}
    for gap in part.gaps:
        names = [gap.reference, *known.get(gap.reference, [])]
        if gap.model == model and (THE_REST if reference is None else reference) in names:
            return gap
    return None


def _model(part: Result | GroupResult, model: str) -> ModelResult:
    """A model by its name."""
    if not isinstance(model, str) or model not in part.models:
        raise SettingError(f"no model {model!r}; there are {', '.join(map(repr, part.models))}.")
    return part.models[model]


def _difference(result: Result, group: str | None, model: str, reference: str) -> Difference:
    """A comparison, whichever way round the result has it."""
    for one in _part(result, group).comparisons:
        if (one.model, one.reference) == (model, reference):
            return one.as_difference(result.verdict.margin)
        if (one.reference, one.model) == (model, reference):
            return one.as_difference(result.verdict.margin, reversed_=True)
    raise SettingError(f"the result has no {model!r} minus {reference!r}; to_frame() lists what it has.")


def _again(read: Callable[[Any], T], stated: Any, default: Any = None) -> T:
    """What was asked, as a result records it; a function of one's own cannot be had again."""
    try:
        return read(default if stated is None else tuple(stated) if isinstance(stated, list) else stated)
    except SettingError:
        raise _holds_no_patients() from None


def _calibration(result: Result, part: Result | GroupResult, model: str) -> tuple[float, float, Shift]:
    """The prevalence to which a model's scores are calibrated, the observed one, and the model's shift."""
    _model(part, model)
    source, shift = result.deployment.source_prevalence[model], result.deployment.shift[model]
    observed = result.data.prevalence if isinstance(part, Result) else part.prevalence or math.nan
    value = observed if source.of == "group" else source.value
    return value, observed, Shift(shift.value, shift.standard_error, shift.degrees_of_freedom)
