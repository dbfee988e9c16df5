"""What was asked: columns, deployment, and how to go about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from baserate.data.roles import Missing, Roles
from baserate.deployment.deployment import Deployment, Value


@dataclass(frozen=True)
class Question:
    """What was asked: columns, deployment, and how to go about it; all that running it again needs."""

    roles: Roles
    deployment: Deployment
    source_prevalence: Value | Mapping[str, Value] | None = None
    level: float = 0.95
    seed: int = 0
    positive: object = None
    missing: Missing = "error"
    reference: str | None = None

    def source_of(self, model: str) -> Value | None:
        """The stated prevalence for which a model's scores were made; None for the patients' own."""
        stated = self.source_prevalence
        return stated.get(model) if isinstance(stated, Mapping) else stated
