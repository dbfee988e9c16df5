"""An evaluation as plain data: one schema for JSON, files and the page."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from importlib.resources import files
from itertools import combinations
from typing import Any

from baserate import __version__
from baserate.deployment.deployment import ALL, GROUP
from baserate.deployment.distributions import Distribution
from baserate.deployment.shift import Shift
from baserate.errors import BaserateError
from baserate.inference.decisions import COUNTS
from baserate.inference.estimate import Estimate
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.patients.patients import Patients
from baserate.results.before import before_you_decide
from baserate.results.evidence import Evidence, Group
from baserate.results.horizon import horizon_as_dict, horizon_in_words
from baserate.results.judged import MEASURES, Cutoff, Judged
from baserate.results.shift_verdict import ShiftVerdict
from baserate.results.verdict import Verdict, observed_prevalences
from baserate.results.words import readings_in_words

SCHEMA_VERSION = "2.3"


def schema() -> dict[str, Any]:
    """The JSON Schema that every result follows."""
    text = (files("baserate.results") / "evaluation.schema.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def as_dict(ev: Evidence, verdict: Verdict, *, least: int = 1) -> dict[str, Any]:
    """The whole result as dictionaries, lists, numbers and text.

    No sentence in it says of how many patients it is where these are fewer than ``least``.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "names": ev.question.names.to_dict(),
        "verdict": _verdict(ev, verdict),
        "before_you_decide": [
            {"kind": one.kind, "text": one.text, "models": list(one.models)}
            for one in before_you_decide(ev, verdict)
        ],
        "deployment": _deployment(ev),
        "data": _data(ev, least),
        "models": _models(ev, ev.everyone, least),
        "default_strategies": _strategies(ev, None),
        "comparisons": list(_comparisons(ev, None)),
        "groups": [_group(ev, group, least) for group in ev.groups.values()],
        "warnings": [warning.sentence(least=least) for warning in ev.cautions],
        "provenance": {
            "version": __version__,
            "parameters": ev.question.to_dict(),
            "seed": ev.question.seed,
            "time": ev.time,
            "source": dict(ev.patients.origin),
            "notes": list(ev.patients.notes),
        },
    }


def number(estimate: Estimate) -> dict[str, float | None]:
    """A number with its standard error and interval; one that is known exactly has no width."""
    values = (estimate.value, estimate.standard_error, estimate.low, estimate.high)
    names = ("value", "standard_error", "low", "high")
    return {name: v if math.isfinite(v) else None for name, v in zip(names, values, strict=True)}


def together(estimate: Estimate, level: float) -> dict[str, Any]:
    """The same with the interval that holds together with those of its family."""
    interval = estimate.interval(level)
    ends = {name: v if math.isfinite(v) else None for name, v in zip(_ENDS, interval[:2], strict=True)}
    return {**number(estimate), "simultaneous": ends}


_ENDS = ("low", "high")


def _verdict(ev: Evidence, verdict: Verdict) -> dict[str, Any]:
    return {
        "text": verdict.text,
        "sentence": verdict.sentence,
        "best": verdict.best,
        "tied": list(verdict.tied),
        "better_than_without": list(verdict.better_than_without),
        "decided": verdict.decided,
        "runner_up": verdict.runner_up,
        "difference": together(verdict.difference, verdict.level),
        "confidence": verdict.difference.confidence(),
        "added": together(verdict.added, verdict.level),
        "possible": verdict.possible,
        "comparisons": len(ev.comparisons),
        "margin": verdict.margin,
        "non_inferior": list(verdict.non_inferior),
        "outside": verdict.outside,
        "flips": [
            {
                "ahead": flip.ahead,
                "low": flip.low,
                "high": flip.high,
                "confidence": flip.confidence,
                "beyond_chance": flip.beyond_chance,
            }
            for flip in verdict.flips
        ],
        "shift": None if verdict.shift is None else _shift_verdict(verdict.shift),
    }


def _shift_verdict(verdict: ShiftVerdict) -> dict[str, Any]:
    """Whether the verdict holds at other shifts, and where it turns."""
    ends = {
        name: None if estimate is None else number(estimate)
        for name, estimate in zip(("covariate", "label"), verdict.net_benefit.values(), strict=True)
    }
    return {
        "text": verdict.text,
        "holds": verdict.holds,
        "stretches": [
            {
                "low": stretch.low,
                "high": stretch.high,
                "conclusion": stretch.conclusion.kind,
                "models": list(stretch.conclusion.models),
                "left_out": list(stretch.left_out),
            }
            for stretch in verdict.stretches
        ],
        "model": verdict.model,
        "net_benefit": ends,
        "rests_on_shift": verdict.rests_on_shift,
    }


