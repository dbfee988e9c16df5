"""A result for reading: what must be known first, the verdict, the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from baserate.deployment.notation import percent, short_percent
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.patients.groupings import Way, title
from baserate.patients.outcome_values import in_words
from baserate.report.blocks import Paragraph, Table, as_plain
from baserate.report.cells import (
    counted_as,
    counts_named,
    decisions_note,
    difference_told,
    level_told,
    not_available,
    strategy_told,
    which_prevalence,
)
from baserate.results.measures import Section, Shown, ends_told, labels, told
from baserate.results.names import Names
from baserate.results.result import (
    Caution,
    CutoffOnScore,
    GapResult,
    GroupResult,
    ModelResult,
    Result,
    Several,
)
from baserate.results.sentences import joined
from baserate.results.words import cutoff_told, per_thousand, ratio_text, say, thousandths, words


def blocks(result: Result, *, options: bool = False) -> list[Paragraph | Table]:
    """Everything a reader is shown, in order: what must be known first, the verdict, the numbers.

    ``options`` says whether the reader writes options on the command line, not arguments.
    """
    verdict = result.verdict
    opening = " ".join([*counted(result), *place(result), *assumed(result)])
    shown: list[Paragraph | Table] = [Paragraph(opening), *map(Paragraph, what_counted(result))]
    shown += [Paragraph(warning_told(one, options=options), "warning") for one in result.cautions]
    shown.append(Paragraph(verdict.text, "verdict"))
    shown += [] if verdict.shift is None else [Paragraph(verdict.shift.text)]
    shown += _before(result)
    shown += [models_table(result), _decisions(result), _usual(result), _differences(result)]
    ways = groups_by_way(result)
    for way, groups in ways.items():
        shown += [_groups(result, way, groups), *_group_decisions(result, way, groups)]
        shown += [*_group_differences(result, way, groups), *_gaps(result, way, groups)]
    shown += _gaps_refused(result) if ways else []
    return [*shown, provenance(result)]


def warning_told(caution: Caution, *, options: bool) -> str:
    """A warning, for who writes options on the command line or arguments."""
    return f"Warning: {caution.on_command_line if options else caution.text}"


def _before(result: Result) -> list[Paragraph]:
    """What may change what one does with the verdict, in one paragraph."""
    remarks = " ".join(one.text for one in result.before_you_decide)
    return [Paragraph(f"{words('before.title')}: {remarks}")] if remarks else []


def as_text(result: Result) -> str:
    """The blocks as plain text."""
    return "\n\n".join(as_plain(block) for block in blocks(result)) + "\n"


def across_table(several: Several) -> Table:
    """One row for each of several deployments: what it calls for, by how much, and at which cut-off."""
    columns = ("deployment", "conclusion", "model", "difference")
    heads = (*(words(f"across.{column}") for column in columns), words("tables.treat_at_or_above"))
    rows = zip(several.across, several.evaluations, strict=True)
    cells = tuple(
        (
            row.name,
            row.conclusion,
            row.model,
            per_thousand(Shown.together(row.minus_without_a_model)),
            cutoff_told(result.models[row.model].threshold),
        )
        for row, result in rows
    )
    note = say("across.note", level=level_told(several.evaluations[0]))
    return Table(words("across.title"), heads, cells, note)


def groups_by_way(result: Result) -> dict[Way, list[GroupResult]]:
    """The groups of each way of dividing the patients, by its columns."""
    ways: dict[Way, list[GroupResult]] = {}
    for group in result.groups:
        ways.setdefault(group.by, []).append(group)
    return ways


# ---- how it begins ----


def counted(result: Result) -> list[str]:
    """How many patients there are, and how many rows were dropped."""
    data, lines = result.data, [_counts(result)]
    if data.dropped.rows:
        reasons = [
            say("opening.dropped_because", column=name, rows=f"{rows:,}")
            for name, rows in data.dropped.missing.items()
        ]
        dropped, rows = f"{data.dropped.rows:,}", f"{data.rows:,}"
        lines.append(say("opening.dropped", dropped=dropped, rows=rows, reasons=", ".join(reasons)))
    return lines


def _counts(result: Result) -> str:
    """How many patients; where rows are stays or visits of patients, both are counted."""
    data, names = result.data, result.names
    if data.follow_up is not None:
        return data.follow_up.text
    counts = {
        "patients": f"{data.used:,}",
        "positives": f"{data.positives:,}",
        "prevalence": short_percent(data.prevalence),
    }
    key = "opening.patients" if data.clusters is None else "opening.clusters"
    if names.outcome != Names().outcome:
        key += "_named"
    if data.clusters is not None:
        counts |= {"cluster": result.provenance.parameters["cluster"], "clusters": f"{data.clusters:,}"}
    return say(key, **counts, **names.words)


def place(result: Result) -> list[str]:
    """Where the model will be used, and what errors cost there."""
    where = result.deployment
    prevalence = words("prevalence.observed") if where.prevalence is None else where.prevalence.text
    cost = where.cost  # the verdict says which error it is that costs more
    return [say("opening.deployment", prevalence=prevalence, cost=cost.ratio, threshold=cost.threshold)]


def assumed(result: Result) -> list[str]:
    """What the scores are taken to be calibrated to, and how they are moved from there."""
    where = result.deployment
    lines = [] if result.data.binning is None else [words("opening.binned")]
    stated = [
        say(
            "opening.calibrated_to_all" if source.of == "all" else "opening.calibrated_to_one",
            model=name,
            prevalence=percent(source.value),
        )
        for name, source in where.source_prevalence.items()
        if source.of == "all" or source.stated
    ]
    if stated:
        lines.append(say("opening.calibrated_to", models=", ".join(stated)))
    else:
        lines.append(words("opening.calibrated_to_observed"))
    return lines if where.prevalence is None else [*lines, *_shifts(result)]


def what_counted(result: Result) -> list[str]:
    """What counted as a case and what as none, where that is known."""
    values = result.data.outcome_values
    return [] if values is None else [in_words(values, result.provenance.parameters["outcome"])]


def _shifts(result: Result) -> list[str]:
    """How much of the difference in prevalence scores are adjusted for."""
    where = result.deployment
    if where.is_label_shift:
        return [words("shift.opening_label")]
    shifts = list(where.shift.values())
    together = len({(one.value, one.standard_error, one.degrees_of_freedom) for one in shifts}) == 1
    if together:
        told_shifts = shifts[0].text
    else:
        told_shifts = joined(
            [say("shift.opening_one", model=name, shift=one.text) for name, one in where.shift.items()]
        )
    if all(one.value == 1.0 for one in shifts):
        return [say("shift.opening_full", shifts=told_shifts)]
    opening = say("shift.opening" if together else "shift.opening_by_model", shifts=told_shifts)
    return [opening, words("shift.worlds")] if len(result.models) > 1 else [opening]


# ---- the models ----


def models_table(result: Result) -> Table:
    """One row for each model, and for each way to decide without one."""
    rows = [
        (
            name,
            told("net_benefit", about.net_benefit),
            told("auc", about.auc),
            told("calibration_corrected", about.calibration_corrected),
        )
        for name, about in result.models.items()
    ]
    rows += [(name, strategy_told(result, name), "", "") for name in DEFAULT_STRATEGIES]
    score, short, unit = (words(f"units.{key}") for key in _SCORE)
    heads = (
        "",
        say("tables.models_level", score=f"{score} {short}", level=level_told(result)),
        "AUC",
        say("tables.models_loss", short=short),
    )
    note = [say("tables.models_note", unit=unit) + _picked(result)]
    moved = _moved(result)
    note += [say("shift.no_loss", models=joined(moved))] if moved else []
    return Table(words("tables.models"), heads, tuple(rows), " ".join(note))


def _moved(result: Result) -> list[str]:
    """The models that are judged under another shift than label shift."""
    where = result.deployment
    if where.prevalence is None:
        return []
    return [name for name, one in where.shift.items() if not one.is_label_shift]


def _picked(result: Result) -> str:
    """The interval of the best model, which was picked by looking, where there are several."""
    if len(result.models) < 2:
        return ""
    best = result.best_model
    number = result.models[best].net_benefit
    _, low, high = thousandths(Shown.together(number))
    picked = say("tables.models_note_adjusted", count=len(result.models), model=best, low=low, high=high)
    return f" {picked}"


# What the text calls net benefit, and its unit.
_SCORE = ("net benefit.short", "per 1,000.short", "per 1,000.unit")


def _decisions(result: Result) -> Table:
    """What clinicians ask first: who is treated, found, missed; one column a model."""
    models = result.models
    cutoffs = [about.threshold for about in models.values()]
    rows = [
        (words("tables.threshold_probability"), *(short_percent(cut.probability) for cut in cutoffs)),
        (words("tables.cutoff_on_score"), *(short_percent(cut.value) for cut in cutoffs)),
    ]
    if cutoffs[0].over:
        lowest, highest = words(f"threshold.ends.{cutoffs[0].over}")
        rows.append((f"  {lowest}", *(short_percent(cut.high) for cut in cutoffs)))
        rows.append((f"  {highest}", *(short_percent(cut.low) for cut in cutoffs)))
    for name, head in (labels("rates") | counts_named(result)).items():
        rows.append((head, *(told(name, about.measure(name)) for about in models.values())))
    return Table(words("tables.decisions"), ("", *models), tuple(rows), _decisions_note(result))


def _decisions_note(result: Result) -> str:
    """At which prevalence, why a cut-off is not the threshold probability, and what is not to be had."""
    note = [decisions_note(result, result.models), *cutoff_reasons(result).values()]
    for model, about in result.models.items():
        note += not_available(model, about, labels("rates"))
    return " ".join(note)


def cutoff_reasons(result: Result) -> dict[tuple[str, ...], str]:
    """Why a cut-off is not the threshold probability, or is; models of which the same is true together."""
    models: dict[str, list[str]] = {}
    for model, about in result.models.items():
        models.setdefault(about.threshold.text, []).append(model)
    if len(models) == 1:
        return {tuple(names): reason for reason, names in models.items()}
    return {
        tuple(names): say("threshold.of", models=", ".join(names), reason=reason)
        for reason, names in models.items()
    }


def _usual(result: Result) -> Table:
    """What is usually reported, one column a model."""
    models, heads = result.models, labels("measures")
    rows = [
        (head, *(told(name, about.measure(name)) for about in models.values()))
        for name, head in heads.items()
    ]
    note = [words("tables.usual_note")]
    for model, about in models.items():
        note += [*not_available(model, about, heads), *_far_slope(model, about)]
    return Table(words("tables.usual"), ("", *models), tuple(rows), " ".join(note))


def _far_slope(model: str, about: ModelResult) -> list[str]:
    """A word on risks that are far too extreme, or too moderate, to be taken at their word."""
    slope = about.calibration_slope
    if slope is None or slope.value is None:
        return []
    shown, (least, most) = Shown.of(slope), words("constants.slope_near_one")
    if shown.high >= least and shown.low <= most:
        return []
    how = words("tables.too_extreme" if slope.value < 1.0 else "tables.too_moderate")
    value = f"{slope.value:.{words('digits.slope')}f}"
    return [say("tables.slope_far_from_one", model=model, slope=value, how=how)]


def _differences(result: Result) -> Table:
    rows = tuple(map(difference_told, result.comparisons))
    note = say("tables.differences_note", count=len(rows))
    if result.verdict.margin is not None:
        note += " " + say("tables.differences_note_margin", margin=f"{result.verdict.margin:g}")
    return Table(words("tables.differences"), _difference_heads(result), rows, note)


def _difference_heads(result: Result) -> tuple[str, ...]:
    unit = words("units.per 1,000.unit").removesuffix(" patients")
    margin = result.verdict.margin
    heads = [words("tables.model"), words("tables.minus"), f"{unit} ({level_told(result)} CI)"]
    heads += [words("tables.adjusted"), words("tables.confidence")]
    heads += [] if margin is None else [say("tables.confidence_above_margin", margin=f"{margin:g}")]
    return tuple(heads)


# ---- the groups ----


def _groups(result: Result, way: Way, groups: Sequence[GroupResult]) -> Table:
    """One row for each group and model: what it is worth there, and at which cut-off."""
    rows, reasons = [], []
    is_followed = result.data.follow_up is not None
    for group in groups:
        # Site summaries say how many were censored altogether, and not in groups.
        censored = words("numbers.missing") if group.censored is None else f"{group.censored:,}"
        size = (
            group.name,
            f"{group.patients:,}",
            f"{group.positives:,}",
            *([censored] if is_followed else []),
        )
        if group.why_not is not None:
            rows.append((*size, words("tables.not_estimable"), *[""] * 6))
            reasons.append(f"{group.name}: {group.why_not}")
        for model, about in group.models.items():
            rows.append((*size, model, *_in_group(about, result.models[model].threshold)))
    note = [words("tables.groups_zero"), *_threshold_notes(result)]
    note += [words("tables.groups_one_threshold"), words("tables.groups_expected"), *reasons]
    score, short, _ = (words(f"units.{key}") for key in _SCORE)
    columns = ("group", counted_as(result), "events", *(["censored"] if is_followed else []), "model")
    heads = (*(words(f"tables.{column}") for column in columns), f"{score} {short}", "AUC")
    heads += (words("measures.observed_expected"), words("tables.treat_at_or_above"))
    heads += (words("tables.one_threshold"), say("tables.with_one_threshold", score=score))
    head = say("tables.by", column=title(way))
    return Table(head, heads, tuple(rows), " ".join(note))


def _in_group(about: ModelResult, common: CutoffOnScore) -> tuple[str, ...]:
    """What a model is worth in a group, and at which cut-off; and with the one that everyone has."""
    ratio, at_common = about.observed_expected, about.at_common_threshold
    return (
        told("net_benefit", about.net_benefit),
        told("auc", about.auc),
        words("numbers.missing") if ratio is None else ratio_text(Shown.of(ratio)),
        short_percent(about.threshold.value),
        short_percent(common.value),
        told("net_benefit", None if at_common is None else at_common.net_benefit),
    )


def _threshold_notes(result: Result) -> list[str]:
    """Whether groups have one cut-off or each its own, and why; models of which the same is true together."""
    at_observed = result.deployment.prevalence is None
    place = "observed" if at_observed else "stated"
    models: dict[str, list[str]] = {}
    for model, source in result.deployment.source_prevalence.items():
        # One cut-off where both the deployment's prevalence and the source are each group's own, or neither.
        kind = "own" if at_observed != (source.of == "group") else "same"
        models.setdefault(f"tables.groups_{kind}_threshold_{place}", []).append(model)
    if len(models) == 1:
        return [words(key) for key in models]
    return [
        say("tables.groups_of_models", models=", ".join(names), sentence=words(key))
        for key, names in models.items()
    ]


def _group_decisions(result: Result, way: Way, groups: Sequence[GroupResult]) -> list[Table]:
    """Who is treated, found and missed in each group, at its cut-off: rates, and counts of 1,000."""
    models = [(group.name, model, about) for group in groups for model, about in group.models.items()]
    if not models:
        return []
    tables, short = [], counts_named(result, "short_names")
    sections: dict[Section, str] = {"rates": "tables.decisions_by", "counts": "tables.counts_by"}
    for section, template in sections.items():
        names = list(labels(section))
        rows = tuple(
            (
                group,
                model,
                short_percent(about.threshold.value),
                *(told(name, about.measure(name)) for name in names),
            )
            for group, model, about in models
        )
        columns = ("group", "model", "treat_at_or_above")
        heads = (*(words(f"tables.{column}") for column in columns), *(short[name] for name in names))
        tables.append(Table(say(template, column=title(way)), heads, rows))
    tables[-1] = replace(tables[-1], note=_group_decisions_note(result, groups))
    return tables


def _group_decisions_note(result: Result, groups: Sequence[GroupResult]) -> str:
    where = result.deployment.prevalence
    note = [words("tables.decisions_note_by_observed")]
    if where is not None:
        of = "tables" if result.deployment.is_label_shift else "shift"
        median = short_percent(where.median)
        note = [say(f"{of}.decisions_note_by", prevalence=median, which=which_prevalence(result))]
    for group in groups:
        for model, about in group.models.items():
            note += not_available(f"{group.name}, {model}", about, labels("rates"))
    return " ".join(note)


def _group_differences(result: Result, way: Way, groups: Sequence[GroupResult]) -> list[Table]:
    """Whether the order of the models holds in each group."""
    rows = [
        (group.name, *difference_told(one))
        for group in groups
        for one in group.comparisons
        if one.reference in result.models
    ]
    heads = (words("tables.group"), *_difference_heads(result))
    note = say("tables.order_note", groups=sum(group.estimable for group in result.groups))
    head = _headed(result, words("tables.order_in_groups"), way)
    return [Table(head, heads, tuple(rows), note)] if rows else []


def _headed(result: Result, head: str, way: Way) -> str:
    """A heading, which names the columns where there are groups by others as well."""
    return head if len(groups_by_way(result)) == 1 else f"{head} {say('tables.by', column=title(way))}"


# ---- why groups differ ----


def _gaps(result: Result, way: Way, groups: Sequence[GroupResult]) -> list[Table]:
    """Why each group differs from the reference, or from all other patients; one table a model."""
    where = result.deployment.prevalence
    place = words("tables.gaps_place_between")
    if where is not None:
        place = say("tables.gaps_place", prevalence=where.text)
    tables = []
    for model in result.models:
        gaps = [
            gap for group in groups for gap in group.gaps if gap.model == model and gap.heading is not None
        ]
        if not gaps:
            continue
        comparisons = gaps[0].simultaneous.comparisons
        note = [say("tables.gaps_note", place=place), *_together_note(result, comparisons)]
        told_apart = [gap.note for gap in gaps if gap.note is not None]
        note += [*told_apart, words("shift.readings")] if told_apart else []
        unit = words("units.per 1,000.unit").removesuffix(" patients")
        together = [] if comparisons < 2 else [say("tables.together", comparisons=comparisons)]
        heads = ("", words("tables.part"), unit, *together)
        head = _headed(result, f"{words('tables.gaps')}: {model}.", way).removesuffix(".")
        rows = tuple(row for gap in gaps for row in _gap_rows(gap))
        tables.append(Table(head, heads, rows, " ".join(note)))
    return tables


def _together_note(result: Result, comparisons: int) -> list[str]:
    """What the intervals of several comparisons hold for, where there are several."""
    if comparisons < 2:
        return []
    level = result.deployment.level
    one_in = f"{1.0 / (1.0 - level):.3g}"
    return [say("tables.together_note", comparisons=comparisons, level=level_told(result), one_in=one_in)]


def _gaps_refused(result: Result) -> list[Paragraph]:
    """Of which models the differences between groups have no parts."""
    models = [model for model, shift in result.deployment.shift.items() if not shift.is_label_shift]
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


def _gap_rows(gap: GapResult) -> Iterator[tuple[str, ...]]:
    """The parts of one group's difference, and both readings of it where the answer depends on them."""
    several = gap.simultaneous.comparisons > 1
    for part, sign in _SIGNS.items():
        number = getattr(gap, _CORRECTED.get(part, part))
        together = [ends_told(number)] if several else []
        head = sign + words(f"gap_parts.{part}")
        yield str(gap.heading) if part == "total" else "", head, told("gap_total", number), *together
        if part != "mechanism" or gap.readings is None or not gap.readings.differ:
            continue
        both = gap.readings.difference_at_equal_prevalence
        for reading, value in (("group", both.group), ("all", both.all)):
            together = [ends_told(value)] if several else []
            yield "", f"    {words(f'readings.{reading}')}", told("gap_total", value), *together


def provenance(result: Result) -> Paragraph:
    """By what it was made, when, and of which data."""
    record, digest = result.provenance, result.data.sha256[:12]
    return Paragraph(f"baserate {record.version}, {record.time}, seed {record.seed}, data {digest}.")
