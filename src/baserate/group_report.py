"""Groups for reading: what each model is worth in each, whether the order holds, and why groups differ."""

from __future__ import annotations

from itertools import combinations

from baserate.errors import BaserateError
from baserate.evidence import Evidence
from baserate.layout import Table
from baserate.measures import Judged
from baserate.notation import short_percent
from baserate.wording import per_thousand, probability


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
