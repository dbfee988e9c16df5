"""An evaluation for reading: what must be known first, the verdict, the numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from baserate import __version__
from baserate.calibration.gap import Gap
from baserate.calibration.readings import Readings
from baserate.deployment.deployment import ALL, GROUP
from baserate.deployment.notation import percent, ratio, short_percent
from baserate.errors import BaserateError
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.patients.groupings import Way, title
from baserate.patients.outcome_values import in_words
from baserate.report.blocks import Paragraph, Table, as_plain
from baserate.results.as_json import counts_as_dict
from baserate.results.before import before_you_decide
from baserate.results.evidence import Evidence
from baserate.results.horizon import horizon_in_words
from baserate.results.judged import Judged
from baserate.results.names import Names
from baserate.results.sentences import joined, shifts_in_words
from baserate.results.verdict import Verdict
from baserate.results.words import (
    confidence,
    count_with_interval,
    ends_together,
    per_thousand,
    rate_with_interval,
    ratio_text,
    readings_in_words,
    say,
    thousandths,
    with_interval,
    words,
)

if TYPE_CHECKING:
    from baserate.evaluation.across import AtDeployment


def blocks(ev: Evidence, verdict: Verdict, *, options: bool = False) -> list[Paragraph | Table]:
    """Everything a reader is shown, in order: what must be known first, the verdict, the numbers.

    ``options`` says whether the reader writes options on the command line, not arguments.
    """
    shown: list[Paragraph | Table] = [_question(ev), *map(Paragraph, what_counted(ev))]
    shown += [Paragraph(f"Warning: {one.sentence(options=options)}", "warning") for one in ev.cautions]
    shown += [Paragraph(verdict.text, "verdict"), *_shift(verdict), *_before(ev, verdict)]
    shown += [models_table(ev), _decisions(ev), _usual(ev), _differences(ev)]
    if ev.groups:
        for way, names in ev.families.names.items():
            shown += [_groups(ev, way, names), *_group_decisions(ev, way, names)]
            shown += [*_group_differences(ev, way, names), *_gaps(ev, way, names)]
        shown += _gaps_refused(ev)
    return [*shown, _provenance(ev)]


def _before(ev: Evidence, verdict: Verdict) -> list[Paragraph]:
    """What may change what one does with the verdict, in one paragraph."""
    remarks = [one.text for one in before_you_decide(ev, verdict)]
    return [Paragraph(f"{words('before.title')}: {' '.join(remarks)}")] if remarks else []


def _shift(verdict: Verdict) -> list[Paragraph]:
    """Whether the verdict holds at other shifts."""
    return [] if verdict.shift is None else [Paragraph(verdict.shift.text)]


def as_text(ev: Evidence, verdict: Verdict) -> str:
    """The blocks as plain text."""
    return "\n\n".join(as_plain(block) for block in blocks(ev, verdict)) + "\n"


def across_table(rows: Sequence[AtDeployment]) -> Table:
    """One row for each of several deployments: what it calls for, by how much, and at which cut-off."""
    columns = ("deployment", "conclusion", "model", "difference")
    heads = (*(words(f"across.{column}") for column in columns), words("tables.treat_at_or_above"))
    cells = tuple(
        (row.name, row.conclusion, row.model, row.shown_difference, str(row.cutoff)) for row in rows
    )
    level = f"{100 * rows[0].difference.level:g} %"
    return Table(words("across.title"), heads, cells, say("across.note", level=level))


def _question(ev: Evidence) -> Paragraph:
    return Paragraph(" ".join([*counted(ev), *place(ev), *assumed(ev)]))


def counted(ev: Evidence) -> list[str]:
    """How many patients there are, and how many rows were dropped."""
    patients, lines = ev.patients, [_counts(ev)]
    if patients.dropped_rows:
        reasons = [
            say("opening.dropped_because", column=name, rows=f"{rows:,}")
            for name, rows in patients.missing.items()
        ]
        dropped, rows = f"{patients.dropped_rows:,}", f"{patients.rows:,}"
        lines.append(say("opening.dropped", dropped=dropped, rows=rows, reasons=", ".join(reasons)))
    return lines


def place(ev: Evidence) -> list[str]:
    """Where the model will be used, and what errors cost there."""
    where = ev.question.deployment
    prevalence = words("prevalence.observed") if where.prevalence is None else str(where.prevalence)
    threshold = where.cost.distribution.words(short_percent)
    cost = where.cost.distribution.words(ratio)  # the verdict says which error it is that costs more
    return [say("opening.deployment", prevalence=prevalence, cost=cost, threshold=threshold)]


def assumed(ev: Evidence) -> list[str]:
    """What the scores are taken to be calibrated to, and how they are moved from there."""
    lines = [words("opening.binned")] if ev.patients.in_bins else []
    stated = [
        say(
            "opening.calibrated_to_all" if judged.of_all else "opening.calibrated_to_one",
            model=name,
            prevalence=percent(judged.source),
        )
        for name, judged in ev.everyone.judged.items()
        if judged.of_all or judged.stated_source is not None
    ]
    if stated:
        lines.append(say("opening.calibrated_to", models=", ".join(stated)))
    else:
        lines.append(words("opening.calibrated_to_observed"))
    return lines if ev.question.deployment.prevalence is None else [*lines, *_shifts(ev)]


def what_counted(ev: Evidence) -> list[str]:
    """What counted as a case and what as none, where that is known."""
    values = ev.patients.outcome_values
    return [] if values is None else [in_words(values, ev.question.roles.outcome)]


def _shifts(ev: Evidence) -> list[str]:
    """How much of the difference in prevalence scores are adjusted for."""
    if ev.question.is_label_shift:
        return [words("shift.opening_label")]
    shifts = set(ev.question.shifts.values())
    if all(shift.gamma == 1.0 for shift in shifts):
        return [say("shift.opening_full", shifts=shifts_in_words(ev))]
    key = "shift.opening" if len(shifts) == 1 else "shift.opening_by_model"
    opening = say(key, shifts=shifts_in_words(ev))
    return [opening, words("shift.worlds")] if len(ev.models) > 1 else [opening]


def _counts(ev: Evidence) -> str:
    """How many patients; where rows are stays or visits of patients, both are counted."""
    if ev.question.roles.follow_up is not None:
        return horizon_in_words(counts_as_dict(ev), ev.question.names, ev.question.roles.cluster)
    everyone, clusters = ev.everyone, ev.patients.clusters()
    counts = {
        "patients": f"{everyone.patients:,}",
        "positives": f"{everyone.positives:,}",
        "prevalence": short_percent(everyone.prevalence),
    }
    names = ev.question.names
    key = "opening.patients" if clusters is None else "opening.clusters"
    if names.outcome != Names().outcome:
        key += "_named"
    clustered = (
        {} if clusters is None else {"cluster": ev.question.roles.cluster, "clusters": f"{clusters:,}"}
    )
    return say(key, **counts, **clustered, **names.words)


def models_table(ev: Evidence) -> Table:
    """One row for each model, and for each way to decide without one."""
    rows = []
    for name, judged in ev.everyone.judged.items():
        loss = _worth(judged, "calibration_corrected")
        rows.append((name, per_thousand(judged.net_benefit), _measure(judged, "auc"), loss))
    rows += [(name, per_thousand(ev.score(name)), "", "") for name in DEFAULT_STRATEGIES]
    score, short, unit = (words(f"units.{key}") for key in _SCORE)
    heads = (
        "",
        say("tables.models_level", score=f"{score} {short}", level=f"{100 * ev.question.level:g} %"),
        "AUC",
        say("tables.models_loss", short=short),
    )
    note = [say("tables.models_note", unit=unit) + _picked(ev)]
    moved = [name for name, judged in ev.everyone.judged.items() if not judged.deployment.is_label_shift]
    note += [say("shift.no_loss", models=joined(moved))] if moved else []
    return Table(words("tables.models"), heads, tuple(rows), " ".join(note))


def _worth(judged: Judged, name: str) -> str:
    """A part of the net benefit per 1,000, or a dash where these patients do not give it."""
    estimate = judged.measure(name).estimate
    return words("numbers.missing") if estimate is None else per_thousand(estimate)


def _picked(ev: Evidence) -> str:
    """The interval of the best model, which was picked by looking, where there are several."""
    if len(ev.models) < 2:
        return ""
    best = max(ev.models, key=lambda model: ev.score(model).value)
    _, low, high = thousandths(ev.score(best), ev.level_of_scores())
    picked = say("tables.models_note_adjusted", count=len(ev.models), model=best, low=low, high=high)
    return f" {picked}"


# What the text calls net benefit, and its unit.
_SCORE = ("net benefit.short", "per 1,000.short", "per 1,000.unit")


def _measure(judged: Judged, name: str) -> str:
    """A measure with its interval, or a dash where these patients do not give it."""
    estimate = judged.measure(name).estimate
    return words("numbers.missing") if estimate is None else with_interval(estimate)


def _decisions(ev: Evidence) -> Table:
    """What clinicians ask first: who is treated, found, missed; one column a model."""
    everyone = ev.everyone.judged
    cutoffs = [judged.cutoff for judged in everyone.values()]
    rows = [
        (words("tables.threshold_probability"), *(short_percent(cut.probability) for cut in cutoffs)),
        (words("tables.cutoff_on_score"), *(short_percent(cut.value) for cut in cutoffs)),
    ]
    if cutoffs[0].over:
        ends = zip(words(f"threshold.ends.{cutoffs[0].over}"), ("high", "low"), strict=True)
        for head, end in ends:
            rows.append((f"  {head}", *(short_percent(getattr(cut, end)) for cut in cutoffs)))
    for name, head in (words("rates") | _counts_named(ev, "counts")).items():
        rows.append((head, *(decision_text(judged, name) for judged in everyone.values())))
    return Table(words("tables.decisions"), ("", *everyone), tuple(rows), _decisions_note(ev))


def _counts_named(ev: Evidence, key: str) -> dict[str, str]:
    """Heads of counts, in the words of the study."""
    named = {name: say(f"named_{key}.{name}", **ev.question.names.words) for name in words(f"named_{key}")}
    return {**words(key), **named}


def decision_text(judged: Judged, name: str) -> str:
    """A rate in percent or a count of 1,000, or a dash where these patients do not give it."""
    estimate = judged.measure(name).estimate
    if estimate is None:
        return str(words("numbers.missing"))
    return count_with_interval(estimate) if name in words("counts") else rate_with_interval(estimate)


def _decisions_note(ev: Evidence) -> str:
    """At which prevalence, why a cut-off is not the threshold probability, and what is not to be had."""
    everyone = ev.everyone.judged
    median = next(iter(everyone.values())).cutoff.prevalence
    level = f"{100 * ev.question.level:g} %"
    which = _which_prevalence(ev)
    of = "tables" if ev.question.is_label_shift else "shift"
    note = [say(f"{of}.decisions_note", prevalence=short_percent(median), which=which, level=level)]
    note += cutoff_reasons(ev).values()
    for model, judged in everyone.items():
        note += _not_available(model, judged, words("rates"))
    return " ".join(note)


def cutoff_reasons(ev: Evidence) -> dict[tuple[str, ...], str]:
    """Why a cut-off is not the threshold probability, or is; models of which the same is true together."""
    models: dict[str, list[str]] = {}
    for model, judged in ev.everyone.judged.items():
        models.setdefault(judged.cutoff.reason, []).append(model)
    if len(models) == 1:
        return {tuple(names): reason for reason, names in models.items()}
    return {
        tuple(names): say("threshold.of", models=", ".join(names), reason=reason)
        for reason, names in models.items()
    }


def _which_prevalence(ev: Evidence) -> str:
    """Which prevalence predictive values and counts are at."""
    where = ev.question.deployment.prevalence
    if where is None:
        return str(words("tables.decisions_at_observed"))
    key = "tables.decisions_at_median" if where.distribution.point is None else "tables.decisions_at_stated"
    return str(words(key))


def _usual(ev: Evidence) -> Table:
    """What is usually reported, one column a model."""
    everyone, heads = ev.everyone.judged, words("measures")
    rows = [(head, *(_measure(judged, name) for judged in everyone.values())) for name, head in heads.items()]
    note = [words("tables.usual_note")]
    for model, judged in everyone.items():
        note += [*_not_available(model, judged, heads), *_far_slope(model, judged)]
    return Table(words("tables.usual"), ("", *everyone), tuple(rows), " ".join(note))


def _not_available(model: str, judged: Judged, measures: Mapping[str, str]) -> list[str]:
    """Why measures are missing, one sentence for each reason."""
    reasons: dict[str, list[str]] = {}
    for name, head in measures.items():
        reason = judged.measure(name).reason
        if reason is not None:
            reasons.setdefault(str(reason), []).append(head)
    either = words("tables.not_available_or")
    return [
        say("tables.not_available", model=model, measures=either.join(heads), why=why)
        for why, heads in reasons.items()
    ]


def _far_slope(model: str, judged: Judged) -> list[str]:
    """A word on risks that are far too extreme, or too moderate, to be taken at their word."""
    slope = judged.measure("calibration_slope").estimate
    least, most = words("constants.slope_near_one")
    if slope is None or (slope.high >= least and slope.low <= most):
        return []
    how = words("tables.too_extreme" if slope.value < 1.0 else "tables.too_moderate")
    shown = f"{slope:.{words('digits.slope')}f}"
    return [say("tables.slope_far_from_one", model=model, slope=shown, how=how)]


def _differences(ev: Evidence) -> Table:
    rows = tuple(_difference(ev, model, other, None) for model, other in ev.comparisons)
    note = say("tables.differences_note", count=len(rows))
    if ev.question.margin is not None:
        note += " " + say("tables.differences_note_margin", margin=f"{ev.question.margin:g}")
    return Table(words("tables.differences"), _difference_heads(ev), rows, note)


def _difference(ev: Evidence, model: str, other: str, group: str | None) -> tuple[str, ...]:
    """A difference with its interval, that which holds for all, and the confidence that it is a lead."""
    difference, margin = ev.compare(model, other, group), ev.question.margin
    _, low, high = thousandths(difference, ev.level_of_comparisons(group))
    adjusted = words("numbers.missing") if difference.is_exact else f"{low} to {high}"
    levels = [difference.confidence()]
    levels += [] if margin is None else [difference.confidence(above=margin / 1000.0)]
    return model, other, per_thousand(difference), adjusted, *map(confidence, levels)


def _difference_heads(ev: Evidence) -> tuple[str, ...]:
    unit = words("units.per 1,000.unit").removesuffix(" patients")
    level, margin = f"{100 * ev.question.level:g} %", ev.question.margin
    heads = [words("tables.model"), words("tables.minus"), f"{unit} ({level} CI)", words("tables.adjusted")]
    heads.append(words("tables.confidence"))
    return (
        *heads,
        *([] if margin is None else [say("tables.confidence_above_margin", margin=f"{margin:g}")]),
    )


def _groups(ev: Evidence, way: Way, names: Sequence[str]) -> Table:
    """One row for each group and model: what it is worth there, and at which cut-off."""
    rows, reasons = [], []
    for group in (ev.groups[name] for name in names):
        followed = ev.patients.followed(group.name)
        # Site summaries say how many were censored altogether, and not in groups.
        told = words("numbers.missing") if followed is None else f"{followed.censored:,}"
        unknown = () if ev.question.roles.follow_up is None else (told,)
        size = (group.name, f"{group.patients:,}", f"{group.positives:,}", *unknown)
        if group.why_not is not None:
            rows.append((*size, words("tables.not_estimable"), *[""] * 6))
            reasons.append(f"{group.name}: {group.why_not}")
        for model, judged in group.judged.items():
            worth, cut = per_thousand(judged.net_benefit), short_percent(judged.cutoff.value)
            ratio = judged.measure("observed_expected").estimate
            calibrated = words("numbers.missing") if ratio is None else ratio_text(ratio)
            common = short_percent(ev.threshold(model).value)
            worth_with_it = per_thousand(ev.at_common_threshold(model, group.name))
            rows.append(
                (*size, model, worth, _measure(judged, "auc"), calibrated, cut, common, worth_with_it)
            )
    note = [words("tables.groups_zero"), *_threshold_notes(ev)]
    note += [words("tables.groups_one_threshold"), words("tables.groups_expected"), *reasons]
    score, short, _ = (words(f"units.{key}") for key in _SCORE)
    unknown_too = () if ev.question.roles.follow_up is None else ("censored",)
    columns = ("group", counted_as(ev), "events", *unknown_too, "model")
    heads = (*(words(f"tables.{column}") for column in columns), f"{score} {short}", "AUC")
    heads += (words("measures.observed_expected"), words("tables.treat_at_or_above"))
    heads += (words("tables.one_threshold"), say("tables.with_one_threshold", score=score))
    head = say("tables.by", column=title(way))
    return Table(head, heads, tuple(rows), " ".join(note))


def counted_as(ev: Evidence) -> str:
    """What a row of the data is called: a patient, or where clusters are named only a row."""
    return "patients" if ev.question.roles.cluster is None else "rows"


def _threshold_notes(ev: Evidence) -> list[str]:
    """Whether groups have one cut-off or each its own, and why; models of which the same is true together."""
    place = "observed" if ev.question.deployment.prevalence is None else "stated"
    models: dict[str, list[str]] = {}
    for model in ev.models:
        kind = "own" if ev.question.own_thresholds(model) else "same"
        models.setdefault(f"tables.groups_{kind}_threshold_{place}", []).append(model)
    if len(models) == 1:
        return [words(key) for key in models]
    return [
        say("tables.groups_of_models", models=", ".join(names), sentence=words(key))
        for key, names in models.items()
    ]


def _group_decisions(ev: Evidence, way: Way, groups: Sequence[str]) -> list[Table]:
    """Who is treated, found and missed in each group, at its cut-off: rates, and counts of 1,000."""
    judged = [(name, model, one) for name in groups for model, one in ev.groups[name].judged.items()]
    if not judged:
        return []
    tables, short = [], _counts_named(ev, "short_names")
    for template, key in (("tables.decisions_by", "rates"), ("tables.counts_by", "counts")):
        names = list(words(key))
        rows = tuple(
            (group, model, short_percent(one.cutoff.value), *(decision_text(one, name) for name in names))
            for group, model, one in judged
        )
        columns = ("group", "model", "treat_at_or_above")
        heads = (*(words(f"tables.{column}") for column in columns), *(short[name] for name in names))
        tables.append(Table(say(template, column=title(way)), heads, rows))
    tables[-1] = replace(tables[-1], note=_group_decisions_note(ev, groups))
    return tables


def _group_decisions_note(ev: Evidence, groups: Sequence[str]) -> str:
    where = ev.question.deployment.prevalence
    note = [words("tables.decisions_note_by_observed")]
    if where is not None:
        median = short_percent(where.distribution.median)
        of = "tables" if ev.question.is_label_shift else "shift"
        note = [say(f"{of}.decisions_note_by", prevalence=median, which=_which_prevalence(ev))]
    for name in groups:
        for model, judged in ev.groups[name].judged.items():
            note += _not_available(f"{name}, {model}", judged, words("rates"))
    return " ".join(note)


def _group_differences(ev: Evidence, way: Way, names: Sequence[str]) -> list[Table]:
    """Whether the order of the models holds in each group."""
    rows = [
        (name, *_difference(ev, model, other, name))
        for name in names
        if ev.groups[name].why_not is None
        for model, other in combinations(ev.models, 2)
    ]
    heads = (words("tables.group"), *_difference_heads(ev))
    groups = sum(group.why_not is None for group in ev.groups.values())
    note = say("tables.order_note", groups=groups)
    return (
        [Table(_headed(ev, words("tables.order_in_groups"), way), heads, tuple(rows), note)] if rows else []
    )


def _headed(ev: Evidence, head: str, way: Way) -> str:
    """A heading, which names the columns where there are groups by others as well."""
    return head if len(ev.families.names) == 1 else f"{head} {say('tables.by', column=title(way))}"


def _together(ev: Evidence, estimate: Estimate, comparisons: int) -> tuple[str, ...]:
    """The interval that holds for several comparisons together, where there are several."""
    if comparisons < 2:
        return ()
    return (ends_together(estimate, ev.level_of_one(comparisons)),)


def _together_heads(comparisons: int) -> tuple[str, ...]:
    return () if comparisons < 2 else (say("tables.together", comparisons=comparisons),)


def _together_note(ev: Evidence, comparisons: int) -> str:
    level = ev.question.level
    return say(
        "tables.together_note",
        comparisons=comparisons,
        level=f"{100 * level:g} %",
        one_in=f"{1.0 / (1.0 - level):.3g}",
    )


def _gaps(ev: Evidence, way: Way, names: Sequence[str]) -> list[Table]:
    """Why each group differs from the reference, or from all other patients; one table a model."""
    where = ev.question.deployment.prevalence
    place = words("tables.gaps_place_between")
    if where is not None:
        place = say("tables.gaps_place", prevalence=where)
    comparisons = ev.gap_family
    note = [say("tables.gaps_note", place=place)]
    if comparisons > 1:
        note.append(_together_note(ev, comparisons))
    tables = []
    for model in ev.models:
        rows = [row for name in names for row in _gap_rows(ev, model, name)]
        if rows:
            unit = words("units.per 1,000.unit")
            heads = ("", words("tables.part"), unit.removesuffix(" patients"), *_together_heads(comparisons))
            sentences = " ".join([*note, *_reading_notes(ev, model, names)])
            head = _headed(ev, f"{words('tables.gaps')}: {model}.", way).removesuffix(".")
            tables.append(Table(head, heads, tuple(rows), sentences))
    return tables


def _gaps_refused(ev: Evidence) -> list[Paragraph]:
    """Of which models the differences between groups have no parts."""
    models = [model for model, shift in ev.question.shifts.items() if not shift.is_label_shift]
    return [Paragraph(say("shift.gaps_refused", models=joined(models)))] if models else []


# How the parts of a difference add up, in the order in which they are read.
_SIGNS = {
    "total": "",
    "mechanism": "= ",
    "sharpness": "    = ",
    "calibration": "    + ",
    "label_shift": "+ ",
}
# Discrimination and calibration are shown without optimism.
_CORRECTED = {"sharpness": "sharpness_corrected", "calibration": "calibration_corrected"}


def _gap_rows(ev: Evidence, model: str, name: str) -> list[tuple[str, ...]]:
    """The parts of one group's difference; none for the reference, or where a side cannot be judged."""
    gap = _gap(ev, model, name)
    if gap is None:
        return []
    title, comparisons = say("tables.gap_between", group=name, reference=gap.second.name), ev.gap_family
    rows: list[tuple[str, ...]] = []
    for part, sign in _SIGNS.items():
        estimate = gap.parts[_CORRECTED.get(part, part)]
        together = _together(ev, estimate, comparisons)
        head = sign + words(f"gap_parts.{part}")
        rows.append((title if part == "total" else "", head, per_thousand(estimate), *together))
        readings = _different_readings(ev, model, name) if part == "mechanism" else None
        if readings is not None:
            for reading, value in readings.differences.items():
                together = _together(ev, value, comparisons)
                rows.append(("", f"    {words(f'readings.{reading}')}", per_thousand(value), *together))
    return rows


