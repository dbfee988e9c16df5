"""An evaluation for reading: paragraphs and tables, as plain text or for whatever draws tables."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from baserate.engine import ReducedPatients
from baserate.errors import BaserateError
from baserate.estimate import Estimate
from baserate.evidence import Evidence
from baserate.measures import EVERYONE, NO_ONE, Judged
from baserate.notation import percent
from baserate.verdict import Verdict
from baserate.version import __version__

WIDTH = 100


@dataclass(frozen=True)
class Paragraph:
    """Some sentences; ``style`` is "warning", "verdict" or plain."""

    text: str
    style: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", printable(self.text))


@dataclass(frozen=True)
class Table:
    """A title, the heads of columns, rows of text, and a note below."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", printable(self.title))
        object.__setattr__(self, "columns", tuple(map(printable, self.columns)))
        object.__setattr__(self, "rows", tuple(tuple(map(printable, row)) for row in self.rows))
        object.__setattr__(self, "note", printable(self.note))


def printable(text: str) -> str:
    """Text in which a name can neither break a line nor command a terminal: such signs are written out."""
    return "".join(_shown(letter) for letter in text)


def _shown(letter: str) -> str:
    if letter.isprintable() or (unicodedata.category(letter) == "Cf" and letter not in _REORDERING):
        return letter
    return letter.encode("unicode_escape", "surrogatepass").decode()


# Signs that make what follows run the other way, up to another sign: a name must not do that to a table.
_REORDERING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def blocks(ev: Evidence, verdict: Verdict) -> list[Paragraph | Table]:
    """Everything a reader is shown, in order: what must be known first, the verdict, the numbers."""
    found: list[Paragraph | Table] = [_question(ev)]
    found += [Paragraph(f"Warning: {warning}", "warning") for warning in ev.warnings]
    found += [Paragraph(verdict.text, "verdict"), _models(ev), _decisions(ev), _beside(ev)]
    found += [_comparisons(ev, None)]
    if ev.groups:
        found += [_groups(ev), *_group_comparisons(ev), *_gaps(ev)]
    found += [_provenance(ev)]
    return found


def as_text(ev: Evidence, verdict: Verdict) -> str:
    """The blocks as plain text."""
    return "\n\n".join(as_plain(block) for block in blocks(ev, verdict)) + "\n"


def _question(ev: Evidence) -> Paragraph:
    everyone, where, patients = ev.everyone, ev.question.deployment, ev.patients
    lines = [f"{everyone.patients:,} patients, {everyone.positives:,} with the outcome."]
    if patients.dropped_rows:
        reasons = ", ".join(f"{name} in {n:,}" for name, n in patients.missing.items())
        lines.append(
            f"{patients.dropped_rows:,} of {patients.rows:,} rows were dropped (missing: {reasons})."
        )
    place = "the patients' own" if where.prevalence is None else str(where.prevalence)
    lines.append(f"Prevalence where the model will be used: {place}. Cost of errors: {where.cost.words()}.")
    if isinstance(patients, ReducedPatients):
        lines.append("Scores were grouped into narrow cells of log odds where the patients are.")
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
    nobody = ev.rival(NO_ONE)
    everyone = ev.rival(EVERYONE) - nobody
    rows.append((EVERYONE, per_thousand(everyone), "", ""))
    rows.append((NO_ONE, "0", "", ""))
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
    note = f"Per 1,000 patients of whom {100 * middle:.3g} % have the outcome, the middle of the deployment."
    return Table("At that cut-off", heads, tuple(rows), note)


def _beside(ev: Evidence) -> Table:
    names = (
        "accuracy",
        "brier",
        "log_loss",
        "calibration_intercept",
        "calibration_slope",
        "observed_expected",
    )
    heads = ("accuracy", "Brier", "log loss", "intercept", "slope", "observed/expected", "mean score")
    rows = []
    missing = []
    for model, judged in ev.everyone.judged.items():
        cells = [shown(judged, name) for name in names]
        reasons: dict[str, list[str]] = {}
        for name in names:
            if isinstance(why := judged.measure_or_why(name), str):
                reasons.setdefault(why, []).append(name.replace("_", " "))
        missing += [f"{model}: no {' or '.join(of)}, because {why}" for why, of in reasons.items()]
        missing += _extreme(model, judged)
        rows.append((model, *cells, percent(judged.measure("mean_score").value)))
    note = "Accuracy at the cut-off, in these patients. Calibrated: intercept 0, slope 1, ratio 1."
    return Table("Usual measures", ("", *heads), tuple(rows), " ".join([note, *missing]))


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
    return pairs + [(model, rival) for model in ev.models for rival in (EVERYONE, NO_ONE)]


