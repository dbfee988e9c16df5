"""The verdict in words. The page's scripts say the same, from the same templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from baserate.deployment.notation import short_percent
from baserate.inference.strategies import WITHOUT_MODEL
from baserate.results.evidence import Evidence
from baserate.results.judged import Consequences
from baserate.results.words import say, thousandths, words

if TYPE_CHECKING:
    from baserate.results.verdict import Verdict


def verdict_in_words(ev: Evidence, verdict: Verdict) -> tuple[str, str]:
    """Which model to use, or why none is told from the others, and by how much: one sentence, and all."""
    if not verdict.better_than_without:
        sentences = _no_model(ev, verdict)
    elif verdict.decided:
        sentences = _one_model(ev, verdict)
    else:
        sentences = _several_models(ev, verdict)
    first = sentences[0]
    sentences += _non_inferior(verdict) + _flips(verdict)
    if verdict.level > ev.question.level:
        sentences.append(say("verdict.together", count=len(ev.comparisons)))
    return first, " ".join([*sentences, *_outside(ev, verdict)])


def _one_model(ev: Evidence, verdict: Verdict) -> list[str]:
    best, other = verdict.best, verdict.runner_up
    ends = _ends(ev, verdict, best, other)
    if other == WITHOUT_MODEL:
        opening = say("verdict.use_alone", best=best, where=where_in_words(ev), **ends, **_possible(verdict))
        return [opening, _exchange(ev, best, other)]
    return [
        say("verdict.use", best=best, where=where_in_words(ev), other=other, **ends),
        say("verdict.over_default", **_ends(ev, verdict, best, WITHOUT_MODEL), **_possible(verdict)),
        _exchange(ev, best, other),
    ]


def _several_models(ev: Evidence, verdict: Verdict) -> list[str]:
    best, rivals = verdict.best, verdict.tied[1:]
    told = rivals[: words("constants.ties_told_one_by_one")]
    differences = [
        # The first says of what; those after it need not.
        say(
            "verdict.further_difference" if number else "verdict.difference",
            one=best,
            other=other,
            **_ends(ev, verdict, best, other),
        )
        for number, other in enumerate(told)
    ]
    models, where = joined(verdict.tied), where_in_words(ev)
    sentences = [say("verdict.too_close", models=models, where=where, differences=joined(differences))]
    sentences += _leads_that_do_not_matter(ev, verdict, told)
    sentences.append(words("verdict.what_else"))
    if best in verdict.better_than_without:
        ends = _ends(ev, verdict, best, WITHOUT_MODEL)
        sentences.append(say("verdict.best_over_default", best=best, **ends, **_possible(verdict)))
    unsure = [model for model in verdict.tied if model not in verdict.better_than_without]
    if unsure:
        key = "verdict.not_shown_better" if len(unsure) == 1 else "verdict.none_shown_better"
        sentences.append(say(key, models=joined(unsure)))
    return sentences


def _no_model(ev: Evidence, verdict: Verdict) -> list[str]:
    model = verdict.runner_up if verdict.best == WITHOUT_MODEL else verdict.best
    key = "verdict.no_model" if len(ev.models) > 1 else "verdict.not_the_model"
    ends = _ends(ev, verdict, model, WITHOUT_MODEL)
    sentences = [say(key, where=where_in_words(ev), model=model, **ends)]
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
    told = {"observed": short_percent(ev.everyone.prevalence), "shifts": shifts_in_words(ev)}
    of = "verdict" if ev.question.is_label_shift else "shift"
    if not groups:
        return [say(f"{of}.outside", **told)]
    low, high = short_percent(min(groups)), short_percent(max(groups))
    return [say(f"{of}.outside_groups", low=low, high=high, **told)]


def shifts_in_words(ev: Evidence) -> str:
    """The shift of all models, or that of each."""
    shifts = ev.question.shifts
    if len(set(shifts.values())) == 1:
        return str(ev.question.deployment.shift)
    return joined([say("shift.opening_one", model=model, shift=shift) for model, shift in shifts.items()])


def where_in_words(ev: Evidence) -> str:
    """The deployment as a clause: how common the outcome is there, and how bad each kind of error."""
    where, cost = ev.question.deployment.prevalence, cost_in_words(ev)
    if where is None:
        observed = short_percent(ev.everyone.prevalence)
        return say("verdict.where.observed", prevalence=observed, cost=cost)
    key = "verdict.where.share" if where.distribution.plain else "verdict.where.distribution"
    return say(key, prevalence=where, cost=cost)


def cost_in_words(ev: Evidence) -> str:
    """What one error is worth in errors of the other kind, whichever is the worse."""
    cost, names = ev.question.deployment.cost, ev.question.names.words
    if not cost.distribution.plain:
        return say("verdict.cost.distribution", times=cost.words())
    low, high = cost.distribution.ends
    if low > _EVEN:
        return say("verdict.cost.treating", times=_times(low / (1.0 - low), high / (1.0 - high)), **names)
    times = _times((1.0 - high) / high, (1.0 - low) / low)
    key = "missing_one" if times == "1" else "missing"
    return say(f"verdict.cost.{key}", times=times, **names)


# A cost of 1:1, as it may be rounded.
_EVEN = 0.5 * (1.0 + 1e-9)


def _times(low: float, high: float) -> str:
    """How many errors of one kind, or from how many to how many."""
    digits = words("digits.ratio")
    least, most = f"{low:.{digits}g}", f"{high:.{digits}g}"
    return least if low == high else say("verdict.range", low=least, high=most)


def _possible(verdict: Verdict) -> dict[str, str]:
    """What a perfect model would add."""
    return {"possible": f"{1000 * verdict.possible:.{words('units.per 1,000.digits')}f}"}


def _ends(ev: Evidence, verdict: Verdict, one: str, other: str) -> dict[str, str]:
    """A difference with its interval, which holds together with those of all other comparisons; of what."""
    difference = ev.compare(one, other)
    value, low, high = thousandths(difference, verdict.level)
    found = say("units.per 1,000.found", **ev.question.names.words)
    return {
        "value": value,
        "low": low,
        "high": high,
        "level": f"{100 * difference.level:g} %",
        "found": found,
    }


def _exchange(ev: Evidence, one: str, other: str) -> str:
    """Cases found and unnecessary treatments of one way to decide, compared with another."""
    first, second = (consequences_of(ev, name) for name in (one, other))
    names = ev.question.names.words
    counts = {
        "found": _count("found", float(first.true_positives) - float(second.true_positives), names),
        "treated": _count("treated", float(first.false_positives) - float(second.false_positives), names),
        "other": words("verdict.without") if other == WITHOUT_MODEL else other,
    }
    where = ev.question.deployment.prevalence
    if ev.question.estimator == "kaplan-meier":  # the difference is by the treated, the counts are not
        return say("verdict.exchange_by_weights", **counts)
    if where is None or where.distribution.point is not None:
        return say("verdict.exchange", **counts)
    return say("verdict.exchange_at_median", median=short_percent(where.distribution.median), **counts)


def _count(kind: str, change: float, names: Mapping[str, str]) -> str:
    """How many more or fewer, of 1,000 patients."""
    digits = 1 if abs(change) < words("constants.whole_counts_from") else 0
    size = f"{abs(change):.{digits}f}"
    sign = "same" if float(size) == 0.0 else "more" if change > 0.0 else "fewer"
    return say(f"verdict.{kind}_{sign}", count=size, **names)


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
