"""The result as it stands in the page: without groups that are too small to be shown, or rows of patients.

What the page carries: the result, and the tables from which it answers any other question.

Nothing in it is about one patient: lines of patients with nearly equal scores, pools, weights on a
grid. Every count is at least the one that was chosen, or the patients were merged with neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from baserate.calibration.gap import ScoredCohort
from baserate.calibration.split import REPLICATES
from baserate.deployment.deployment import Deployment
from baserate.deployment.distributions import Distribution, LogOddsUniform, Point
from baserate.deployment.odds import expit
from baserate.errors import BaserateError
from baserate.evaluation.evidence import Evidence
from baserate.evaluation.judged import Judged
from baserate.report.page.clusters import clusters_of
from baserate.report.page.lines import PER_UNIT, buckets_of, model_lines, pair_lines, table_of
from baserate.report.page.precision import precision
from baserate.report.page.recalibrated import optimism_of, pools_of, reliability_of
from baserate.scores.sample import Sample, prevalence_of

# Examples that errors give of rows: "(0.0 in row 132, 0.0 in row 273, ...)".
_ROWS = re.compile(r"\s*\([^()]*\brows?\b[^()]*\)")


def discreet(result: dict[str, Any], shown: Sequence[str], least: int) -> dict[str, Any]:
    """The result for the page. Groups that are not shown are named in a warning, without their numbers."""
    hidden = [group["name"] for group in result["groups"] if group["name"] not in shown]
    warnings = [one for one in result["warnings"] if not any(f"group {name!r}" in one for name in hidden)]
    if hidden:
        warnings.append(
            f"not shown on this page, because fewer than {least} of their patients have the outcome, or do "
            f"not: {', '.join(hidden)}."
        )
    kept = [_group_without_rows(group) for group in result["groups"] if group["name"] in shown]
    models = _models_without_rows(result["models"])
    return {**result, "groups": kept, "models": models, "warnings": [_ROWS.sub("", one) for one in warnings]}


def _group_without_rows(group: dict[str, Any]) -> dict[str, Any]:
    return {**group, "models": _models_without_rows(group["models"])} if "models" in group else group


def _models_without_rows(models: Mapping[str, Any]) -> dict[str, Any]:
    """Why a measure is not to be had may quote single patients."""
    found = {}
    for name, measures in models.items():
        reasons = {measure: _ROWS.sub("", why) for measure, why in measures["not_available"].items()}
        found[name] = {**measures, "not_available": reasons}
    return found


VERSION = 1
# Lines of all models, groups and classes together: what a page of reasonable size has room for.
_LINES = 12_000
# Joint cells of all pairs and groups together: what a page of reasonable size has room for.
_JOINT_LINES = 6_000
_FEWEST, _MOST = 100, 600


def payload(
    ev: Evidence, result: dict[str, Any], least: int, title: str, settings: Mapping[str, Deployment]
) -> dict[str, Any]:
    """Everything that stands in the page as data."""
    buckets = buckets_of(ev, least)
    models, parts = _models(ev, buckets, least), _slices(ev, buckets, least)
    page = {
        "version": VERSION,
        "title": title,
        "smallest_cell": least,
        "reduced": ev.patients.in_bins,
        "own": _setting(ev.question.deployment),
        "settings": [{"name": name, **_setting(where)} for name, where in settings.items()],
        "error": precision(ev, models, buckets),
        "models": models,
        "pairs": _pairs(ev, buckets, least),
        **parts,
        "clusters": clusters_of(ev, parts["slices"], parts["gaps"]),
    }
    return {"result": discreet(result, buckets, least), "page": page}


def _setting(where: Deployment) -> dict[str, Any]:
    """A deployment as the page's controls say it, and whether they can say it exactly."""
    prevalence = None if where.prevalence is None else where.prevalence.distribution
    known = (Point, LogOddsUniform, type(None))
    exact = all(isinstance(one, known) for one in (prevalence, where.cost.distribution))
    ends = None if prevalence is None else _ends(prevalence)
    return {"state": {"prevalence": ends, "cost": _ends(where.cost.distribution)}, "exact": exact}


def _ends(distribution: Distribution) -> list[float]:
    if isinstance(distribution, LogOddsUniform):
        return [distribution.a, distribution.b]
    values = [*distribution.atoms[0], *(expit(x) for x in distribution.breaks)]
    return [float(min(values)), float(max(values))]


