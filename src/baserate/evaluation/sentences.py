"""The verdict in words. The page's scripts say the same, from the same templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from baserate.deployment.notation import short_percent
from baserate.evaluation.evidence import Evidence
from baserate.evaluation.judged import Consequences
from baserate.evaluation.words import say, thousandths, words
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import WITHOUT_MODEL

if TYPE_CHECKING:
    from baserate.evaluation.verdict import Verdict


def verdict_in_words(ev: Evidence, verdict: Verdict) -> str:
    """Which model to use, or why none is told from the others, and what each difference is worth."""
    if not verdict.better_than_without:
        sentences = _no_model(ev, verdict)
    elif verdict.decided:
        sentences = _one_model(ev, verdict)
    else:
        sentences = _several_models(ev, verdict)
    sentences += _non_inferior(verdict) + _flips(verdict)
    if verdict.level > ev.question.level:
        sentences.append(say("verdict.together", count=len(ev.comparisons)))
    return " ".join([*sentences, *_outside(ev, verdict)])


def _one_model(ev: Evidence, verdict: Verdict) -> list[str]:
    best, other = verdict.best, verdict.runner_up
    sentences = [say("verdict.use", best=best, where=_where(ev))]
    sentences.append(say("verdict.over_default", worth=_worth(ev, verdict, best, WITHOUT_MODEL)))
    if other != WITHOUT_MODEL:
        key = "verdict.over_other" if len(ev.models) == 2 else "verdict.over_next"
        sentences.append(say(key, other=other, worth=_worth(ev, verdict, best, other)))
    return sentences


def _several_models(ev: Evidence, verdict: Verdict) -> list[str]:
    best, rivals = verdict.best, verdict.tied[1:]
    told = rivals[: words("constants.ties_told_one_by_one")]
    differences = [_difference(ev, verdict, best, other) for other in told]
    models, where = joined(verdict.tied), _where(ev)
    sentences = [say("verdict.too_close", models=models, where=where, differences=joined(differences))]
    sentences += _leads_that_do_not_matter(ev, verdict, told)
    sentences.append(words("verdict.what_else"))
    if best in verdict.better_than_without:
        key = "verdict.best_over_default"
        sentences.append(say(key, best=best, worth=_worth(ev, verdict, best, WITHOUT_MODEL)))
    unsure = [model for model in verdict.tied if model not in verdict.better_than_without]
    if unsure:
        key = "verdict.not_shown_better" if len(unsure) == 1 else "verdict.none_shown_better"
        sentences.append(say(key, models=joined(unsure)))
    return sentences


def _no_model(ev: Evidence, verdict: Verdict) -> list[str]:
    model = verdict.runner_up if verdict.best == WITHOUT_MODEL else verdict.best
    key = "verdict.no_model" if len(ev.models) > 1 else "verdict.not_the_model"
    difference = _difference(ev, verdict, model, WITHOUT_MODEL)
    sentences = [say(key, where=_where(ev), model=model, difference=difference)]
    sentences += _leads_that_do_not_matter(ev, verdict, [WITHOUT_MODEL])
    return [*sentences, *_without_a_model(ev)]


def _without_a_model(ev: Evidence) -> list[str]:
    """What deciding without a model is: treating all from a prevalence on."""
    judged = next(iter(ev.everyone.judged.values()))
    threshold = ev.question.deployment.cost.distribution.point
    if threshold is None:
        return []
    low, high = judged.where.distribution.ends
    kind = "all" if low >= threshold else "none" if high < threshold else "both"
    return [say(f"verdict.without_is_{kind}", threshold=short_percent(threshold))]


def _leads_that_do_not_matter(ev: Evidence, verdict: Verdict, others: Sequence[str]) -> list[str]:
    """A word where a lead is beyond chance, but smaller than the margin."""
    model = verdict.runner_up if verdict.best == WITHOUT_MODEL else verdict.best
    behind = [other for other in others if ev.compare(model, other).interval(verdict.level).low > 0.0]
    if verdict.margin is None or not behind:
        return []
    return [say("verdict.below_margin", best=model, others=joined(behind), margin=f"{verdict.margin:g}")]


def _non_inferior(verdict: Verdict) -> list[str]:
    if not verdict.non_inferior:
        return []
    names, margin = joined(verdict.non_inferior), f"{verdict.margin:g}"
    key = "verdict.non_inferior" if len(verdict.non_inferior) == 1 else "verdict.all_non_inferior"
    return [say(key, models=names, best=verdict.best, margin=margin)]


def _flips(verdict: Verdict) -> list[str]:
    """Only what is beyond chance is told."""
    told = [
        say("verdict.flip", ahead=flip.ahead, low=short_percent(flip.low), high=short_percent(flip.high))
        for flip in verdict.flips
        if flip.beyond_chance
    ]
    return [say("verdict.flips", best=verdict.best, flips=joined(told))] if told else []


def _outside(ev: Evidence, verdict: Verdict) -> list[str]:
    if not verdict.outside:
        return []
    groups = [group.prevalence for group in ev.groups.values() if group.why_not is None]
    observed = short_percent(ev.everyone.prevalence)
    if not groups:
        return [say("verdict.outside", observed=observed)]
    low, high = short_percent(min(groups)), short_percent(max(groups))
    return [say("verdict.outside_groups", observed=observed, low=low, high=high)]


def _where(ev: Evidence) -> str:
    where = ev.question.deployment
    is_range = where.prevalence is not None and where.prevalence.distribution.stated_ends is not None
    prevalence = words("prevalence.observed") if where.prevalence is None else str(where.prevalence)
    place = say("verdict.over_a_range" if is_range else "verdict.at_one_prevalence", prevalence=prevalence)
    return say("verdict.where", place=place, cost=where.cost.words())


def _worth(ev: Evidence, verdict: Verdict, one: str, other: str) -> str:
    """A lead as an exchange, with what happens to cases and non-cases."""
    ends, found = _ends(ev.compare(one, other), verdict), words("units.per 1,000.found")
    return say("verdict.worth", found=found, exchange=_exchange(ev, one, other), **ends)


def _difference(ev: Evidence, verdict: Verdict, one: str, other: str) -> str:
    """A difference as it is, which may be none."""
    ends = _ends(ev.compare(one, other), verdict)
    return say("verdict.difference", one=one, other=other, unit=words("units.per 1,000.unit"), **ends)


def _ends(difference: Estimate, verdict: Verdict) -> dict[str, str]:
    """Value and interval; the interval holds together with those of all other comparisons."""
    value, low, high = thousandths(difference, verdict.level)
    return {"value": value, "low": low, "high": high, "level": f"{100 * difference.level:g} %"}


def _exchange(ev: Evidence, one: str, other: str) -> str:
    """Cases found and unnecessary treatments of one way to decide, compared with another."""
    first, second = (consequences_of(ev, name) for name in (one, other))
    found = float(first.true_positives) - float(second.true_positives)
    treated = float(first.false_positives) - float(second.false_positives)
    where = ev.question.deployment.prevalence
    one_prevalence = where is None or where.distribution.point is not None
    key = "verdict.exchange" if one_prevalence else "verdict.exchange_at_median"
    return say(key, found=_count("found", found), treated=_count("treated", treated))


def _count(kind: str, change: float) -> str:
    """How many more or fewer, of 1,000 patients."""
    digits = 1 if abs(change) < words("constants.whole_counts_from") else 0
    size = f"{abs(change):.{digits}f}"
    sign = "same" if float(size) == 0.0 else "more" if change > 0.0 else "fewer"
    return say(f"verdict.{kind}_{sign}", count=size)


def consequences_of(ev: Evidence, name: str) -> Consequences:
    """What a model does to 1,000 patients at the median prevalence, or deciding without one."""
    if name in ev.models:
        return ev.judged(name).consequences
    judged = next(iter(ev.everyone.judged.values()))
    median = judged.where.distribution.median
    treats_all = median >= ev.question.deployment.cost.distribution.median
    return Consequences(median, 1000.0 * median * treats_all, 1000.0 * (1.0 - median) * treats_all)


def joined(names: Sequence[str]) -> str:
    """One name, or several with the last after "and"."""
    if len(names) < 2:
        return "".join(names)
    return str(words("verdict.and")).join([words("verdict.comma").join(names[:-1]), names[-1]])
