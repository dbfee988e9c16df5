"""What the page carries: the result, and the tables from which it answers any other question.

Nothing in it is about one patient: bins of patients with nearly equal scores, isotonic blocks, weights on
a grid. Every count is at least the one that was chosen, or the patients were merged with neighbours.
Sentences come without their examples, and groups that are too small are named, not shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from baserate.calibration.optimism import simulations_of
from baserate.calibration.scored import ScoredCohort
from baserate.calibration.split import REPLICATES
from baserate.deployment.deployment import Deployment
from baserate.errors import BaserateError, GroupsWarning
from baserate.evaluation.evidence import Evidence
from baserate.evaluation.judged import Judged
from baserate.report.page.clusters import clustering_of, clusters_of
from baserate.report.page.lines import PER_UNIT, Values, buckets_of, model_lines, pair_lines, table_of
from baserate.report.page.precision import precision
from baserate.report.page.recalibrated import optimism_of, pools_of, reliability_of

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
        "clusters": clusters_of(ev, buckets),
    }
    return {"result": _discreet(ev, result, buckets, least), "page": page}


def _discreet(ev: Evidence, result: dict[str, Any], shown: Sequence[str], least: int) -> dict[str, Any]:
    """The result for the page. Groups that are not shown are named in a warning, without their numbers."""
    hidden = [name for name in ev.groups if name not in shown]
    cautions = [one.without(hidden) if isinstance(one, GroupsWarning) else one for one in ev.cautions]
    shown_cautions = [one for one in cautions if one is not None and one.group not in hidden]
    warnings = [one.sentence(examples=False) for one in shown_cautions]
    if hidden:
        warnings.append(
            f"not shown on this page, because fewer than {least} of their patients have the outcome, or do "
            f"not: {', '.join(hidden)}."
        )
    groups = [group for group in result["groups"] if group["name"] in shown]
    return {**result, "groups": groups, "warnings": warnings}


def _setting(where: Deployment) -> dict[str, Any]:
    """A deployment as the page's controls say it, and whether they can say it exactly."""
    prevalence = None if where.prevalence is None else where.prevalence.distribution
    exact = all(one is None or one.plain for one in (prevalence, where.cost.distribution))
    ends = None if prevalence is None else list(prevalence.ends)
    return {"state": {"prevalence": ends, "cost": list(where.cost.distribution.ends)}, "exact": exact}


def _models(ev: Evidence, buckets: Sequence[str], least: int) -> list[dict[str, Any]]:
    """Each model's lines, in cells as narrow as there is room for."""
    tables = [table_of(ev, [model], buckets) for model in ev.models]
    room = _LINES // 2 if tables[0].everyone.weighted else _LINES  # weights take as much room again
    every = range(len(buckets) + 1)
    values = [[Values.of(table.points(bucket), least) for bucket in every] for table in tables]
    for per_unit in PER_UNIT:
        lines = [[model_lines(own, least, per_unit) for own in model] for model in values]
        if sum(len(side["n"]) for model in lines for bucket in model for side in bucket) <= room:
            break
    found = []
    for model, own in zip(ev.models, lines, strict=True):
        judged = ev.everyone.judged[model]
        source = judged.stated_source
        found.append({"name": model, "source": source, "source_of_all": judged.of_all, "lines": own})
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
    slices = [_slice(ev, "everyone", None, every, list(ev.everyone.judged.values()), least)]
    for number, name in enumerate(buckets):
        judged = ev.groups[name].judged.values()
        slices.append(_slice(ev, "group", name, [number], list(judged), least))
    gaps = []
    reference = _reference(ev, buckets)
    for number, name in enumerate(buckets):
        if name == reference:
            continue
        if reference is not None:
            sides = [next(iter(ev.groups[who].judged.values())) for who in (name, reference)]
            places = [1 + number, 1 + buckets.index(reference)]
            gaps.append(_compared(ev, name, reference, places, sides))
        elif len(ev.groups) > 1:
            try:
                rest = [ev.rest(model, name) for model in ev.models]
            except BaserateError:  # all others are too few to compare with
                continue
            others = [bucket for bucket in every if bucket != number]
            slices.append(_slice(ev, "rest", name, others, rest, least))
            first: ScoredCohort = next(iter(ev.groups[name].judged.values()))
            gaps.append(_compared(ev, name, "the rest", [1 + number, len(slices) - 1], [first, rest[0]]))
    return {"slices": slices, "gaps": gaps}


def _compared(
    ev: Evidence, group: str, reference: str, places: list[int], sides: Sequence[ScoredCohort]
) -> dict[str, Any]:
    """A group and whoever it is compared with, by their places among the slices."""
    clustering = clustering_of(ev, sides)
    return {"group": group, "reference": reference, "slices": places, "clustering": clustering}


def _reference(ev: Evidence, buckets: Sequence[str]) -> str | None:
    """The group that others are compared with; of two groups the second: the other way says the same."""
    asked = ev.question.reference
    if asked is None and len(ev.groups) == 2 and len(buckets) == 2:
        return buckets[1]
    return asked if asked in buckets else None


def _slice(
    ev: Evidence,
    kind: str,
    name: str | None,
    groups: list[int],
    models: Sequence[ScoredCohort],
    least: int,
) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": name,
        "groups": groups,
        "prevalence": models[0].prevalence,
        "clustering": clustering_of(ev, models[:1]),
        "models": [_about(ev, scored, least) for scored in models],
    }


def _about(ev: Evidence, scored: ScoredCohort, least: int) -> dict[str, Any]:
    """What the page needs of a model on some patients beside its bins."""
    about: dict[str, Any] = {
        "pools": pools_of(scored.sample, scored.blocks, least),
        "optimism": optimism_of(simulations_of(scored, REPLICATES, ev.question.seed)),
    }
    if isinstance(scored, Judged):
        auc = scored.measure("auc").estimate
        about["auc"] = None if auc is None else {"value": auc.value, "low": auc.low, "high": auc.high}
        about["reliability"] = reliability_of(scored, least, ev.question.level)
    return about
