"""The result as the page may carry it: without hidden groups, without what is withheld, with few digits.

Numbers have no more digits than the page can show. They are rounded so that rounding them again, to what is
shown, gives the same as rounding the library's number once: a last digit of 0 or 5 is given only where the
number is exactly that (decimal's ROUND_05UP), so that no tie arises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from decimal import ROUND_05UP, Context, Decimal
from typing import Any

from baserate.errors import ScaleWarning
from baserate.inference.decisions import RATES
from baserate.page.cutoffs import Withheld, is_step
from baserate.results.evidence import Evidence
from baserate.results.measures import OF_MODELS
from baserate.results.result import Required, Result
from baserate.results.verdict import observed_prevalences, verdict_of
from baserate.results.words import digits_per_thousand

Content = dict[str, Any]

# Numbers that are counts at a cut-off; those that are means of what patients gain; those of the recalibrated.
_DECIDED = (*RATES, "accuracy")
_WORTH = ("net_benefit", "sharpness", "calibration", "calibration_corrected")
_OF_RECALIBRATED = _WORTH[1:]
# What is said of a difference between groups beside its parts; and what only the text report shows of it.
_READ, _LEFT_OUT = {"model", "reference", "readings", "simultaneous"}, {"over", "source_prevalence"}
# A mean over so many patients of a class moves by less than the sixth decimal allows to see in one of them.
_MANY = 2_000
_WHOLE = Decimal(1)
_CONTEXTS = {digits: Context(prec=digits, rounding=ROUND_05UP) for digits in (3, 4, 5)}


def significant(value: float, digits: int) -> float:
    """A number with so many significant digits.

    >>> significant(0.123449, 4), significant(0.12345001, 4)
    (0.1234, 0.1234)
    """
    return float(_CONTEXTS[digits].create_decimal_from_float(value))


def decimals(value: float, step: Decimal) -> float:
    """A number to a decimal place.

    >>> decimals(0.0082499, Decimal("0.00001"))
    0.00824
    """
    return float(Decimal(value).quantize(step, rounding=ROUND_05UP))


def discreet(ev: Evidence, asked: Result, shown: Sequence[str], least: int, withheld: Withheld) -> Content:
    """The result for the page. Groups that are not shown are named in a warning, without their numbers."""
    result = _carried(asked)
    hidden = [name for name in ev.groups if name not in shown]
    groups = [group for group in result["groups"] if group["name"] in shown]
    found = {**result, **_everyone(ev, result, withheld)}
    found["groups"] = [_group(ev, group, hidden, withheld, least) for group in groups]
    found["data"] = _data(result["data"], least)
    found["warnings"] = _warnings(ev, hidden, least)
    if hidden:
        found |= _without_groups(ev, found, shown)
    if asked.requirements is not None:
        found["requirements"] = [asdict(hide_requirement(one, hidden)) for one in asked.requirements]
    return found


def _carried(result: Result) -> Content:
    """The result without what a page has no use for: what only the text needs, and what is not there."""
    content = result.to_dict()
    for name in ("ranking", "cautions"):
        del content[name]
    for name in ("name", "requirements"):
        if content[name] is None:
            del content[name]
    for name in ("ratio", "threshold"):
        del content["deployment"]["cost"][name]
    if content["data"]["binning"] is not None:
        content["data"]["binning"] = _known(content["data"]["binning"], ("bins_per_unit_of_log_odds",))
    for part in (content, *content["groups"]):
        for about in part["models"].values():
            del about["threshold"]["over"]
            if about["at_common_threshold"] is None:
                del about["at_common_threshold"]
        part["comparisons"] = [_known(one) for one in part["comparisons"]]
    for group in content["groups"]:
        if group["why_not"] is None:
            del group["why_not"]
        for gap in group["gaps"]:
            del gap["heading"], gap["note"]
            readings = (gap["readings"] or {}).get("difference_at_equal_prevalence", {})
            for number in (*gap.values(), *readings.values()):
                if isinstance(number, dict):
                    number.pop("simultaneous", None)
    return content


def _known(content: Content, kept: Sequence[str] = ()) -> Content:
    """What there is of it, and what may say by being null that there is none."""
    return {name: value for name, value in content.items() if value is not None or name in kept}


def _data(data: Content, least: int) -> Content:
    """How many rows were dropped, and why, where these are enough; None for what is not said."""
    data = _few_censored({name: value for name, value in data.items() if name != "outcome_values"}, least)
    rows, missing = data["dropped"]["rows"], data["dropped"]["missing"]
    if 0 < rows < least:
        return {**data, "rows": None, "dropped": {"rows": None, "missing": dict.fromkeys(missing)}}
    # All that were dropped, less those that lack one thing, lack another.
    if any(0 < few < least for count in missing.values() for few in (count, rows - count)):
        missing = dict.fromkeys(missing)
    return {**data, "dropped": {"rows": rows, "missing": missing}}


def _few_censored(data: Content, least: int) -> Content:
    """How many were censored, or had a competing event, where these are enough."""
    followed = data["follow_up"]
    if followed is None:
        return data
    few = {name: None for name in ("censored", "competing") if 0 < followed[name] < least}
    return {**data, "follow_up": {**followed, **few}}


def hide_requirement(one: Required, hidden: Sequence[str]) -> Required:
    """What was found of a hidden group is not said; whether the requirement is met is."""
    about = any(f" in {name} " in f"{one.text} " or f" in {name}:" in one.text for name in hidden)
    return replace(one, found="not shown on this page") if about else one


def _without_groups(ev: Evidence, found: Content, shown: Sequence[str]) -> Content:
    """What the result says of the range of prevalences in groups, without those that are hidden."""
    fewer = replace(ev, groups={name: ev.groups[name] for name in shown})
    low, high = observed_prevalences(fewer)
    verdict = verdict_of(fewer)
    said = {"text": verdict.text, "outside": verdict.outside}
    return {
        "data": {**found["data"], "observed_prevalences": {"low": low, "high": high}},
        "verdict": {**found["verdict"], **said},
        "before_you_decide": [
            one for one in found["before_you_decide"] if not one["kind"].startswith("groups")
        ],
    }


def _warnings(ev: Evidence, hidden: Sequence[str], least: int) -> list[str]:
    """The warnings of the study without those about hidden groups, and which groups these are."""
    cautions = [one.without(hidden) if isinstance(one, ScaleWarning) else one for one in ev.cautions]
    kept = [one for one in cautions if one is not None and one.group not in hidden]
    found = [one.sentence(least=least) for one in kept]
    if hidden:
        found.append(
            f"not shown on this page, so that no number on it is about fewer than {least} patients with the "
            f"outcome or without it, nor the difference of two numbers: {', '.join(hidden)}."
        )
    return found


def _everyone(ev: Evidence, result: Content, withheld: Withheld) -> Content:
    step = _step_of(result["data"]["positives"], result["data"]["used"])
    models = {
        name: _model(content, step, *_kept_from(ev, None, name, withheld))
        for name, content in result["models"].items()
    }
    verdict = result["verdict"]
    return {
        "models": models,
        "default_strategies": _strategies(result["default_strategies"], step),
        "comparisons": [_comparison(one, step) for one in result["comparisons"]],
        "verdict": {
            **verdict,
            "difference": _worth(verdict["difference"], step),
            "added": _worth(verdict["added"], step),
            "confidence": significant(verdict["confidence"], 5),
        },
    }


def _group(ev: Evidence, group: Content, hidden: Sequence[str], withheld: Withheld, least: int) -> Content:
    name, step = group["name"], _step_of(group["positives"], group["patients"])
    models = {
        model: _in_group(ev, name, model, content, step, withheld)
        for model, content in group["models"].items()
    }
    # In a group the score at a cut-off tells as much as the rates; of everyone the verdict says it anyway.
    lost = {model for one, model in withheld.own if one == name} if is_step(ev) else set()
    compared = [one for one in group["comparisons"] if not lost & {one["model"], one["reference"]}]
    gaps = [one for one in group["gaps"] if one["reference"] not in hidden]
    censored = group["censored"]
    return {
        **group,
        "censored": None if censored is None or 0 < censored < least else censored,
        "models": models,
        "default_strategies": _strategies(group["default_strategies"], step),
        "comparisons": [_comparison(one, step) for one in compared],
        "gaps": [_gap(one, step) for one in gaps if (name, one["model"]) not in withheld.gaps],
    }


def _in_group(
    ev: Evidence, group: str, model: str, content: Content, step: Decimal, withheld: Withheld
) -> Content:
    decided, recalibrated = _kept_from(ev, group, model, withheld)
    found = _model(content, step, decided, recalibrated)
    common = content["at_common_threshold"]
    worth = None if (group, model) in withheld.common else _worth(common["net_benefit"], step)
    found["at_common_threshold"] = {**common, "net_benefit": worth}
    if decided and is_step(ev):
        found["net_benefit"] = None
    # Why the cut-off is where it is, the page says in its own words.
    found["threshold"] = {name: value for name, value in content["threshold"].items() if name != "text"}
    return {name: _without_error(value) for name, value in found.items()}


def _kept_from(ev: Evidence, group: str | None, model: str, withheld: Withheld) -> tuple[bool, bool]:
    """Whether decisions at the cut-off, and the parts of the score, are not to be shown."""
    decided = (group, model) in withheld.own
    return decided, (group, model) in withheld.recalibrated or (decided and is_step(ev))


def _model(content: Content, step: Decimal, decided: bool, recalibrated: bool) -> Content:
    """The numbers of a model with few digits; None for those that are not to be shown."""
    found = dict(content)
    lost = {*(_DECIDED if decided else ()), *(_OF_RECALIBRATED if recalibrated else ())}
    for name in (name for name in OF_MODELS if name in content):
        found[name] = None if name in lost else _measure(name, content[name], step)
    counts = content["per_1000_at_threshold"]
    found["per_1000_at_threshold"] = {
        name: value if name == "prevalence" else None if decided else _digits(value, 5)
        for name, value in counts.items()
    }
    return found


def _without_error(number: Any) -> Any:
    """A number of a group without its standard error, which only differences of models need."""
    if not isinstance(number, dict) or "standard_error" not in number:
        return number
    return {name: value for name, value in number.items() if name != "standard_error"}


def _measure(name: str, number: Mapping[str, Any] | None, step: Decimal) -> Content | None:
    if number is None:
        return None
    if name in _WORTH:
        return _worth(number, step)
    return _digits(number, 5 if name in _DECIDED else 4)


def _step_of(positives: int, patients: int) -> Decimal:
    """To which decimal a score is given: 0.01 per 1,000 patients, 0.001 where either class has many."""
    return Decimal("0.000001" if min(positives, patients - positives) > _MANY else "0.00001")


def _worth(number: Mapping[str, Any], step: Decimal) -> Content:
    """A score, or a difference of scores, with its intervals."""
    step = min(step, _step_shown(number), *(_step_shown(one) for one in _intervals(number)))
    found = _each(number, lambda value: decimals(value, step))
    if "simultaneous" in number:
        ends = number["simultaneous"]
        found["simultaneous"] = {**ends, **_each_of(("low", "high"), ends, lambda one: decimals(one, step))}
    return found


def _intervals(number: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [number["simultaneous"]] if number.get("simultaneous") else []


def _step_shown(interval: Mapping[str, Any]) -> Decimal:
    """One decimal more than the page shows of a number with this interval, so that it rounds alike."""
    low, high = interval["low"], interval["high"]
    if low is None or high is None:
        return _WHOLE
    return Decimal(1).scaleb(-(digits_per_thousand(low, high) + 4))


def _digits(number: Mapping[str, Any], digits: int) -> Content:
    return _each(number, lambda value: significant(value, digits))


def _each(number: Mapping[str, Any], shorten: Callable[[float], float]) -> Content:
    """Value and ends shortened one way; the standard error has three digits."""
    found = {**number, **_each_of(("value", "low", "high"), number, shorten)}
    if number["standard_error"] is not None:
        found["standard_error"] = significant(number["standard_error"], 3)
    return found


def _each_of(names: Sequence[str], number: Mapping[str, Any], shorten: Callable[[float], float]) -> Content:
    return {name: None if number[name] is None else shorten(number[name]) for name in names}


def _strategies(strategies: Mapping[str, Content], step: Decimal) -> Content:
    return {name: {"net_benefit": _worth(one["net_benefit"], step)} for name, one in strategies.items()}


def _comparison(content: Content, step: Decimal) -> Content:
    found = {**content, "difference": _worth(content["difference"], step)}
    for name in ("confidence", "confidence_above_margin"):
        if name in content:
            found[name] = significant(content[name], 5)
    return found


def _gap(content: Content, step: Decimal) -> Content:
    """The parts of a difference between groups, and both readings of it."""
    found = {name: value for name, value in content.items() if name not in _LEFT_OUT}
    for name in found.keys() - _READ:
        found[name] = _without_error(_worth(content[name], step))
    ends = content["simultaneous"]
    found["simultaneous"] = {**ends, **_each_of(("low", "high"), ends, lambda one: decimals(one, step))}
    readings = content["readings"]
    if readings is not None:
        worths = readings["difference_at_equal_prevalence"].items()
        ratios = readings["observed_expected"].items()
        found["readings"] = {
            **readings,
            "difference_at_equal_prevalence": {
                name: _without_error(_worth(one, step)) for name, one in worths
            },
            "observed_expected": {
                name: [None if one is None else _without_error(_digits(one, 4)) for one in both]
                for name, both in ratios
            },
        }
    return found