def _models(ev: Evidence, buckets: Sequence[str], least: int) -> list[dict[str, Any]]:
    """Each model's lines, in cells as narrow as there is room for."""
    tables = [table_of(ev, [model], buckets) for model in ev.models]
    room = _LINES // 2 if tables[0].everyone.weighted else _LINES  # weights take as much room again
    for per_unit in PER_UNIT:
        lines = [
            [model_lines(table.points(bucket), least, per_unit) for bucket in range(len(buckets) + 1)]
            for table in tables
        ]
        if sum(len(side["n"]) for model in lines for bucket in model for side in bucket) <= room:
            break
    found = []
    for model, own in zip(ev.models, lines, strict=True):
        judged = ev.everyone.judged[model]
        source = None if judged.source_prevalence is None else judged.source
        found.append({"name": model, "source": source, "lines": own})
    return found


def _pairs(ev: Evidence, buckets: Sequence[str], least: int) -> list[dict[str, Any]]:
    pairs = list(combinations(range(len(ev.models)), 2))
    room = _JOINT_LINES // 2 if ev.question.roles.weight is not None else _JOINT_LINES
    most = min(max(room // max(1, len(pairs) * (len(buckets) + 1)), _FEWEST), _MOST)
    found = []
    for one, other in pairs:
        table = table_of(ev, [ev.models[one], ev.models[other]], buckets)
        lines = [pair_lines(table.points(bucket), least, most) for bucket in range(len(buckets) + 1)]
        found.append({"models": [one, other], "lines": lines})
    return found


def _slices(ev: Evidence, buckets: Sequence[str], least: int) -> dict[str, Any]:
    """Everyone, each group, and where groups are compared with the rest, the rest; and who is compared."""
    every = list(range(len(buckets) + 1))
    slices = [_slice(ev, "everyone", None, every, [_of(one) for one in ev.everyone.judged.values()], least)]
    for number, name in enumerate(buckets):
        judged = ev.groups[name].judged.values()
        slices.append(_slice(ev, "group", name, [number], [_of(one) for one in judged], least))
    gaps = []
    reference = _reference(ev, buckets)
    for number, name in enumerate(buckets):
        if name == reference:
            continue
        if reference is not None:
            gaps.append(
                {"group": name, "reference": reference, "slices": [1 + number, 1 + buckets.index(reference)]}
            )
        elif len(ev.groups) > 1:
            try:
                rest = [_of_scored(ev.rest(model, name)) for model in ev.models]
            except BaserateError:  # all others are too few to compare with
                continue
            others = [bucket for bucket in every if bucket != number]
            slices.append(_slice(ev, "rest", name, others, rest, least))
            gaps.append({"group": name, "reference": "the rest", "slices": [1 + number, len(slices) - 1]})
    return {"slices": slices, "gaps": gaps}


def _reference(ev: Evidence, buckets: Sequence[str]) -> str | None:
    """The group that others are compared with; of two groups the second: the other way says the same."""
    asked = ev.question.reference
    if asked is None and len(ev.groups) == 2 and len(buckets) == 2:
        return buckets[1]
    return asked if asked in buckets else None


def _of(judged: Judged) -> tuple[Sample, float, Judged]:
    return judged.sample, judged.source, judged


def _of_scored(scored: ScoredCohort) -> tuple[Sample, float, None]:
    return scored.sample, scored.source, None


def _slice(
    ev: Evidence,
    kind: str,
    name: str | None,
    groups: list[int],
    models: Sequence[tuple[Sample, float, Judged | None]],
    least: int,
) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": name,
        "groups": groups,
        "prevalence": prevalence_of(models[0][0]),
        "clusters": ev.patients.clusters(name, rest=kind == "rest"),
        "models": [_about(ev, *one, least) for one in models],
    }


def _about(ev: Evidence, rows: Sample, source: float, judged: Judged | None, least: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "pools": pools_of(rows, least),
        "optimism": optimism_of(rows, REPLICATES, ev.question.seed),
    }
    if judged is not None:
        auc = judged.measure_or_why("auc")
        found["auc"] = (
            None if isinstance(auc, str) else {"value": auc.value, "low": auc.low, "high": auc.high}
        )
        found["reliability"] = reliability_of(rows, source, least)
    return found
