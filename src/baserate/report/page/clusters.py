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

from baserate.evaluation.evidence import Evidence
from baserate.inference.estimate import Estimate
from baserate.inference.sampling import Spread, joint_spread


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


def design_effect(estimate: Estimate) -> float:
    """Variance over clusters over that of independent patients; 1 where nothing varies."""
    parts = [sampling.spread(what) for sampling, what in estimate.contributions.items()]
    alone = Spread.of([(spread.variance, spread.degrees) for spread in parts])
    if alone.variance <= 0.0:
        return 1.0
    return float(f"{joint_spread(estimate.contributions).variance / alone.variance:.6g}")


def _effects(ev: Evidence, part: Mapping[str, Any]) -> dict[str, list[float]]:
    where, group, rest = ev.question.deployment, part["name"], part["kind"] == "rest"
    scores = [_score(ev, model, part) for model in ev.models]
    pairs = []
    for one, other in combinations(range(len(ev.models)), 2):
        names = ev.models[one], ev.models[other]
        pair = ev.patients.pair(*names, group, rest=rest)
        sources = (_stated(ev, names[0]), _stated(ev, names[1]))
        pairs.append(scores[one] - scores[other] if pair is None else pair.difference(where, sources))
    return {"models": [design_effect(one) for one in scores], "pairs": [design_effect(one) for one in pairs]}


def _gap_effects(ev: Evidence, first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    differences = [_score(ev, model, first) - _score(ev, model, second) for model in ev.models]
    degrees = joint_spread(differences[0].contributions).degrees
    return {"models": [design_effect(one) for one in differences], "degrees": degrees}


def _score(ev: Evidence, model: str, part: Mapping[str, Any]) -> Estimate:
    """Net benefit of a model at the study's deployment, in a slice of the page."""
    cohort, sample = ev.patients.cohort(model, part["name"], rest=part["kind"] == "rest")
    return cohort.score(sample, ev.question.deployment, source_prevalence=_stated(ev, model))


def _stated(ev: Evidence, model: str) -> Any:
    return ev.everyone.judged[model].source_prevalence
