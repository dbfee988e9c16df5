"""What a result answers by itself, without the patients: its parts by name, and cut-offs in closed form."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from baserate.calibration.gap import THE_REST
from baserate.deployment.shift import Shift
from baserate.errors import DataError, SettingError
from baserate.results.numbers import Difference
from baserate.results.result import GapResult, GroupResult, ModelResult, Result

T = TypeVar("T")


def holds_no_patients() -> SettingError:
    """What is said to who asks for more than a result holds."""
    return SettingError(
        "this evaluation was read from a file, and holds no patients: it has what the file says.",
        advice="For other questions evaluate the patients again, with baserate.evaluate.",
    )


def part_of(result: Result, group: str | None) -> Result | GroupResult:
    """All patients, or a group by its name."""
    return result if group is None else group_of(result, group)


def group_of(result: Result, group: str) -> GroupResult:
    """A group that can be judged, by its name."""
    groups = {one.name: one for one in result.groups}
    if str(group) not in groups:
        raise SettingError(f"no group {group!r}; there are {', '.join(map(repr, groups)) or 'none'}.")
    found = groups[str(group)]
    if found.why_not is not None:
        raise DataError(f"group {group!r} is not estimable: {found.why_not}")
    return found


def gap_of(result: Result, model: str, group: str, reference: str | None) -> GapResult | None:
    """A group minus its reference, if the result has it; of two groups the other is the rest."""
    part = group_of(result, group)
    model_of(part, model)
    if reference is not None:
        group_of(result, reference)
    others = [one.name for one in result.groups if one.by == part.by and one.name != part.name]
    known = {THE_REST: others} if len(others) == 1 else {}
    for gap in part.gaps:
        names = [gap.reference, *known.get(gap.reference, [])]
        if gap.model == model and (THE_REST if reference is None else reference) in names:
            return gap
    return None


def model_of(part: Result | GroupResult, model: str) -> ModelResult:
    """A model by its name."""
    if not isinstance(model, str) or model not in part.models:
        raise SettingError(f"no model {model!r}; there are {', '.join(map(repr, part.models))}.")
    return part.models[model]


def difference_of(result: Result, group: str | None, model: str, reference: str) -> Difference:
    """A comparison, whichever way round the result has it."""
    for one in part_of(result, group).comparisons:
        if (one.model, one.reference) == (model, reference):
            return one.as_difference(result.verdict.margin)
        if (one.reference, one.model) == (model, reference):
            return one.as_difference(result.verdict.margin, reversed_=True)
    raise SettingError(f"the result has no {model!r} minus {reference!r}; to_frame() lists what it has.")


def asked_again(read: Callable[[Any], T], stated: Any, default: Any = None) -> T:
    """What was asked, as a result records it; a function of one's own cannot be had again."""
    try:
        return read(default if stated is None else tuple(stated) if isinstance(stated, list) else stated)
    except SettingError:
        raise holds_no_patients() from None


def calibration_of(result: Result, part: Result | GroupResult, model: str) -> tuple[float, float, Shift]:
    """The prevalence to which a model's scores are calibrated, the observed one, and the model's shift."""
    model_of(part, model)
    source, shift = result.deployment.source_prevalence[model], result.deployment.shift[model]
    observed = result.data.prevalence if isinstance(part, Result) else part.prevalence or math.nan
    value = observed if source.of == "group" else source.value
    return value, observed, Shift(shift.value, shift.standard_error, shift.degrees_of_freedom)
