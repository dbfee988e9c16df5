"""An evaluation for reading: what must be known first, the verdict, the numbers."""

from __future__ import annotations

from itertools import combinations

from baserate import __version__
from baserate.deployment.notation import percent, short_percent
from baserate.errors import BaserateError
from baserate.evaluation.evidence import Evidence
from baserate.evaluation.judged import Judged
from baserate.evaluation.verdict import Verdict
from baserate.evaluation.words import confidence, per_thousand, say, thousandths, with_interval, words
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.report.blocks import Paragraph, Table, as_plain


def blocks(ev: Evidence, verdict: Verdict) -> list[Paragraph | Table]:
    """Everything a reader is shown, in order: what must be known first, the verdict, the numbers."""
    shown: list[Paragraph | Table] = [_question(ev)]
    shown += [Paragraph(f"Warning: {warning}", "warning") for warning in ev.warnings]
    shown += [Paragraph(verdict.text, "verdict"), _models(ev), _decisions(ev), _usual(ev), _differences(ev)]
    if ev.groups:
        shown += [_groups(ev), *_group_differences(ev), *_gaps(ev)]
    return [*shown, _provenance(ev)]


def as_text(ev: Evidence, verdict: Verdict) -> str:
    """The blocks as plain text."""
    return "\n\n".join(as_plain(block) for block in blocks(ev, verdict)) + "\n"


def _question(ev: Evidence) -> Paragraph:
    everyone, where, patients = ev.everyone, ev.question.deployment, ev.patients
    lines = [_counts(ev)]
    if patients.dropped_rows:
        reasons = [
            say("opening.dropped_because", column=name, rows=f"{rows:,}")
            for name, rows in patients.missing.items()
        ]
        dropped, rows = f"{patients.dropped_rows:,}", f"{patients.rows:,}"
        lines.append(say("opening.dropped", dropped=dropped, rows=rows, reasons=", ".join(reasons)))
    place = words("prevalence.observed") if where.prevalence is None else str(where.prevalence)
    lines.append(say("opening.deployment", prevalence=place, cost=where.cost.words()))
    if patients.in_bins:
        lines.append(words("opening.binned"))
    stated = [
        say("opening.calibrated_to_one", model=name, prevalence=percent(judged.source))
        for name, judged in everyone.judged.items()
        if judged.stated_source is not None
    ]
    if stated:
        lines.append(say("opening.calibrated_to", models=", ".join(stated)))
    else:
        lines.append(words("opening.calibrated_to_observed"))
    return Paragraph(" ".join(lines))


def _counts(ev: Evidence) -> str:
    """How many patients; where rows are stays or visits of patients, both are counted."""
    everyone, clusters = ev.everyone, ev.patients.clusters()
    counts = {
        "patients": f"{everyone.patients:,}",
        "positives": f"{everyone.positives:,}",
        "prevalence": short_percent(everyone.prevalence),
    }
    if clusters is None:
        return say("opening.patients", **counts)
    return say("opening.clusters", cluster=ev.question.roles.cluster, clusters=f"{clusters:,}", **counts)


def _models(ev: Evidence) -> Table:
    rows = []
    for name, judged in ev.everyone.judged.items():
        loss = per_thousand(judged.split.calibration_corrected)
        rows.append((name, per_thousand(judged.net_benefit), _measure(judged, "auc"), loss))
    rows += [(name, per_thousand(ev.score(name)), "", "") for name in DEFAULT_STRATEGIES]
    score, short, unit = (words(f"units.{key}") for key in _SCORE)
    heads = (
        "",
        say("tables.models_level", score=f"{score} {short}", level=f"{100 * ev.question.level:g} %"),
        "AUC",
        say("tables.models_loss", short=short),
    )
    note = say("tables.models_note", unit=unit) + _picked(ev)
    return Table(words("tables.models"), heads, tuple(rows), note)


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
    """What clinicians ask first: how many are treated, found, missed."""
    digits = words("digits.per_1000_at_threshold")
    rows = []
    for name, judged in ev.everyone.judged.items():
        done = judged.consequences
        counts = (done.treated, done.true_positives, done.false_negatives, done.false_positives)
        rows.append((name, str(judged.cutoff), *(f"{count:.{digits}f}" for count in counts)))
    median = next(iter(ev.everyone.judged.values())).consequences.prevalence
    columns = ("treat_at_or_above", "treated", "true_positives", "missed", "false_positives")
    heads = ("", *(words(f"tables.{column}") for column in columns))
    note = say("tables.decisions_note", prevalence=short_percent(median))
    return Table(words("tables.decisions"), heads, tuple(rows), note)