def _deployment(ev: Evidence) -> dict[str, Any]:
    where = ev.question.deployment
    prevalence = where.prevalence
    return {
        "prevalence": None if prevalence is None else _known(prevalence.distribution, str(prevalence)),
        "cost": _known(where.cost.distribution, where.cost.words(nouns=ev.question.names.words)),
        "source_prevalence": {
            name: {
                "value": judged.source,
                "stated": judged.stated_source is not None,
                "of": _source_of(ev.question.sources[name]),
            }
            for name, judged in ev.everyone.judged.items()
        },
        "shift": {name: _shift(shift) for name, shift in ev.question.shifts.items()},
        "level": ev.question.level,
    }


def _shift(shift: Shift) -> dict[str, Any]:
    return {
        "value": shift.gamma,
        "standard_error": shift.standard_error,
        "degrees_of_freedom": shift.degrees_of_freedom,
        "text": str(shift),
    }


def _source_of(source: float | str | None) -> str:
    """Whose prevalence the source is: each group's own, that of all patients, or a number."""
    if source is None:
        return GROUP
    return ALL if source == ALL else "number"


def _known(distribution: Distribution, text: str) -> dict[str, Any]:
    """What is known of a prevalence or of a cost."""
    low, high = distribution.ends
    return {
        "kind": distribution.kind,
        "text": text,
        "low": low,
        "high": high,
        "median": distribution.median,
    }


def _data(ev: Evidence, least: int = 1) -> dict[str, Any]:
    """Who was judged; where outcomes follow from follow-up, also how many were not followed long enough."""
    content = counts_as_dict(ev)
    if content["follow_up"] is not None:
        names, cluster = ev.question.names, ev.question.roles.cluster
        content["follow_up"]["text"] = horizon_in_words(content, names, cluster, least=least)
    return content


def outcome_values_as_list(patients: Patients) -> list[dict[str, Any]] | None:
    """What counted as a case and what as none, with counts; None where that is not known."""
    values = patients.outcome_values
    return None if values is None else [one.to_dict() for one in values]


def counts_as_dict(ev: Evidence) -> dict[str, Any]:
    """How many patients there are, and how they were read."""
    patients, everyone = ev.patients, ev.everyone
    sources = {name: judged.source for name, judged in everyone.judged.items()}
    cutoffs = {name: judged.cutoff.value for name, judged in everyone.judged.items()}
    return {
        "rows": patients.rows,
        "used": everyone.patients,
        "positives": everyone.positives,
        "outcome_values": outcome_values_as_list(patients),
        "clusters": patients.clusters(),
        "follow_up": horizon_as_dict(ev.question, patients.followed()),
        "prevalence": everyone.prevalence,
        "observed_prevalences": dict(zip(_ENDS, observed_prevalences(ev), strict=True)),
        "dropped": {"rows": patients.dropped_rows, "missing": dict(patients.missing)},
        "sha256": patients.sha256,
        "binning": patients.binning(ev.question.deployment, sources, cutoffs),
    }


def _models(ev: Evidence, group: Group, least: int) -> dict[str, Any]:
    """Every model; its net benefit also with the interval that holds for all models together."""
    level = ev.level_of_scores(None if group is ev.everyone else group.name)
    return {
        name: {**_model(judged, least), "net_benefit": together(judged.net_benefit, level)}
        for name, judged in group.judged.items()
    }


def _model(judged: Judged, least: int) -> dict[str, Any]:
    measures = {name: judged.measure(name) for name in MEASURES}
    numbers: dict[str, Any] = {
        name: None if measure.estimate is None else number(measure.estimate)
        for name, measure in measures.items()
    }
    counts = {name.removesuffix("_per_1000"): number(judged.measure(name).get()) for name in COUNTS}
    return {
        **numbers,
        "threshold": threshold_as_dict(judged.cutoff),
        "per_1000_at_threshold": {"prevalence": judged.cutoff.prevalence, **counts},
        "not_available": {
            name: measure.reason.sentence(least=least)
            for name, measure in measures.items()
            if measure.reason is not None
        },
    }


def threshold_as_dict(cutoff: Cutoff) -> dict[str, Any]:
    """The threshold probability, the cut-off on the score, and in words why the two differ."""
    return {
        "probability": cutoff.probability,
        "value": cutoff.value,
        "low": cutoff.low,
        "high": cutoff.high,
        "text": cutoff.reason,
    }


def _strategies(ev: Evidence, group: str | None) -> dict[str, Any]:
    return {name: {"net_benefit": number(ev.score(name, group))} for name in DEFAULT_STRATEGIES}


def _comparisons(ev: Evidence, group: str | None) -> Iterator[dict[str, Any]]:
    level, margin = ev.level_of_comparisons(group), ev.question.margin
    for model, reference in ev.comparisons:
        difference = ev.compare(model, reference, group)
        content = {
            "model": model,
            "reference": reference,
            "difference": together(difference, level),
            "confidence": difference.confidence(),
        }
        if margin is not None:
            content["confidence_above_margin"] = difference.confidence(above=margin / 1000.0)
        yield content


