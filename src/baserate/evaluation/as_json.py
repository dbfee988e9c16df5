"""An evaluation as plain data: one schema for JSON, files and the page; and as a frame of numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from importlib.resources import files
from itertools import combinations
from typing import TYPE_CHECKING, Any

from baserate import __version__
from baserate.deployment.distributions import Distribution, LogOddsUniform, Point, Sites
from baserate.deployment.notation import ratio, read_cost
from baserate.deployment.odds import expit
from baserate.errors import BaserateError, SettingError
from baserate.evaluation.evidence import Evidence, Group
from baserate.evaluation.judged import MEASURES, TREAT_ALL, TREAT_NONE, Judged
from baserate.evaluation.question import Question
from baserate.evaluation.verdict import Verdict
from baserate.inference.estimate import Estimate

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = "1.0"


def schema() -> dict[str, Any]:
    """The JSON Schema that every result follows."""
    text = (files("baserate.evaluation") / "evaluation.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def as_dict(ev: Evidence, verdict: Verdict) -> dict[str, Any]:
    """The whole result as dictionaries, lists, numbers and text."""
    return {
        "schema_version": SCHEMA_VERSION,
        "verdict": {
            "text": verdict.text,
            "best": verdict.best,
            "runner_up": verdict.runner_up,
            "difference": {"value": verdict.difference, "low": verdict.low, "high": verdict.high},
            "probability_better": verdict.probability,
            "decided": verdict.decided,
            "flips": [
                {"ahead": f.ahead, "low": f.low, "high": f.high, "probability_better": f.probability}
                for f in verdict.flips
            ],
        },
        "deployment": _deployment(ev),
        "data": _data(ev),
        "models": {name: _model(judged) for name, judged in ev.everyone.judged.items()},
        "rivals": _rivals(ev, None),
        "comparisons": list(_comparisons(ev, None)),
        "groups": [_group(ev, group) for group in ev.groups.values()],
        "warnings": list(ev.warnings),
        "provenance": {
            "version": __version__,
            "parameters": parameters(ev.question),
            "seed": ev.question.seed,
            "time": ev.time,
            "source": dict(ev.patients.origin),
            "notes": list(ev.patients.notes),
        },
    }


def parameters(question: Question) -> dict[str, Any]:
    """What was asked, as it can be asked again."""
    roles, where = question.roles, question.deployment
    stated = question.source_prevalence
    return {
        "outcome": roles.outcome,
        "scores": dict(roles.scores),
        "by": roles.by,
        "cluster": roles.cluster,
        "weight": roles.weight,
        "prevalence": None if where.prevalence is None else _again(where.prevalence.distribution),
        "cost": _cost_again(where.cost.distribution),
        "source_prevalence": dict(stated) if isinstance(stated, Mapping) else stated,
        "level": question.level,
        "positive": None if question.positive is None else str(question.positive),
        "missing": question.missing,
        "reference": question.reference,
    }


def _again(distribution: Distribution) -> Any:
    """A distribution as it can be given again: a number, a pair, or its kind with its parameters."""
    if isinstance(distribution, Point):
        return distribution.value
    if isinstance(distribution, LogOddsUniform):
        return [distribution.a, distribution.b]
    given: dict[str, Any] = {
        key: value for key, value in vars(distribution).items() if isinstance(value, (int, float, str))
    }
    if isinstance(distribution, Sites):
        given = {"shares": [[value, share] for value, share in zip(*distribution.atoms, strict=True)]}
    return {"kind": type(distribution).__name__, **given}


def _cost_again(distribution: Distribution) -> Any:
    """The same for a cost, as a ratio where that says it exactly."""
    found = _again(distribution)
    if isinstance(found, float):
        return _ratio(found)
    return [_ratio(end) for end in found] if isinstance(found, list) else found


def _ratio(c: float) -> float | str:
    written = ratio(c)
    try:
        return written if read_cost(written) == c else c
    except SettingError:
        return c


def number(found: Estimate | float) -> dict[str, float | None]:
    """A number with its standard error and interval; one that is known exactly has no width."""
    if not isinstance(found, Estimate):
        return {"value": found, "standard_error": 0.0, "low": found, "high": found}
    interval = found.interval()
    values = (found.value, found.standard_error, interval.low, interval.high)
    names = ("value", "standard_error", "low", "high")
    return {name: v if math.isfinite(v) else None for name, v in zip(names, values, strict=True)}


def _deployment(ev: Evidence) -> dict[str, Any]:
    where = ev.question.deployment
    sources = {name: judged.source for name, judged in ev.everyone.judged.items()}
    stated = {name: judged.source_prevalence is not None for name, judged in ev.everyone.judged.items()}
    return {
        "prevalence": None
        if where.prevalence is None
        else _known(where.prevalence.distribution, str(where.prevalence)),
        "cost": _known(where.cost.distribution, where.cost.words()),
        "source_prevalence": {
            name: {"value": value, "stated": stated[name]} for name, value in sources.items()
        },
        "level": ev.question.level,
    }


def _known(distribution: Distribution, text: str) -> dict[str, Any]:
    """What is known of a prevalence or of a cost."""
    ends = [*distribution.atoms[0], *(float(expit(x)) for x in distribution.breaks)]
    kind = "value" if isinstance(distribution, Point) else type(distribution).__name__
    return {
        "kind": kind,
        "text": text,
        "low": float(min(ends)),
        "high": float(max(ends)),
        "median": distribution.median,
    }


def _data(ev: Evidence) -> dict[str, Any]:
    patients, everyone = ev.patients, ev.everyone
    return {
        "rows": patients.rows,
        "used": everyone.patients,
        "positives": everyone.positives,
        "prevalence": everyone.prevalence,
        "dropped": {
            "rows": patients.dropped_rows,
            "missing": dict(patients.missing),
        },
        "sha256": patients.sha256,
        "binning": patients.binning(
            ev.question.deployment, {name: judged.source for name, judged in everyone.judged.items()}
        ),
    }


def _model(judged: Judged) -> dict[str, Any]:
    found: dict[str, Any] = {}
    missing: dict[str, str] = {}
    for name in MEASURES:
        value = judged.measure_or_why(name)
        if isinstance(value, str):
            missing[name] = value
        found[name] = None if isinstance(value, str) else number(value)
    cutoff = judged.cutoff
    found["threshold"] = {"value": cutoff.value, "low": cutoff.low, "high": cutoff.high}
    done = judged.consequences
    found["per_1000_at_threshold"] = {
        "prevalence": done.prevalence,
        "treated": done.treated,
        "found": done.found,
        "missed": done.missed,
        "needless": done.needless,
    }
    found["not_available"] = missing
    return found


def _rivals(ev: Evidence, group: str | None) -> dict[str, Any]:
    return {name: {"net_benefit": number(ev.rival(name, group))} for name in (TREAT_ALL, TREAT_NONE)}


def _comparisons(ev: Evidence, group: str | None) -> Iterator[dict[str, Any]]:
    """Every pair of models, and every model with the two ways without one."""
    pairs = [*combinations(ev.models, 2)]
    pairs += [(model, rival) for model in ev.models for rival in (TREAT_ALL, TREAT_NONE)]
    for model, reference in pairs:
        found = ev.compare(model, reference, group)
        yield {
            "model": model,
            "reference": reference,
            "difference": number(found),
            "probability_better": found.probability_better,
        }


def _group(ev: Evidence, group: Group) -> dict[str, Any]:
    head = {"name": group.name, "patients": group.patients, "positives": group.positives}
    if group.why_not is not None:
        return {**head, "estimable": False, "why_not": group.why_not}
    return {
        **head,
        "estimable": True,
        "prevalence": group.prevalence,
        "models": {name: _model(judged) for name, judged in group.judged.items()},
        "rivals": _rivals(ev, group.name),
        "comparisons": list(_comparisons(ev, group.name)),
        "gaps": list(_gaps(ev, group)),
    }


def _gaps(ev: Evidence, group: Group) -> Iterator[dict[str, Any]]:
    """Against the reference group, or against the rest; none where the other side cannot be judged."""
    reference = ev.question.reference
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
        }


def printed(ev: Evidence) -> Iterator[Estimate]:
    """Every estimate that the result holds at its own deployment."""
    estimable = [group for group in (ev.everyone, *ev.groups.values()) if group.why_not is None]
    for group in estimable:
        name = None if group is ev.everyone else group.name
        for judged in group.judged.values():
            measures = (judged.measure_or_why(measure) for measure in MEASURES)
            yield from (estimate for estimate in measures if isinstance(estimate, Estimate))
        for model, reference in combinations(ev.models, 2):
            yield ev.compare(model, reference, name)
        if name is None or name == ev.question.reference:
            continue
        for model in ev.models:
            try:
                yield from ev.gap(model, name, ev.question.reference).parts.values()
            except BaserateError:
                continue


def as_frame(ev: Evidence) -> pl.DataFrame:
    """One line for each number about a model; ``group`` is null for all patients together."""
    import polars as pl

    lines: list[dict[str, Any]] = []
    for group in (ev.everyone, *ev.groups.values()):
        shown = None if group is ev.everyone else group.name
        if group.why_not is not None:
            lines.append({"group": shown, "measure": "not estimable"})
        for model, judged in group.judged.items():
            for name in MEASURES:
                found = judged.measure_or_why(name)
                numbers = {} if isinstance(found, str) else number(found)
                lines.append({"group": shown, "model": model, "measure": name, **numbers})
    columns = ("group", "model", "measure"), ("value", "standard_error", "low", "high")
    kinds = {**dict.fromkeys(columns[0], pl.String), **dict.fromkeys(columns[1], pl.Float64)}
    return pl.DataFrame(lines, schema=kinds)
