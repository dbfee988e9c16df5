"""The tables of a paper, from a result: models, differences, decisions, groups, why they
differ.

Cells hold what the text of an evaluation holds; this module chooses and arranges, and computes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from baserate.deployment.notation import short_percent
from baserate.errors import SettingError
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.report.blocks import Table
from baserate.report.cells import (
    counted_as,
    counts_named,
    decisions_note,
    difference_told,
    level_told,
    not_available,
    strategy_told,
)
from baserate.results.measures import ends_told, told
from baserate.results.result import CutoffOnScore, GroupResult, ModelResult, Result
from baserate.results.words import say, words

# What is usually reported of a model besides its net benefit, and what the column is called.
_MEASURES = {
    "auc": "AUC",
    "calibration_intercept": "calibration in the large",
    "calibration_slope": "calibration slope",
    "observed_expected": "O/E",
    "brier": "Brier score",
    "calibration_corrected": "lost to miscalibration, per 1,000",
}
_GAP_PARTS = {
    "total": "total",
    "mechanism": "difference at equal prevalence",
    "sharpness_corrected": "of which discrimination",
    "calibration_corrected": "of which calibration",
    "label_shift": "label shift",
}


def tables(result: Result, name: str | None = None) -> list[Table]:
    """The table of this name, or all that the result has."""
    if name is None:
        return [table for make in _TABLES.values() for table in make(result)]
    if name not in _TABLES:
        raise SettingError(f"table is one of {', '.join(map(repr, _TABLES))}; found {name!r}.")
    made = _TABLES[name](result)
    if not made:
        raise SettingError(
            f"this result has no groups, and so no table {name!r}: name a column with \0by=\0."
        )
    return made


def _ci(result: Result) -> str:
    return f"{level_told(result)} CI"


def size_in_words(result: Result) -> str:
    """How many patients, and how many of them have the outcome."""
    data, names = result.data, result.names
    text = f"{data.used:,} {counted_as(result)}, {data.positives:,} {names.outcome}"
    if data.follow_up is not None:
        text += f" by {data.follow_up.horizon:g}, {data.follow_up.censored:,} censored before"
    if data.clusters is not None:
        text += f", {data.clusters:,} clusters ({result.provenance.parameters['cluster']})"
    return text


def first_upper(text: str) -> str:
    """The text with its first letter a capital, and no other letter changed."""
    return text[:1].upper() + text[1:]


def where_in_words(result: Result) -> str:
    """The deployment: which prevalence, which cost."""
    prevalence = result.deployment.prevalence
    place = words("prevalence.observed") if prevalence is None else prevalence.text
    return f"prevalence {place}, cost {result.deployment.cost.text}"


def listed(names: Sequence[str]) -> str:
    """Names as a sentence has them: "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def by_in_words(result: Result) -> str | None:
    """By what patients were grouped: "sex, unit and sex crossed with unit"; None for no groups."""
    by = result.provenance.parameters["by"]
    if by is None or isinstance(by, str):
        return by
    return listed([way if isinstance(way, str) else " crossed with ".join(way) for way in by])


def _models(result: Result) -> list[Table]:
    rows = [
        (
            model,
            told("net_benefit", about.net_benefit),
            ends_told(about.net_benefit),
            *(told(name, about.measure(name)) for name in _MEASURES),
        )
        for model, about in result.models.items()
    ]
    empty = [""] * (1 + len(_MEASURES))
    rows += [(name, strategy_told(result, name), *empty) for name in DEFAULT_STRATEGIES]
    heads = ("", "net benefit per 1,000", "adjusted CI", *_MEASURES.values())
    note = [
        f"{size_in_words(result)}; {where_in_words(result)}. In brackets: {_ci(result)}. Net benefit in "
        "true positives per 1,000 patients; zero is treat none.",
        "The adjusted CI holds for all models together.",
        "O/E: observed/expected. The loss to miscalibration is corrected for optimism.",
        *_missing("", result.models, _MEASURES),
    ]
    return [Table("Models", heads, tuple(rows), " ".join(note))]


def _missing(place: str, models: Mapping[str, ModelResult], measures: Mapping[str, str]) -> Iterator[str]:
    """Why measures of models are missing."""
    for model, about in models.items():
        yield from not_available(f"{place}{model}", about, measures)


def _differences(result: Result) -> list[Table]:
    rows = map(difference_told, result.comparisons)
    heads, note = _difference_heads(result), _difference_note(result)
    return [Table("Differences in net benefit", heads, tuple(rows), note)]


def _difference_heads(result: Result) -> tuple[str, ...]:
    margin = result.verdict.margin
    heads = ("model", "minus", f"difference per 1,000 ({_ci(result)})", "adjusted CI", "confidence")
    above = () if margin is None else (say("tables.confidence_above_margin", margin=f"{margin:g}"),)
    return heads + above