def _gap(ev: Evidence, model: str, name: str) -> Gap | None:
    """One group's difference from the other, where there is another and both can be judged."""
    reference = ev.compared_with(name)
    if ev.groups[name].why_not is not None or name in (reference, ev.question.reference):
        return None
    try:
        return ev.gap(model, name, reference)
    except BaserateError:
        return None


def _different_readings(ev: Evidence, model: str, name: str) -> Readings | None:
    """Both readings of the source prevalence, where the answer depends on which holds."""
    readings = None if _gap(ev, model, name) is None else ev.readings(model, name, ev.compared_with(name))
    return readings if readings is not None and readings.differ else None


def _reading_notes(ev: Evidence, model: str, groups: Sequence[str]) -> list[str]:
    """Which reading calibration by group supports, for each group in which the answer depends on it."""
    used = ALL if ev.question.sources[model] == ALL else GROUP
    both = (_different_readings(ev, model, name) for name in groups)
    notes = [readings_in_words(readings, used) for readings in both if readings is not None]
    return [*notes, words("shift.readings")] if notes else []


def _provenance(ev: Evidence) -> Paragraph:
    return Paragraph(
        f"baserate {__version__}, {ev.time}, seed {ev.question.seed}, data {ev.patients.sha256[:12]}."
    )