def _comparisons(ev: Evidence, group: str | None) -> Table:
    rows = []
    for model, other in _pairs(ev):
        found = ev.compare(model, other, group)
        rows.append((model, other, per_thousand(found), _probability(found.probability_better)))
    heads = ("model", "minus", "true positives per 1,000", "probability better")
    return Table("Differences on the same patients", heads, tuple(rows))


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
            cut = f"{100 * judged.cutoff.value:.3g} %"
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
            rows.append((name, model, other, per_thousand(found), _probability(found.probability_better)))
    heads = ("group", "model", "minus", "true positives per 1,000", "probability better")
    return [Table("Does the order hold in each group?", heads, tuple(rows))] if rows else []


def _gaps(ev: Evidence) -> list[Table]:
    """Why each group differs from the reference, or from all other patients; one table a model."""
    found = []
    reference = ev.question.reference
    names = list(ev.groups)
    if reference is None and len(names) == 2:  # the other way round would say the same
        reference = names[1]
    where = ev.question.deployment.prevalence
    place = "prevalences between those of the two" if where is None else f"a prevalence of {where}"
    for model in ev.models:
        rows = []
        for name, group in ev.groups.items():
            if group.why_not is not None or name == reference:
                continue
            try:
                gap = ev.gap(model, name, reference)
            except BaserateError:
                continue
            parts = ("total", "mechanism", "label_shift", "sharpness_corrected", "calibration_corrected")
            cells = [per_thousand(gap.parts[part]) for part in parts]
            rows.append((f"{name} less {gap.second.name}", *cells))
        heads = ("", "total", "= mechanism", "+ label shift", "of mechanism: sharpness", "and calibration")
        note = (
            "True positives per 1,000 patients, counted from every decision wrong. Total at each group's own "
            f"prevalence; mechanism at {place}; sharpness and calibration corrected for optimism."
        )
        if rows:
            found.append(Table(f"Why groups differ: {model}", heads, tuple(rows), note))
    return found


def _provenance(ev: Evidence) -> Paragraph:
    return Paragraph(
        f"baserate {__version__}, {ev.time}, seed {ev.question.seed}, data {ev.patients.sha256[:12]}."
    )


def per_thousand(found: Estimate | float) -> str:
    """A number of net benefit, per 1,000 patients, with its interval."""
    if not isinstance(found, Estimate):
        return f"{1000 * found:.1f}"
    interval = found.interval()
    digits = 1 if 1000 * (interval.high - interval.low) >= 0.2 else 2
    value, low, high = (
        f"{round(1000 * x, digits) + 0.0:.{digits}f}" for x in (found.value, interval.low, interval.high)
    )
    return f"{value} ({low} to {high})"


def shown(judged: Judged, name: str) -> str:
    """A measure with its interval, or a dash where these patients do not give it."""
    found = judged.measure_or_why(name)
    if isinstance(found, str):
        return "-"
    interval = found.interval()
    return f"{found.value:.3f} ({interval.low:.3f} to {interval.high:.3f})"


def _probability(p: float) -> str:
    return "> 99.9 %" if p > 0.999 else "< 0.1 %" if p < 0.001 else f"{100 * p:.1f} %"


def as_plain(block: Paragraph | Table) -> str:
    """A block as plain text."""
    if isinstance(block, Paragraph):
        return _filled(block.text)
    note = [_filled(block.note)] if block.note else []
    return "\n".join([block.title, *_aligned([block.columns, *block.rows]), *note])


def _filled(text: str) -> str:
    """Lines of even length; a number stays with its percent sign."""
    return textwrap.fill(text.replace(" %", "\xa0%"), WIDTH).replace("\xa0%", " %")


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as their widest cell, two spaces apart."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
