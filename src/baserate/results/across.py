"""Several deployments side by side: what each of them calls for, one row a deployment."""

from __future__ import annotations

from collections.abc import Mapping

from baserate.deployment.deployment import Deployment
from baserate.deployment.notation import ratio
from baserate.results.result import SCHEMA_VERSION, AtDeployment, Result, Several, VerdictResult
from baserate.results.sentences import joined
from baserate.results.words import say, words

__all__ = ["across", "deployment_name"]


def deployment_name(deployment: Deployment) -> str:
    """A deployment in a few words: "1 % to 10 %, 1:30"."""
    where = deployment.prevalence
    prevalence = words("prevalence.observed") if where is None else str(where)
    return say("across.name", prevalence=prevalence, cost=deployment.cost.distribution.words(ratio))


def across(found: Mapping[str, Result]) -> Several:
    """The results by their names, and one row for each, in their order."""
    rows = tuple(_at(name, result) for name, result in found.items())
    return Several(SCHEMA_VERSION, tuple(found.values()), rows)


def _at(name: str, result: Result) -> AtDeployment:
    where, verdict, model = result.deployment, result.verdict, result.best_model
    cut = result.models[model].threshold
    return AtDeployment(
        name=name,
        prevalence=None if where.prevalence is None else where.prevalence.text,
        cost=where.cost.text,
        conclusion=_conclusion(result, verdict),
        best=verdict.best,
        decided=verdict.decided,
        model=model,
        minus_without_a_model=verdict.added,
        threshold_probability=cut.probability,
        cutoff=cut.value,
    )


def _conclusion(result: Result, verdict: VerdictResult) -> str:
    """The verdict in a few words, by the same rules as its sentences."""
    if verdict.decided:
        return say("across.use" if verdict.best in result.models else "across.worse", best=verdict.best)
    if not verdict.better_than_without:
        return str(words("across.none_better"))
    return say("across.tied", models=joined(verdict.tied))
