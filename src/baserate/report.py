"""An evaluation for reading: paragraphs and tables, as plain text or for whatever draws tables."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

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
    found += [Paragraph(verdict.text, "verdict"), _models(ev), _beside(ev)]
    found += [_comparisons(ev)]
    if ev.groups:
        found += [_groups(ev), *_gaps(ev)]
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
        rows.append((name, worth, shown(judged, "auc"), loss, str(judged.cutoff)))
    nobody = ev.rival(NO_ONE)
    everyone = ev.rival(EVERYONE) - nobody
    rows.append((EVERYONE, per_thousand(everyone), "", "", ""))
    rows.append((NO_ONE, "0", "", "", ""))
    level = f"{100 * ev.question.level:g} %"
    return Table(
        "Which model?",
        (
            "",
            f"net benefit per 1,000 ({level})",
            "AUC",
            "lost to miscalibration per 1,000",
            "treat from a score of",
        ),
        tuple(rows),
        "Net benefit over treating no one, in true positives per 1,000 patients. The loss to miscalibration "
        "is corrected for optimism.",
    )


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
        rows.append((model, *cells, percent(judged.measure("mean_score").value)))
    note = "Accuracy at the cut-off above, in these patients. Calibration: 0, 1 and 1 are right."
    return Table("Next to it", ("", *heads), tuple(rows), " ".join([note, *missing]))


def _comparisons(ev: Evidence) -> Table:
    pairs = [*combinations(ev.models, 2)]
    pairs += [(model, rival) for model in ev.models for rival in (EVERYONE, NO_ONE)]
    rows = []
    for model, other in pairs:
        found = ev.compare(model, other)
        rows.append((model, other, per_thousand(found), _probability(found.probability_better)))
    heads = ("model", "less", "true positives per 1,000", "probability better")
    return Table("Differences on the same patients", heads, tuple(rows))


def _groups(ev: Evidence) -> Table:
    rows = []
    for group in ev.groups.values():
        size = (group.name, f"{group.patients:,}", f"{group.positives:,}")
        if group.why_not is not None:
            rows.append((*size, "not estimable: " + group.why_not, *[""] * (2 * len(ev.models) - 1)))
            continue
        cells: list[str] = []
        for judged in group.judged.values():
            cells += [per_thousand(judged.measure("net_benefit_over_treating_no_one")), shown(judged, "auc")]
        rows.append((*size, *cells))
    heads = ["group", "patients", "events"]
    for model in ev.models:
        heads += [f"{model}: per 1,000", "AUC"]
    return Table(f"By {ev.question.roles.by}", tuple(heads), tuple(rows))


def _gaps(ev: Evidence) -> list[Table]:
    """Why each group differs from the reference, or from all other patients; one table a model."""
    found = []
    where = ev.question.deployment.prevalence
    place = "prevalences between those of the two" if where is None else f"a prevalence of {where}"
    for model in ev.models:
        rows = []
        for name, group in ev.groups.items():
            if group.why_not is not None or name == ev.question.reference:
                continue
            try:
                gap = ev.gap(model, name, ev.question.reference)
            except BaserateError:
                continue
            parts = ("total", "mechanism", "label_shift", "sharpness_corrected", "calibration_corrected")
            cells = [per_thousand(gap.parts[part]) for part in parts]
            rows.append((f"{name} less {gap.second.name}", *cells))
        heads = ("", "total", "= mechanism", "+ label shift", "of mechanism: sharpness", "and calibration")
        note = (
            "True positives per 1,000 patients. Total at each group's own prevalence; mechanism at "
            f"{place}; sharpness and calibration corrected for optimism."
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
        return textwrap.fill(block.text, WIDTH)
    note = [textwrap.fill(block.note, WIDTH)] if block.note else []
    return "\n".join([block.title, *_aligned([block.columns, *block.rows]), *note])


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as their widest cell, two spaces apart."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
