"""What text and the tables of a paper both say of a result: cells, heads and notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from baserate.deployment.notation import short_percent
from baserate.results.measures import ends_told, told
from baserate.results.result import Comparison, ModelResult, Result
from baserate.results.words import confidence, say, words


def level_told(result: Result) -> str:
    """The confidence level, in percent."""
    return f"{100 * result.deployment.level:g} %"


def counted_as(result: Result) -> str:
    """What a row of the data is called: a patient, or where clusters are named only a row."""
    return "patients" if result.data.clusters is None else "rows"


def strategy_told(result: Result, name: str) -> str:
    """What a way to decide without a model is worth."""
    return told("net_benefit", result.default_strategies[name].net_benefit, may_be_exact=True)


def difference_told(one: Comparison) -> tuple[str, ...]:
    """A difference with its interval, that which holds for all, and the confidence that it is a lead."""
    levels = [level for level in (one.confidence, one.confidence_above_margin) if level is not None]
    number = one.difference
    return one.model, one.reference, told("difference", number), ends_told(number), *map(confidence, levels)


def counts_named(result: Result, key: str = "counts") -> dict[str, str]:
    """Heads of counts, in the words of the study."""
    named = {name: say(f"named_{key}.{name}", **result.names.words) for name in words(f"named_{key}")}
    return {**words(key), **named}


def not_available(model: str, about: ModelResult, measures: Mapping[str, str]) -> Iterator[str]:
    """Why measures are missing, one sentence for each reason."""
    reasons: dict[str, list[str]] = {}
    for name, head in measures.items():
        if name in about.not_available:
            reasons.setdefault(about.not_available[name], []).append(head)
    either = words("tables.not_available_or")
    for why, heads in reasons.items():
        yield say("tables.not_available", model=model, measures=either.join(heads), why=why)


def which_prevalence(result: Result) -> str:
    """Which prevalence predictive values and counts are at."""
    where = result.deployment.prevalence
    if where is None:
        return str(words("tables.decisions_at_observed"))
    key = "tables.decisions_at_stated" if where.low == where.high else "tables.decisions_at_median"
    return str(words(key))


def decisions_note(result: Result, models: Mapping[str, ModelResult]) -> str:
    """At which prevalence predictive values and counts are."""
    median = next(iter(models.values())).per_1000_at_threshold.prevalence
    of = "tables" if result.deployment.is_label_shift else "shift"
    at, level = which_prevalence(result), level_told(result)
    return say(f"{of}.decisions_note", prevalence=short_percent(median), which=at, level=level)