def _difference_note(result: Result) -> str:
    return f"{first_upper(where_in_words(result))}. " + say(
        "tables.differences_note", count=result.verdict.comparisons
    )


def _decisions(result: Result) -> list[Table]:
    """Cut-offs, and what deciding by them does to 1,000 patients; one column a model, one table a group."""
    made = [_decision(result, "", result)]
    return made + [_decision(result, f"{group.name}, ", group) for group in _estimable(result)]


def _decision(result: Result, place: str, part: Result | GroupResult) -> Table:
    models = part.models
    cuts = [about.threshold for about in models.values()]
    rows = [
        (words("tables.threshold_probability"), *(short_percent(cut.probability) for cut in cuts)),
        (words("tables.cutoff_on_score"), *(short_percent(cut.value) for cut in cuts)),
    ]
    if any(cut.low != cut.high for cut in cuts):
        ranges = (f"{short_percent(cut.low)} to {short_percent(cut.high)}" for cut in cuts)
        rows.append(("range of the cut-off over the deployment", *ranges))
    for name, head in {**words("rates"), **counts_named(result)}.items():
        rows.append((head, *(told(name, about.measure(name)) for about in models.values())))
    note = [decisions_note(result, models), *_missing(place, models, words("rates"))]
    title = words("tables.decisions") + (f": {part.name}" if place else "")
    return Table(title, ("", *models), tuple(rows), " ".join(note))


def cutoff_in_words(cut: CutoffOnScore) -> str:
    """The cut-off on the score, with its range over the deployment where it has one."""
    value, low, high = map(short_percent, (cut.value, cut.low, cut.high))
    return value if low == high else f"{value} ({low} to {high} over the deployment)"


def _estimable(result: Result) -> Iterator[GroupResult]:
    return (group for group in result.groups if group.estimable)


def _groups(result: Result) -> list[Table]:
    if not result.groups:
        return []
    rows: list[tuple[str, ...]] = []
    measures = {name: _MEASURES[name] for name in ("auc", "observed_expected", "calibration_slope")}
    for group in result.groups:
        size = (group.name, f"{group.patients:,}", f"{group.positives:,}")
        if not group.estimable:
            rows.append((*size, words("tables.not_estimable"), *[""] * (4 + len(measures))))
        for model, about in group.models.items():
            worth = [told("net_benefit", about.net_benefit), ends_told(about.net_benefit)]
            at_common = about.at_common_threshold
            common = told("net_benefit", None if at_common is None else at_common.net_benefit)
            cells = [told(name, about.measure(name)) for name in measures]
            rows.append((*size, model, *worth, *cells, cutoff_in_words(about.threshold), common))
    heads: tuple[str, ...] = (
        "group",
        counted_as(result),
        "events",
        "model",
        "net benefit per 1,000",
        "adjusted CI",
    )
    heads += (*measures.values(), "treat at or above", "net benefit with one cut-off for all")
    return [
        Table(
            f"Models by {by_in_words(result)}", heads, tuple(rows), " ".join(_group_notes(result, measures))
        )
    ]


def _group_notes(result: Result, measures: Mapping[str, str]) -> Iterator[str]:
    place, zero = first_upper(where_in_words(result)), words("tables.groups_zero")
    yield f"{place}. In brackets: {_ci(result)}. {zero}"
    yield "The adjusted CI holds for all models and groups together. O/E: observed/expected."
    for group in result.groups:
        if group.estimable:
            yield from _missing(f"{group.name}, ", group.models, measures)
        else:
            yield f"{group.name}: {group.why_not}"


def _gaps(result: Result) -> list[Table]:
    """Why each group differs from the reference; refused parts are not there, and the note says so."""
    if not result.groups:
        return []
    rows = [
        (
            f"{group.name} minus {gap.reference}",
            gap.model,
            *(told(f"gap_{part}", getattr(gap, part)) for part in _GAP_PARTS),
        )
        for group in _estimable(result)
        for gap in group.gaps
    ]
    note = (
        f"Net benefit per 1,000 patients; in brackets: {_ci(result)}. Total = difference at equal "
        "prevalence + label shift; discrimination and calibration are corrected for optimism."
    )
    if not rows:
        note += " No two groups could be compared."
    heads = ("", "model", *_GAP_PARTS.values())
    return [Table("Why groups differ", heads, tuple(rows), note)]


_TABLES: dict[str, Callable[[Result], list[Table]]] = {
    "models": _models,
    "differences": _differences,
    "decisions": _decisions,
    "groups": _groups,
    "gaps": _gaps,
}
TABLE_NAMES: Sequence[str] = tuple(_TABLES)
