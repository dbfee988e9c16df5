"""Patients who belong together, in the page: how much more each number varies because of it.

The page answers for any deployment, and carries no clusters. It carries design effects: the variance
of a number over clusters, over what it would be if patients were independent (Kish 1965, section
5.4). They are those of the study's own deployment, one for each model, each pair of models and each
difference between groups, and are taken for every other deployment too. The page multiplies the
variance of independent patients by the effect, and takes the clusters less one as degrees of
freedom, where these are fewer.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from baserate.calibration.scored import ScoredCohort
from baserate.evaluation.evidence import Evidence
from baserate.inference.estimate import Estimate


def clusters_of(
    ev: Evidence, slices: Sequence[Mapping[str, Any]], gaps: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Design effects and degrees of freedom; None where every patient is a cluster.

    ``effects`` has for each slice of the page the effects of its ``models``, and of its ``pairs`` in the
    order of the page's; ``gaps`` for each difference between two slices those of its models.
    ``degrees`` are the clusters of each slice less one; a gap has its own.
    """
    if ev.question.roles.cluster is None:
        return None
    with warnings.catch_warnings():  # what there is to warn of was said when the groups were made
        warnings.simplefilter("ignore")
        return {
            "effects": [_effects(ev, part) for part in slices],
            "degrees": [part["clusters"] - 1 for part in slices],
            "gaps": [_gap_effects(ev, slices[gap["slices"][0]], slices[gap["slices"][1]]) for gap in gaps],
        }


def _effects(ev: Evidence, part: Mapping[str, Any]) -> dict[str, list[float]]:
    where, rest = ev.question.deployment, part["kind"] == "rest"
    scored = [_scored(ev, model, part) for model in ev.models]
    scores = [one.score(where) for one in scored]
    pairs = []
    for one, other in combinations(range(len(ev.models)), 2):
        pair = ev.patients.pair(ev.models[one], ev.models[other], part["name"], rest=rest)
        sources = (scored[one].stated_source, scored[other].stated_source)
        pairs.append(scores[one] - scores[other] if pair is None else pair.difference(where, sources))
    return {"models": [_short(score) for score in scores], "pairs": [_short(pair) for pair in pairs]}


def _gap_effects(ev: Evidence, first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    where = ev.question.deployment
    differences = [
        _scored(ev, model, first).score(where) - _scored(ev, model, second).score(where)
        for model in ev.models
    ]
    return {
        "models": [_short(difference) for difference in differences],
        "degrees": differences[0].spread.degrees,
    }


def _scored(ev: Evidence, model: str, part: Mapping[str, Any]) -> ScoredCohort:
    """A model in a slice of the page."""
    return ev.rest(model, part["name"]) if part["kind"] == "rest" else ev.judged(model, part["name"])


def _short(estimate: Estimate) -> float:
    return float(f"{estimate.design_effect:.6g}")
