"""An evaluation for reading: what must be known first, the verdict, the numbers.

Groups for reading: what each model is worth in each, whether the order holds, and why groups differ.
"""

from __future__ import annotations

from itertools import combinations

from baserate import __version__
from baserate.deployment.notation import percent, short_percent
from baserate.errors import BaserateError
from baserate.evaluation.evidence import Evidence
from baserate.evaluation.judged import TREAT_ALL, TREAT_NONE, Judged
from baserate.evaluation.verdict import Verdict, per_thousand, probability
from baserate.report.blocks import Paragraph, Table, as_plain


def blocks(ev: Evidence, verdict: Verdict) -> list[Paragraph | Table]:
    """Everything a reader is shown, in order: what must be known first, the verdict, the numbers."""
    found: list[Paragraph | Table] = [_question(ev)]
    found += [Paragraph(f"Warning: {warning}", "warning") for warning in ev.warnings]
    found += [Paragraph(verdict.text, "verdict"), _models(ev), _decisions(ev), _beside(ev)]
    found += [_comparisons(ev, None)]
    if ev.groups:
        found += group_tables(ev)
    found += [_provenance(ev)]
    return found


def as_text(ev: Evidence, verdict: Verdict) -> str:
    """The blocks as plain text."""
    return "\n\n".join(as_plain(block) for block in blocks(ev, verdict)) + "\n"


def _question(ev: Evidence) -> Paragraph:
    everyone, where, patients = ev.everyone, ev.question.deployment, ev.patients
    share = short_percent(everyone.prevalence)
    lines = [f"{everyone.patients:,} patients, {everyone.positives:,} with the outcome ({share})."]
    if patients.dropped_rows:
        reasons = ", ".join(f"{name} in {n:,}" for name, n in patients.missing.items())
        lines.append(
            f"{patients.dropped_rows:,} of {patients.rows:,} rows were dropped (missing: {reasons})."
        )
    place = "the patients' own" if where.prevalence is None else str(where.prevalence)
    lines.append(f"Prevalence where the model will be used: {place}. Cost of errors: {where.cost.words()}.")
    if patients.in_bins:
        lines.append("Scores were grouped into narrow bins of log odds where the patients are.")
    stated = [
        f"{name} for {percent(judged.source)}"
        for name, judged in everyone.judged.items()
        if judged.source_prevalence is not None
    ]
    own = "the scores are taken as made for the prevalence of the patients they are judged on"
    lines.append(f"Scores made for: {', '.join(stated)}." if stated else f"{own.capitalize()}.")
    return Paragraph(" ".join(lines))


def _models(ev: Evidence) -> Table:
    rows = []
    for name, judged in ev.everyone.judged.items():
        worth = per_thousand(judged.measure("net_benefit_over_treating_no_one"))
        loss = per_thousand(judged.measure("calibration_corrected"))
        rows.append((name, worth, shown(judged, "auc"), loss))
    nobody = ev.rival(TREAT_NONE)
    everyone = ev.rival(TREAT_ALL) - nobody
    rows.append((TREAT_ALL, per_thousand(everyone), "", ""))
    rows.append((TREAT_NONE, "0", "", ""))
    level = f"{100 * ev.question.level:g} %"
    return Table(
        "Which model?",
        (
            "",
            f"net benefit per 1,000 ({level})",
            "AUC",
            "lost to miscalibration per 1,000",
        ),
        tuple(rows),
        "Net benefit over treating no one, in true positives per 1,000 patients. The loss to miscalibration "
        "is corrected for optimism.",
    )


def _decisions(ev: Evidence) -> Table:
    """What clinicians ask first: how many are treated, found, missed."""
    rows = []
    for name, judged in ev.everyone.judged.items():
        done = judged.consequences
        counts = (done.treated, done.found, done.missed, done.needless)
        rows.append((name, str(judged.cutoff), *(f"{count:.1f}" for count in counts)))
    middle = next(iter(ev.everyone.judged.values())).consequences.prevalence
    heads = ("", "treat from a score of", "treated", "cases found", "missed", "treated needlessly")
    note = (
        f"Per 1,000 patients of whom {short_percent(middle)} have the outcome, the middle of the deployment."
    )
    return Table("At that cut-off", heads, tuple(rows), note)


_USUAL = {
    "accuracy": "accuracy",
    "brier": "Brier score",
    "log_loss": "log loss",
    "calibration_intercept": "calibration intercept",
    "calibration_slope": "calibration slope",
    "observed_expected": "observed/expected",
    "mean_score": "mean score",
}


def _beside(ev: Evidence) -> Table:
    """What is usually reported, one column a model."""
    everyone = ev.everyone.judged
    rows = [(head, *(shown(judged, name) for judged in everyone.values())) for name, head in _USUAL.items()]
    note = [
        "Accuracy at the cut-off, in these patients. Calibrated: intercept 0, slope 1, observed/expected 1."
    ]
    for model, judged in everyone.items():
        reasons: dict[str, list[str]] = {}
        for name, head in _USUAL.items():
            if isinstance(why := judged.measure_or_why(name), str):
                reasons.setdefault(why, []).append(head)
        note += [f"{model}: no {' or '.join(of)}, because {why}" for why, of in reasons.items()]
        note += _extreme(model, judged)
    return Table("Usual measures", ("", *everyone), tuple(rows), " ".join(note))


