"""Several deployments side by side: what each of them calls for, one row a deployment."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from baserate.deployment.deployment import Deployment
from baserate.deployment.notation import ratio
from baserate.evaluation.evaluate import Evaluation
from baserate.inference.estimate import Estimate
from baserate.results.as_json import schema, together
from baserate.results.judged import Cutoff
from baserate.results.sentences import joined
from baserate.results.standing import best_model
from baserate.results.words import per_thousand, say, words


def deployment_name(deployment: Deployment) -> str:
    """A deployment in a few words: "1 % to 10 %, 1:30"."""
    where = deployment.prevalence
    prevalence = words("prevalence.observed") if where is None else str(where)
    return say("across.name", prevalence=prevalence, cost=deployment.cost.distribution.words(ratio))


@dataclass(frozen=True, eq=False)
class AtDeployment:
    """What one deployment calls for.

    ``model`` is that of the highest net benefit there, ``difference`` its net benefit minus that of
    deciding without a model, and ``cutoff`` where on its score treating starts. The difference is shown
    with the interval that the verdict tells, which holds for all comparisons there together.
    """

    name: str
    conclusion: str
    model: str
    difference: Estimate
    cutoff: Cutoff
    evaluation: Evaluation

    @classmethod
    def of(cls, name: str, ev: Evaluation) -> AtDeployment:
        """From the evaluation at a deployment."""
        model = best_model(ev)
        return cls(name, _conclusion(ev), model, ev.verdict.added, ev.judged(model).cutoff, ev)

    @property
    def shown_difference(self) -> str:
        """The difference per 1,000 patients, as the verdict tells it."""
        return per_thousand(self.difference, self.evaluation.verdict.level)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        verdict, asked = self.evaluation.verdict, self.evaluation.question.deployment
        return {
            "name": self.name,
            "prevalence": None if asked.prevalence is None else str(asked.prevalence),
            "cost": asked.cost.words(nouns=self.evaluation.question.names.words),
            "conclusion": self.conclusion,
            "best": verdict.best,
            "decided": verdict.decided,
            "model": self.model,
            "minus_without_a_model": together(self.difference, verdict.level),
            "threshold_probability": self.cutoff.probability,
            "cutoff": self.cutoff.value,
        }


def across(evaluations: Mapping[str, Evaluation]) -> list[AtDeployment]:
    """One row for each deployment, in their order."""
    return [AtDeployment.of(name, ev) for name, ev in evaluations.items()]


def study_schema() -> dict[str, Any]:
    """The JSON Schema of the results of several deployments."""
    text = (files("baserate.evaluation") / "study.schema.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return {**content, "$defs": {"evaluation": schema()}}


def _conclusion(ev: Evaluation) -> str:
    """The verdict in a few words, by the same rules as its sentences."""
    conclusion = ev.verdict.conclusion
    if conclusion.kind == "use":
        best = conclusion.models[0]
        return say("across.use" if best in ev.models else "across.worse", best=best)
    if conclusion.kind == "none":
        return str(words("across.none_better"))
    return say("across.tied", models=joined(conclusion.models))