def _usual(ev: Evidence) -> Table:
    """What is usually reported, one column a model."""
    everyone, heads = ev.everyone.judged, words("measures")
    rows = [(head, *(_measure(judged, name) for judged in everyone.values())) for name, head in heads.items()]
    note = [words("tables.usual_note")]
    for model, judged in everyone.items():
        note += [*_not_available(model, judged), *_far_slope(model, judged)]
    return Table(words("tables.usual"), ("", *everyone), tuple(rows), " ".join(note))


def _not_available(model: str, judged: Judged) -> list[str]:
    """Why measures are missing, one sentence for each reason."""
    reasons: dict[str, list[str]] = {}
    for name, head in words("measures").items():
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


def _groups(ev: Evidence) -> Table:
    """One row for each group and model: what it is worth there, and at which cut-off."""
    rows, reasons = [], []
    for group in ev.groups.values():
        size = (group.name, f"{group.patients:,}", f"{group.positives:,}")
        if group.why_not is not None:
            rows.append((*size, words("tables.not_estimable"), "", "", ""))
            reasons.append(f"{group.name}: {group.why_not}")
        for model, judged in group.judged.items():
            worth, cut = per_thousand(judged.net_benefit), short_percent(judged.cutoff.value)
            rows.append((*size, model, worth, _measure(judged, "auc"), cut))
    note = [words("tables.groups_zero")]
    if any(source is None for source in ev.question.sources.values()):
        note += [words("tables.groups_own_thresholds"), words("tables.groups_one_threshold")]
    score, short, _ = (words(f"units.{key}") for key in _SCORE)
    columns = ("group", "patients", "events", "model")
    heads = (*(words(f"tables.{column}") for column in columns), f"{score} {short}", "AUC")
    title = say("tables.by", column=ev.question.roles.by)
    return Table(title, (*heads, words("tables.treat_at_or_above")), tuple(rows), " ".join([*note, *reasons]))


def _group_differences(ev: Evidence) -> list[Table]:
    """Whether the order of the models holds in each group."""
    rows = [
        (name, *_difference(ev, model, other, name))
        for name, group in ev.groups.items()
        if group.why_not is None
        for model, other in combinations(ev.models, 2)
    ]
    heads = (words("tables.group"), *_difference_heads(ev))
    groups = sum(group.why_not is None for group in ev.groups.values())
    note = say("tables.order_note", groups=groups)
    return [Table(words("tables.order_in_groups"), heads, tuple(rows), note)] if rows else []


def _gaps(ev: Evidence) -> list[Table]:
    """Why each group differs from the reference, or from all other patients; one table a model."""
    where = ev.question.deployment.prevalence
    place = words("tables.gaps_place_between")
    if where is not None:
        place = say("tables.gaps_place", prevalence=where)
    note = say("tables.gaps_note", place=place)
    tables = []
    for model in ev.models:
        rows = [row for name in ev.groups for row in _gap_rows(ev, model, name)]
        if rows:
            unit = words("units.per 1,000.unit")
            heads = ("", words("tables.part"), unit.removesuffix(" patients"))
            tables.append(Table(f"{words('tables.gaps')}: {model}", heads, tuple(rows), note))
    return tables


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


def _gap_rows(ev: Evidence, model: str, name: str) -> list[tuple[str, str, str]]:
    """The parts of one group's difference; none for the reference, or where a side cannot be judged."""
    reference, names = ev.question.reference, list(ev.groups)
    if reference is None and len(names) == 2:  # the other way round would say the same
        reference = names[1]
    if ev.groups[name].why_not is not None or name == reference:
        return []
    try:
        gap = ev.gap(model, name, reference)
    except BaserateError:
        return []
    title = say("tables.gap_between", group=name, reference=gap.second.name)
    return [
        (
            title if part == "total" else "",
            sign + words(f"gap_parts.{part}"),
            per_thousand(gap.parts[_CORRECTED.get(part, part)]),
        )
        for part, sign in _SIGNS.items()
    ]


def _provenance(ev: Evidence) -> Paragraph:
    return Paragraph(
        f"baserate {__version__}, {ev.time}, seed {ev.question.seed}, data {ev.patients.sha256[:12]}."
    )