def _group(ev: Evidence, group: Group, least: int) -> dict[str, Any]:
    by = list(ev.families.way_of(group.name))
    followed = ev.patients.followed(group.name)
    censored = None if followed is None else followed.censored
    head = {"name": group.name, "by": by, "patients": group.patients, "positives": group.positives}
    head["censored"] = censored
    if group.why_not is not None:
        return {**head, "estimable": False, "why_not": group.why_not.sentence(least=least)}
    return {
        **head,
        "estimable": True,
        "prevalence": group.prevalence,
        "models": {
            name: {**content, "at_common_threshold": _at_common_threshold(ev, name, group)}
            for name, content in _models(ev, group, least).items()
        },
        "default_strategies": _strategies(ev, group.name),
        "comparisons": list(_comparisons(ev, group.name)),
        "gaps": list(_gaps(ev, group)),
    }


def _gaps(ev: Evidence, group: Group) -> Iterator[dict[str, Any]]:
    """Against the reference group, or against the rest; none where the other side cannot be judged."""
    reference = ev.families.reference_of(group.name)
    if group.name == reference:
        return
    for model in ev.models:
        try:
            gap = ev.gap(model, group.name, reference)
        except BaserateError:
            continue
        over = gap.over.prevalence
        yield {
            "model": model,
            "reference": gap.second.name,
            "over": None if over is None else _known(over.distribution, str(over)),
            "source_prevalence": gap.source,
            **{name: number(part) for name, part in gap.parts.items()},
            "simultaneous": simultaneous(ev, gap.mechanism, ev.gap_family),
            "readings": _readings(ev, model, group.name, reference),
        }


def _at_common_threshold(ev: Evidence, model: str, group: Group) -> dict[str, Any]:
    """What the one cut-off of everyone is worth in a group."""
    worth = ev.at_common_threshold(model, group.name)
    return {"threshold": ev.threshold(model).value, "net_benefit": number(worth)}


def simultaneous(ev: Evidence, estimate: Estimate, comparisons: int) -> dict[str, Any]:
    """The interval that holds for several comparisons of groups together, at the level asked for."""
    low, high, *_ = estimate.interval(ev.level_of_one(comparisons))
    return {"low": low, "high": high, "comparisons": comparisons}


def _readings(ev: Evidence, model: str, group: str, reference: str | None) -> dict[str, Any] | None:
    """Both readings of the source prevalence; null where it is stated."""
    readings = ev.readings(model, group, reference)
    if readings is None:
        return None
    used = ALL if ev.question.sources[model] == ALL else GROUP
    return {
        "difference_at_equal_prevalence": {
            reading: number(difference) for reading, difference in readings.differences.items()
        },
        "observed_expected": {
            reading: [None if ratio is None else number(ratio) for ratio in ratios]
            for reading, ratios in readings.observed_expected.items()
        },
        "differ": readings.differ,
        "supported": readings.supported,
        "neither_fits": readings.neither_fits,
        "text": readings_in_words(readings, used) if readings.differ else None,
    }


def printed(ev: Evidence) -> Iterator[Estimate]:
    """Every estimate that the result holds at its own deployment."""
    estimable = [group for group in (ev.everyone, *ev.groups.values()) if group.why_not is None]
    for group in estimable:
        name = None if group is ev.everyone else group.name
        for judged in group.judged.values():
            measures = (judged.measure(measure).estimate for measure in (*MEASURES, *COUNTS))
            yield from (estimate for estimate in measures if estimate is not None)
            if judged.ratio_at_source is not None:
                yield judged.ratio_at_source
        for model, reference in (*ev.comparisons, *combinations(DEFAULT_STRATEGIES, 2)):
            yield ev.compare(model, reference, name)
        if name is None:
            continue
        for model in ev.models:
            yield ev.at_common_threshold(model, name)
            if name != ev.question.reference:
                for other in {ev.families.reference_of(name), ev.compared_with(name)} - {name}:
                    yield from _of_gap(ev, model, name, other)


def _of_gap(ev: Evidence, model: str, group: str, reference: str | None) -> Iterator[Estimate]:
    """The parts of a difference between groups, and what both readings of the source say of it."""
    try:
        yield from ev.gap(model, group, reference).parts.values()
        readings = ev.readings(model, group, reference)
    except BaserateError:
        return
    if readings is not None:
        yield from readings.differences.values()
        ratios = [ratio for pair in readings.observed_expected.values() for ratio in pair]
        ratios += readings.contrasts.values()
        yield from (ratio for ratio in ratios if ratio is not None)