def _extreme(model: str, judged: Judged) -> list[str]:
    """A word on risks that are far too extreme, or too timid, for the cut-off to be taken at its word."""
    found = judged.measure_or_why("calibration_slope")
    if isinstance(found, str):
        return []
    if found.high < _SLOPES[0] or found.low > _SLOPES[1]:
        how = "extreme" if found.value < 1.0 else "timid"
        return [
            f"{model}: a slope of {found.value:.2f} says its risks are too {how}: recalibrate before use."
        ]
    return []


# Beyond these, a calibration slope is far from 1.
_SLOPES = (0.8, 1.25)


def _pairs(ev: Evidence) -> list[tuple[str, str]]:
    pairs = [*combinations(ev.models, 2)]
    return pairs + [(model, rival) for model in ev.models for rival in (TREAT_ALL, TREAT_NONE)]


def _comparisons(ev: Evidence, group: str | None) -> Table:
    rows = []
    for model, other in _pairs(ev):
        found = ev.compare(model, other, group)
        rows.append((model, other, per_thousand(found), probability(found.probability_better)))
    heads = ("model", "minus", "true positives per 1,000", "probability better")
    return Table("Differences on the same patients", heads, tuple(rows))


def _provenance(ev: Evidence) -> Paragraph:
    return Paragraph(
        f"baserate {__version__}, {ev.time}, seed {ev.question.seed}, data {ev.patients.sha256[:12]}."
    )


def group_tables(ev: Evidence) -> list[Table]:
    """Every table about groups."""
    return [_groups(ev), *_group_comparisons(ev), *_gaps(ev)]


def shown(judged: Judged, name: str) -> str:
    """A measure with its interval, or a dash where these patients do not give it."""
    found = judged.measure_or_why(name)
    if isinstance(found, str):
        return "-"
    interval = found.interval()
    return f"{found.value:.3f} ({interval.low:.3f} to {interval.high:.3f})"


def _groups(ev: Evidence) -> Table:
    """One row for each group and model: what it is worth there, and at which cut-off."""
    rows, reasons = [], []
    for group in ev.groups.values():
        size = (group.name, f"{group.patients:,}", f"{group.positives:,}")
        if group.why_not is not None:
            rows.append((*size, "not estimable", "", "", ""))
            reasons.append(f"{group.name}: {group.why_not}")
        for model, judged in group.judged.items():
            worth = per_thousand(judged.measure("net_benefit_over_treating_no_one"))
            cut = short_percent(judged.cutoff.value)
            rows.append((*size, model, worth, shown(judged, "auc"), cut))
    heads = ("group", "patients", "events", "model", "net benefit per 1,000", "AUC", "treat from")
    note = "Net benefit over treating no one."
    if any(ev.question.source_of(model) is None for model in ev.models):
        note += (
            " Each group is judged at a cut-off of its own, its scores taken as made for its own prevalence; "
            "to judge one cut-off for all, state the prevalence they were made for (--source-prevalence)."
        )
    return Table(f"By {ev.question.roles.by}", heads, tuple(rows), " ".join([note, *reasons]))


def _group_comparisons(ev: Evidence) -> list[Table]:
    """Whether the order of the models holds in each group."""
    if len(ev.models) < 2:
        return []
    rows = []
    for name, group in ev.groups.items():
        for model, other in combinations(ev.models, 2) if group.why_not is None else ():
            found = ev.compare(model, other, name)
            rows.append((name, model, other, per_thousand(found), probability(found.probability_better)))
    heads = ("group", "model", "minus", "true positives per 1,000", "probability better")
    return [Table("Does the order hold in each group?", heads, tuple(rows))] if rows else []


def _gaps(ev: Evidence) -> list[Table]:
    """Why each group differs from the reference, or from all other patients; one table a model."""
    where = ev.question.deployment.prevalence
    place = "prevalences between those of the two" if where is None else f"a prevalence of {where}"
    note = (
        "True positives per 1,000 patients, counted from every decision wrong. Total at each group's own "
        f"prevalence; mechanism at {place}; sharpness and calibration corrected for optimism."
    )
    found = []
    for model in ev.models:
        rows = [row for name in ev.groups for row in _gap_rows(ev, model, name)]
        if rows:
            heads = ("", "part", "true positives per 1,000")
            found.append(Table(f"Why groups differ: {model}", heads, tuple(rows), note))
    return found


_PARTS = {
    "total": "total",
    "mechanism": "= mechanism",
    "sharpness_corrected": "    = sharpness",
    "calibration_corrected": "    + calibration",
    "label_shift": "+ label shift",
}


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
    title = f"{name} less {gap.second.name}"
    return [
        (title if part == "total" else "", head, per_thousand(gap.parts[part]))
        for part, head in _PARTS.items()
    ]
