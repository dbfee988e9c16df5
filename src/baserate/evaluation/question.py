"""What was asked: columns, deployment, and how to go about it; all that running it again needs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from baserate.data.roles import Missing, Roles
from baserate.deployment.deployment import (
    CostLike,
    Deployment,
    PrevalenceLike,
    Value,
    source_reading_of,
)
from baserate.deployment.distribution import as_float
from baserate.errors import SettingError
from baserate.evaluation.names import Names
from baserate.inference.draws import check_seed
from baserate.inference.estimate import check_level
from baserate.inference.strategies import DEFAULT_STRATEGIES
from baserate.scores.metrics import source_by_model


@dataclass(frozen=True)
class Question:
    """Everything that was asked, as plain values that do not change when the caller's do.

    ``sources`` say to which prevalence the scores of each model are calibrated: None to the one observed
    in the patients they are judged on, a group or everyone; ``"all"`` to the one observed in all
    patients, also in a group; or a number that is stated. ``margin`` is the smallest difference that
    matters, in net benefit per 1,000 patients. ``names`` are the words for outcome, action and study.
    """

    roles: Roles
    deployment: Deployment
    sources: Mapping[str, float | str | None]
    level: float = 0.95
    seed: int = 0
    positive: object = None
    missing: Missing = "error"
    reference: str | None = None
    margin: float | None = None
    names: Names = field(default_factory=Names)

    @classmethod
    def of(
        cls,
        roles: Roles,
        prevalence: PrevalenceLike | None,
        cost: CostLike,
        *,
        source_prevalence: Value | Mapping[str, Value] | None = None,
        level: float = 0.95,
        seed: object = 0,
        positive: object = None,
        missing: Missing = "error",
        reference: object = None,
        margin: object = None,
        outcome_name: object = None,
        action_name: object = None,
        title: object = None,
    ) -> Question:
        """From the arguments of :func:`baserate.evaluate`, which are all checked here."""
        for name in DEFAULT_STRATEGIES:
            if name in roles.scores:
                raise SettingError(f"a model cannot be called {name!r}: that is a default strategy.")
        stated = source_by_model(roles.scores, source_prevalence)
        return cls(
            roles,
            Deployment.of(prevalence, cost),
            {name: source_reading_of(value) for name, value in stated.items()},
            float(check_level(level)),
            check_seed(seed),
            positive,
            missing,
            None if reference is None else str(reference),
            None if margin is None else check_margin(margin),
            Names.of(outcome_name, action_name, title),
        )

    def to_dict(self) -> dict[str, Any]:
        """What was asked, as :func:`baserate.evaluate` can be asked again."""
        roles, where = self.roles, self.deployment
        return {
            "outcome": roles.outcome,
            "scores": dict(roles.scores),
            "by": roles.by,
            "cluster": roles.cluster,
            "weight": roles.weight,
            "prevalence": None if where.prevalence is None else where.prevalence.stated,
            "cost": where.cost.stated,
            "source_prevalence": self._stated_sources(),
            "level": self.level,
            "positive": None if self.positive is None else str(self.positive),
            "missing": self.missing,
            "reference": self.reference,
            "margin": self.margin,
            **self.names.stated,
        }

    def own_thresholds(self, model: str) -> bool:
        """Whether the cut-off on the raw score differs between groups.

        It is where ``logit s = logit c - logit pi + logit pi0``. It is the same for all groups where
        neither the deployment's prevalence ``pi`` nor the source prevalence ``pi0`` is a group's own, and
        where both are, because they cancel: then it is the threshold probability ``c`` itself.
        """
        return (self.deployment.prevalence is None) != (self.sources[model] is None)

    def _stated_sources(self) -> float | str | dict[str, float | str] | None:
        stated = {name: value for name, value in self.sources.items() if value is not None}
        values = set(stated.values())
        if len(stated) == len(self.sources) and len(values) == 1:
            return values.pop()
        return stated or None


def check_margin(margin: object) -> float:
    """The smallest difference that matters, in net benefit per 1,000 patients."""
    if not 0.0 < as_float(margin) < math.inf:
        raise SettingError(
            "a margin is the smallest difference that matters, per 1,000 patients, a number above zero; "
            f"found {margin!r}."
        )
    return as_float(margin)
